//! How busy the machine is, behind a seam so that a test can say.
//!
//! Each figure may be missing: a system without `/proc`, or a directory that is not there.

use crate::lock::Mutex;
use crate::lock_order;
use std::path::Path;

/// Time of processors, in ticks of any length, since some fixed moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessorTicks {
    /// Spent in programs.
    pub user: u64,
    /// Spent in the kernel.
    pub kernel: u64,
    /// All there were, of all processors, idle ones included.
    pub all: u64,
}

/// What this process takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnUse {
    /// Ticks it spent in programs; as long as those of [`ProcessorTicks`].
    pub user: u64,
    /// Ticks it spent in the kernel.
    pub kernel: u64,
    /// Its resident memory, in bytes.
    pub memory_bytes: u64,
}

/// Main memory, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// All of it.
    pub total_bytes: u64,
    /// What programs can have.
    pub available_bytes: u64,
}

/// A file system, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileSystem {
    /// What the system calls it: two directories with the same are on one file system.
    pub id: u64,
    /// All of it.
    pub total_bytes: u64,
    /// What is in use.
    pub used_bytes: u64,
    /// What programs without privileges can have.
    pub available_bytes: u64,
}

/// Where figures of the machine come from.
pub trait Machine: Send + Sync {
    /// What the processors have done.
    fn processors(&self) -> Option<ProcessorTicks>;

    /// What this process takes.
    fn own(&self) -> Option<OwnUse>;

    /// Load averages of one, five and fifteen minutes, in hundredths.
    fn load_hundredths(&self) -> Option<[u64; 3]>;

    /// Main memory.
    fn memory(&self) -> Option<Memory>;

    /// The file system a directory is on.
    fn file_system(&self, directory: &Path) -> Option<FileSystem>;

    /// How many files of a directory have names that end so.
    fn files_ending(&self, directory: &Path, suffix: &str) -> u64;
}

/// The machine this process runs on.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsMachine;

impl Machine for OsMachine {
    fn processors(&self) -> Option<ProcessorTicks> {
        processors_of(&read("/proc/stat")?)
    }

    fn own(&self) -> Option<OwnUse> {
        let page_bytes = rustix::param::page_size() as u64;
        own_of(&read("/proc/self/stat")?, page_bytes)
    }

    fn load_hundredths(&self) -> Option<[u64; 3]> {
        load_of(&read("/proc/loadavg")?)
    }

    fn memory(&self) -> Option<Memory> {
        memory_of(&read("/proc/meminfo")?)
    }

    fn file_system(&self, directory: &Path) -> Option<FileSystem> {
        let found = rustix::fs::statvfs(directory).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
        Some(FileSystem {
            id: found.f_fsid,
            total_bytes: bytes(found.f_blocks),
            used_bytes: bytes(found.f_blocks.saturating_sub(found.f_bfree)),
            available_bytes: bytes(found.f_bavail),
        })
    }

    fn files_ending(&self, directory: &Path, suffix: &str) -> u64 {
        let Ok(entries) = std::fs::read_dir(directory) else {
            return 0;
        };
        let names = entries.flatten().map(|entry| entry.file_name());
        names
            .filter(|name| name.to_string_lossy().ends_with(suffix))
            .count() as u64
    }
}

fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. Time of guests is in the
/// first two already.
fn processors_of(text: &str) -> Option<ProcessorTicks> {
    let line = text.lines().find(|line| line.starts_with("cpu "))?;
    let ticks: Vec<u64> = line
        .split_whitespace()
        .skip(1)
        .take(8)
        .map_while(|word| word.parse().ok())
        .collect();
    let at = |number: usize| ticks.get(number).copied().unwrap_or(0);
    (ticks.len() >= 4).then(|| ProcessorTicks {
        user: at(0) + at(1),
        kernel: at(2) + at(5) + at(6),
        all: ticks.iter().sum(),
    })
}

/// `/proc/self/stat`. The name of the program is in parentheses and may have any character, so fields count from the
/// last parenthesis on.
fn own_of(text: &str, page_bytes: u64) -> Option<OwnUse> {
    let (_, fields) = text.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let at = |number: usize| fields.get(number)?.parse::<u64>().ok();
    Some(OwnUse {
        user: at(11)?,
        kernel: at(12)?,
        memory_bytes: at(21)?.saturating_mul(page_bytes),
    })
}

