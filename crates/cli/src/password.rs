//! Passwords from people: asked for on a terminal, which does not show them, or the next line of
//! the standard input.

use crate::failure::Failure;
use ferromq_base::output;
use ferromq_client::Password;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, BufRead, IsTerminal};

/// Asks for the password of a user, as commands with `-u` and the samples do.
pub(crate) fn ask_for(user_id: &str) -> Result<Password, Failure> {
    let password = ask("Enter password: ").map_err(|error| Failure::io("the password", &error))?;
    Ok(Password {
        user_id: user_id.to_owned(),
        password,
    })
}

/// A line from a terminal, which is prompted and does not show it, or of the standard input.
pub(crate) fn ask(prompt: &str) -> io::Result<Vec<u8>> {
    let _hidden = match io::stdin().is_terminal() {
        true => Some(Hidden::begin()?),
        false => None,
    };
    output::complain(prompt);
    let mut line = Vec::new();
    io::stdin().lock().read_until(b'\n', &mut line)?;
    output::complain("\n");
    while line.last().is_some_and(|last| b"\r\n".contains(last)) {
        line.pop();
    }
    Ok(line)
}

/// The terminal does not show what is typed; dropping puts it back as it was.
struct Hidden {
    before: Termios,
}

impl Hidden {
    fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut now = before.clone();
        now.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Drain, &now)?;
        Ok(Self { before })
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // A terminal that is gone needs no modes.
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &self.before);
    }
}
