//! Definitions as text: what is dumped is understood again and means the same.

use crate::fake::FakeQueueManager;
use ferromq_admin::{DumpOptions, ObjectOperations, Script, definition_text, run_command};
use ferromq_mqi::attribute::{Attr, AttributeInfo, Form, ObjectKind, Value};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::definition::Definition;
use ferromq_mqi::name::ObjectName;

/// A small seeded generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits fit") % bound
    }

    fn text(&mut self, alphabet: &str, length_max: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        let mut text = String::new();
        for _ in 0..self.below(length_max + 1) {
            let letter = letters[self.below(letters.len())];
            if text.len() + letter.len_utf8() <= length_max {
                text.push(letter);
            }
        }
        text.trim_end().to_string()
    }
}

const NAME_LETTERS: &str = "ABCxyz019._/%";
const TEXT_LETTERS: &str = "ab Z'\"();,*+-<>é&=\\";

fn random_value(info: &AttributeInfo, random: &mut Random) -> Value {
    let word =
        |words: &[(&str, i32)], random: &mut Random| Value::Int(words[random.below(words.len())].1);
    match info.form {
        Form::Int { words, .. } if !words.is_empty() && random.below(2) == 0 => word(words, random),
        Form::Int { min, max, .. } => {
            let span = usize::try_from(max - min).expect("ranges are not empty") + 1;
            Value::Int(min + i32::try_from(random.below(span)).expect("inside the range"))
        }
        Form::Word { words } => word(words, random),
        Form::Flag => Value::Int(i32::from(random.below(2) == 0)),
        Form::Name { length_max } | Form::Pattern { length_max } => {
            Value::Text(random.text(NAME_LETTERS, length_max))
        }
        Form::Names { .. } => {
            let names = (0..random.below(40)).map(|_| random.text(NAME_LETTERS, 48));
            Value::List(names.filter(|name| !name.is_empty()).collect())
        }
        Form::Texts {
            count_max,
            length_max,
        } => {
            let texts = (0..random.below(count_max + 1))
                .map(|_| random.text(TEXT_LETTERS, length_max).trim().to_string());
            Value::List(texts.filter(|text| !text.is_empty()).collect())
        }
        Form::Choices { words, count_max } => {
            let count = 1 + random.below(count_max);
            let word = |_| words[random.below(words.len())].0.to_string();
            Value::List((0..count).map(word).collect())
        }
        form => Value::Text(random.text(TEXT_LETTERS, form.field_bytes())),
    }
}

fn random_definition(kind: ObjectKind, random: &mut Random) -> Definition {
    let mut definition = Definition::new(kind, ObjectName::truncated("Some.Object_%/1"));
    for info in kind.attributes() {
        if info.uses.definable && random.below(3) > 0 {
            let value = random_value(info, random);
            definition.set(info.attr, value).expect("a valid value");
        }
    }
    // Some channels cannot be defined without these.
    for (attr, value) in [(Attr::Conname, "host(1414)"), (Attr::Xmitq, "QM2")] {
        if kind.is_channel() && kind.attribute(attr).is_some() {
            definition.set(attr, value).expect("a valid value");
        }
    }
    definition
}

/// Runs the text as a script on an empty queue manager and gives back what it made.
fn defined_by(kind: ObjectKind, name: &ObjectName, text: &str) -> Definition {
    let fake = FakeQueueManager::new();
    let mut script = Script::new(|command: &str| run_command(&fake, command));
    let mut output: String = text.lines().map(|line| script.feed(line)).collect();
    output.push_str(&script.finish());
    assert_eq!(script.exit_code(), 0, "{text}\n{output}");
    fake.definition(kind, name).expect("it was made")
}

/// Passwords are not.
fn dumped(info: &AttributeInfo) -> bool {
    info.uses.definable && !matches!(info.form, Form::Secret { .. })
}

#[test]
fn every_dumped_definition_makes_the_same_object_again() {
    let mut random = Random(0x5eed_0001);
    let kinds = ObjectKind::ALL
        .into_iter()
        // Records are set, not defined, and only on a queue manager that knows what they mean.
        .filter(|kind| {
            !matches!(
                kind,
                ObjectKind::QMgr
                    | ObjectKind::ChlAuth
                    | ObjectKind::Sub
                    // Nor are what other members of clusters have told.
                    | ObjectKind::ClusQMgr
                    | ObjectKind::ClusQ
                    | ObjectKind::ClusTopic
            )
        });
    for kind in kinds {
        for round in 0..40 {
            let definition = random_definition(kind, &mut random);
            let options = DumpOptions {
                all_attributes: round % 2 == 0,
                one_line: round % 3 == 0,
                comments: round % 5 == 0,
            };
            let text = definition_text(&definition, options);
            let again = defined_by(kind, &definition.name(), &text);
            for info in kind.attributes().iter().filter(|info| dumped(info)) {
                assert_eq!(definition.get(info.attr), again.get(info.attr), "{text}");
            }
        }
    }
}

#[test]
fn the_queue_manager_is_dumped_as_an_alter() {
    let fake = FakeQueueManager::new();
    let (_, outcome) = run_command(&fake, "ALTER QMGR DEADQ(DLQ) TRIGINT(5) DESCR('don''t')");
    assert_eq!(outcome, CommandOutcome::Done);
    let options = DumpOptions {
        all_attributes: false,
        ..DumpOptions::default()
    };
    let text = definition_text(&fake.q_mgr_definition(), options);
    assert_eq!(
        text,
        "ALTER QMGR +\n   DEADQ('DLQ') +\n   DESCR('don''t') +\n   TRIGINT(5)\n"
    );
    let all = definition_text(
        &fake.q_mgr_definition(),
        DumpOptions {
            one_line: true,
            ..DumpOptions::default()
        },
    );
    let (output, outcome) = run_command(&fake, all.trim_end());
    assert_eq!(outcome, CommandOutcome::Done, "{output}");
}

#[test]
fn a_dump_reads_like_a_script() {
    let fake = FakeQueueManager::new();
    let (output, _) = run_command(&fake, "DEFINE NAMELIST(N) NAMES(A,B) DESCR('two')");
    assert_eq!(output, "AMQ8552I: FerroMQ namelist created.\n");
    let name = ObjectName::truncated("N");
    let definition = fake
        .definition(ObjectKind::Namelist, &name)
        .expect("it was made");
    let options = DumpOptions {
        comments: true,
        ..DumpOptions::default()
    };
    assert_eq!(
        definition_text(&definition, options),
        "DEFINE NAMELIST('N') +\n   NAMES('A','B') +\n   DESCR('two') +\n*  ALTDATE('2024-05-06')\n\
         *  ALTTIME('07.08.09')\n   REPLACE\n"
    );
}