fn load_of(text: &str) -> Option<[u64; 3]> {
    let mut words = text.split_whitespace().map(|word| {
        let (whole, part) = word.split_once('.')?;
        let hundredths = |text: &str| text.parse::<u64>().ok();
        Some(hundredths(whole)? * 100 + hundredths(part.get(..2)?)?)
    });
    Some([words.next()??, words.next()??, words.next()??])
}

fn memory_of(text: &str) -> Option<Memory> {
    let bytes = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        kilobytes.checked_mul(1024)
    };
    Some(Memory {
        total_bytes: bytes("MemTotal:")?,
        available_bytes: bytes("MemAvailable:").or_else(|| bytes("MemFree:"))?,
    })
}

/// Figures as a test sets them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MachineFigures {
    /// See [`Machine::processors`].
    pub processors: ProcessorTicks,
    /// See [`Machine::own`].
    pub own: OwnUse,
    /// See [`Machine::load_hundredths`].
    pub load_hundredths: [u64; 3],
    /// See [`Machine::memory`].
    pub memory: Memory,
    /// Of every directory.
    pub file_system: FileSystem,
    /// Of every directory and suffix.
    pub files: u64,
}

/// A machine whose figures are said.
#[derive(Debug, Default)]
pub struct SimulatedMachine(Mutex<MachineFigures, lock_order::SimulatedMachine>);

impl SimulatedMachine {
    /// It is like this from now on.
    pub fn set(&self, figures: MachineFigures) {
        *self.0.lock() = figures;
    }

    fn figures(&self) -> MachineFigures {
        *self.0.lock()
    }
}

impl Machine for SimulatedMachine {
    fn processors(&self) -> Option<ProcessorTicks> {
        Some(self.figures().processors)
    }

    fn own(&self) -> Option<OwnUse> {
        Some(self.figures().own)
    }

    fn load_hundredths(&self) -> Option<[u64; 3]> {
        Some(self.figures().load_hundredths)
    }

    fn memory(&self) -> Option<Memory> {
        Some(self.figures().memory)
    }

    fn file_system(&self, _directory: &Path) -> Option<FileSystem> {
        Some(self.figures().file_system)
    }

    fn files_ending(&self, _directory: &Path, _suffix: &str) -> u64 {
        self.figures().files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_kernel_are_understood() {
        let stat = "cpu  100 20 30 800 5 6 7 8 50 0\ncpu0 1 2 3 4\n";
        let ticks = ProcessorTicks {
            user: 120,
            kernel: 43,
            all: 976,
        };
        assert_eq!(processors_of(stat), Some(ticks));
        let own = "7 (a) b)) S 1 2 3 4 5 6 7 8 9 10 310 220 0 0 20 0 9 0 100 2000 55 1\n";
        let taken = OwnUse {
            user: 310,
            kernel: 220,
            memory_bytes: 55 * 4096,
        };
        assert_eq!(own_of(own, 4096), Some(taken));
        assert_eq!(load_of("0.07 12.50 3.00 1/99 5\n"), Some([7, 1250, 300]));
        let memory = "MemTotal:  2048 kB\nMemFree: 1 kB\nMemAvailable: 512 kB\n";
        let understood = Memory {
            total_bytes: 2 << 20,
            available_bytes: 512 << 10,
        };
        assert_eq!(memory_of(memory), Some(understood));
    }

    #[test]
    fn lines_that_are_cut_short_give_nothing() {
        for text in ["", "cpu 1 2", "7 (a) S 1 2", "0.1 2", "MemTotal: x kB"] {
            assert_eq!(processors_of(text), None, "{text}");
            assert_eq!(own_of(text, 4096), None, "{text}");
            assert_eq!(load_of(text), None, "{text}");
            assert_eq!(memory_of(text), None, "{text}");
        }
    }

    #[test]
    fn this_machine_has_figures() {
        let machine = OsMachine;
        let ticks = machine.processors().expect("Linux has /proc/stat");
        assert!(ticks.all >= ticks.user + ticks.kernel);
        assert!(machine.own().is_some_and(|own| own.memory_bytes > 0));
        assert!(machine.load_hundredths().is_some());
        let memory = machine.memory().expect("Linux has /proc/meminfo");
        assert!(memory.total_bytes >= memory.available_bytes);
        let root = machine
            .file_system(Path::new("/"))
            .expect("there is a root");
        assert!(root.total_bytes >= root.used_bytes && root.total_bytes > 0);
        assert_eq!(machine.file_system(Path::new("/no/such/place")), None);
        assert_eq!(machine.files_ending(Path::new("/no/such/place"), ".FDC"), 0);
    }
}
