//! `ferromq top`: a queue manager as it runs, over and over again: queues, channels, connections and the log.

mod ask;
mod layout;
mod screen;
mod view;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::password;
use crate::sample::session;
use ask::Asking;
use ferromq_base::output;
use std::time::{Duration, Instant};
use view::{Sort, View};

/// Exit code for arguments that are not valid.
pub(crate) const ARGUMENTS: u8 = 10;
/// Rows of what is no terminal.
const PLAIN_ROWS: usize = 40;
/// Columns of what is no terminal.
const PLAIN_COLUMNS: usize = 120;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let wrong = |problem: String| Failure::text(format!("{problem}\n"), ARGUMENTS);
    let every = arguments.number("-i", 1_u64, 3_600).map_err(wrong)?;
    let count = arguments.number("-n", 1_u64, u64::MAX).map_err(wrong)?;
    let sort = match arguments.value("-s") {
        None | Some("rate") => Sort::Rate,
        Some("depth") => Sort::Depth,
        Some("name") => Sort::Name,
        Some(other) => {
            return Err(wrong(format!(
                "'{other}' of option -s is none of rate, depth, name"
            )));
        }
    };
    let mut arguments = arguments.clone();
    arguments.as_client |= arguments.has("-c");
    let given = match arguments.value("-u") {
        Some(user) => Some(password::ask_for(user)?),
        None => None,
    };
    let named = arguments.name(0).or_else(|| arguments.value("-m"));
    let mut connected = session::connected_as(&arguments, named, "ferromq top", given)?;
    let q_mgr = session::q_mgr_name(&mut connected)?;
    let mut asking = Asking::open(connected)?;
    let mut view = View::new(q_mgr, sort, arguments.has("-a"));
    let every = Duration::from_secs(every.unwrap_or(2));
    let mut left = count.unwrap_or(u64::MAX);
    let plain = !output::is_terminal() || arguments.has("-b");
    if plain {
        while left > 0 && !output::is_closed() {
            view.take(asking.look()?);
            for line in view.lines(PLAIN_COLUMNS, PLAIN_ROWS) {
                output::line(line.text.trim_end());
            }
            output::line("");
            left -= 1;
            if left > 0 {
                std::thread::sleep(every);
            }
        }
        return asking.close();
    }
    let mut screen = screen::Screen::begin().map_err(Failure::unexpected)?;
    while left > 0 {
        if !view.is_paused {
            view.take(asking.look()?);
            left -= 1;
        }
        let next = Instant::now() + every;
        loop {
            let (columns, rows) = screen::Screen::size();
            screen
                .draw(&view.lines(columns, rows))
                .map_err(Failure::unexpected)?;
            let wait = next.saturating_duration_since(Instant::now());
            match screen.key(wait).map_err(Failure::unexpected)? {
                None => break,
                Some(key) if !view.key(key) => {
                    drop(screen);
                    return asking.close();
                }
                Some(b' ') => break,
                Some(_) => {}
            }
        }
    }
    drop(screen);
    asking.close()
}
