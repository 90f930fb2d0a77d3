//! Commands that come by messages, in the words of `asnqccmd`.

use super::run::Program;
use crate::capture::Lsn;
use ferromq_mqi::session::Connected;

impl<C: Connected> Program<'_, C> {
    /// Carries out a command; the answer.
    pub(super) fn command(&mut self, text: &str) -> String {
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default().to_ascii_lowercase();
        let rest: Vec<&str> = words.collect();
        let signal = match word.as_str() {
            "status" => return self.status(),
            "stop" => {
                self.stops = true;
                return "capture ends".to_owned();
            }
            "chgparms" => return self.change(&rest),
            "qryparms" => return format!("{:?}", self.parameters),
            "prune" => {
                return match self.source.prune(&self.parameters) {
                    Ok(()) => "pruned".to_owned(),
                    Err(trouble) => trouble.line,
                };
            }
            "capstart" => "CAPSTART",
            "capstop" => "CAPSTOP",
            "loaddone" => "LOADDONE",
            "reinit" | "reinit_sub" if !rest.is_empty() => "REINIT_SUB",
            _ => {
                return format!(
                    "'{word}' is not known: capstart, capstop, loaddone and reinit with a subscription, chgparms, prune, qryparms, status, stop"
                );
            }
        };
        let [name] = rest[..] else {
            return format!("{word} needs the name of one subscription");
        };
        // It takes effect where it comes by the log.
        match self.source.insert_signal(signal, name) {
            Ok(()) => format!("signal {signal} is in the log for {name}"),
            Err(trouble) => trouble.line,
        }
    }

    fn change(&mut self, rest: &[&str]) -> String {
        let mut changed = self.parameters.clone();
        for word in rest {
            let Some((name, value)) = word.split_once('=') else {
                return format!("'{word}' is no parameter: name=value");
            };
            let number = value.parse::<u64>().ok().filter(|value| *value <= 1 << 31);
            match (name.to_ascii_lowercase().as_str(), number) {
                ("commit_interval", Some(ms)) => changed.commit_interval_ms = ms,
                ("monitor_interval", Some(ms)) => changed.monitor_interval_ms = ms,
                ("memory_limit", Some(mb)) => changed.memory_limit_mb = mb.min(1 << 20),
                ("qfull_num_retries", Some(count)) => changed.full_retries = count as u32,
                ("qfull_retry_delay", Some(ms)) => changed.full_delay_ms = ms,
                ("autostop", None) if matches!(value, "y" | "n" | "Y" | "N") => {
                    changed.autostop = value.eq_ignore_ascii_case("y");
                }
                _ => return format!("'{word}' cannot be changed, or cannot be that"),
            }
        }
        self.parameters = changed;
        let mut unit = self.parameters.unit();
        unit.messages = unit.messages.min(self.queues.messages_max);
        self.capture.set_unit_limits(unit);
        "changed until capture ends".to_owned()
    }

    /// How far it is, on one screen.
    fn status(&mut self) -> String {
        let lag = self.source.slot_lag(&self.parameters.slot);
        let restart = self.capture.restart();
        let figures = self.capture.figures();
        let mut text = format!(
            "epoch {}, on the queues to {}, the source may forget to {}, {} bytes behind\n\
             transactions {} (known {}, empty {}, cut {}), rows {} (skipped {}), messages {} in {} units, full {}\n",
            restart.epoch,
            Lsn(restart.commit_lsn),
            Lsn(self.capture.flushed_lsn()),
            lag.unwrap_or(self.lag),
            figures.transactions,
            figures.transactions_known,
            figures.transactions_empty,
            figures.transactions_cut,
            figures.rows,
            figures.rows_skipped,
            figures.messages,
            figures.units,
            figures.full,
        );
        let next: Vec<(u32, u64)> = restart.maps.iter().map(|map| (map.map, map.next)).collect();
        for queue in &self.send {
            let number = queue.map.number;
            let next = next.iter().find(|(map, _)| *map == number);
            let names = queue.queues();
            let depth = names.first().and_then(|name| self.queues.depth(name));
            let depth = depth.map_or("?".to_owned(), |depth| depth.to_string());
            text.push_str(&format!(
                "map {} ({number}): next {}, {} of depth {depth}\n",
                queue.map.name,
                next.map_or(1, |(_, next)| *next),
                names.join(" "),
            ));
        }
        for mark in self.capture.subscriptions() {
            text.push_str(&format!(
                "subscription {}: {} since {}\n",
                mark.name,
                char::from(mark.state.letter()),
                Lsn(mark.since)
            ));
        }
        text
    }
}
