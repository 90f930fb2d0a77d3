//! What is shown of a look: lines of text, and how each is drawn. No terminal here.

use super::ask::{Channel, Program, Queue, Snapshot};
use super::layout::{Column, Layout, Table, cut, wrapped};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::Value;
use std::cmp::Ordering;
use std::collections::HashMap;

/// What queues are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Rate,
    Depth,
    Name,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Heading,
    /// Something to look at.
    Warning,
    Faint,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) style: Style,
}

const fn right(title: &'static str, width: usize, rank: u8) -> Column {
    Column {
        title,
        width,
        is_left: false,
        rank,
    }
}

const fn left(title: &'static str, width: usize, rank: u8) -> Column {
    Column {
        is_left: true,
        ..right(title, width, rank)
    }
}

/// All of it fits 80 columns.
const QUEUES: Table = Table {
    columns: &[
        right("DEPTH", 8, 0),
        right("FULL", 6, 3),
        right("PUT/S", 8, 1),
        right("GET/S", 8, 2),
        right("IN", 5, 4),
        right("OUT", 5, 5),
        right("OLDEST", 7, 6),
        right("UNCOM", 6, 7),
    ],
    name_min: 20,
    name_max: 49,
    last: None,
};
const CHANNELS: Table = Table {
    columns: &[
        left("TYPE", 9, 3),
        left("STATUS", 13, 1),
        right("MSGS/S", 8, 2),
        right("SENT/S", 8, 4),
        right("RCVD/S", 8, 5),
    ],
    name_min: 21,
    name_max: 21,
    last: None,
};
const PROGRAMS: Table = Table {
    columns: &[
        left("USER", 14, 2),
        left("CHANNEL", 22, 3),
        right("CONNS", 6, 1),
    ],
    name_min: 29,
    name_max: 29,
    last: None,
};
/// Columns for where a channel goes, which is not cut for the sake of figures up to the second.
const PLACE_MIN: usize = 20;
const PLACE_MAX: usize = 48;

/// See the module.
pub(super) struct View {
    q_mgr: String,
    sort: Sort,
    /// Queues and channels of the system as well.
    shows_system: bool,
    pub(super) is_paused: bool,
    before: Option<Snapshot>,
    now: Option<Snapshot>,
}

fn line(style: Style, text: String) -> Line {
    Line { text, style }
}

impl View {
    pub(super) fn new(q_mgr: String, sort: Sort, shows_system: bool) -> Self {
        Self {
            q_mgr,
            sort,
            shows_system,
            is_paused: false,
            before: None,
            now: None,
        }
    }

    /// Takes the next look.
    pub(super) fn take(&mut self, look: Snapshot) {
        self.before = self.now.take();
        self.now = Some(look);
    }

    /// A key; false to end.
    pub(super) fn key(&mut self, key: u8) -> bool {
        match key {
            b'q' | 0x03 | 0x1b => return false,
            b'd' => self.sort = Sort::Depth,
            b'r' => self.sort = Sort::Rate,
            b'n' => self.sort = Sort::Name,
            b's' => self.shows_system = !self.shows_system,
            b'p' => self.is_paused = !self.is_paused,
            _ => {}
        }
        true
    }

    /// The lines for so many columns and rows.
    pub(super) fn lines(&self, columns: usize, rows: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let Some(now) = &self.now else {
            return lines;
        };
        self.head(&mut lines, now, columns);
        let channels = self.channels(now);
        let programs = programs(now);
        // Half of what is left is for queues, whatever else there is.
        let left = rows.saturating_sub(lines.len() + 5).max(6);
        let below = (channels.len().min(left / 4) + programs.len().min(left / 4)).min(left / 2);
        let queues = self.queues(now);
        let room = left - below;
        let layout = QUEUES.fit(columns);
        let heading = layout.heading(&format!("QUEUE (by {})", self.sort.word()));
        lines.push(line(Style::Heading, heading));
        part(&mut lines, &queues, room, |one| queue_line(&layout, one));
        let places = channels.iter().map(|one| one.place().chars().count());
        let widest = places.max().unwrap_or(0).clamp(PLACE_MIN, PLACE_MAX);
        let layout = Table {
            last: Some(("WHERE", widest)),
            ..CHANNELS
        };
        let layout = layout.fit(columns);
        lines.push(line(Style::Heading, layout.heading("CHANNEL")));
        part(&mut lines, &channels, (left / 4).max(1), |one| {
            channel_line(&layout, one)
        });
        let layout = PROGRAMS.fit(columns);
        lines.push(line(Style::Heading, layout.heading("PROGRAM")));
        part(
            &mut lines,
            &programs,
            (left / 4).max(1),
            |(program, count)| {
                let values = [
                    program.user.clone(),
                    program.channel.clone(),
                    count.to_string(),
                ];
                line(Style::Plain, layout.line(&program.name, &values, None))
            },
        );
        lines.truncate(rows);
        for one in &mut lines {
            one.text = cut(&one.text, columns);
        }
        lines
    }

