//! Commands as those see them who are told of each: whose it is, which it is, and its text or parameters without secrets.
//!
//! Source: "Command events"; "Command" in the event message reference.

use crate::command::Command;
use crate::operations::ObjectOperations;
use crate::pcf::Coding;
use crate::reply::Reply;
use crate::syntax::clause::Clauses;
use ferromq_mqi::attribute::{Form, ObjectKind};
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::constants::MQCACF_COMMAND_MQSC;
use ferromq_mqi::pcf::{Parameter, Text, Texts, Value};
use ferromq_qmgr::{Cause, Observed};

/// What is shown in the place of a secret.
const HIDDEN: &str = "********";

/// Carries out a command of MQSC; it is told of if it succeeds.
pub(crate) fn execute_text(
    operations: &dyn ObjectOperations,
    command: Command,
    text: &str,
) -> Reply {
    let (number, shows) = (command.row.number, shows(&command));
    let cause = operations.cause();
    let execute = || crate::execute::execute(operations, command);
    let reply = Cause::during(cause.clone(), execute);
    if reply.outcome() == CommandOutcome::Done {
        let what = (Observed::CommandByMqsc, number);
        operations.observe_command(&cause, what, shows, &mut || {
            vec![Parameter::text(MQCACF_COMMAND_MQSC, &without_secrets(text))]
        });
    }
    reply
}

/// The same for commands in the programmable command format: all of one message.
pub(crate) fn execute_message(
    operations: &dyn ObjectOperations,
    commands: Vec<Command>,
    (number, parameters): (i32, &[Parameter]),
    coding: Coding,
) -> Vec<Reply> {
    let shows = commands.iter().all(shows);
    let cause = operations.cause();
    let mut replies = Vec::new();
    for command in commands {
        let execute = || crate::execute::execute(operations, command);
        replies.push(Cause::during(cause.clone(), execute));
    }
    if (replies.iter()).all(|reply| reply.outcome() == CommandOutcome::Done) {
        let what = (Observed::CommandByPcf, number);
        operations.observe_command(&cause, what, shows, &mut || copied(parameters, coding));
    }
    replies
}

/// Whether a command only shows something.
fn shows(command: &Command) -> bool {
    command.row.verb == "DISPLAY"
}

/// Whether some kind of object has a secret of this keyword.
fn is_secret(keyword: &str) -> bool {
    let mut infos = ObjectKind::ALL.iter().flat_map(|kind| kind.attributes());
    infos.any(|info| {
        let names = [Some(info.attr.keyword()), info.synonym];
        matches!(info.form, Form::Secret { .. }) && names.contains(&Some(keyword))
    })
}

/// A command of MQSC with asterisks for the values of secrets.
fn without_secrets(text: &str) -> String {
    let mut shown = String::new();
    let mut from = 0;
    let mut clauses = Clauses::new(text);
    // What cannot be read has not been carried out.
    while let Ok(Some(clause)) = clauses.next_clause() {
        let Some(arguments) = clause.arguments.filter(|_| is_secret(&clause.keyword)) else {
            continue;
        };
        let closed = text[arguments.end..]
            .find(')')
            .map_or(text.len(), |at| arguments.end + at);
        shown.push_str(&text[from..clause.end]);
        shown.push('(');
        shown.push_str(HIDDEN);
        from = if text[..arguments.end].ends_with(')') {
            arguments.end - 1
        } else {
            closed
        };
    }
    shown.push_str(&text[from..]);
    shown
}

/// Parameters of a command in UTF-8, with asterisks for secrets.
fn copied(parameters: &[Parameter], coding: Coding) -> Vec<Parameter> {
    let secret = |id: i32| {
        let mut infos = ObjectKind::ALL.iter().flat_map(|kind| kind.attributes());
        infos.any(|info| info.selector == Some(id) && matches!(info.form, Form::Secret { .. }))
    };
    let text = |text: &Text| match text.decode(coding.ccsid, coding.order) {
        Some(decoded) => Text::plain(&decoded),
        None => text.clone(),
    };
    let copy = |parameter: &Parameter| {
        let value = match &parameter.value {
            _ if secret(parameter.id) => Value::Text(Text::plain(HIDDEN)),
            Value::Text(one) => Value::Text(text(one)),
            Value::Texts(texts) => match texts.decode(coding.ccsid, coding.order) {
                Some(decoded) => Value::Texts(Texts::plain(&decoded)),
                None => Value::Texts(texts.clone()),
            },
            Value::TextFilter { operator, value } => Value::TextFilter {
                operator: *operator,
                value: text(value),
            },
            Value::Group(within) => Value::Group(copied(within, coding)),
            other => other.clone(),
        };
        Parameter {
            id: parameter.id,
            value,
        }
    };
    parameters.iter().map(copy).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::generated::constants::{MQCACH_CHANNEL_NAME, MQCACH_PASSWORD};
    use ferromq_mqi::header::ByteOrder;

    #[test]
    fn secrets_are_not_told() {
        let text = "ALTER CHANNEL(A.B) CHLTYPE(SDR) PASSWORD( 'it''s (me)' ) DESCR('PASSWORD(x)')";
        assert_eq!(
            without_secrets(text),
            "ALTER CHANNEL(A.B) CHLTYPE(SDR) PASSWORD(********) DESCR('PASSWORD(x)')"
        );
        let text = "alter authinfo(X) authtype(IDPWLDAP) ldappwd(a) ldapuser(b)";
        assert_eq!(
            without_secrets(text),
            "alter authinfo(X) authtype(IDPWLDAP) ldappwd(********) ldapuser(b)"
        );
        let plain = "DEFINE QLOCAL(A) DESCR('b')";
        assert_eq!(without_secrets(plain), plain);
    }

    #[test]
    fn parameters_with_secrets_are_not_told() {
        let coding = Coding {
            order: ByteOrder::NATIVE,
            ccsid: 1208,
        };
        let given = [
            Parameter::text(MQCACH_CHANNEL_NAME, "A.B"),
            Parameter::text(MQCACH_PASSWORD, "secret"),
        ];
        let told = copied(&given, coding);
        assert_eq!(told[0], given[0]);
        assert_eq!(told[1], Parameter::text(MQCACH_PASSWORD, HIDDEN));
    }
}
