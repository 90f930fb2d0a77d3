//! A script or a conversation: lines in, echo, replies and the closing summary out.

use crate::message;
use crate::syntax::line::{LineAssembler, LineKind, LogicalLine};
use ferromq_mqi::call::CommandOutcome;

/// Exit code when every command was processed.
pub const EXIT_OK: u8 = 0;
/// Exit code when some command has a syntax error or could not be processed.
pub const EXIT_SOME_FAILED: u8 = 10;
/// Exit code when nothing was run: no such queue manager, no connection, wrong options.
pub const EXIT_NOT_RUN: u8 = 20;

/// Turns physical lines into commands, runs them, and keeps count.
///
/// It does no input or output: the caller feeds lines and prints what it is handed. The same
/// object serves a file, a pipe and a terminal.
pub struct Script<F> {
    run: F,
    lines: LineAssembler,
    echo: bool,
    verify_only: bool,
    read_count: u64,
    syntax_error_count: u64,
    failed_count: u64,
    ended: bool,
}

impl<F> std::fmt::Debug for Script<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Script")
            .field("read_count", &self.read_count)
            .field("syntax_error_count", &self.syntax_error_count)
            .field("failed_count", &self.failed_count)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

impl<F: FnMut(&str) -> (String, CommandOutcome)> Script<F> {
    /// A script whose commands are carried out by `run`, which gets one command and answers
    /// the text to print and how it ended.
    pub fn new(run: F) -> Self {
        Self {
            run,
            lines: LineAssembler::default(),
            echo: true,
            verify_only: false,
            read_count: 0,
            syntax_error_count: 0,
            failed_count: 0,
            ended: false,
        }
    }

    /// Without the commands' text in the output (`runmqsc -e`).
    #[must_use]
    pub fn without_echo(mut self) -> Self {
        self.echo = false;
        self
    }

    /// The commands are only looked at, so the summary says nothing about processing
    /// (`runmqsc -v`).
    #[must_use]
    pub fn verify_only(mut self) -> Self {
        self.verify_only = true;
        self
    }

    /// Takes one physical line, without its line end, and gives back what to print, each line
    /// of it with a line end. After the line that ends the script nothing is run any more.
    pub fn feed(&mut self, line: &str) -> String {
        let mut output = String::new();
        if self.ended {
            return output;
        }
        if !self.lines.is_waiting() && is_end(line) {
            self.ended = true;
            self.echo_line(&mut output, Some(self.read_count + 1), line);
            return output;
        }
        let (kind, commands) = self.lines.feed(line);
        let number = (kind == LineKind::First).then_some(self.read_count + 1);
        self.echo_line(&mut output, number, line);
        for command in commands {
            self.run_one(&command, &mut output);
        }
        output
    }

    /// True once `END`, `QUIT` or `EXIT` was read.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// True while a command waits for a further line.
    pub fn is_waiting(&self) -> bool {
        self.lines.is_waiting()
    }

    /// What there is so far of a command that waits for a further line, and nothing otherwise.
    pub fn begun(&self) -> &str {
        self.lines.begun()
    }

    /// To be called once after the last line: gives back the reply to a command whose
    /// continuation never came, and the summary.
    pub fn finish(&mut self) -> String {
        let mut output = String::new();
        if let Some(rest) = self.lines.finish() {
            self.read_count += 1;
            self.syntax_error_count += 1;
            output.push_str(&message::unexpected_end());
            output.push_str(&message::segment(&rest.text));
        }
        self.ended = true;
        output.push_str(&self.summary());
        output
    }

    /// The exit code of what was fed so far: [`EXIT_OK`] or [`EXIT_SOME_FAILED`].
    pub fn exit_code(&self) -> u8 {
        if self.syntax_error_count + self.failed_count == 0 {
            EXIT_OK
        } else {
            EXIT_SOME_FAILED
        }
    }

    fn run_one(&mut self, command: &LogicalLine, output: &mut String) {
        self.read_count += 1;
        if command.cut {
            self.syntax_error_count += 1;
            output.push_str(&message::command_too_long(&command.text));
            return;
        }
        let (text, outcome) = (self.run)(&command.text);
        output.push_str(&text);
        match outcome {
            CommandOutcome::Done => {}
            CommandOutcome::SyntaxError => self.syntax_error_count += 1,
            CommandOutcome::Failed => self.failed_count += 1,
        }
    }

