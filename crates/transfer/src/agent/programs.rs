//! Programs that run for transfers, behind a seam: those of the system, or in simulated runs what a test says.

use std::io;

/// A program that is to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runnable {
    /// Its file, as the request has it: below a directory of the command path.
    pub name: String,
    /// What it is given, in this order.
    pub arguments: Vec<String>,
    /// What it is told besides, by name and value, and never by variables that say how it runs. The first of a name counts.
    pub metadata: Vec<(String, String)>,
}

/// A program that has run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    /// Its exit code; none when a signal has ended it.
    pub code: Option<i32>,
    /// What it wrote to its standard output, the beginning of it.
    pub output: String,
    /// What it wrote to its standard error, the beginning of it.
    pub error_output: String,
}

/// Which program it is that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId(pub u64);

/// Programs by their names. Nothing here waits: an agent looks again and again.
pub trait Programs {
    /// Starts a program; nothing of an id that runs.
    ///
    /// # Errors
    /// Those of the system; `PermissionDenied` for what is in no directory of the command path, `NotFound` for what is not there.
    fn start(&mut self, id: RunId, program: &Runnable) -> io::Result<()>;

    /// How a program has ended; none while it runs. It is told once; one that was never started has ended without a code.
    fn look(&mut self, id: RunId) -> Option<Ran>;

    /// Ends a program, and what became of it is not told.
    fn stop(&mut self, id: RunId);
}

/// There are none: the agent has no command path.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPrograms;

impl Programs for NoPrograms {
    fn start(&mut self, _: RunId, program: &Runnable) -> io::Result<()> {
        let text = format!(
            "{} is in no directory of commandPath, which is empty",
            program.name
        );
        Err(io::Error::new(io::ErrorKind::PermissionDenied, text))
    }

    fn look(&mut self, _: RunId) -> Option<Ran> {
        Some(Ran::default())
    }

    fn stop(&mut self, _: RunId) {}
}
