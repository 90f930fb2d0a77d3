//! Programs that agents start in tests.

use ferromq_transfer::agent::{Programs, Ran, RunId, Runnable};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex};

/// Programs of a test: what they are called says what they do.
#[derive(Clone, Default)]
pub(super) struct Shelf {
    /// In the order they were started.
    pub(super) ran: Arc<Mutex<Vec<Runnable>>>,
    /// What those that list a directory have found, in the order they were started.
    pub(super) listed: Arc<Mutex<Vec<Vec<String>>>>,
    running: BTreeMap<RunId, Runnable>,
}

impl Shelf {
    pub(super) fn ran(&self) -> Vec<String> {
        let ran = self.ran.lock().expect("not poisoned");
        ran.iter().map(|program| program.name.clone()).collect()
    }

    /// The same, each as often as it was started with others between.
    pub(super) fn in_order(&self) -> Vec<String> {
        let mut ran = self.ran();
        ran.dedup();
        ran
    }

    pub(super) fn forget(&self) {
        self.ran.lock().expect("not poisoned").clear();
    }
}

impl Programs for Shelf {
    fn start(&mut self, id: RunId, program: &Runnable) -> io::Result<()> {
        if program.name == "missing" {
            return Err(io::Error::new(io::ErrorKind::NotFound, "it is not there"));
        }
        self.ran.lock().expect("not poisoned").push(program.clone());
        if program.name == "lists" {
            let names = fs::read_dir(&program.arguments[0])?
                .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
            let mut names = names.collect::<io::Result<Vec<_>>>()?;
            names.sort();
            self.listed.lock().expect("not poisoned").push(names);
        }
        self.running.insert(id, program.clone());
        Ok(())
    }

    fn look(&mut self, id: RunId) -> Option<Ran> {
        let Some(program) = self.running.remove(&id) else {
            return Some(Ran::default());
        };
        if let Some(path) = program.arguments.first()
            && program.name != "lists"
        {
            fs::write(path, "made").expect("written");
        }
        let times = self
            .ran()
            .iter()
            .filter(|name| **name == program.name)
            .count();
        let code = match program.name.as_str() {
            "fails" => 3,
            "flaky" if times < 3 => 1,
            _ => 0,
        };
        Some(Ran {
            code: Some(code),
            output: format!("{} has run", program.name),
            error_output: String::new(),
        })
    }

    fn stop(&mut self, id: RunId) {
        self.running.remove(&id);
    }
}
