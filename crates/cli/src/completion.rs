//! Completion of command lines in shells: what fits where the cursor is, worked out from the table of commands. The scripts for
//! shells hand over the words typed so far and offer what is answered.

use crate::arguments::Arguments;
use crate::command::{Command, Commands, OptionInfo, Takes, is_word_of_ferromq};
use crate::connection::installation;
use crate::failure::{Failure, exit};
use ferromq_base::output;
use std::fmt::Write;

/// Something that fits, and what it is.
type Candidate = (String, String);

/// What fits at a place.
#[derive(Debug, Default, PartialEq, Eq)]
struct Fitting {
    candidates: Vec<Candidate>,
    /// Names of files fit as well: shells know them.
    files: bool,
}

/// Names of queue managers, for who completes.
type Names<'a> = &'a dyn Fn() -> Vec<String>;

/// `ferromq completion`: the script for a shell.
pub(crate) fn script(arguments: &Arguments, all: Commands) -> Result<u8, Failure> {
    let shell = arguments.name(0).unwrap_or_default();
    // Those that are called through ferromq alone have names other programs have, too.
    let own = listed(all).map(|command| command.name);
    let own = own.filter(|name| !is_word_of_ferromq(name));
    let names: Vec<&str> = own.chain([SETMQENV]).collect();
    let text = match shell {
        "bash" => bash(&names),
        "zsh" => zsh(&names),
        "fish" => fish(&names),
        other => {
            let text =
                format!("there is no completion for '{other}': bash, zsh and fish have one\n");
            return Err(Failure::text(text, exit::ARGUMENTS));
        }
    };
    output::say(&text);
    Ok(0)
}

/// A script that hands its options over to `crtmqenv`, and is read by a shell: `. setmqenv -s`.
const SETMQENV: &str = "setmqenv";

/// `ferromq complete`: what fits at the last of the words.
pub(crate) fn complete(arguments: &Arguments, all: Commands) -> Result<u8, Failure> {
    let words = arguments.names();
    let names = || {
        let installation = installation().ok();
        let listed = installation.map(|it| it.queue_managers());
        listed.map_or_else(Vec::new, |all| {
            all.into_iter().map(|one| one.name).collect()
        })
    };
    let fitting = fitting(all, words, &names);
    let mut text = String::new();
    for (word, about) in fitting.candidates {
        let _ = writeln!(text, "{word}\t{about}");
    }
    if fitting.files {
        text.push_str(":files\t\n");
    }
    output::say(&text);
    Ok(0)
}

fn listed(all: Commands) -> impl Iterator<Item = &'static Command> {
    all.all().filter(|command| !command.hidden)
}

/// What fits at the last of the words, of which the first is the program.
fn fitting(all: Commands, words: &[String], q_mgrs: Names<'_>) -> Fitting {
    let [program, rest @ ..] = words else {
        return Fitting::default();
    };
    let program = program.rsplit('/').next().unwrap_or(program);
    if program != "ferromq" {
        let called = match program {
            SETMQENV => "crtmqenv",
            program => program,
        };
        let Some(command) = all.find(called) else {
            return Fitting::default();
        };
        let mut fitting = fitting_of(command, rest, q_mgrs);
        // The script gives that itself.
        let is_given = |word: &str| program == SETMQENV && word == "-shell";
        fitting.candidates.retain(|(word, _)| !is_given(word));
        return fitting;
    }
    match rest {
        [] => Fitting::default(),
        [typed] => {
            let more = [("help", "Explains a command."), ("bench", "Measures.")];
            let own = listed(all).map(|command| (command.name, command.summary));
            starting_with(typed, own.chain(more))
        }
        [word, typed] if word == "help" => {
            let all = listed(all).map(|command| (command.name, command.summary));
            starting_with(typed, all)
        }
        [name, rest @ ..] => match all.find(name) {
            Some(command) => fitting_of(command, rest, q_mgrs),
            None => Fitting::default(),
        },
    }
}

