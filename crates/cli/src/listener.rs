//! `runmqlsr` and `endmqlsr`.

use crate::arguments::Arguments;
use crate::connection::{
    Asker, Connected, Right, connect, installation, listed, lost, name_meant, not_connected,
};
use crate::failure::{Failure, answers_text, exit};
use crate::signals::on_signals;
use ferromq_base::output;
use ferromq_mqi::call::CommandOutcome;
use ferromq_mqi::local::LocalOrder;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// `endmqlsr` ended the listener.
pub(crate) const ENDED: u8 = 4;
/// It was not done, for whatever reason.
pub(crate) const FAILED: u8 = 20;

/// How often the queue manager hears that the command is still there.
const HEARD_EVERY: Duration = Duration::from_secs(1);
/// How often a signal is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// `runmqlsr`: has the queue manager listen for as long as the command runs.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    listen(arguments).map_err(|failure| failure.with_code(FAILED))
}

fn listen(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| arguments.refuse(&problem);
    match arguments
        .value("-t")
        .map(str::to_ascii_uppercase)
        .as_deref()
    {
        Some("TCP") => {}
        None => return Err(wrong("option -t is missing".to_owned())),
        Some(other) => return Err(wrong(format!("'{other}' of option -t is not TCP"))),
    }
    let port = arguments.number::<u16>("-p", 1, 65_535).map_err(wrong)?;
    let backlog = arguments.number::<u32>("-b", 1, 65_535).map_err(wrong)?;
    let address = match arguments.value("-i") {
        None | Some("*") => "",
        Some("") => return Err(wrong("'' of option -i is no address".to_owned())),
        Some(address) => address,
    };
    if address.contains(char::is_whitespace) {
        return Err(wrong(format!("'{address}' of option -i is no address")));
    }
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    listed(&installation, &name)?;
    let mut session = connect(&installation, &name, "runmqlsr", Right::Control)
        .map_err(|failure| not_connected(&name, &failure))?;
    let ended = on_signals()?;
    let listener = format!("RUNMQLSR.{}", std::process::id());
    let (port, backlog) = (port.unwrap_or(0), backlog.unwrap_or(0));
    let order = LocalOrder::Listen {
        listener: listener.clone(),
        port,
        backlog,
        address: address.to_owned(),
    };
    let (said, outcome) = session.local(order).map_err(|error| lost(&name, &error))?;
    if outcome != CommandOutcome::Done {
        return Err(Failure::text(answers_text(&said), exit::UNEXPECTED));
    }
    output::line(&format!(
        "Listener {listener} of queue manager {name} runs."
    ));
    let code = stay(&mut session, &listener, &ended);
    // The listener ends with the command in any case, if only after a while.
    let _ = session.local(LocalOrder::StopListening { names: listener });
    code
}

/// Says again and again that the command is still there, until a signal, the end of the listener
/// or the end of the queue manager.
fn stay(session: &mut Connected, listener: &str, ended: &AtomicBool) -> Result<u8, Failure> {
    let still = LocalOrder::StillListens {
        listener: listener.to_owned(),
    };
    loop {
        let said = Instant::now();
        while said.elapsed() < HEARD_EVERY {
            if ended.load(Ordering::Relaxed) {
                return Ok(exit::OK);
            }
            std::thread::sleep(LOOK);
        }
        match session.local(still.clone()) {
            Ok((_, CommandOutcome::Done)) => {}
            // Somebody stopped it, or the queue manager ended.
            Ok(_) | Err(_) => return Ok(ENDED),
        }
    }
}

/// `endmqlsr`: ends every listener of a queue manager.
pub(crate) fn end(arguments: &Arguments) -> Result<u8, Failure> {
    end_all(arguments).map_err(|failure| failure.with_code(FAILED))
}

fn end_all(arguments: &Arguments) -> Result<u8, Failure> {
    let installation = installation()?;
    let name = name_meant(&installation, arguments.value("-m"))?;
    let names = "*".to_owned();
    let asker = Asker::control(&installation, &name, "endmqlsr");
    let (said, _) = asker.order(LocalOrder::StopListening { names })?;
    output::say(&answers_text(&said));
    Ok(exit::OK)
}
