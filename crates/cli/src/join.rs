//! `join`: channels both ways between two queue managers of this machine.

use crate::arguments::Arguments;
use crate::connection::{Asker, checked_name, installation, listed};
use crate::display::{objects, value};
use crate::failure::{Failure, exit};
use ferromq::installation::Installation;
use ferromq_base::output;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::generated::notices::{FMQ0210, FMQ0211, FMQ0212, FMQ0213};
use std::time::{Duration, Instant};

/// Longest name of a channel.
const CHANNEL_CHARS_MAX: usize = 20;
/// How long the channels may take to run.
const RUNS_WITHIN: Duration = Duration::from_secs(20);
/// How often that is looked for.
const LOOK: Duration = Duration::from_millis(100);

/// One of the two.
struct End<'a> {
    name: &'a str,
    asker: Asker<'a>,
    /// Where the other one reaches it.
    address: String,
}

/// `join`: see the module.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let name = |at| checked_name(arguments.name(at).unwrap_or_default());
    let names = [name(0)?, name(1)?];
    let [one, two] = &names;
    if one == two {
        return Err(Failure::notice(&FMQ0210, &[one], exit::NAME));
    }
    let installation = installation()?;
    let one = End::of(&installation, one, arguments.value("-c"))?;
    let two = End::of(&installation, two, arguments.value("-d"))?;
    let ways = [Way::between(&one, &two), Way::between(&two, &one)];
    for way in &ways {
        way.is_free()?;
    }
    for way in &ways {
        way.receive()?;
    }
    for way in &ways {
        way.send()?;
    }
    for way in &ways {
        way.runs()?;
    }
    for Way { from, to, .. } in &ways {
        output::line(&format!(
            "Messages put on queues of {} go there: amqsput QUEUE {} 8208 0 {}",
            to.name, from.name, to.name
        ));
    }
    Ok(exit::OK)
}

impl<'a> End<'a> {
    fn of(
        installation: &'a Installation,
        name: &'a str,
        given: Option<&str>,
    ) -> Result<Self, Failure> {
        listed(installation, name)?;
        let asker = Asker::control(installation, name, "ferromq join");
        let address = match given {
            Some(address) => address.to_owned(),
            None => listens_at(asker, name)?,
        };
        Ok(Self {
            name,
            asker,
            address,
        })
    }

    /// Has a command carried out, and shows it.
    fn command(&self, text: &str) -> Result<(), Failure> {
        output::line(&format!("{}: {text}", self.name));
        let (said, outcome) = self.asker.command(text)?;
        match outcome {
            CommandOutcome::Done => Ok(()),
            _ => Err(Failure::text(said, exit::UNEXPECTED)),
        }
    }

    /// Whether a command that displays finds something.
    fn finds(&self, text: &str) -> Result<bool, Failure> {
        let (_, outcome) = self.asker.command(text)?;
        Ok(outcome == CommandOutcome::Done)
    }
}

/// The address of a listener that runs.
fn listens_at(asker: Asker<'_>, name: &str) -> Result<String, Failure> {
    let (said, _) = asker.command("DISPLAY LSSTATUS(*) STATUS IPADDR PORT")?;
    let listeners = objects(&said).into_iter();
    let mut running = listeners.filter(|text| text.contains("STATUS(RUNNING)"));
    let found = running.find_map(|text| {
        let host = match value(text, "IPADDR(")? {
            "*" | "" | "0.0.0.0" | "::" => "localhost",
            address => address,
        };
        Some(format!("{host}({})", value(text, "PORT(")?))
    });
    found.ok_or_else(|| Failure::notice(&FMQ0211, &[&name], exit::NOT_AVAILABLE))
}

/// Messages from one to the other.
struct Way<'a> {
    from: &'a End<'a>,
    to: &'a End<'a>,
    channel: String,
}

impl<'a> Way<'a> {
    fn between(from: &'a End<'a>, to: &'a End<'a>) -> Self {
        let channel = channel_name(from.name, to.name);
        Self { from, to, channel }
    }

