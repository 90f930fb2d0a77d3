//! Verbs on messages that belong together: groups, and messages in segments.

use super::Delivery;
use super::model::{GROUPS, Item, Member, SEGMENT_BYTES};
use super::verbs::Verdict;
use crate::body;
use ferromq_mqi::call::{Reply, Request};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::options::{GetOptions, ObjectDescriptor, ObjectHandle};
use ferromq_mqi::{MsgDescriptor, Reason};

impl Delivery {
    pub(super) fn put_group(&mut self, application: usize) -> Verdict {
        let in_work = self.random.chance(40);
        let first = self.invent(application, in_work);
        let messages = 1 + self.random.below(3) as i32;
        let in_group = messages > 1 || self.random.chance(50);
        let Some(handle) = self.open_groups(application, MQOO_OUTPUT)? else {
            return Ok(());
        };
        let mut group = None;
        for number in 1..=messages {
            let segments = if self.random.chance(40) || !in_group {
                2 + self.random.below(2)
            } else {
                1
            };
            for segment in 0..segments {
                let member = Member {
                    group: group.unwrap_or([0; 24]),
                    in_group,
                    number,
                    last: number == messages,
                    offset: (segment * SEGMENT_BYTES as u64) as i32,
                    is_segment: segments > 1,
                    last_segment: segment + 1 == segments,
                };
                let is_begun = group.is_some();
                let (own_group, is_put) =
                    self.put_member((application, handle), &first, member, is_begun)?;
                group = Some(own_group);
                if !is_put {
                    return Ok(());
                }
            }
        }
        self.trace.note(&format!(
            "application {application}: put a group of {messages}, in work {in_work}"
        ));
        self.expect_done(application, Request::Close { handle, options: 0 })
    }

    /// Puts one of them, which are like `first`. Answers its group, and whether it is known to be there.
    fn put_member(
        &mut self,
        (application, handle): (usize, ObjectHandle),
        first: &Item,
        member: Member,
        is_begun: bool,
    ) -> Result<([u8; 24], bool), String> {
        let own = self.next_number();
        let mut item = Item {
            number: own,
            colour: None,
            len: SEGMENT_BYTES,
            member: Some(member),
            ..first.clone()
        };
        let (mut descriptor, mut options, body) = Self::as_put(&item, None);
        options.options |= MQPMO_LOGICAL_ORDER;
        descriptor.version = MQMD_VERSION_2;
        descriptor.msg_flags = flags_of(&member);
        let answer = self.call(
            application,
            Request::Put {
                handle,
                descriptor,
                options,
                body,
            },
        )?;
        let put = match answer {
            // In the group of those before it, or the first of one: nobody has been told which that is.
            None => None,
            Some(Reply::Put(put)) => Some(put.descriptor.group_id),
            Some(other) => return Err(format!("a put of {member:?} answered {other:?}")),
        };
        let group = match is_begun {
            true => member.group,
            false => put.unwrap_or(body::msg_id(own)),
        };
        if put.is_some_and(|put| put != group) {
            return Err(format!(
                "a group has two identifiers: {put:?} and {group:?}"
            ));
        }
        item.member = Some(Member { group, ..member });
        self.steps.push(self.state.clone());
        self.state.put(GROUPS, item);
        Ok((group, put.is_some()))
    }

    fn open_groups(
        &mut self,
        application: usize,
        options: i32,
    ) -> Result<Option<ObjectHandle>, String> {
        let descriptor = ObjectDescriptor::queue(GROUPS);
        match self.call(
            application,
            Request::Open {
                descriptor,
                options,
            },
        )? {
            None => Ok(None),
            Some(Reply::Opened { handle, .. }) => Ok(Some(handle)),
            Some(other) => Err(format!("open of {GROUPS} answered {other:?}")),
        }
    }

