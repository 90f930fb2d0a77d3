//! What a subscription names: a topic, or many of them by wildcards.
//!
//! Source: "Topic-based wildcard scheme", "Character-based wildcard scheme", "Wildcard rules".

use crate::automaton::Automaton;
use crate::string::{TopicStringError, levels};
use crate::trie::Step;

/// How wildcards are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `+` stands for one level and `#` for any number of levels, none included. Each is a wildcard only when it is a
    /// level of its own.
    Topic,
    /// `?` stands for one character and `*` for any number of them, `/` included. `%` takes its meaning from either,
    /// and from itself.
    Character,
}

/// A topic string of a subscription, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(crate) form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// No wildcards: this topic.
    Exact(Box<str>),
    Levels(Vec<Step<Box<str>>>),
    Characters(Vec<Step<char>>),
}

impl Pattern {
    /// Understands a full topic string.
    ///
    /// # Errors
    /// [`TopicStringError::Escape`], in the character scheme only.
    pub fn parse(text: &str, scheme: Scheme) -> Result<Self, TopicStringError> {
        let form = match scheme {
            Scheme::Topic => parse_levels(text),
            Scheme::Character => parse_characters(text)?,
        };
        Ok(Self { form })
    }

    /// The one topic it names, when it has no wildcards.
    #[must_use]
    pub fn exact(&self) -> Option<&str> {
        match &self.form {
            Form::Exact(topic) => Some(topic),
            _ => None,
        }
    }

    /// Levels before the first wildcard that are written out. A topic object with `WILDCARD(BLOCK)` hides its branch
    /// from patterns that write out fewer levels than its topic string has.
    #[must_use]
    pub fn literal_levels(&self) -> usize {
        match &self.form {
            Form::Exact(topic) => levels(topic).count(),
            Form::Levels(steps) => steps.iter().take_while(|step| step.is_literal()).count(),
            Form::Characters(steps) => {
                let literal = steps.iter().take_while(|step| step.is_literal());
                literal.filter(|step| **step == Step::Is('/')).count()
            }
        }
    }

    /// What every topic it stands for begins with.
    #[must_use]
    pub fn literal_prefix(&self) -> String {
        match &self.form {
            Form::Exact(topic) => topic.to_string(),
            Form::Levels(steps) => {
                let mut prefix = String::new();
                for step in steps {
                    let Step::Is(level) = step else { break };
                    prefix.push_str(level);
                    prefix.push('/');
                }
                prefix
            }
            Form::Characters(steps) => steps.iter().map_while(Step::literal).collect(),
        }
    }

    /// Whether it stands for a topic. Most subscriptions are not found this way: see [`crate::Subscriptions`].
    #[must_use]
    pub fn matches(&self, topic: &str) -> bool {
        self.matcher().matches(topic)
    }

    /// What tells of many topics whether it stands for them.
    #[must_use]
    pub(crate) fn matcher(&self) -> Matcher<'_> {
        match &self.form {
            Form::Exact(exact) => Matcher::Exact(exact),
            Form::Levels(steps) => Matcher::Levels(Automaton::of(steps, |level| &**level)),
            Form::Characters(steps) => Matcher::Characters(Automaton::of(steps, |c| *c)),
        }
    }

    /// So long behind the first wildcard for any number of symbols that one topic could be at very many of its steps at once.
    pub(crate) fn is_long(&self) -> bool {
        fn behind<L>(steps: &[Step<L>]) -> usize {
            let first = steps.iter().position(|step| matches!(step, Step::Many));
            first.map_or(0, |first| steps.len() - first)
        }
        let behind = match &self.form {
            Form::Exact(_) => 0,
            Form::Levels(steps) => behind(steps),
            Form::Characters(steps) => behind(steps),
        };
        behind > STEPS_MAX
    }
}

/// More steps behind a wildcard are not looked for with those of other patterns.
pub(crate) const STEPS_MAX: usize = 64;

