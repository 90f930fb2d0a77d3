//! What a subscription names: a topic, or many of them by wildcards.
//!
//! Source: "Topic-based wildcard scheme", "Character-based wildcard scheme", "Wildcard rules".

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

    /// Whether it stands for a topic. Subscriptions are not found this way: see [`crate::Subscriptions`].
    #[must_use]
    pub fn matches(&self, topic: &str) -> bool {
        match &self.form {
            Form::Exact(exact) => **exact == *topic,
            Form::Levels(steps) => matches(steps, levels(topic), |is, level| **is == *level),
            Form::Characters(steps) => matches(steps, topic.chars(), |is, c| *is == c),
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

/// Which steps can have been taken after each symbol, in one pass.
fn matches<L, S: Copy>(
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