    /// Gets the next whole group that is there in logical order, message by message or segment by segment.
    pub(super) fn get_group(&mut self, application: usize) -> Verdict {
        let in_work = self.random.chance(40);
        let whole_messages = self.random.chance(50);
        let now_us = self.now_us();
        let Some(handle) = self.open_groups(application, MQOO_INPUT_SHARED)? else {
            return Ok(());
        };
        // With segments put together, a group whose messages are all there; or else one of which every segment is.
        let all = MQGMO_LOGICAL_ORDER | MQGMO_ALL_MSGS_AVAILABLE;
        let whole = if whole_messages {
            MQGMO_COMPLETE_MSG
        } else {
            MQGMO_ALL_SEGMENTS_AVAILABLE
        };
        let syncpoint = if in_work {
            MQGMO_SYNCPOINT
        } else {
            MQGMO_NO_SYNCPOINT
        };
        let begins = |item: &Item| match &item.member {
            None => true,
            Some(member) => {
                let first = member.offset == 0 && (!member.in_group || member.number == 1);
                first && self.state.is_complete(now_us, member, true)
            }
        };
        let first = self.state.first(GROUPS, now_us, begins);
        let mut parts = self.parts_of(first, whole_messages);
        self.trace.note(&format!(
            "application {application}: gets a group, in work {in_work}, whole messages {whole_messages}: {parts:?}"
        ));
        let empty = parts.is_empty();
        if empty {
            parts.push(Vec::new());
        }
        for part in parts {
            self.steps.push(self.state.clone());
            let Some(answer) =
                self.call(application, logical_get(handle, all | whole | syncpoint))?
            else {
                self.take_all(application, &part, in_work);
                return Ok(());
            };
            self.take_all(application, &part, in_work);
            match answer {
                Reply::Failed(Reason::NO_MSG_AVAILABLE) if empty => {}
                Reply::Got(reply) if !empty => {
                    let data: Vec<u8> = part
                        .iter()
                        .flat_map(|number| body::make(*number, SEGMENT_BYTES))
                        .collect();
                    if reply.body[..] != data[..] {
                        return Err(format!(
                            "{part:?} were got as {} bytes that are not theirs",
                            reply.body.len()
                        ));
                    }
                }
                other => return Err(format!("a get of {part:?} answered {other:?}")),
            }
        }
        self.expect_done(application, Request::Close { handle, options: 0 })
    }

    /// The numbers of what each get of a group brings, from its first message on.
    fn parts_of(&self, first: Option<usize>, whole_messages: bool) -> Vec<Vec<u64>> {
        let Some(first) = first.map(|at| &self.state.queues[GROUPS][at]) else {
            return Vec::new();
        };
        let Some(of) = first.member else {
            return vec![vec![first.number]];
        };
        let now_us = self.now_us();
        let all = self.state.queues[GROUPS]
            .iter()
            .filter(|item| item.is_visible(now_us));
        let mut members: Vec<(Member, u64)> = all
            .filter_map(|item| item.member.map(|member| (member, item.number)))
            .filter(|(member, _)| member.group == of.group)
            .collect();
        members.sort_by_key(|(member, _)| (member.number, member.offset));
        let mut parts: Vec<Vec<u64>> = Vec::new();
        for (member, number) in members {
            match parts.last_mut() {
                Some(last) if whole_messages && member.offset > 0 => last.push(number),
                _ => parts.push(vec![number]),
            }
        }
        parts
    }

    fn take_all(&mut self, application: usize, numbers: &[u64], in_work: bool) {
        for number in numbers {
            let at = self.state.queues[GROUPS]
                .iter()
                .position(|item| item.number == *number);
            match at {
                Some(at) if in_work => self.state.hold(GROUPS, at, application),
                Some(at) => self.state.take(GROUPS, at),
                None => {}
            }
        }
    }
}

fn flags_of(member: &Member) -> i32 {
    let group = match (member.in_group, member.last) {
        (false, _) => 0,
        (true, false) => MQMF_MSG_IN_GROUP,
        (true, true) => MQMF_LAST_MSG_IN_GROUP,
    };
    let segment = match (member.is_segment, member.last_segment) {
        (false, _) => 0,
        (true, false) => MQMF_SEGMENT,
        (true, true) => MQMF_LAST_SEGMENT,
    };
    group | segment
}

fn logical_get(handle: ObjectHandle, options: i32) -> Request {
    Request::Get {
        handle,
        descriptor: MsgDescriptor {
            version: MQMD_VERSION_2,
            ..MsgDescriptor::default()
        },
        options: GetOptions {
            options: options | MQGMO_NO_PROPERTIES,
            match_options: MQMO_NONE,
            ..GetOptions::default()
        },
        buffer_len: 100_000,
    }
}
