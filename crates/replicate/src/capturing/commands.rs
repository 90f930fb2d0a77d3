//! Commands that come by messages, in the words of `asnqccmd`.

use super::begin::Changed;
use super::run::{After, Limit, Program, UpTo};
use crate::message::{APPLIED, Lsn, PACK_MAX};
use ferromq_mqi::session::Connected;

impl<C: Connected> Program<'_, C> {
    /// Carries out a command; the answer, which begins with `! ` where nothing was done.
    pub(super) fn command(&mut self, text: &str) -> String {
        let done = self.carry_out(text);
        done.unwrap_or_else(|why| format!("! {why}"))
    }

    fn carry_out(&mut self, text: &str) -> Result<String, String> {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let (word, value) = first.split_once('=').unwrap_or((first, ""));
        let word = word.to_ascii_lowercase();
        let rest: Vec<&str> = words.collect();
        let signal = match word.as_str() {
            "status" => return Ok(self.status()),
            "stop" => return self.stop(&rest, true),
            "stopq" => {
                self.all_queues(value)?;
                return self.stop(&rest, false);
            }
            "startq" => {
                self.all_queues(value)?;
                (self.rests, self.upto, self.awaits) = (false, None, None);
                return Ok("capture goes on".to_owned());
            }
            APPLIED => return self.applied(&rest),
            "chgparms" => return self.change(&rest),
            "qryparms" => return Ok(self.shown()),
            "prune" => {
                let pruned = self.source.prune(&self.parameters);
                return pruned
                    .map(|()| "pruned".to_owned())
                    .map_err(|trouble| trouble.line);
            }
            "reinitq" if !value.is_empty() => return self.read_queues(Some(value)),
            "reinit" if rest.is_empty() => return self.read_queues(None),
            "capstart" => "CAPSTART",
            "capstop" => "CAPSTOP",
            "loaddone" => "LOADDONE",
            "reinit" | "reinit_sub" => "REINIT_SUB",
            _ => {
                return Err(format!(
                    "'{word}' is not known: capstart, capstop, loaddone and reinit_sub with a subscription, chgparms, prune, qryparms, reinit, reinitq=, startq=, \
                     status, stop, stopq="
                ));
            }
        };
        let name = match (value, &rest[..]) {
            ("", [name]) => *name,
            (name, []) if !name.is_empty() => name,
            _ => return Err(format!("{word} needs the name of one subscription")),
        };
        // It takes effect where it comes by the log.
        match self.source.insert_signal(signal, name) {
            Ok(()) => Ok(format!("signal {signal} is in the log for {name}")),
            Err(trouble) => Err(trouble.line),
        }
    }

    /// Whether these are all the queues there are: one slot serves all of them, so that they rest together.
    fn all_queues(&self, value: &str) -> Result<(), String> {
        let given: Vec<&str> = value.trim_matches('"').split(',').map(str::trim).collect();
        if given == ["all"] || given == ["ALL"] {
            return Ok(());
        }
        for name in &given {
            if !self.send.iter().any(|queue| queue.queue == *name) {
                let known: Vec<&str> = self.send.iter().map(|queue| queue.queue.as_str()).collect();
                return Err(format!(
                    "'{name}' is no send queue of this capture: {}",
                    known.join(", ")
                ));
            }
        }
        match self
            .send
            .iter()
            .find(|queue| !given.contains(&queue.queue.as_str()))
        {
            None => Ok(()),
            Some(other) => Err(format!(
                "queue {} is read from the same slot: all queues stop and start together (all); to end what goes to one queue for good, use capstop",
                other.queue
            )),
        }
    }

    /// Ends, or rests: at once, or when the log is read up to somewhere, and when what was put of it is where it is to be.
    fn stop(&mut self, rest: &[&str], ends: bool) -> Result<String, String> {
        let (mut limit, mut after) = (None, None);
        for word in rest {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            match name.to_ascii_lowercase().as_str() {
                "captureupto" => limit = Some(self.limit(value)?),
                "stopafter" => after = Some(self.after(value)?),
                _ => {
                    return Err(format!(
                        "'{word}' is not known: captureupto=time, captureupto=eol, stopafter=data_sent, stopafter=data_applied"
                    ));
                }
            }
        }
        // What it is to wait for is what there is now.
        if limit.is_none() && after.is_some() {
            limit = Some(self.limit("eol")?);
        }
        self.awaits = None;
        let Some(limit) = limit else {
            match ends {
                true => (self.stops, self.is_told_to_stop) = (true, true),
                // In front of the next transaction.
                false => {
                    self.upto = Some(UpTo {
                        limit: Limit::Lsn(0),
                        ends,
                        after,
                    })
                }
            }
            let what = if ends {
                "capture ends"
            } else {
                "capture stops reading; the source keeps its log"
            };
            return Ok(what.to_owned());
        };
        self.rests = false;
        self.upto = Some(UpTo { limit, ends, after });
        let mut said = match limit {
            Limit::Lsn(lsn) => format!("capture goes on up to {}", Lsn(lsn)),
            Limit::Time { .. } => {
                "capture goes on with what was committed until then, and stops there".to_owned()
            }
        };
        if let Some(after) = after {
            said.push_str(&format!(", and waits until that is {after}"));
        }
        Ok(said)
    }

    fn limit(&mut self, value: &str) -> Result<Limit, String> {
        Ok(match value.to_ascii_lowercase().as_str() {
            "eol" | "current_timestamp" => {
                Limit::Lsn(self.source.end_lsn().map_err(|trouble| trouble.line)?)
            }
            _ => Limit::Time {
                time_us: self.source.time_us(value).map_err(|trouble| trouble.line)?,
                end_lsn: None,
            },
        })
    }

    fn after(&mut self, value: &str) -> Result<After, String> {
        match value.to_ascii_lowercase().as_str() {
            "data_sent" => {
                // Where that cannot be known it is said now.
                self.unsent()?;
                Ok(After::Sent)
            }
            "data_applied" if self.applying().next().is_none() => Err(
                "what is published is applied by nobody who says so: stopafter=data_sent"
                    .to_owned(),
            ),
            "data_applied" => Ok(After::Applied),
            _ => Err(format!(
                "'stopafter={value}' is not known: data_sent, data_applied"
            )),
        }
    }

    /// Apply says how far it is: map, epoch, and the number of the last message up to which everything is on the target's disk.
    fn applied(&mut self, rest: &[&str]) -> Result<String, String> {
        let numbers: Vec<u64> = rest.iter().filter_map(|word| word.parse().ok()).collect();
        let [map, epoch, last] = numbers[..] else {
            return Err(format!("{APPLIED} needs a map, an epoch and a number"));
        };
        if epoch == self.capture.restart().epoch
            && let Ok(map) = u32::try_from(map)
            && self.applying().any(|queue| queue.map.number == map)
        {
            self.applied.insert(map, last);
        }
        Ok("noted".to_owned())
    }

    /// Reads attributes of queues anew, and parameters where no queue is named.
    fn read_queues(&mut self, name: Option<&str>) -> Result<String, String> {
        let found = self.source.send_queues().map_err(|trouble| trouble.line)?;
        let mut read = Vec::new();
        for (at, queue) in self.send.iter_mut().enumerate() {
            let is_meant = name.is_none_or(|name| queue.queue == name);
            let new = found.iter().find(|new| new.map.number == queue.map.number);
            if let (true, Some(new)) = (is_meant, new) {
                self.capture.set_map(at, &new.map);
                read.push(queue.queue.clone());
            }
        }
        if read.is_empty() {
            return Err(format!(
                "'{}' is no send queue of this capture",
                name.unwrap_or_default()
            ));
        }
        if name.is_none() {
            let mut read = self.source.parameters().map_err(|trouble| trouble.line)?;
            // Those are in use.
            read.slot = self.parameters.slot.clone();
            read.q_mgr = self.parameters.q_mgr.clone();
            // What the command line says counts more; what commands have changed is over.
            self.options.apply(&mut read);
            self.changed = Changed::default();
            self.parameters = read;
            self.use_limits();
        }
        Ok(format!("read anew: {}", read.join(", ")))
    }

    /// Parameters, one to a line.
    fn shown(&self) -> String {
        let it = &self.parameters;
        let autostop = if it.autostop { "Y" } else { "N" };
        format!(
            "qmgr={}\nrestartq={}\nadminq={}\nslot={}\npublication={}\nmemory_limit={}\ncommit_interval={}\ntrans_batch_sz={}\nautostop={autostop}\n\
             monitor_interval={}\nmonitor_limit={}\nsignal_limit={}\nprune_interval={}\nqfull_num_retries={}\nqfull_retry_delay={}",
            it.q_mgr,
            it.restart_q,
            it.admin_q,
            it.slot,
            it.publication,
            it.memory_limit_mb,
            it.commit_interval_ms,
            it.transactions,
            it.monitor_interval_ms,
            it.monitor_limit_min,
            it.signal_limit_min,
            it.prune_interval_s,
            it.full_retries,
            it.full_delay_ms
        )
    }

    fn change(&mut self, rest: &[&str]) -> Result<String, String> {
        if rest.is_empty() {
            return Err("chgparms needs name=value".to_owned());
        }
        let mut changed = self.changed.clone();
        for word in rest {
            let Some((name, value)) = word.split_once('=') else {
                return Err(format!("'{word}' is no parameter: name=value"));
            };
            let number = value.parse::<u64>().ok().filter(|value| *value <= 1 << 31);
            match (name.to_ascii_lowercase().as_str(), number) {
                ("commit_interval", Some(ms)) => changed.options.commit_interval_ms = Some(ms),
                ("trans_batch_sz", Some(count)) => {
                    let count = count.clamp(1, u64::from(PACK_MAX)) as u32;
                    changed.options.transactions = Some(count);
                }
                ("monitor_interval", Some(ms)) => changed.options.monitor_interval_ms = Some(ms),
                ("memory_limit", Some(mb)) => {
                    changed.options.memory_limit_mb = Some(mb.min(1 << 20));
                }
                ("qfull_num_retries", Some(count)) => changed.full_retries = Some(count as u32),
                ("qfull_retry_delay", Some(ms)) => changed.full_delay_ms = Some(ms),
                ("autostop", None) if matches!(value, "y" | "n" | "Y" | "N") => {
                    changed.options.autostop = Some(value.eq_ignore_ascii_case("y"));
                }
                _ => return Err(format!("'{word}' cannot be changed, or cannot be that")),
            }
        }
        changed.apply(&mut self.parameters);
        self.changed = changed;
        self.use_limits();
        Ok("changed until capture ends".to_owned())
    }

    /// How far it is, on one screen.
    fn status(&mut self) -> String {
        let lag = self.source.slot_lag(&self.parameters.slot);
        let restart = self.capture.restart();
        let figures = self.capture.figures();
        let state = match (self.rests, self.upto) {
            (true, _) if self.awaits.is_some_and(|it| it.after == After::Sent) => {
                "capture has stopped reading, and waits until all is sent; startq=all has it go on\n"
            }
            (true, _) if self.awaits.is_some() => {
                "capture has stopped reading, and waits until apply says that all is applied; startq=all has it go on\n"
            }
            (true, _) => "capture has stopped reading; startq=all has it go on\n",
            (false, Some(_)) => "capture reads up to where it was told\n",
            _ => "",
        };
        let mut text = format!(
            "{state}epoch {}, on the queues to {}, the source may forget to {}, {} bytes behind\n\
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
