//! `dspmqtrn` and `rsvmqtrn`: transactions whose manager has not decided, and those an operator
//! has decided for it.

use crate::arguments::Arguments;
use crate::connection::{Asker, installation, name_meant};
use crate::failure::{Failure, answers_text, exit, notice_text};
use ferromq_base::output;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{AMQ7055, AMQ7056, AMQ7066, FMQ0051};
use ferromq_mqi::hex::hex;
use ferromq_mqi::local::{LocalAnswer, LocalOrder, LocalTransaction, Resolution, TransactionState};

/// The transaction cannot be resolved.
pub(crate) const NOT_RESOLVED: u8 = 32;
/// There is no such resource manager.
pub(crate) const NO_RESOURCE_MANAGER: u8 = 34;
/// Arguments are not valid.
pub(crate) const ARGUMENTS: u8 = 36;
/// There is no such transaction.
pub(crate) const NOT_KNOWN: u8 = 85;
/// There are no transactions to show.
pub(crate) const NONE_FOUND: u8 = 102;

/// What its state is called in a sentence.
fn told_state(state: TransactionState) -> &'static str {
    match state {
        TransactionState::Unresolved => "in doubt",
        TransactionState::Committed => "heuristically committed",
        TransactionState::BackedOut => "heuristically backed out",
        TransactionState::Active => "active",
    }
}

/// The word of `UOWSTATE`.
fn state_word(state: TransactionState) -> &'static str {
    match state {
        TransactionState::Unresolved => "UNRESOLVED",
        TransactionState::Committed => "COMMITTED",
        TransactionState::BackedOut => "BACKEDOUT",
        TransactionState::Active => "ACTIVE",
    }
}

fn is_in_doubt(one: &LocalTransaction) -> bool {
    one.state == TransactionState::Unresolved
}

fn is_decided(one: &LocalTransaction) -> bool {
    use TransactionState::{BackedOut, Committed};
    matches!(one.state, Committed | BackedOut)
}

/// Everything the queue manager knows of.
fn known(asker: Asker<'_>) -> Result<Vec<LocalTransaction>, Failure> {
    let (answers, outcome) = asker.order(LocalOrder::Transactions)?;
    if outcome != CommandOutcome::Done {
        return Err(Failure::text(answers_text(&answers), exit::NOT_AUTHORIZED));
    }
    let transaction = |answer| match answer {
        LocalAnswer::Transaction(one) => Some(*one),
        _ => None,
    };
    Ok(answers.into_iter().filter_map(transaction).collect())
}

/// `dspmqtrn`.
pub(crate) fn display(arguments: &Arguments) -> Result<u8, Failure> {
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let known = known(Asker::control(&installation, &name, "dspmqtrn"))?;
    let with_objects = arguments.has("-q");
    if arguments.has("-a") || with_objects {
        return Ok(tell(known.iter().map(|one| all_about(one, with_objects))));
    }
    // Internally coordinated ones are never in doubt: nobody else takes part in them.
    let some = ["-e", "-i", "-h"].iter().any(|flag| arguments.has(flag));
    let (in_doubt, decided) = (!some || arguments.has("-e"), arguments.has("-h"));
    let shown = known
        .iter()
        .filter(|one| (in_doubt && is_in_doubt(one)) || (decided && is_decided(one)));
    Ok(tell(shown.map(branch)))
}

fn tell(texts: impl Iterator<Item = String>) -> u8 {
    let mut code = NONE_FOUND;
    for text in texts {
        code = exit::OK;
        output::say(&text);
    }
    if code == NONE_FOUND {
        output::say(&notice_text(&AMQ7066, &[]));
    }
    code
}

/// A transaction and the name its manager gave it.
fn branch(one: &LocalTransaction) -> String {
    let number = format!("0,{}", one.number);
    let mut text = notice_text(&AMQ7056, &[&number, &told_state(one.state)]);
    if let Some(xid) = &one.branch {
        text.push_str(&format!(
            "   XID: formatID {}, gtrid_length {}, bqual_length {}\n        gtrid [{}]\n        bqual [{}]\n",
            xid.format_id(),
            xid.global().len(),
            xid.qualifier().len(),
            hex(xid.global()),
            hex(xid.qualifier())
        ));
    }
    text
}

