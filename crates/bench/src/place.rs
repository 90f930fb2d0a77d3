//! The queue manager under test: made for the run, gone after it.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::figures::{Record, Value};
use crate::run_directory::RunDirectory;
use crate::slow_device::SlowDirectory;
use ferromq::engine::{LogSettings, LogType, Place as DirectoryPair, QueueManager as Engine};
use ferromq::{ObjectName, QueueManager, Settings};
use ferromq_base::disk::OsDirectory;
use ferromq_mqi::attribute::{Attr, ObjectKind, Value as AttributeValue};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::{MQEVR_ENABLED, MQMON_ON};
use ferromq_mqi::place::q_mgr_directory;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Name of the queue manager under test.
pub(crate) const NAME: &str = "BENCH";

/// A data path of one's own, removed when dropped, or that of another process.
#[derive(Debug)]
pub(crate) enum Place {
    Own(RunDirectory),
    OfParent(PathBuf),
}

impl Place {
    /// A new, empty one below the path the arguments name.
    pub(crate) fn fresh(arguments: &Arguments) -> Result<Self, Failure> {
        let parent = arguments.data_path();
        let own = RunDirectory::fresh(&parent);
        let below = format!("making a directory below {}", parent.display());
        own.map(Self::Own).map_err(Failure::io(below))
    }

    /// Somebody else's, which stays.
    pub(crate) fn of_parent(path: impl Into<PathBuf>) -> Self {
        Self::OfParent(path.into())
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Own(own) => own.path(),
            Self::OfParent(path) => path,
        }
    }

    /// Creates the queue manager.
    pub(crate) fn create(&self, settings: &Settings) -> Result<(), Failure> {
        Ok(QueueManager::create(self.path(), NAME, settings)?)
    }

    /// Opens it.
    pub(crate) fn open(&self, settings: &Settings) -> Result<QueueManager, Failure> {
        Ok(QueueManager::open(self.path(), NAME, settings)?)
    }

    /// Creates and opens it.
    pub(crate) fn start(&self, settings: &Settings) -> Result<QueueManager, Failure> {
        self.start_as(NAME, settings)
    }

    /// Creates and opens one of another name, on a log device that is slow where the arguments want it.
    pub(crate) fn start_for(
        &self,
        name: &str,
        settings: &Settings,
        arguments: &Arguments,
    ) -> Result<QueueManager, Failure> {
        let Some(delay) = force_delay(arguments)? else {
            return self.start_as(name, settings);
        };
        let data = q_mgr_directory(self.path(), name);
        let log = self.path().join("log").join(name);
        let opened = |path: &Path| {
            std::fs::create_dir_all(path)?;
            OsDirectory::open(path)
        };
        let failed = || Failure::io("making directories");
        let log = opened(&log).map_err(failed())?;
        let slow = DirectoryPair {
            data: opened(&data).map_err(failed())?,
            log: Arc::new(SlowDirectory { below: log, delay }),
        };
        Ok(QueueManager::at(slow, name, settings)?)
    }

    /// Creates and opens one of another name.
    pub(crate) fn start_as(
        &self,
        name: &str,
        settings: &Settings,
    ) -> Result<QueueManager, Failure> {
        QueueManager::create(self.path(), name, settings)?;
        Ok(QueueManager::open(self.path(), name, settings)?)
    }
}

/// Pages of 4 KiB in a log extent: 64 MiB.
const EXTENT_PAGES: u64 = 16_384;
/// The highest number the attributes that bound a run take.
const MOST: i32 = 999_999_999;

/// Settings of the queue manager under test, with at least `log_files` extents.
pub(crate) fn settings(arguments: &Arguments, log_files: u64) -> Result<Settings, Failure> {
    let files = arguments.number("log-files", log_files)?.clamp(2, 500) as u32;
    let file_pages = arguments
        .number("log-pages", EXTENT_PAGES)?
        .clamp(64, 65_535) as u32;
    let defaults = Settings::default();
    let quiet = arguments.flag("quiet");
    Ok(Settings {
        log: LogSettings {
            file_pages,
            primary_files: files,
            buffer_pages: log_buffer_pages(arguments)?,
            log_type: match arguments.choice("log-type", &["circular", "linear"])? {
                0 => LogType::Circular,
                _ => LogType::Linear,
            },
            ..defaults.log
        },
        expiry_interval: match arguments.text("expiry-interval") {
            Some(_) => Some(arguments.duration("expiry-interval", 5.0)?),
            None => defaults.expiry_interval,
        },
        queue_buffer_bytes: arguments.number("buffer", 4 << 30)?,
        persistent_queue_buffer_bytes: arguments
            .number("buffer", defaults.persistent_queue_buffer_bytes)?,
        attributes: attributes(arguments.flag("observed")),
        notices: Arc::new(move |notice| {
            // That parts have started and ended is no news in a run that is to be quiet.
            if !(quiet && notice.number.ends_with('I')) {
                ferromq_base::output::complain(&format!("{}: {}\n", notice.number, notice.text));
            }
        }),
        ..defaults
    })
}

