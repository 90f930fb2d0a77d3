//! Any bytes as a script.

use crate::command::parse::{Asked, parse};
use crate::command::{Act, Command};
use crate::dump::{DumpOptions, definition_text};
use crate::run::verify_command;
use crate::script::Script;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::definition::Definition;

/// Reads `bytes` as a script and checks what must hold for any script: nothing panics, output
/// is whole lines, and a definition that was understood is understood again, and the same,
/// from the text it is dumped as.
///
/// # Panics
/// If one of these does not hold.
pub fn fuzz_one(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut script = Script::new(|command: &str| {
        check_definition(command);
        let (output, outcome) = verify_command(command);
        assert_eq!(output.is_empty(), outcome == CommandOutcome::Done);
        (output, outcome)
    });
    for line in text.split('\n') {
        let output = script.feed(line);
        assert!(output.is_empty() || output.ends_with('\n'));
    }
    assert!(script.finish().ends_with('\n'));
}

fn check_definition(text: &str) {
    let Some(definition) = defined_by(text) else {
        return;
    };
    for all_attributes in [true, false] {
        let options = DumpOptions {
            all_attributes,
            one_line: true,
            comments: false,
        };
        let dumped = definition_text(&definition, options);
        let again = defined_by(dumped.trim_end());
        assert_eq!(Some(definition.clone()), again, "{dumped}");
    }
}

/// The definition a DEFINE describes on its own.
pub(crate) fn defined_by(text: &str) -> Option<Definition> {
    let Ok(Asked::Command(Command {
        act: Act::Define(defining),
        ..
    })) = parse(text)
    else {
        return None;
    };
    let mut definition = Definition::new(defining.kind, defining.name);
    for (attr, value) in defining.changes {
        definition.set(attr, value).ok()?;
    }
    Some(definition)
}