fn starting_with<'a>(typed: &str, all: impl Iterator<Item = (&'a str, &'a str)>) -> Fitting {
    let fits = all.filter(|(word, _)| word.starts_with(typed));
    Fitting {
        candidates: fits
            .map(|(word, about)| (word.to_owned(), about.to_owned()))
            .collect(),
        files: false,
    }
}

fn fitting_of(command: &Command, words: &[String], q_mgrs: Names<'_>) -> Fitting {
    let Some((typed, before)) = words.split_last() else {
        return Fitting::default();
    };
    let find = |word: &str| command.all_options().find(|option| option.flag == word);
    let mut names = 0;
    let mut given: Vec<&str> = Vec::new();
    let mut expected: Option<&OptionInfo> = None;
    for word in before {
        if expected.take().is_some() {
            continue;
        }
        match find(word) {
            Some(option) => {
                given.push(option.flag);
                let takes = matches!(option.takes, Takes::Value(_));
                expected = takes.then_some(option);
            }
            None if word.starts_with('-') => {}
            None => names += 1,
        }
    }
    if let Some(option) = expected {
        return match option.takes {
            Takes::Value(what) if !option.words.is_empty() => {
                listed_values(what, option.words, option.text, typed)
            }
            Takes::Value(what) => values(what, option.text, typed, q_mgrs),
            _ => Fitting::default(),
        };
    }
    if typed.starts_with('-') {
        let open = command.all_options().filter(|option| {
            let is_refused = matches!(option.takes, Takes::Refused(_));
            !is_refused && (option.repeats || !given.contains(&option.flag))
        });
        return starting_with(typed, open.map(|option| (option.flag, option.text)));
    }
    let usage = command.names.usage.split_whitespace().nth(names);
    match usage {
        Some(usage) => values(usage, command.names.what, typed, q_mgrs),
        None => Fitting::default(),
    }
}

/// One of these words; behind the last comma, where the usage line shows a list.
fn listed_values(usage: &str, words: &[&str], about: &str, typed: &str) -> Fitting {
    let is_list = usage.contains(",...");
    let before = match typed.rfind(',') {
        Some(comma) if is_list => &typed[..=comma],
        _ => "",
    };
    let whole: Vec<String> = words.iter().map(|word| format!("{before}{word}")).collect();
    starting_with(typed, whole.iter().map(|word| (word.as_str(), about)))
}

/// Whether a word of a usage line is typed as it stands. `Code` and `AMQnnnn` stand for something else, and a dash is no word.
fn is_literal(word: &str) -> bool {
    let stands_for_another = word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.contains(|c: char| c.is_ascii_lowercase());
    let is_word = word
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    is_word && word != "-" && !stands_for_another
}

/// Values of an option or a name that a usage line shows like this.
fn values(usage: &str, about: &str, typed: &str, q_mgrs: Names<'_>) -> Fitting {
    let what = usage.trim_matches(['[', ']', '.', ',']);
    if what.contains('|') {
        let words = what.split('|').filter(|word| is_literal(word));
        return starting_with(typed, words.map(|word| (word, about)));
    }
    let lower = what.to_ascii_lowercase();
    if lower.contains("qmgr") {
        let names = q_mgrs();
        return starting_with(
            typed,
            names.iter().map(|name| (name.as_str(), "queue manager")),
        );
    }
    let is_path = ["file", "path", "dir", "script"]
        .iter()
        .any(|part| lower.contains(part));
    Fitting {
        candidates: Vec::new(),
        files: is_path,
    }
}

const HEAD: &str = "Completion of the commands of FerroMQ";

