//! The queue manager under test: made for the run, gone after it.

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::run_directory::RunDirectory;
use ferromq::engine::{LogSettings, QueueManager as Engine};
use ferromq::{ObjectName, QueueManager, Settings};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
            ..defaults.log
        },
        queue_buffer_bytes: arguments.number("buffer", 4 << 30)?,
        persistent_queue_buffer_bytes: arguments
            .number("buffer", defaults.persistent_queue_buffer_bytes)?,
        attributes: vec![(Attr::Maxumsgs, MOST.into()), (Attr::Maxhands, MOST.into())],
        notices: Arc::new(move |notice| {
            // That parts have started and ended is no news in a run that is to be quiet.
            if !(quiet && notice.number.ends_with('I')) {
                eprintln!("{}: {}", notice.number, notice.text);
            }
        }),
        ..defaults
    })
}

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