    /// Nothing of these names is there yet.
    fn is_free(&self) -> Result<(), Failure> {
        let Self { from, to, channel } = self;
        let queue = to.name;
        let taken = [
            (
                from,
                format!("DISPLAY CHANNEL('{channel}')"),
                channel.as_str(),
                "channel",
            ),
            (
                to,
                format!("DISPLAY CHANNEL('{channel}')"),
                channel,
                "channel",
            ),
            (from, format!("DISPLAY QUEUE('{queue}')"), queue, "queue"),
        ];
        for (end, display, name, kind) in taken {
            if end.finds(&display)? {
                let values: [&dyn std::fmt::Display; 3] = [&end.name, &kind, &name];
                return Err(Failure::notice(&FMQ0212, &values, exit::EXISTS));
            }
        }
        Ok(())
    }

    fn receive(&self) -> Result<(), Failure> {
        let Self { to, channel, .. } = self;
        to.command(&format!("DEFINE CHANNEL('{channel}') CHLTYPE(RCVR)"))
    }

    fn send(&self) -> Result<(), Failure> {
        let Self { from, to, channel } = self;
        let (queue, address) = (to.name, &to.address);
        from.command(&format!(
            "DEFINE QLOCAL('{queue}') USAGE(XMITQ) TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ) TRIGDATA('{channel}')"
        ))?;
        from.command(&format!(
            "DEFINE CHANNEL('{channel}') CHLTYPE(SDR) XMITQ('{queue}') CONNAME('{address}')"
        ))?;
        from.command(&format!("START CHANNEL('{channel}')"))
    }

    /// Waits until the channel runs.
    fn runs(&self) -> Result<(), Failure> {
        let Self { from, channel, .. } = self;
        let began = Instant::now();
        loop {
            let shown = from
                .asker
                .command(&format!("DISPLAY CHSTATUS('{channel}') STATUS"))?;
            let status = value(&shown.0, "STATUS(").unwrap_or("INACTIVE");
            if status == "RUNNING" {
                output::line(&format!("{}: channel {channel} runs.", from.name));
                return Ok(());
            }
            if began.elapsed() > RUNS_WITHIN {
                let values: [&dyn std::fmt::Display; 3] = [channel, &from.name, &status];
                return Err(Failure::notice(&FMQ0213, &values, exit::UNEXPECTED));
            }
            std::thread::sleep(LOOK);
        }
    }
}

/// `A.TO.B`, the longer name cut first where that is too long.
fn channel_name(from: &str, to: &str) -> String {
    const BETWEEN: &str = ".TO.";
    let room = CHANNEL_CHARS_MAX - BETWEEN.len();
    let (mut one, mut other) = (from.len(), to.len());
    while one + other > room {
        if one > other { one -= 1 } else { other -= 1 }
    }
    format!("{}{BETWEEN}{}", &from[..one], &to[..other])
}

#[cfg(test)]
mod tests {
    use super::{CHANNEL_CHARS_MAX, channel_name, value};

    #[test]
    fn channels_are_named_after_both_as_far_as_there_is_room() {
        assert_eq!(channel_name("QM1", "QM2"), "QM1.TO.QM2");
        assert_eq!(
            channel_name("A", "LONDON.WAREHOUSE.1"),
            "A.TO.LONDON.WAREHOUS"
        );
        let both = channel_name("LONDON.WAREHOUSE", "PARIS.WAREHOUSE");
        assert_eq!(both, "LONDON.W.TO.PARIS.WA");
        assert_eq!(both.len(), CHANNEL_CHARS_MAX);
    }

    #[test]
    fn values_are_found_in_what_is_displayed() {
        let shown = "   LISTENER(L)   STATUS(RUNNING)\n   IPADDR(*)  PORT(1414)\n";
        assert_eq!(value(shown, "PORT("), Some("1414"));
        assert_eq!(value(shown, "IPADDR("), Some("*"));
        assert_eq!(value(shown, "CONTROL("), None);
    }
}
