//! Patterns of names, and what a trigger asks of files.
//!
//! In paths of requests `?` stands for one character and `*` for any number, in the last part of the path only. In sandboxes and monitors `**`
//! stands for any number of directories besides. Letters count as they are.

use crate::request::{Trigger, TriggerCondition};
use ferromq_mqi::glob;

/// Whether a path has a pattern in its last part.
#[must_use]
pub fn is_pattern(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or(path);
    last.contains(['*', '?'])
}

/// Whether a name fits a pattern of `?` and `*`. Names that begin with a dot fit only patterns that do.
#[must_use]
pub fn fits_name(pattern: &str, name: &str) -> bool {
    if name.starts_with('.') && !pattern.starts_with('.') {
        return false;
    }
    fits_text(pattern, name)
}

/// The same for any text, dots or not. The work is at most the product of both lengths.
#[must_use]
pub fn fits_text(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    glob::fits(&pattern, &text, '*', Some('?'))
}

/// A pattern of whole paths, as sandboxes have them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPattern {
    parts: Vec<String>,
}

/// What stands for any number of directories.
const LEVELS: &str = "**";

impl PathPattern {
    /// The pattern of a text: parts between `/`, each with `?` and `*`, or `**` for any number of parts. One that ends in `/` has `**` behind it.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut parts: Vec<String> = parts(text).map(str::to_owned).collect();
        if text.ends_with('/') {
            parts.push(LEVELS.to_owned());
        }
        // Several in a row say no more than one.
        parts.dedup_by(|part, before| part == LEVELS && before == LEVELS);
        Self { parts }
    }

    /// Whether a path fits, part by part. The path has to be one without `.` and `..`: what is to be kept out has to be looked at behind links.
    /// The work is at most the product of both lengths.
    #[must_use]
    pub fn fits(&self, path: &str) -> bool {
        let path: Vec<&str> = parts(path).collect();
        let (mut at, mut in_path) = (0, 0);
        let mut levels = None;
        loop {
            match (self.parts.get(at), path.get(in_path)) {
                (Some(part), _) if part == LEVELS => {
                    at += 1;
                    levels = Some((at, in_path));
                }
                (Some(part), Some(name)) if fits_text(part, name) => {
                    at += 1;
                    in_path += 1;
                }
                (None, None) => return true,
                _ => match levels {
                    Some((behind, taken)) if taken < path.len() => {
                        levels = Some((behind, taken + 1));
                        (at, in_path) = (behind, taken + 1);
                    }
                    _ => return false,
                },
            }
        }
    }

    /// Whether a path in that directory, or below it, could fit.
    #[must_use]
    pub fn leads_through(&self, directory: &str) -> bool {
        // Where in the pattern one may be behind the parts so far.
        let mut at = vec![false; self.parts.len() + 1];
        at[0] = true;
        for name in parts(directory) {
            let mut next = vec![false; at.len()];
            self.skip_levels(&mut at);
            for (place, part) in self
                .parts
                .iter()
                .enumerate()
                .filter(|(place, _)| at[*place])
            {
                if part == LEVELS {
                    next[place] = true;
                } else if fits_text(part, name) {
                    next[place + 1] = true;
                }
            }
            at = next;
        }
        at[..self.parts.len()].contains(&true)
    }

    /// Levels may be none.
    fn skip_levels(&self, at: &mut [bool]) {
        for (place, part) in self.parts.iter().enumerate() {
            if at[place] && part == LEVELS {
                at[place + 1] = true;
            }
        }
    }
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

/// Whether what a trigger asks is so. `size_bytes` says how long a file is, or that it is not there.
#[must_use]
pub fn is_met(trigger: &Trigger, size_bytes: impl Fn(&str) -> Option<u64>) -> bool {
    trigger
        .files
        .iter()
        .all(|file| match (trigger.condition, size_bytes(file)) {
            (TriggerCondition::Exists, found) => found.is_some(),
            (TriggerCondition::Absent, found) => found.is_none(),
            (TriggerCondition::SizeAtLeast(least), found) => {
                found.is_some_and(|bytes| bytes >= least)
            }
        })
}