    fn echo_line(&self, output: &mut String, number: Option<u64>, line: &str) {
        if !self.echo {
            return;
        }
        let echoed = match number {
            Some(number) => format!("{number:>6} : {}", line.trim_end()),
            None => format!("       : {}", line.trim_end()),
        };
        output.push_str(echoed.trim_end());
        output.push('\n');
    }

    fn summary(&self) -> String {
        let mut text = match self.read_count {
            0 => "No MQSC commands read.\n".to_string(),
            1 => "One MQSC command read.\n".to_string(),
            count => format!("{count} MQSC commands read.\n"),
        };
        text.push_str(&match self.syntax_error_count {
            0 => "No commands have a syntax error.\n".to_string(),
            1 => "One command has a syntax error.\n".to_string(),
            count => format!("{count} commands have a syntax error.\n"),
        });
        if !self.verify_only {
            text.push_str(&match self.failed_count {
                0 => "All valid MQSC commands were processed.\n".to_string(),
                1 => "One valid MQSC command could not be processed.\n".to_string(),
                count => format!("{count} valid MQSC commands could not be processed.\n"),
            });
        }
        text
    }
}

fn is_end(line: &str) -> bool {
    let word = line.trim().trim_end_matches(';').trim_end();
    ["END", "QUIT", "EXIT"]
        .iter()
        .any(|end| word.eq_ignore_ascii_case(end))
}

#[cfg(test)]
mod tests {
    use super::{EXIT_OK, EXIT_SOME_FAILED, Script};
    use ferromq_mqi::call::CommandOutcome;

    fn run(lines: &[&str]) -> (String, u8) {
        let mut script = Script::new(|text: &str| {
            let outcome = match text {
                "BAD" => CommandOutcome::SyntaxError,
                "FAIL" => CommandOutcome::Failed,
                _ => CommandOutcome::Done,
            };
            (format!("<{text}>\n"), outcome)
        });
        let mut output = String::new();
        for line in lines {
            output.push_str(&script.feed(line));
        }
        output.push_str(&script.finish());
        (output, script.exit_code())
    }

    #[test]
    fn lines_are_echoed_with_the_number_of_their_command() {
        let (output, code) = run(&["* hello", "", "ONE +", "  MORE", "TWO  ", "end", "THREE"]);
        assert_eq!(
            output,
            "       : * hello\n       :\n     1 : ONE +\n       :   MORE\n<ONE MORE>\n     2 : TWO\n<TWO>\n     3 : end\n\
             2 MQSC commands read.\nNo commands have a syntax error.\nAll valid MQSC commands were processed.\n"
        );
        assert_eq!(code, EXIT_OK);
    }

    #[test]
    fn the_summary_counts_in_words_up_to_one() {
        let (output, code) = run(&["BAD"]);
        assert!(output.ends_with(
            "One MQSC command read.\nOne command has a syntax error.\nAll valid MQSC commands were processed.\n"
        ));
        assert_eq!(code, EXIT_SOME_FAILED);
        let (output, _) = run(&["FAIL", "FAIL", "BAD", "BAD"]);
        assert!(output.ends_with(
            "4 MQSC commands read.\n2 commands have a syntax error.\n2 valid MQSC commands could not be processed.\n"
        ));
        let (output, _) = run(&["FAIL"]);
        assert!(output.ends_with("One valid MQSC command could not be processed.\n"));
        assert!(run(&[]).0.starts_with("No MQSC commands read.\n"));
    }

    #[test]
    fn input_that_ends_in_the_middle_of_a_command_is_a_syntax_error() {
        let (output, code) = run(&["DEFINE +"]);
        assert!(output.contains("AMQ8406E"));
        assert!(output.contains("One command has a syntax error."));
        assert_eq!(code, EXIT_SOME_FAILED);
    }

    #[test]
    fn end_inside_a_continued_command_is_part_of_it() {
        let (output, _) = run(&["ONE +", "END", "TWO"]);
        assert!(output.contains("<ONE END>"));
        assert!(output.contains("<TWO>"));
    }

    #[test]
    fn the_echo_can_be_left_out() {
        let mut script =
            Script::new(|_: &str| (String::new(), CommandOutcome::Done)).without_echo();
        assert_eq!(script.feed("PING QMGR"), "");
    }
}
