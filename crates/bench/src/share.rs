//! Which applications of a run are in which process.

use crate::failure::Failure;

/// Which of the applications of a part of a run are in a process: every `of`th, from `at` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) at: usize,
    pub(crate) of: usize,
}

impl Share {
    pub(crate) const ALL: Self = Self { at: 0, of: 1 };

    pub(crate) fn to_word(self) -> String {
        format!("{}/{}", self.at, self.of)
    }

    /// That of a word, or all of them without one.
    pub(crate) fn read(word: Option<&str>) -> Result<Self, Failure> {
        let Some(word) = word else {
            return Ok(Self::ALL);
        };
        let read = word.split_once('/').and_then(|(at, of)| {
            let share = Self {
                at: at.parse().ok()?,
                of: of.parse().ok()?,
            };
            (share.at < share.of).then_some(share)
        });
        read.ok_or_else(|| Failure::Usage(format!("{word} is no share of a part of a run")))
    }

    /// Those of `count` applications that are in it.
    pub(crate) fn numbers(self, count: usize) -> impl Iterator<Item = usize> {
        (self.at..count).step_by(self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn shares_have_every_application_once() {
        let all = |of| (0..of).flat_map(move |at| Share { at, of }.numbers(10));
        for of in [1, 2, 3, 16] {
            let mut numbers: Vec<_> = all(of).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..10).collect::<Vec<_>>());
        }
        let share = Share { at: 1, of: 3 };
        assert_eq!(Share::read(Some(&share.to_word())).expect("own"), share);
        assert_eq!(Share::read(None).expect("all"), Share::ALL);
        for wrong in ["", "1", "3/3", "a/b", "1/0"] {
            assert!(Share::read(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