/// A pattern, ready for topics.
pub(crate) enum Matcher<'a> {
    Exact(&'a str),
    Levels(Automaton<&'a str>),
    Characters(Automaton<char>),
}

impl<'a> Matcher<'a> {
    pub(crate) fn matches(&self, topic: &'a str) -> bool {
        match self {
            Self::Exact(exact) => *exact == topic,
            Self::Levels(steps) => steps.matches(levels(topic)),
            Self::Characters(steps) => steps.matches(topic.chars()),
        }
    }
}

fn parse_levels(text: &str) -> Form {
    if !levels(text).any(|level| level == "+" || level == "#") {
        return Form::Exact(text.into());
    }
    let mut steps = Vec::new();
    for level in levels(text) {
        push(
            &mut steps,
            match level {
                "+" => Step::One,
                "#" => Step::Many,
                level => Step::Is(level.into()),
            },
        );
    }
    Form::Levels(steps)
}

fn parse_characters(text: &str) -> Result<Form, TopicStringError> {
    let mut steps = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let step = match character {
            '?' => Step::One,
            '*' => Step::Many,
            '%' => match characters.next() {
                Some(plain @ ('*' | '?' | '%')) => Step::Is(plain),
                _ => return Err(TopicStringError::Escape),
            },
            character => Step::Is(character),
        };
        push(&mut steps, step);
    }
    if steps.iter().all(Step::is_literal) {
        let topic: String = steps.iter().map_while(Step::literal).collect();
        return Ok(Form::Exact(topic.into()));
    }
    Ok(Form::Characters(steps))
}

