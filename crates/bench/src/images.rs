//! Media images of all queues of a run, every few seconds, as `rcdmqimg` makes them.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::threads::spawn;
use ferromq::ObjectName;
use ferromq::engine::QueueManager;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;

/// See the module. Ends when dropped.
pub(crate) struct Images {
    over: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Images {
    /// Images of the queues of round trips at `manager`; `None` unless `--media-images` says how often.
    pub(crate) fn start(
        manager: &QueueManager,
        arguments: &Arguments,
        queues: Vec<String>,
    ) -> Result<Option<Self>, Failure> {
        if arguments.decimal("media-images")?.is_none() {
            return Ok(None);
        }
        if arguments.choice("log-type", &["circular", "linear"])? == 0 {
            return Err(Failure::Usage(
                "--media-images wants --log-type linear: a circular log has none".into(),
            ));
        }
        let every = arguments.duration("media-images", 1.0)?;
        let manager = manager.clone();
        let (over, told) = channel();
        let record = move || {
            while let Err(RecvTimeoutError::Timeout) = told.recv_timeout(every) {
                for name in &queues {
                    if let Err(why) = manager.record_image(&ObjectName::truncated(name)) {
                        ferromq_base::output::complain(&format!(
                            "ferromq bench: no media image of {name}: {why}\n"
                        ));
                        return;
                    }
                }
            }
        };
        Ok(Some(Self {
            over: Some(over),
            thread: Some(spawn("images", record)?),
        }))
    }
}

impl Drop for Images {
    fn drop(&mut self) {
        self.over = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