fn bash(names: &[&str]) -> String {
    format!(
        "# {HEAD} for bash: source this, or put it into a directory bash-completion reads.\n\
         _ferromq() {{\n\
         \x20   local line word\n\
         \x20   COMPREPLY=()\n\
         \x20   while IFS= read -r line; do\n\
         \x20       word=${{line%%$'\\t'*}}\n\
         \x20       if [[ $word == :files ]]; then\n\
         \x20           compopt -o default 2>/dev/null\n\
         \x20       else\n\
         \x20           COMPREPLY+=(\"$word\")\n\
         \x20       fi\n\
         \x20   done < <(ferromq complete -- \"${{COMP_WORDS[@]:0:COMP_CWORD+1}}\" 2>/dev/null)\n\
         }}\n\
         complete -F _ferromq ferromq {}\n\
         # Of . setmqenv -s the shell completes what it has for its own command; other files stay its own.\n\
         _ferromq_source() {{\n\
         \x20   if (( COMP_CWORD > 1 )) && [[ ${{COMP_WORDS[1]##*/}} == {SETMQENV} ]]; then\n\
         \x20       COMP_WORDS=(\"${{COMP_WORDS[@]:1}}\")\n\
         \x20       COMP_CWORD=$((COMP_CWORD - 1))\n\
         \x20       _ferromq\n\
         \x20   else\n\
         \x20       COMPREPLY=()\n\
         \x20       compopt -o default 2>/dev/null\n\
         \x20   fi\n\
         }}\n\
         for _ferromq_word in . source; do\n\
         \x20   complete -p \"$_ferromq_word\" >/dev/null 2>&1 || complete -F _ferromq_source \"$_ferromq_word\"\n\
         done\n\
         unset _ferromq_word\n",
        names.join(" ")
    )
}

fn zsh(names: &[&str]) -> String {
    format!(
        "#compdef ferromq {}\n\
         # {HEAD} for zsh: put it into a directory of fpath as _ferromq.\n\
         _ferromq() {{\n\
         \x20   local line word about\n\
         \x20   local -a found\n\
         \x20   local files=0\n\
         \x20   while IFS= read -r line; do\n\
         \x20       word=${{line%%$'\\t'*}}\n\
         \x20       about=${{line#*$'\\t'}}\n\
         \x20       if [[ $word == :files ]]; then\n\
         \x20           files=1\n\
         \x20       else\n\
         \x20           found+=(\"${{word//:/\\\\:}}:$about\")\n\
         \x20       fi\n\
         \x20   done < <(ferromq complete -- \"${{(@)words[1,CURRENT]}}\" 2>/dev/null)\n\
         \x20   (( ${{#found}} )) && _describe 'ferromq' found\n\
         \x20   (( files )) && _files\n\
         \x20   return 0\n\
         }}\n\
         if [[ ${{funcstack[1]}} == _ferromq ]]; then\n\
         \x20   _ferromq \"$@\"\n\
         else\n\
         \x20   compdef _ferromq ferromq {}\n\
         fi\n",
        names.join(" "),
        names.join(" ")
    )
}