    fn head(&self, lines: &mut Vec<Line>, now: &Snapshot, columns: usize) {
        let word = |id: i32| {
            now.status
                .get(&id)
                .and_then(Value::text)
                .unwrap_or_default()
        };
        let number = |id: i32| match now.status.get(&id) {
            Some(Value::Int(number)) => i64::from(*number),
            _ => 0,
        };
        let mut tell = |style: Style, parts: &[String]| {
            let told = wrapped(parts, columns).into_iter();
            lines.extend(told.map(|text| line(style, text)));
        };
        let began = [word(MQCACF_Q_MGR_START_DATE), word(MQCACF_Q_MGR_START_TIME)];
        tell(
            Style::Heading,
            &[
                self.q_mgr.clone(),
                format!("on {}", word(MQCACF_HOST_NAME)),
                format!("since {}", began.join(" ")),
                format!("{} connections", now.connections),
                if self.is_paused { "PAUSED" } else { "" }.to_owned(),
            ],
        );
        let (used, most) = (number(MQIACF_LOG_IN_USE), number(MQIACF_LOG_UTILIZATION));
        let kind = match number(MQIACF_LOG_TYPE) {
            kind if kind == i64::from(MQLOGTYPE_LINEAR) => "linear",
            _ => "circular",
        };
        tell(
            if used >= 90 {
                Style::Warning
            } else {
                Style::Plain
            },
            &[
                format!("log: {kind}, {used}% in use, utilization {most}%"),
                format!("extent {}", or_dash(&word(MQCACF_CURRENT_LOG_EXTENT_NAME))),
                format!(
                    "restart from {}",
                    or_dash(&word(MQCACF_RESTART_LOG_EXTENT_NAME))
                ),
            ],
        );
        let depth: i64 = now.queues.iter().map(|queue| i64::from(queue.depth)).sum();
        let rates = now.queues.iter().filter_map(|queue| queue.rates);
        let (puts, gets) = rates.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let shown = if self.shows_system { "with" } else { "without" };
        tell(
            Style::Faint,
            &[
                format!("{} queues with {depth} messages", now.queues.len()),
                format!("{puts:.1} puts and {gets:.1} gets a second"),
                format!("{shown} SYSTEM"),
            ],
        );
        let keys = [
            "keys: d depth, r rate, n name",
            "s SYSTEM",
            "p pause",
            "space look",
            "q end",
        ];
        tell(Style::Faint, &keys.map(str::to_owned));
        lines.push(line(Style::Plain, String::new()));
    }

    fn is_shown(&self, name: &str) -> bool {
        let is_system = name.starts_with("SYSTEM.") || name.starts_with("FERROMQ.TOP.");
        self.shows_system || !is_system
    }

