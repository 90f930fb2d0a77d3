//! The rules table: control data and rules.

use crate::action::{Action, ForwardTo, Rule};
use crate::entry::{CONTROL_KEYWORDS, Keyword, Reader, shortened};
use crate::lines::entries;
use crate::pattern::{Glob, Pattern};
use crate::problem::{Kind, Place, Problems};
use crate::symbols::Symbols;
use ferromq_mqi::name::ObjectName;

/// Longest text of a rules table, in bytes.
pub const TEXT_BYTES_MAX: usize = 1 << 20;
/// Most rules of a table.
pub const RULES_MAX: usize = 4_096;

/// Highest number a keyword takes.
const NUMBER_MAX: u32 = 999_999_999;
const Q_NAME_BYTES: usize = 48;

/// `WAIT`: what is done when there is nothing to do any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Wait for messages without end.
    Endless,
    /// End.
    No,
    /// Wait for so many seconds, then end.
    Seconds(u32),
}

/// Control data, with defaults where the table says nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// `INPUTQ`; blank for the dead-letter queue of the queue manager.
    pub q_name: ObjectName,
    /// `INPUTQM`; blank for the default queue manager.
    pub q_mgr_name: ObjectName,
    /// `RETRYINT`, from 1 to 999,999,999 seconds.
    pub retry_interval_s: u32,
    /// `WAIT`.
    pub wait: Wait,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            q_name: ObjectName::BLANK,
            q_mgr_name: ObjectName::BLANK,
            retry_interval_s: 60,
            wait: Wait::Endless,
        }
    }
}

/// A rules table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesTable {
    /// Control data.
    pub control: Control,
    /// The rules, in their order. There is one at least.
    pub rules: Vec<Rule>,
}

impl RulesTable {
    /// Reads a text.
    ///
    /// # Errors
    /// All that is wrong with it: it has no rule, or more than [`RULES_MAX`], is longer than [`TEXT_BYTES_MAX`], or an entry is not
    /// as documented.
    pub fn read(text: &str) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let first = Place { line: 1, column: 1 };
        if text.len() > TEXT_BYTES_MAX {
            problems.add(first, Kind::Syntax("they have more than 1 MiB"));
            return Err(problems);
        }
        let (mut control, mut rules) = (Control::default(), Vec::new());
        for (number, entry) in entries(text).iter().enumerate() {
            let before = problems.count();
            let keywords = Reader::new(entry).keywords(&mut problems);
            if problems.count() > before || keywords.is_empty() {
                continue;
            }
            let mut reading = Reading {
                keywords: &keywords,
                problems: &mut problems,
            };
            if reading.is_control() {
                control = reading.control(number == 0);
            } else if rules.len() == RULES_MAX {
                let place = keywords[0].place;
                problems.add(place, Kind::Syntax("there are more than 4,096 of them"));
                break;
            } else {
                rules.extend(reading.rule());
            }
        }
        if rules.is_empty() && problems.count() == 0 {
            problems.add(first, Kind::NoRules);
        }
        match problems.count() {
            0 => Ok(Self { control, rules }),
            _ => Err(problems),
        }
    }
}

/// An entry being read.
struct Reading<'a> {
    keywords: &'a [Keyword],
    problems: &'a mut Problems,
}