/// Any number twice is any number.
fn push<L: PartialEq>(steps: &mut Vec<Step<L>>, step: Step<L>) {
    if step != Step::Many || steps.last() != Some(&Step::Many) {
        steps.push(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subscriptions::Subscriptions;
    use ferromq_base::random::SplitMix64;

    #[track_caller]
    fn check(pattern: &str, scheme: Scheme, yes: &[&str], no: &[&str]) {
        let pattern = Pattern::parse(pattern, scheme).expect("a pattern");
        for topic in yes {
            assert!(pattern.matches(topic), "{topic}");
        }
        for topic in no {
            assert!(!pattern.matches(topic), "{topic}");
        }
    }

    /// Source: "Topic-based wildcard scheme".
    #[test]
    fn level_wildcards_stand_for_whole_levels() {
        let topic = Scheme::Topic;
        check("#", topic, &["USA", "USA/Alaska", "/USA", ""], &[]);
        check(
            "USA/#",
            topic,
            &["USA", "USA/Alaska", "USA/Alaska/Juneau"],
            &["USAlaska", "/USA"],
        );
        check("USA/+", topic, &["USA/Alaska", "USA/"], &["USA", "USA/a/b"]);
        check("+", topic, &["USA"], &["/USA", "USA/Alaska"]);
        check("/+", topic, &["/USA"], &["USA"]);
        check("+/+", topic, &["/USA", "USA/Alaska"], &["USA"]);
        check(
            "#/Results",
            topic,
            &["Results", "IBM/Results", "IBM/Software/Results"],
            &["IBM/Results/Now"],
        );
        check("a/#/b", topic, &["a/b", "a/x/b", "a/x/y/b"], &["a", "b"]);
        check("USA#/+a", topic, &["USA#/+a"], &["USA/a", "USAx/ba"]);
        check("IBM/*ware", topic, &["IBM/*ware"], &["IBM/Software"]);
    }

    /// Source: "Character-based wildcard scheme".
    #[test]
    fn character_wildcards_do_not_care_for_levels() {
        let character = Scheme::Character;
        check("*", character, &["", "a", "a/b/c"], &[]);
        check(
            "IBM/*ware/Results",
            character,
            &["IBM/Software/Results", "IBM/a/b/ware/Results"],
            &["IBM/Results"],
        );
        check("a?c", character, &["abc", "a/c", "aéc"], &["ac", "abbc"]);
        check("100%%/%*/#", character, &["100%/*/#"], &["100%/x/#"]);
        for bad in ["%", "a%", "%a", "%%%"] {
            let parsed = Pattern::parse(bad, character);
            assert_eq!(parsed, Err(TopicStringError::Escape));
        }
    }

    #[test]
    fn levels_written_out_are_counted_up_to_the_first_wildcard() {
        let count = |text, scheme| Pattern::parse(text, scheme).expect("one").literal_levels();
        assert_eq!(count("a/b/#", Scheme::Topic), 2);
        assert_eq!(count("#/a", Scheme::Topic), 0);
        assert_eq!(count("a/b", Scheme::Topic), 2);
        assert_eq!(count("a/b/*", Scheme::Character), 2);
        assert_eq!(count("a/b*", Scheme::Character), 1);
    }

    /// The same, one step after the other.
    fn plainly<L, S: Copy>(
        steps: &[Step<L>],
        symbols: impl Iterator<Item = S>,
        is: impl Fn(&L, S) -> bool,
    ) -> bool {
        let mut taken = vec![false; steps.len() + 1];
        taken[0] = true;
        skip_many(steps, &mut taken);
        for symbol in symbols {
            for at in (0..steps.len()).rev() {
                // What was possible before this symbol is still in `taken[at]`.
                let advances = match &steps[at] {
                    Step::Is(literal) => taken[at] && is(literal, symbol),
                    Step::One => taken[at],
                    Step::Many => taken[at] || taken[at + 1],
                };
                taken[at + 1] = advances;
            }
            taken[0] = false;
            skip_many(steps, &mut taken);
        }
        taken[steps.len()]
    }

    /// Any number may be none.
    fn skip_many<L>(steps: &[Step<L>], taken: &mut [bool]) {
        for (at, step) in steps.iter().enumerate() {
            if matches!(step, Step::Many) && taken[at] {
                taken[at + 1] = true;
            }
        }
    }

    fn text(random: &mut SplitMix64, of: &[&str], len: u64) -> String {
        (0..random.below(len))
            .map(|_| of[random.below(of.len() as u64) as usize])
            .collect()
    }

    /// Short and long ones, with the same symbols again and again, and topics made to fit them.
    #[test]
    fn steps_taken_many_at_a_time_are_those_taken_one_after_the_other() {
        let mut random = SplitMix64::new(1);
        let mut fitting = 0;
        for round in 0..6_000 {
            let len = [4, 12, 80, 300][round % 4];
            let (scheme, symbols, of): (_, &[&str], &[&str]) = match round % 3 {
                0 => (Scheme::Topic, &["a/", "b/", "+/", "#/"], &["a/", "b/"]),
                1 => (Scheme::Character, &["a", "a", "a", "?", "*"], &["a"]),
                _ => (
                    Scheme::Character,
                    &["a", "b", "/", "?", "*"],
                    &["a", "b", "/"],
                ),
            };
            let written = text(&mut random, symbols, len);
            let pattern = Pattern::parse(&written, scheme).expect("a pattern");
            let mut topic = String::new();
            for symbol in written.chars() {
                match symbol {
                    '*' | '#' => topic.push_str(&text(&mut random, of, 4)),
                    '?' | '+' => topic.push('a'),
                    symbol => topic.push(symbol),
                }
            }
            if random.chance(30) {
                topic.push('b');
            }
            let expected = match &pattern.form {
                Form::Exact(exact) => **exact == *topic,
                Form::Levels(steps) => plainly(steps, levels(&topic), |is, level| **is == *level),
                Form::Characters(steps) => plainly(steps, topic.chars(), |is, c| *is == c),
            };
            fitting += usize::from(expected);
            assert_eq!(pattern.matches(&topic), expected, "{written} {topic}");
            // So it is found by, however long it is.
            let mut subscriptions = Subscriptions::new();
            subscriptions.insert(&pattern, 1, ());
            let mut found = 0;
            subscriptions.matching(&topic, 0, |_, ()| found += 1);
            assert_eq!(found, usize::from(expected), "{written} {topic}");
            assert_eq!(subscriptions.remove(&pattern, 1), Some(()));
            subscriptions.matching(&topic, 0, |_, ()| found += 100);
            assert!(found < 100 && subscriptions.is_empty());
        }
        assert!((1_000..5_900).contains(&fitting), "{fitting}");
    }
}
