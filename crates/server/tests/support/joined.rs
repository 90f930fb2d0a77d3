//! Two queue managers with a channel between them.

use super::office::{Office, Relay, arrived, put};
use super::{Scratch, command, quiet};
use ferromq::mq;
use ferromq_server::ServiceSettings;

/// Two queue managers and a channel from the first to the second, over a road that can be cut. The channel is not started.
pub(crate) struct Joined {
    pub(crate) one: Office,
    pub(crate) two: Office,
    pub(crate) road: Relay,
    pub(crate) scratch: [Scratch; 2],
}

impl Joined {
    pub(crate) fn new(test: &str) -> Self {
        Self::with(test, quiet())
    }

    /// The same, with settings for the server of the first queue manager.
    pub(crate) fn with(test: &str, settings: ServiceSettings) -> Self {
        let scratch = [Scratch::new(test), Scratch::new(test)];
        let one = Office::open_with(&scratch[0].0, "QM1", settings);
        let two = Office::open(&scratch[1].0, "QM2");
        two.commands(&[
            "ALTER QMGR CHLAUTH(DISABLED)",
            "DEFINE QLOCAL(TARGET)",
            "DEFINE CHANNEL(ONE.TO.TWO) CHLTYPE(RCVR)",
        ]);
        one.commands(&["DEFINE QREMOTE(AWAY) RNAME(TARGET) RQMNAME(QM2)"]);
        let road = Relay::to(two.listen(0));
        let joined = Self {
            one,
            two,
            road,
            scratch,
        };
        joined.define("ONE.TO.TWO", "QM2");
        joined
    }

    /// Defines a sender over the road, and its transmission queue.
    pub(crate) fn define(&self, channel: &str, queue: &str) {
        let port = self.road.port;
        self.one.commands(&[
            &format!("DEFINE QLOCAL({queue}) USAGE(XMITQ)"),
            &format!(
                "DEFINE CHANNEL({channel}) CHLTYPE(SDR) XMITQ({queue}) SHORTTMR(1) CONNAME('127.0.0.1({port})')"
            ),
        ]);
    }

    pub(crate) fn put(&self, numbers: std::ops::Range<u32>) {
        let mut app = self.one.connect();
        let away = app.open("AWAY", mq::MQOO_OUTPUT).expect("opened");
        for number in numbers {
            put(&mut app, away, number);
        }
        app.disconnect().expect("disconnected");
    }

    pub(crate) fn arrived(&self, count: usize) -> Vec<u32> {
        let mut reader = self.two.connect();
        let numbers = arrived(&mut reader, count, &[&self.one, &self.two]);
        reader.disconnect().expect("disconnected");
        numbers
    }

    pub(crate) fn depth(&self, office: &Office, queue: &str) -> String {
        let mut session = office.connect();
        let shown = command(&mut session, &format!("DISPLAY QLOCAL({queue}) CURDEPTH"));
        session.disconnect().expect("disconnected");
        let depth = shown.split_once("CURDEPTH(").expect("a depth").1;
        depth.split_once(')').expect("an end").0.to_owned()
    }

    /// Waits until the receiving end has confirmed all that was put. The depth leaves out what was got in a batch that is not confirmed.
    pub(crate) fn await_confirmed(&self) {
        let queue = "DISPLAY QSTATUS(QM2) CURDEPTH UNCOM";
        self.one.await_shown(queue, |shown| {
            shown.contains("CURDEPTH(0)") && shown.contains("UNCOM(NO)")
        });
    }

    /// Stops the sending end and waits until it is.
    pub(crate) fn stop(&self) {
        self.one.commands(&["STOP CHANNEL(ONE.TO.TWO)"]);
        self.one
            .await_shown("DISPLAY CHSTATUS(ONE.TO.TWO)", |shown| {
                shown.contains("STATUS(STOPPED)")
            });
    }

    pub(crate) fn restart_one(&mut self) {
        self.one.restart(&self.scratch[0].0);
    }

    pub(crate) fn end(self) {
        self.one.end();
        self.two.end();
        drop(self.scratch);
    }
}