impl<'a> Reading<'a> {
    fn get(&self, name: &str) -> Option<&'a Keyword> {
        self.keywords.iter().find(|keyword| keyword.name == name)
    }

    fn is_control(&self) -> bool {
        let names = self.keywords.iter().map(|keyword| keyword.name);
        names
            .into_iter()
            .any(|name| CONTROL_KEYWORDS.contains(&name))
    }

    fn refuse(&mut self, keyword: &Keyword, wanted: &'static str) {
        let word = shortened(&keyword.value);
        let kind = Kind::Value(keyword.name, word, wanted);
        self.problems.add(keyword.value_place, kind);
    }

    fn combination(&mut self, place: Place, what: &'static str) {
        self.problems.add(place, Kind::Combination(what));
    }

    fn control(&mut self, is_first: bool) -> Control {
        let place = self.keywords[0].place;
        if !is_first {
            self.combination(place, "control data stand before all rules, in one entry");
        }
        let is_other = |keyword: &&Keyword| !CONTROL_KEYWORDS.contains(&keyword.name);
        if let Some(other) = self.keywords.iter().find(is_other) {
            self.combination(
                other.place,
                "a rule begins on a line of its own, behind control data",
            );
        }
        let interval = self.get("RETRYINT");
        Control {
            q_name: self.name("INPUTQ").unwrap_or(ObjectName::BLANK),
            q_mgr_name: self.name("INPUTQM").unwrap_or(ObjectName::BLANK),
            retry_interval_s: interval
                .and_then(|keyword| self.number(keyword, 1, "a number of seconds"))
                .unwrap_or(60),
            wait: match self.get("WAIT") {
                None => Wait::Endless,
                Some(keyword) => match keyword.value.as_str() {
                    "YES" => Wait::Endless,
                    "NO" => Wait::No,
                    _ => self
                        .number(keyword, 0, "YES, NO or a number of seconds")
                        .map_or(Wait::Endless, Wait::Seconds),
                },
            },
        }
    }

    fn rule(&mut self) -> Option<Rule> {
        let before = self.problems.count();
        let place = self.keywords[0].place;
        let pattern = self.pattern();
        let action = self.action();
        if action.is_none() && self.get("ACTION").is_none() {
            self.combination(place, "a rule has an ACTION");
        }
        let by_context = self.one_of("PUTAUT", "CTX", "DEF").unwrap_or(false);
        let retry = self.get("RETRY");
        let attempts = retry
            .and_then(|keyword| self.number(keyword, 1, "a number of attempts"))
            .unwrap_or(1);
        let rule = Rule {
            pattern,
            action: action?,
            by_context,
            attempts,
            line: place.line,
        };
        (self.problems.count() == before).then_some(rule)
    }

    fn pattern(&mut self) -> Pattern {
        Pattern {
            appl_identity_data: self.glob("APPLIDAT", 32),
            put_appl_name: self.glob("APPLNAME", 28),
            put_appl_type: self.symbol("APPLTYPE", Symbols::ApplicationType),
            dest_q: self.glob("DESTQ", Q_NAME_BYTES),
            dest_q_mgr: self.glob("DESTQM", Q_NAME_BYTES),
            feedback: self.symbol("FEEDBACK", Symbols::Feedback),
            format: self.glob("FORMAT", 8),
            msg_type: self.symbol("MSGTYPE", Symbols::MessageType),
            persistence: self.symbol("PERSIST", Symbols::Persistence),
            reason: self.symbol("REASON", Symbols::Feedback),
            reply_to_q: self.glob("REPLYQ", Q_NAME_BYTES),
            reply_to_q_mgr: self.glob("REPLYQM", Q_NAME_BYTES),
            user_identifier: self.glob("USERID", 12),
        }
    }

    fn action(&mut self) -> Option<Action> {
        let forwards_to = self.forward_to("FWDQ", ("&DESTQ", "&REPLYQ"));
        let q_mgr = self.forward_to("FWDQM", ("&DESTQM", "&REPLYQM"));
        let with_header = self.one_of("HEADER", "YES", "NO").unwrap_or(true);
        let keyword = self.get("ACTION")?;
        let action = match keyword.value.as_str() {
            "DISCARD" => Action::Discard,
            "IGNORE" => Action::Ignore,
            "RETRY" => Action::Retry,
            "FWD" => {
                if self.get("FWDQ").is_none() {
                    self.combination(keyword.place, "ACTION(FWD) has a FWDQ");
                }
                return Some(Action::Forward {
                    queue: forwards_to?,
                    q_mgr: q_mgr.unwrap_or(ForwardTo::Named(ObjectName::BLANK)),
                    with_header,
                });
            }
            _ => {
                self.refuse(keyword, "DISCARD, IGNORE, RETRY or FWD");
                return None;
            }
        };
        if let Some(forward) = self.get("FWDQ") {
            self.combination(forward.place, "FWDQ stands with ACTION(FWD)");
        }
        Some(action)
    }

    /// A queue, or for `FWDQM` a queue manager.
    fn forward_to(&mut self, name: &'static str, fields: (&str, &str)) -> Option<ForwardTo> {
        let keyword = self.get(name)?;
        let to = match keyword.value.as_str() {
            value if value.eq_ignore_ascii_case(fields.0) => ForwardTo::Destination,
            value if value.eq_ignore_ascii_case(fields.1) => ForwardTo::ReplyTo,
            _ => ForwardTo::Named(self.name(name)?),
        };
        if name == "FWDQ" && to == ForwardTo::Named(ObjectName::BLANK) {
            self.refuse(keyword, "the name of a queue, &DESTQ or &REPLYQ");
            return None;
        }
        Some(to)
    }

    /// The name of an object, or blanks.
    fn name(&mut self, keyword: &'static str) -> Option<ObjectName> {
        let keyword = self.get(keyword)?;
        let value = keyword.value.trim_end_matches(' ');
        if value.len() > Q_NAME_BYTES {
            let kind = Kind::TooLong(keyword.name, Q_NAME_BYTES);
            self.problems.add(keyword.value_place, kind);
            return None;
        }
        match ObjectName::parse(value) {
            Ok(name) => Some(name),
            Err(_) if value.is_empty() => Some(ObjectName::BLANK),
            Err(_) => {
                self.refuse(keyword, "a name without wildcards");
                None
            }
        }
    }

    /// True for the first word, false for the other.
    fn one_of(&mut self, name: &'static str, yes: &str, no: &str) -> Option<bool> {
        let keyword = self.get(name)?;
        match keyword.value.as_str() {
            value if value == yes => Some(true),
            value if value == no => Some(false),
            _ => {
                let wanted = match name {
                    "HEADER" => "YES or NO",
                    _ => "DEF or CTX",
                };
                self.refuse(keyword, wanted);
                None
            }
        }
    }

    /// Text with wildcards for a field of so many bytes; `None` for any.
    fn glob(&mut self, name: &'static str, bytes: usize) -> Option<Glob> {
        let keyword = self.get(name)?;
        let value = keyword.value.trim_end_matches(' ');
        if value.bytes().filter(|byte| *byte != b'*').count() > bytes {
            let kind = Kind::TooLong(keyword.name, bytes);
            self.problems.add(keyword.value_place, kind);
        }
        (value != "*").then(|| Glob::new(value))
    }

    /// A number or its name; `None` for any.
    fn symbol(&mut self, name: &'static str, symbols: Symbols) -> Option<i32> {
        let keyword = self.get(name)?;
        if keyword.value == "*" {
            return None;
        }
        let upper = keyword.value.to_ascii_uppercase();
        if let Some(number) = symbols.number(upper.trim_end()) {
            return Some(number);
        }
        let number = self.number(keyword, 0, "a number, its MQ name, or * alone")?;
        i32::try_from(number).ok()
    }

    fn number(&mut self, keyword: &Keyword, low: u32, wanted: &'static str) -> Option<u32> {
        let value = keyword.value.trim();
        if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
            self.refuse(keyword, wanted);
            return None;
        }
        let number = value.parse().ok();
        let number = number.filter(|number| (low..=NUMBER_MAX).contains(number));
        if number.is_none() {
            let kind = Kind::Range(keyword.name, low, NUMBER_MAX);
            self.problems.add(keyword.value_place, kind);
        }
        number
    }
}
