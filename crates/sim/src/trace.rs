//! What happened, in short: the last steps for people, a checksum over all of them for
//! telling whether two runs were the same.

use ferromq_base::checksum::crc32c_append;
use std::collections::VecDeque;

const LINES_KEPT: usize = 60;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    lines: VecDeque<String>,
    checksum: u32,
    step: u64,
    /// Print each line as it comes.
    pub(crate) aloud: bool,
}

impl Trace {
    pub(crate) fn begin_step(&mut self) {
        self.step += 1;
    }

    pub(crate) fn step(&self) -> u64 {
        self.step
    }

    pub(crate) fn note(&mut self, text: &str) {
        self.checksum = crc32c_append(self.checksum, text.as_bytes());
        let line = format!("{:>5}  {text}", self.step);
        if self.aloud {
            println!("{line}");
        }
        if self.lines.len() == LINES_KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    pub(crate) fn checksum(&self) -> u32 {
        self.checksum
    }

    pub(crate) fn last_lines(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        lines.join("\n")
    }
}
