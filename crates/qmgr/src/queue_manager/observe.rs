//! What others than the engine observe.

use crate::core::identity::PutStamp;
use crate::core::observation::Observed;
use crate::deliver::cause::Cause;
use crate::deliver::configuration::{event_type, is_dynamic, tell, tell_command};
use crate::deliver::event::{EventDetails, observe};
use crate::deliver::logger;
use crate::queue_manager::QueueManager;
use ferromq_mqi::attribute::Attr;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::MQEVR_DISABLED;
use ferromq_mqi::pcf::{Parameter, image};

impl QueueManager {
    /// Something happened: it is counted, and an event message is put if the queue manager's attribute asks for such events.
    /// The caller holds no lock.
    pub fn observe(&self, what: Observed, details: impl FnOnce() -> EventDetails) {
        observe(&self.engine, what, details);
    }

    /// Whether `CMDEV` asks for events about commands, at least about those that change something.
    #[must_use]
    pub fn tells_commands(&self) -> bool {
        self.engine.q_mgr_int(Attr::Cmdev) != MQEVR_DISABLED
    }

    /// A command is carried out: `cause` says whose it is, `number` which (`MQCMD_*`), `data` gives its parameters without secrets, or its
    /// text. `shows` says that it changes nothing. An event message is put if `CMDEV` asks for it, or did when the command began. The caller holds no lock.
    pub fn observe_command(
        &self,
        cause: &Cause,
        what: (Observed, i32),
        shows: bool,
        data: impl FnOnce() -> Vec<Parameter>,
    ) {
        tell_command(&self.engine, cause, what, shows, data);
    }

    /// Tells what an object is like, if it was made or changed within so many minutes (0 for whenever that was) and `CONFIGEV` asks for
    /// such events. The caller holds no lock.
    pub fn tell_as_it_is(&self, definition: &Definition, minutes: u32) {
        let age_us = u64::from(minutes) * 60_000_000;
        let since = PutStamp::at(self.engine.clock.wall_us().saturating_sub(age_us));
        let stamp = [Attr::Altdate, Attr::Alttime].map(|attr| definition.find_text(attr));
        let altered = [stamp[0].unwrap_or_default(), stamp[1].unwrap_or_default()];
        let since = [since.display_date(), since.display_time()];
        if minutes > 0 && altered < [since[0].as_str(), since[1].as_str()] {
            return;
        }
        if is_dynamic(definition) {
            return;
        }
        let object = (event_type(definition.kind()), image(definition));
        let cause = Cause::under_way();
        tell(&self.engine, Observed::ObjectRefreshed, &cause, object);
    }

    /// Tells which extents of a linear log are written and needed, if `LOGGEREV` asks for such events: as the queue manager starts, and when `LOGGEREV` begins to. Each
    /// change behind that is told by itself. The caller holds no lock.
    pub fn tell_log_extents(&self) {
        logger::tell_now(&self.engine);
    }

    /// What events about one command have in common.
    #[must_use]
    pub fn event_token(&self) -> [u8; 24] {
        self.engine.identifiers.message_id()
    }
}