    fn queues<'a>(&self, now: &'a Snapshot) -> Vec<&'a Queue> {
        let shown = now.queues.iter().filter(|queue| self.is_shown(&queue.name));
        let mut queues: Vec<&Queue> = shown.collect();
        let rate = |queue: &Queue| queue.rates.map_or(0.0, |(puts, gets)| puts + gets);
        queues.sort_by(|one, other| {
            let by_name = one.name.cmp(&other.name);
            let by_depth = other.depth.cmp(&one.depth);
            match self.sort {
                Sort::Name => by_name,
                Sort::Depth => by_depth.then(by_name),
                Sort::Rate => {
                    let by_rate = rate(other).partial_cmp(&rate(one));
                    by_rate
                        .unwrap_or(Ordering::Equal)
                        .then(by_depth)
                        .then(by_name)
                }
            }
        });
        queues
    }

    /// Channels with what they did a second since the look before; instances of one name and place are one.
    fn channels(&self, now: &Snapshot) -> Vec<Moved> {
        let gathered = |look: &Snapshot| {
            let mut all: HashMap<(String, String), (Channel, usize)> = HashMap::new();
            for one in &look.channels {
                let key = (one.name.clone(), one.connection.clone());
                let (sum, count) = all.entry(key).or_insert_with(|| {
                    let none = Channel {
                        messages: 0,
                        bytes_sent: 0,
                        bytes_received: 0,
                        ..one.clone()
                    };
                    (none, 0)
                });
                sum.messages += one.messages;
                sum.bytes_sent += one.bytes_sent;
                sum.bytes_received += one.bytes_received;
                *count += 1;
            }
            all
        };
        let seconds = self
            .before
            .as_ref()
            .map(|before| now.at.duration_since(before.at).as_secs_f64());
        let before = self.before.as_ref().map(gathered).unwrap_or_default();
        let mut moved: Vec<Moved> = gathered(now)
            .into_iter()
            .filter(|((name, _), _)| self.is_shown(name))
            .map(|(key, (channel, count))| {
                let rates = before.get(&key).zip(seconds).map(|((old, _), seconds)| {
                    // Who was called again counts from nothing.
                    let rate = |now: i64, old: i64| {
                        f64_of(if now >= old { now - old } else { now }) / seconds.max(0.001)
                    };
                    [
                        rate(channel.messages, old.messages),
                        rate(channel.bytes_sent, old.bytes_sent),
                        rate(channel.bytes_received, old.bytes_received),
                    ]
                });
                Moved {
                    channel,
                    count,
                    rates,
                }
            })
            .collect();
        let busy = |one: &Moved| one.rates.map_or(0.0, |rates| rates.iter().sum::<f64>());
        moved.sort_by(|one, other| {
            let by_rate = busy(other)
                .partial_cmp(&busy(one))
                .unwrap_or(Ordering::Equal);
            by_rate.then_with(|| one.channel.name.cmp(&other.channel.name))
        });
        moved
    }
}

/// A channel and what it did a second.
struct Moved {
    channel: Channel,
    count: usize,
    rates: Option<[f64; 3]>,
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Self::Rate => "rate",
            Self::Depth => "depth",
            Self::Name => "name",
        }
    }
}

fn f64_of(number: i64) -> f64 {
    // More than that nobody reads.
    i32::try_from(number).map_or(f64::from(i32::MAX), f64::from)
}

/// So many of these, and how many more there are.
fn part<T>(lines: &mut Vec<Line>, all: &[T], room: usize, mut each: impl FnMut(&T) -> Line) {
    let shown = match all.len() > room {
        true => room.saturating_sub(1),
        false => all.len(),
    };
    for one in &all[..shown] {
        lines.push(each(one));
    }
    if all.is_empty() {
        lines.push(line(Style::Faint, "  none".to_owned()));
    } else if shown < all.len() {
        lines.push(line(
            Style::Faint,
            format!("  and {} more", all.len() - shown),
        ));
    }
}

fn queue_line(layout: &Layout, queue: &Queue) -> Line {
    let full = match queue.depth_max {
        0 => String::new(),
        most => format!("{}%", i64::from(queue.depth) * 100 / i64::from(most)),
    };
    let (puts, gets) = queue
        .rates
        .map_or(("?".to_owned(), "?".to_owned()), |(puts, gets)| {
            (short(puts), short(gets))
        });
    let nearly_full =
        queue.depth_max > 0 && i64::from(queue.depth) * 100 >= 80 * i64::from(queue.depth_max);
    let style = match (nearly_full, queue.depth > 0 && queue.readers == 0) {
        (true, _) | (_, true) => Style::Warning,
        _ => Style::Plain,
    };
    let values = [
        count(queue.depth),
        full,
        puts,
        gets,
        count(queue.readers),
        count(queue.writers),
        age(queue.oldest_s),
        if queue.uncommitted { "yes" } else { "" }.to_owned(),
    ];
    line(style, layout.line(&queue.name, &values, None))
}

/// A count in few letters.
fn count(count: i32) -> String {
    match count {
        10_000_000.. => short(f64::from(count)),
        _ => count.to_string(),
    }
}

