//! `dspmqtrn` and `rsvmqtrn`: transactions whose manager has not decided, and those an operator
//! has decided for it.

use crate::arguments::Arguments;
use crate::commands::Command;
use crate::connection::{installation, name_meant, run_command};
use crate::failure::{Failure, exit, notice_text};
use crate::output;
use ferromq_admin::LOCAL_WORD;
use ferromq_mqi::call::CommandOutcome;

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

/// One line of a listing.
struct Transaction<'a> {
    state: &'a str,
    number: &'a str,
    format_id: &'a str,
    global: &'a str,
    qualifier: &'a str,
    begun: (&'a str, &'a str),
    /// `EXTURID`, or whose unit of work it is.
    name: &'a str,
    queues: &'a str,
}

impl<'a> Transaction<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let mut fields = line.split('\t');
        Some(Self {
            state: fields.next()?,
            number: fields.next()?,
            format_id: fields.next()?,
            global: fields.next()?,
            qualifier: fields.next()?,
            begun: (fields.next()?, fields.next()?),
            name: fields.next()?,
            queues: fields.next()?,
        })
    }

    /// What its state is called in a sentence.
    fn told_state(&self) -> &'static str {
        match self.state {
            "UNRESOLVED" => "in doubt",
            "COMMITTED" => "heuristically committed",
            "BACKEDOUT" => "heuristically backed out",
            _ => "active",
        }
    }

    fn is_decided(&self) -> bool {
        matches!(self.state, "COMMITTED" | "BACKEDOUT")
    }
}

/// Objects `-q` names of a transaction, at most.
const OBJECTS_MAX: usize = 100;

/// `dspmqtrn`.
pub(crate) fn display(arguments: &Arguments) -> Result<u8, Failure> {
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let text = format!("{LOCAL_WORD} TRANSACTIONS");
    let (listing, _) = run_command(&installation, &name, "dspmqtrn", &text, false)?;
    let known: Vec<_> = listing.lines().filter_map(Transaction::read).collect();
    let with_objects = arguments.has("-q");
    if arguments.has("-a") || with_objects {
        return Ok(tell(known.iter().map(|one| all_about(one, with_objects))));
    }
    // Internally coordinated ones are never in doubt: nobody else takes part in them.
    let some = ["-e", "-i", "-h"].iter().any(|flag| arguments.has(flag));
    let (in_doubt, decided) = (!some || arguments.has("-e"), arguments.has("-h"));
    let shown = known
        .iter()
        .filter(|one| (in_doubt && one.state == "UNRESOLVED") || (decided && one.is_decided()));
    Ok(tell(shown.map(branch)))
}

fn tell(texts: impl Iterator<Item = String>) -> u8 {
    let mut code = NONE_FOUND;
    for text in texts {
        code = exit::OK;
        output::say(&text);
    }
    if code == NONE_FOUND {
        output::say(&notice_text("AMQ7066", &[]));
    }
    code
}

/// A transaction and the name its manager gave it.
fn branch(one: &Transaction<'_>) -> String {
    let number = format!("0,{}", one.number);
    let mut text = notice_text("AMQ7056", &[&number, &one.told_state()]);
    text.push_str(&format!(
        "   XID: formatID {}, gtrid_length {}, bqual_length {}\n        gtrid [{}]\n        bqual [{}]\n",
        one.format_id,
        one.global.len() / 2,
        one.qualifier.len() / 2,
        one.global,
        one.qualifier
    ));
    text
}

/// All about a transaction, in the words of `DISPLAY CONN`.
fn all_about(one: &Transaction<'_>, with_objects: bool) -> String {
    let mut text = format!("TRANNUM(0,{})\n   UOWSTATE({})\n", one.number, one.state);
    if one.format_id.is_empty() {
        text.push_str(&format!("   URTYPE(QMGR)\n   {}\n", one.name));
    } else {
        text.push_str(&format!("   URTYPE(XA)\n   EXTURID({})\n", one.name));
    }
    let (date, time) = one.begun;
    text.push_str(&format!("   UOWSTDA({date}) UOWSTTI({time})\n"));
    if with_objects {
        let objects = one.queues.split(',').filter(|name| !name.is_empty());
        for name in objects.take(OBJECTS_MAX) {
            text.push_str(&format!("   OBJNAME({name}) OBJTYPE(QUEUE)\n"));
        }
    }
    text
}

/// `rsvmqtrn`.
pub(crate) fn resolve(arguments: &Arguments) -> Result<u8, Failure> {
    let refuse = |problem: &str| match Command::find("rsvmqtrn") {
        Some(command) => command.refuse(problem),
        None => Failure::unexpected(problem),
    };
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
    let words = match what {
        "-b" => "RESOLVE BACKOUT",
        "-c" => "RESOLVE COMMIT",
        "-f" => "RESOLVE FORGET",
        // A listing tells whether the queue manager is there.
        _ => "TRANSACTIONS",
    };
    let number = number.map_or(String::new(), |number| format!(" {number}"));
    let text = if words == "TRANSACTIONS" {
        format!("{LOCAL_WORD} {words}")
    } else {
        format!("{LOCAL_WORD} {words}{number}")
    };
    let (answer, outcome) = run_command(&installation, &name, "rsvmqtrn", &text, false)?;
    match what {
        "-a" => {
            output::say(&notice_text("AMQ7066", &[]));
            Ok(exit::OK)
        }
        "-r" => Err(Failure::notice(
            "FMQ0051",
            &[&arguments.value("-r").unwrap_or_default()],
            NO_RESOURCE_MANAGER,
        )),
        _ => told(&answer, outcome),
    }
}

fn told(answer: &str, outcome: CommandOutcome) -> Result<u8, Failure> {
    let mut fields = answer.trim_end().split('\t');
    let id = fields.next().unwrap_or_default();
    match (id, outcome) {
        ("AMQ7053" | "AMQ7054" | "FMQ0050", CommandOutcome::Done) => {
            output::say(&notice_text(id, &[]));
            Ok(exit::OK)
        }
        ("AMQ7055", _) => Err(Failure::notice("AMQ7055", &[], NOT_KNOWN)),
        _ => {
            let reason = fields.next().unwrap_or("no answer");
            Err(Failure::notice("AMQ7047", &[&reason], NOT_RESOLVED))
        }
    }
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
