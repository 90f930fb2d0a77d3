//! Questions and their answers: facts, listings, names.

use super::asked::{Answer, Question, Trouble, locked};
use super::work::Work;
use crate::remote::{Remote, RemoteFacts};
use ferromq_transfer::agent::Naming;
use std::io;
use std::sync::atomic::Ordering;

impl Work<'_> {
    pub(super) fn answer(&mut self, number: u64, question: Question) {
        {
            let state = locked(&self.lane.state);
            let is_wanted = state.asked.get(&question) == Some(&number);
            if !is_wanted && !matches!(question, Question::Remove(_)) {
                return;
            }
        }
        let removes = matches!(question, Question::Remove(_));
        self.lane.removes.store(removes, Ordering::Release);
        let answer = self.find(&question).map_err(|error| Trouble::of(&error));
        self.lane.removes.store(false, Ordering::Release);
        let mut state = locked(&self.lane.state);
        if state.asked.get(&question) == Some(&number) {
            state.asked.remove(&question);
            state.answers.insert(question, answer);
        }
    }

    pub(super) fn find(&mut self, question: &Question) -> io::Result<Answer> {
        match question {
            Question::Facts(place) | Question::OpenFacts(place, _) => {
                let found = self.retried(&place.server, |remote, _| remote.facts(&place.path));
                found.map(Answer::Facts)
            }
            Question::List(place, most) => {
                let login = self.lanes.servers.login(&place.server, &self.lane.user)?;
                let most = (*most).min(login.host.list_names_max);
                let found = self.retried(&place.server, |remote, _| {
                    let found = remote.list(&place.path, most)?;
                    Ok(Answer::List(found, remote.lists_exactly()))
                })?;
                Ok(found)
            }
            Question::Rename(place, to, replaces) => {
                let naming = match replaces {
                    true => Naming::Replace,
                    false => Naming::New,
                };
                let renamed = self.retried(&place.server, |remote, again| {
                    match remote.rename(&place.path, to, naming) {
                        // It was done before the connection was lost, though nobody said so.
                        Err(error)
                            if again
                                && error.kind() == io::ErrorKind::NotFound
                                && remote.facts(to).is_ok() =>
                        {
                            Ok(())
                        }
                        other => other,
                    }
                });
                renamed.map(|()| Answer::Done)
            }
            Question::Remove(place) => {
                let mut wanted = None;
                let removed = self.retried(&place.server, |remote, _| {
                    remove(remote, &place.path, &mut wanted)
                });
                match removed {
                    Ok(()) => Ok(Answer::May(true)),
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Answer::May(false)),
                    Err(error) => Err(error),
                }
            }
            // It is made when it is written first; that it can be is found out now.
            Question::Create(place, _) => {
                self.retried(&place.server, |remote, _| create(remote, &place.path))?;
                Ok(Answer::Done)
            }
            Question::Resume(place, offset) => {
                let may = self.retried(&place.server, |remote, _| {
                    let may = remote.resume(&place.path, *offset);
                    remote.finish()?;
                    may
                });
                may.map(Answer::May)
            }
        }
    }
}

/// Removes a file. Where it was tried before and nobody said that it was done, what is there now may be another file, which stays.
pub(crate) fn remove(
    remote: &mut dyn Remote,
    path: &str,
    wanted: &mut Option<RemoteFacts>,
) -> io::Result<()> {
    match (remote.facts(path), *wanted) {
        (Ok(now), Some(before)) if now != before => return Ok(()),
        (Err(error), Some(_)) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        (found, _) => *wanted = Some(found?),
    }
    remote.remove(path)
}

/// Begins to write a file anew, in directories that are made if they are missing.
pub(super) fn create(remote: &mut dyn Remote, path: &str) -> io::Result<()> {
    let error = match remote.create(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => error,
        other => return other,
    };
    let slashes = path.char_indices().filter(|(_, letter)| *letter == '/');
    let mut made = false;
    for (end, _) in slashes.filter(|(end, _)| *end > 0) {
        made |= remote.make_directory(&path[..end]).is_ok();
    }
    match made {
        true => remote.create(path),
        false => Err(error),
    }
}