/// Seconds in as few letters as tell it.
fn age(seconds: i32) -> String {
    match seconds {
        ..0 => String::new(),
        0..=119 => format!("{seconds}s"),
        120..=7_199 => format!("{}m", seconds / 60),
        7_200..=172_799 => format!("{}h", seconds / 3_600),
        _ => format!("{}d", seconds / 86_400),
    }
}

impl Moved {
    /// The partner, and where it is.
    fn place(&self) -> String {
        match (self.channel.partner.as_str(), self.count) {
            ("", 1) => self.channel.connection.clone(),
            ("", count) => format!("{} ({count} times)", self.channel.connection),
            (partner, _) => format!("{partner} at {}", self.channel.connection),
        }
    }
}

fn channel_line(layout: &Layout, moved: &Moved) -> Line {
    let Moved { channel, rates, .. } = moved;
    let rate = |at: usize| rates.map_or("?".to_owned(), |rates| short(rates[at]));
    let (word, style) = status_word(channel.status);
    let values = [
        kind_word(channel.kind).to_owned(),
        word.to_owned(),
        rate(0),
        rate(1),
        rate(2),
    ];
    line(
        style,
        layout.line(&channel.name, &values, Some(&moved.place())),
    )
}

/// A rate in few letters.
fn short(rate: f64) -> String {
    match rate {
        rate if rate < 0.05 => "-".to_owned(),
        rate if rate < 1_000.0 => format!("{rate:.1}"),
        rate if rate < 1e6 => format!("{:.1}k", rate / 1e3),
        rate => format!("{:.1}M", rate / 1e6),
    }
}

fn kind_word(kind: i32) -> &'static str {
    match kind {
        MQCHT_SENDER => "SDR",
        MQCHT_SERVER => "SVR",
        MQCHT_RECEIVER => "RCVR",
        MQCHT_REQUESTER => "RQSTR",
        MQCHT_SVRCONN => "SVRCONN",
        MQCHT_CLUSRCVR => "CLUSRCVR",
        MQCHT_CLUSSDR => "CLUSSDR",
        _ => "?",
    }
}

fn status_word(status: i32) -> (&'static str, Style) {
    match status {
        MQCHS_RUNNING => ("running", Style::Plain),
        MQCHS_STARTING => ("starting", Style::Plain),
        MQCHS_BINDING => ("binding", Style::Plain),
        MQCHS_INITIALIZING => ("initializing", Style::Plain),
        MQCHS_REQUESTING => ("requesting", Style::Plain),
        MQCHS_STOPPING => ("stopping", Style::Plain),
        MQCHS_SWITCHING => ("switching", Style::Plain),
        MQCHS_RETRYING => ("retrying", Style::Warning),
        MQCHS_STOPPED => ("stopped", Style::Warning),
        MQCHS_PAUSED => ("paused", Style::Warning),
        _ => ("inactive", Style::Faint),
    }
}

fn programs(now: &Snapshot) -> Vec<(Program, usize)> {
    let all = now.programs.iter();
    let mut programs: Vec<(Program, usize)> = all
        .map(|(program, count)| (program.clone(), *count))
        .collect();
    programs
        .sort_by(|(one, count), (other, others)| others.cmp(count).then_with(|| one.cmp(other)));
    programs
}

fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::pcf::Parameter;
    use std::time::{Duration, Instant};

    fn look(at: Instant, messages: i64, depth: i32) -> Snapshot {
        let queue = |name: &str, depth, rates| Queue {
            name: name.into(),
            depth,
            depth_max: 100,
            readers: 0,
            writers: 1,
            oldest_s: 130,
            uncommitted: false,
            rates,
        };
        let channel = Channel {
            name: "TO.FAR".into(),
            kind: MQCHT_SENDER,
            status: MQCHS_RUNNING,
            connection: "far(1414)".into(),
            partner: "FAR".into(),
            messages,
            ..Channel::default()
        };
        Snapshot {
            at,
            status: HashMap::new(),
            queues: vec![
                queue("QUIET", depth, Some((0.0, 0.0))),
                queue("BUSY", 1, Some((5.0, 4.5))),
                queue("SYSTEM.X", 0, None),
            ],
            channels: vec![channel],
            programs: [(
                Program {
                    name: "app".into(),
                    ..Program::default()
                },
                3,
            )]
            .into(),
            connections: 3,
        }
    }

    fn names(view: &View) -> Vec<String> {
        let lines = view.lines(120, 40);
        let words = lines
            .iter()
            .filter_map(|one| one.text.split_whitespace().next());
        words
            .filter(|word| ["QUIET", "BUSY", "SYSTEM.X"].contains(word))
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn queues_are_ordered_and_those_of_the_system_hidden_as_keys_say() {
        let mut view = View::new("QM1".into(), Sort::Rate, false);
        view.take(look(Instant::now(), 0, 90));
        assert_eq!(names(&view), ["BUSY", "QUIET"]);
        assert!(view.key(b'd'));
        assert_eq!(names(&view), ["QUIET", "BUSY"]);
        assert!(view.key(b's') && view.key(b'n'));
        assert_eq!(names(&view), ["BUSY", "QUIET", "SYSTEM.X"]);
        assert!(!view.key(b'q'));
    }

    #[test]
    fn rates_of_channels_are_of_the_time_between_two_looks() {
        let began = Instant::now();
        let mut view = View::new("QM1".into(), Sort::Rate, false);
        view.take(look(began, 100, 0));
        let shown = |view: &View| {
            let lines = view.lines(120, 40);
            let found = lines.iter().find(|one| one.text.starts_with("TO.FAR"));
            found.expect("the channel").text.clone()
        };
        assert!(shown(&view).contains('?'));
        view.take(look(began + Duration::from_secs(2), 150, 0));
        assert!(shown(&view).contains(" 25.0 "), "{}", shown(&view));
        // It was started again.
        view.take(look(began + Duration::from_secs(4), 10, 0));
        assert!(shown(&view).contains(" 5.0 "), "{}", shown(&view));
    }

    #[test]
    fn nothing_is_wider_or_longer_than_the_screen() {
        let mut view = View::new("QM1".into(), Sort::Rate, true);
        let mut many = look(Instant::now(), 0, 0);
        for at in 0..500 {
            many.queues.push(Queue {
                name: format!("Q.{at}"),
                ..Queue::default()
            });
        }
        view.take(many);
        for (columns, rows) in [(80, 24), (20, 5), (1, 1), (200, 60)] {
            let lines = view.lines(columns, rows);
            assert!(lines.len() <= rows, "{columns} {rows}");
            assert!(lines.iter().all(|one| one.text.chars().count() <= columns));
        }
        let lines = view.lines(80, 24);
        assert!(lines.iter().any(|one| one.text.starts_with("  and ")));
        assert!(lines.iter().any(|one| one.text.starts_with("TO.FAR")));
    }

    /// Goal: on the usual screen nothing that is shown ends in the middle of it.
    #[test]
    fn what_is_shown_on_eighty_columns_is_whole() {
        let mut view = View::new("QM1".into(), Sort::Rate, false);
        let mut seen = look(Instant::now(), 0, 90);
        for (id, text) in [
            (MQCACF_HOST_NAME, "messages.example.org"),
            (MQCACF_Q_MGR_START_DATE, "2026-11-29"),
            (MQCACF_Q_MGR_START_TIME, "13.55.00"),
            (MQCACF_CURRENT_LOG_EXTENT_NAME, "S0000012.LOG"),
            (MQCACF_RESTART_LOG_EXTENT_NAME, "S0000011.LOG"),
        ] {
            seen.status.insert(id, Parameter::text(id, text).value);
        }
        seen.queues[0].uncommitted = true;
        seen.channels[0].connection = "messages.example.org(1414)".into();
        view.take(seen);
        let text: Vec<String> = (view.lines(80, 24).into_iter())
            .map(|one| one.text)
            .collect();
        let text = text.join("\n");
        for whole in [
            "2026-11-29 13.55.00",
            "3 connections",
            "restart from S0000011.LOG",
            "space look",
            "q end",
            " OLDEST UNCOM\n",
            "     2m   yes\n",
            "  FAR at messages.example.org(1414)\n",
        ] {
            assert!(text.contains(whole), "{whole}:\n{text}");
        }
        let wide = view.lines(200, 60);
        assert!(wide.iter().any(|one| one.text.contains("RCVD/S")));
    }
}
