//! Which locks were waited for, in a build that counts it (feature `lock-figures`).

use ferromq_base::lock::{self, LockFigures};

/// All that were taken in this process, those waited for longest first; `None` in a build that does not count.
pub(crate) fn report() -> Option<String> {
    let figures = lock::figures();
    (!figures.is_empty()).then(|| table(&figures))
}

fn table(figures: &[LockFigures]) -> String {
    let mut text = format!(
        "{:<32} {:>12} {:>12} {:>12} {:>14}\n",
        "lock", "taken", "in the way", "waited ms", "ns each time"
    );
    for one in figures {
        let each_ns = one.waited_ns as f64 / one.acquisitions.max(1) as f64;
        text.push_str(&format!(
            "{:<32} {:>12} {:>12} {:>12.1} {:>14.1}\n",
            one.name,
            one.acquisitions,
            one.contended,
            one.waited_ns as f64 / 1e6,
            each_ns
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_how_often_a_lock_was_in_the_way_and_for_how_long() {
        let one = LockFigures {
            name: "queue.messages",
            rank: 3_060,
            acquisitions: 2_000_000,
            contended: 150,
            waited_ns: 3_000_000,
        };
        let text = table(&[one]);
        let line = text.lines().nth(1).expect("one line for each lock");
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words, ["queue.messages", "2000000", "150", "3.0", "1.5"]);
    }
}