/// Attributes of the queue manager under test.
fn attributes(is_observed: bool) -> Vec<(Attr, AttributeValue)> {
    let mut all = vec![(Attr::Maxumsgs, MOST.into()), (Attr::Maxhands, MOST.into())];
    if is_observed {
        let monitored = [Attr::Statmqi, Attr::Statq, Attr::Acctmqi, Attr::Acctq];
        all.extend(monitored.map(|attr| (attr, MQMON_ON.into())));
        let told = [Attr::Inhibtev, Attr::Localev, Attr::Remoteev, Attr::Perfmev];
        all.extend(told.map(|attr| (attr, MQEVR_ENABLED.into())));
    }
    all
}

/// Pages of the log's buffer; 0 is the default of the log.
fn log_buffer_pages(arguments: &Arguments) -> Result<u32, Failure> {
    let pages = arguments.number("log-buffer-pages", 0)?;
    let good = pages == 0 || (18..=4096).contains(&pages);
    let pages = u32::try_from(pages).ok().filter(|_| good);
    pages.ok_or_else(|| Failure::Usage("--log-buffer-pages is 18 to 4096".into()))
}

/// By how much each force of the log is to be longer.
fn force_delay(arguments: &Arguments) -> Result<Option<Duration>, Failure> {
    if arguments.text("force-delay-us").is_none() {
        return Ok(None);
    }
    let delay_us = arguments
        .number("force-delay-us", 0)?
        .min(FORCE_DELAY_US_MAX);
    Ok(Some(Duration::from_micros(delay_us)))
}

/// Adds to a record what of the machine or the log is not as usual: a simulated device must never pass for a real one.
pub(crate) fn tell(record: &mut Record, arguments: &Arguments) -> Result<(), Failure> {
    if let Some(delay) = force_delay(arguments)? {
        let delay_us = u64::try_from(delay.as_micros()).unwrap_or(u64::MAX);
        record.set("simulated_force_delay_us", Value::Count(delay_us));
    }
    for (name, given) in [("cores", "cores"), ("log_buffer_pages", "log-buffer-pages")] {
        if arguments.text(given).is_some() {
            record.set(name, Value::Count(arguments.number(given, 0)?));
        }
    }
    if let Some(log_type) = arguments.text("log-type") {
        record.word("log_type", log_type);
    }
    if let Some(every) = arguments.decimal("media-images")? {
        record.set("media_images_s", Value::Number(every));
    }
    Ok(())
}

/// A device that takes ten seconds for a force is broken.
const FORCE_DELAY_US_MAX: u64 = 10_000_000;

/// Defines a local queue with room for `depth` messages.
pub(crate) fn define_queue(manager: &QueueManager, name: &str, depth: u64) -> Result<(), Failure> {
    define_on(manager.engine(), name, depth)
}

/// The same, without the embedded edge.
pub(crate) fn define_on(engine: &Engine, name: &str, depth: u64) -> Result<(), Failure> {
    let refused = |why: String| Failure::Wrong(format!("defining queue {name}: {why}"));
    let mut definition = Definition::new(ObjectKind::QLocal, ObjectName::truncated(name));
    let depth = i32::try_from(depth).unwrap_or(i32::MAX).min(MOST);
    for (attr, value) in [(Attr::Maxdepth, depth), (Attr::Maxmsgl, 104_857_600)] {
        definition
            .set(attr, value)
            .map_err(|error| refused(error.to_string()))?;
    }
    engine
        .define(definition, false)
        .map_err(|error| refused(error.to_string()))?;
    Ok(())
}