fn fish(names: &[&str]) -> String {
    let mut text = format!(
        "# {HEAD} for fish: put it into ~/.config/fish/conf.d/ferromq.fish.\n\
         function __ferromq_complete\n\
         \x20   set -l found (ferromq complete -- (commandline -opc) (commandline -ct) 2>/dev/null)\n\
         \x20   for line in $found\n\
         \x20       if string match -q ':files*' -- $line\n\
         \x20           __fish_complete_path (commandline -ct)\n\
         \x20       else\n\
         \x20           echo $line\n\
         \x20       end\n\
         \x20   end\n\
         end\n"
    );
    for name in std::iter::once(&"ferromq").chain(names) {
        let _ = writeln!(text, "complete -c {name} -f -a '(__ferromq_complete)'");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::COMMANDS;
    use ferromq_qmgr::ProtectedKind;

    fn at(line: &str) -> Vec<String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let names = || vec!["QM1".to_owned(), "QM2".to_owned(), "OTHER".to_owned()];
        let found = fitting(COMMANDS, &words, &names).candidates;
        found.into_iter().map(|(word, _)| word).collect()
    }

    #[test]
    fn commands_options_and_queue_managers_are_completed() {
        assert_eq!(at("ferromq dltm"), ["dltmqm"]);
        assert!(at("ferromq help dsp").contains(&"dspmq".to_owned()));
        assert_eq!(at("strmqm Q"), ["QM1", "QM2"]);
        assert_eq!(at("dspmq -m O"), ["OTHER"]);
        assert_eq!(at("amqsput QUEUE Q"), ["QM1", "QM2"]);
        assert!(at("amqsput Q").is_empty());
        assert_eq!(at("ferromq endmqm -w Q"), ["QM1", "QM2"]);
        assert!(at("dspmqrte -").contains(&"-ac".to_owned()));
        // Given once, it is not offered again; a refused one never is.
        assert!(!at("dspmqrte -ac -").contains(&"-ac".to_owned()));
        assert!(!at("mqrc -").contains(&"-d".to_owned()));
        assert_eq!(at("dspmqrte -t m"), ["medium"]);
        assert_eq!(at("amqsevt -o "), ["text", "json", "json_compact"]);
        assert_eq!(at("amqsmon -t s"), ["statistics"]);
        assert_eq!(at("dmpmqcfg -o 1"), ["1line"]);
        assert_eq!(at("dmpmqcfg -x a"), ["all", "authrec"]);
        assert_eq!(
            at("fteCreateTransfer -cs "),
            ["MD5", "none", "BLAKE3", "XXH3"]
        );
        assert_eq!(at("fteCreateBridgeAgent -bt F"), ["FTP", "FTPS"]);
        assert_eq!(at("dspmqrte -v "), ["summary", "all", "none", "outline"]);
        // What stands for something else is not offered.
        assert!(at("mqrc ").is_empty());
        assert!(at("runmqtmc ").is_empty());
    }

    #[test]
    fn values_that_are_listed_are_completed() {
        assert_eq!(at("setmqaut -t q"), ["queue", "q", "qmgr"]);
        assert_eq!(at("dmpmqaut -t cl"), ["clntconn", "clcn"]);
        assert_eq!(at("dspmqfls -t ql"), ["qlocal", "ql"]);
        assert_eq!(at("strmqtrc -t de"), ["detail"]);
        assert_eq!(at("strmqtrc -x a"), ["all", "api"]);
        assert_eq!(at("runmqlsr -t "), ["TCP"]);
        assert_eq!(at("runmqras -section d"), ["defs"]);
        assert_eq!(at("runmqras -section logs,f"), ["logs,fdc"]);
        for word in crate::authority::TYPES {
            assert!(ProtectedKind::from_word(word).is_some(), "{word}");
        }
        for (command, flag) in [
            ("setmqaut", "-t"),
            ("strmqtrc", "-t"),
            ("runmqras", "-section"),
        ] {
            let command = COMMANDS.find(command).expect("it is there");
            let option = command.all_options().find(|option| option.flag == flag);
            assert!(option.expect("it is there").words.len() > 4);
        }
    }

    #[test]
    fn a_script_for_shells_is_completed_as_the_command_it_calls() {
        assert!(at("setmqenv -").contains(&"-s".to_owned()));
        assert_eq!(at("setmqenv -m O"), ["OTHER"]);
        assert!(!at("setmqenv -").contains(&"-shell".to_owned()));
        assert!(bash(&[SETMQENV]).contains("ferromq setmqenv\n"));
    }

    #[test]
    fn files_are_left_to_the_shell() {
        for line in [["runmqsc", "-f", ""], ["crtmqm", "-md", ""]] {
            let words = line.map(str::to_owned);
            assert!(fitting(COMMANDS, &words, &Vec::new).files, "{line:?}");
        }
    }

    #[test]
    fn what_is_no_command_of_ours_has_no_completion() {
        assert!(at("ls -").is_empty());
        assert_eq!(fitting(COMMANDS, &[], &Vec::new), Fitting::default());
    }
}