/// All about a transaction, in the words of `DISPLAY CONN`.
fn all_about(one: &LocalTransaction, with_objects: bool) -> String {
    let (number, state) = (one.number, state_word(one.state));
    let mut text = format!("TRANNUM(0,{number})\n   UOWSTATE({state})\n");
    if one.branch.is_none() {
        text.push_str(&format!("   URTYPE(QMGR)\n   {}\n", one.name));
    } else {
        text.push_str(&format!("   URTYPE(XA)\n   EXTURID({})\n", one.name));
    }
    let (date, time) = &one.begun;
    text.push_str(&format!("   UOWSTDA({date}) UOWSTTI({time})\n"));
    if with_objects {
        for name in &one.queues {
            text.push_str(&format!("   OBJNAME({name}) OBJTYPE(QUEUE)\n"));
        }
    }
    text
}

/// `rsvmqtrn`.
pub(crate) fn resolve(arguments: &Arguments) -> Result<u8, Failure> {
    let refuse = |problem: &str| arguments.refuse(problem);
    let asked: Vec<_> = ["-a", "-b", "-c", "-f", "-r"]
        .into_iter()
        .filter(|flag| arguments.has(flag))
        .collect();
    let &[what] = asked.as_slice() else {
        return Err(refuse("exactly one of -a, -b, -c, -f and -r must be given"));
    };
    if arguments.value("-m").is_none() {
        return Err(refuse("option -m is missing"));
    }
    let number = match (what, arguments.name(0)) {
        ("-a", None) => None,
        ("-a", Some(_)) => return Err(refuse("option -a takes no transaction number")),
        (_, None) => return Err(refuse("the transaction number is missing")),
        (_, Some(text)) => {
            let number = transaction_number(text);
            Some(number.ok_or_else(|| refuse(&format!("'{text}' is no transaction number")))?)
        }
    };
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let asker = Asker::control(&installation, &name, "rsvmqtrn");
    let resolution = match what {
        "-b" => Some(Resolution::BackOut),
        "-c" => Some(Resolution::Commit),
        "-f" => Some(Resolution::Forget),
        _ => None,
    };
    if let (Some(resolution), Some(number)) = (resolution, number) {
        let (answers, outcome) = asker.order(LocalOrder::Resolve { resolution, number })?;
        return told(&answers, outcome);
    }
    // A listing tells whether the queue manager is there.
    known(asker)?;
    match what {
        "-r" => Err(Failure::notice(
            &FMQ0051,
            &[&arguments.value("-r").unwrap_or_default()],
            NO_RESOURCE_MANAGER,
        )),
        _ => {
            output::say(&notice_text(&AMQ7066, &[]));
            Ok(exit::OK)
        }
    }
}

fn told(answers: &[LocalAnswer], outcome: CommandOutcome) -> Result<u8, Failure> {
    let text = answers_text(answers);
    if outcome == CommandOutcome::Done {
        output::say(&text);
        return Ok(exit::OK);
    }
    let unknown = |answer: &LocalAnswer| matches!(answer, LocalAnswer::Notice { notice, .. } if notice.id == AMQ7055.id);
    let code = if answers.iter().any(unknown) {
        NOT_KNOWN
    } else {
        NOT_RESOLVED
    };
    Err(Failure::text(text, code))
}

/// The number of a unit of work as `dspmqtrn` shows it, `0,7`, or as `DISPLAY CONN` does, `0.7`.
fn transaction_number(text: &str) -> Option<u64> {
    let (high, low) = text.split_once([',', '.'])?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(high) && digits(low) && high.bytes().all(|byte| byte == b'0'))
        .then(|| low.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::transaction_number;

    #[test]
    fn a_transaction_number_has_two_parts() {
        assert_eq!(transaction_number("0,17"), Some(17));
        assert_eq!(transaction_number("0.17"), Some(17));
        for text in [
            "17",
            "1,17",
            "0,",
            ",1",
            "0,-1",
            "0,+1",
            "0,99999999999999999999",
            "",
        ] {
            assert_eq!(transaction_number(text), None, "{text}");
        }
    }
}
