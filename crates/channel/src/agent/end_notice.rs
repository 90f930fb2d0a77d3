//! What operators are told of how a channel ended, under the numbers people look for.

use super::status::{batch_digits, in_commands};
use crate::message::{Fault, InDoubt};
use ferromq_mqi::generated::notices::{
    AMQ9001, AMQ9259, AMQ9496, AMQ9503, AMQ9504, AMQ9505, AMQ9506, AMQ9507, AMQ9520, AMQ9523,
    AMQ9524, AMQ9525, AMQ9526, AMQ9528, AMQ9541, AMQ9546, AMQ9547, AMQ9558, AMQ9641, AMQ9642,
    AMQ9643, FMQ0321,
};
use ferromq_mqi::notice::Notice as Entry;
use ferromq_qmgr::Notice;
use ferromq_wire::control::{Status, StatusCode};
use ferromq_wire::message_channel::Luwid;
use ferromq_wire::negotiate::Refusal;
use std::fmt::Display;

/// What this end knows of a channel that ends.
#[derive(Clone, Copy)]
pub(crate) struct EndingChannel<'a> {
    pub(crate) channel: &'a str,
    /// Address of the other end.
    pub(crate) host: &'a str,
    /// `CHLTYPE` of this end; blank where the channel is not known.
    pub(crate) kind: &'a str,
    /// `SEQWRAP` of this end.
    pub(crate) wrap: u32,
    /// `SSLCIPH` of this end.
    pub(crate) cipher: &'a str,
    /// Name of the CipherSpec of a suite.
    pub(crate) cipher_spec: &'a dyn Fn(u32) -> Option<&'static str>,
    /// Number of the first message the other end has not confirmed.
    pub(crate) sent: u32,
    /// The batch of that message.
    pub(crate) sent_batch: Luwid,
    /// The batches in doubt, the oldest first, and the one that was confirmed before.
    pub(crate) in_doubt: &'a [InDoubt],
    pub(crate) confirmed: Luwid,
}

impl EndingChannel<'_> {
    /// That it ended, and why.
    pub(crate) fn notice(&self, fault: Option<&Fault>) -> Notice {
        let Self { channel, host, .. } = self;
        let of = |entry: &'static Entry, values: &[&dyn Display]| Notice::of(entry, values);
        match fault {
            None => of(&AMQ9001, &[channel]),
            Some(Fault::Refused(status)) => self.refused(*status),
            Some(Fault::Terms(Refusal::Status(code))) => self.refused(Status::new(*code)),
            Some(Fault::Terms(Refusal::Wrap { asked, own })) => {
                of(&AMQ9505, &[channel, host, asked, own])
            }
            Some(Fault::Terms(refusal)) => of(&AMQ9503, &[channel, host, refusal]),
            Some(Fault::Sequence {
                found,
                expected,
                batch,
                committed,
                ..
            }) => self.out_of_step((*found, *batch), (*expected, Some(*committed))),
            Some(Fault::RecordLost { in_doubt, .. }) => {
                let why = format!(
                    "'{host}' does not know any more which batch it committed last. {}",
                    self.by_hand(*in_doubt)
                );
                let batches: Vec<String> = (self.in_doubt.iter())
                    .map(|batch| batch_digits(batch.batch))
                    .collect();
                let messages = (self.in_doubt.iter())
                    .fold(0, |all: u32, batch| all.saturating_add(batch.messages));
                of(&AMQ9507, &[channel, &batches.join(", "), &messages, &why])
            }
            Some(Fault::Elsewhere { found }) => of(&FMQ0321, &[channel, found, host]),
            Some(Fault::Silence) => of(&AMQ9259, &[channel, host]),
            Some(fault) => of(&AMQ9504, &[channel, host, fault]),
        }
    }

    /// What a person can do where the other end cannot say which of the batches it has.
    fn by_hand(&self, oldest: InDoubt) -> String {
        let name = in_commands(self.channel);
        let [_, .., _] = self.in_doubt else {
            return format!(
                "Look there whether the message with number {} came, and then RESOLVE CHANNEL({name}) ACTION(COMMIT) if it did, or \
                 ACTION(BACKOUT)",
                oldest.sequence
            );
        };
        let batches: Vec<String> = (self.in_doubt.iter())
            .map(|it| format!("{} up to message {}", batch_digits(it.batch), it.sequence))
            .collect();
        format!(
            "Look there which message came last, and then RESOLVE CHANNEL({name}) ACTION(BACKOUT) LUWID(batch) with the last batch that \
             came whole: {}; or {} if none did",
            batches.join(", "),
            batch_digits(self.confirmed)
        )
    }

    /// The other end says why.
    fn refused(&self, status: Status) -> Notice {
        let Self { channel, host, .. } = self;
        let of = |entry: &'static Entry, values: &[&dyn Display]| Notice::of(entry, values);
        let code = status.code;
        match code {
            StatusCode::CHANNEL_NOT_FOUND => of(&AMQ9520, &[channel, host]),
            StatusCode::CHANNEL_TYPE => of(&AMQ9547, &[channel, &self.kind, host]),
            StatusCode::Q_MGR_UNAVAILABLE | StatusCode::STANDBY => {
                of(&AMQ9524, &[host, channel, &code])
            }
            StatusCode::Q_MGR_ENDING => of(&AMQ9525, &[channel, host]),
            StatusCode::USER_CLOSED => of(&AMQ9528, &[channel, host]),
            StatusCode::SEQUENCE if status.value.is_some() => {
                let expected = status.value.unwrap_or_default();
                self.out_of_step((self.sent, self.sent_batch), (expected, status.committed))
            }
            StatusCode::CANNOT_STORE | StatusCode::BATCH => of(&AMQ9506, &[channel, host, &code]),
            StatusCode::WRAP => {
                let theirs = status.value.map(|value| value.to_string());
                let theirs = theirs.unwrap_or_else(|| "another one".to_owned());
                of(&AMQ9505, &[channel, host, &self.wrap, &theirs])
            }
            StatusCode::SECURITY | StatusCode::CHANNEL_UNAVAILABLE => {
                let why = format!("it says '{code}', and its log says why");
                of(&AMQ9558, &[channel, &format!("'{host}'"), &why])
            }
            StatusCode::EXIT_CLOSED => of(&AMQ9496, &[channel, host]),
            StatusCode::CIPHER => of(
                &AMQ9641,
                &[
                    channel,
                    host,
                    &named(self.cipher),
                    &self.theirs(status.value),
                ],
            ),
            StatusCode::PEER_NAME => of(&AMQ9643, &[channel, host]),
            StatusCode::CERTIFICATE => of(&AMQ9642, &[channel, host]),
            StatusCode::CCSID => of(&AMQ9541, &[channel, host]),
            StatusCode::ENCODING | StatusCode::FAP | StatusCode::NEGOTIATION => {
                of(&AMQ9503, &[channel, host, &format!("it says '{code}'")])
            }
            StatusCode(10..=16 | 18..=19) => of(&AMQ9523, &[host, channel, &code]),
            _ => of(&AMQ9546, &[channel, &code, host]),
        }
    }

    /// A message has another number than the receiving end expects, which has committed this batch last, if that is known.
    fn out_of_step(&self, sent: (u32, Luwid), expected: (u32, Option<Luwid>)) -> Notice {
        let Self { channel, host, .. } = self;
        let sent_batch = batch_digits(sent.1);
        let committed = match expected.1 {
            Some(Luwid::NONE) => "none that is known there any more".to_owned(),
            Some(committed) => batch_digits(committed),
            None => "that it does not say".to_owned(),
        };
        let name = in_commands(channel);
        let number = expected.0.clamp(1, self.wrap.max(1));
        let values: [&dyn Display; 8] = [
            channel,
            host,
            &sent.0,
            &sent_batch,
            &expected.0,
            &committed,
            &name,
            &number,
        ];
        Notice::of(&AMQ9526, &values)
    }

    /// The CipherSpec the other end wants, as its status says it: the number of a suite of TLS, or 0 for none.
    fn theirs(&self, value: Option<u32>) -> String {
        match value {
            Some(0) => "none".to_owned(),
            Some(suite) => match (self.cipher_spec)(suite) {
                Some(name) => name.to_owned(),
                None => format!("suite {suite:#06X}"),
            },
            None => "another one".to_owned(),
        }
    }
}

/// `SSLCIPH`, for people.
fn named(cipher: &str) -> &str {
    match cipher {
        "" => "none",
        cipher => cipher,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promised(counter: u32, sequence: u32) -> InDoubt {
        InDoubt {
            batch: Luwid { time_s: 7, counter },
            sequence,
            messages: 2,
        }
    }

    fn lost(in_doubt: &[InDoubt]) -> String {
        let ending = EndingChannel {
            channel: "to.Qm2",
            host: "qm2.example(1414)",
            kind: "SDR",
            wrap: 999_999_999,
            cipher: "",
            cipher_spec: &|_| None,
            sent: 3,
            sent_batch: in_doubt[0].batch,
            in_doubt,
            confirmed: Luwid {
                time_s: 6,
                counter: 1,
            },
        };
        let fault = Fault::RecordLost {
            in_doubt: in_doubt[0],
            theirs: Luwid::NONE,
        };
        ending.notice(Some(&fault)).text
    }

    /// Of several batches COMMIT keeps all: whoever looked for the first alone would lose the others.
    #[test]
    fn by_hand_each_batch_in_doubt_can_be_told_from_the_others() {
        let one = lost(&[promised(1, 4)]);
        let command = "RESOLVE CHANNEL('to.Qm2') ACTION(COMMIT)";
        assert!(one.contains(command), "{one}");
        let (first, second) = (promised(1, 4), promised(2, 6));
        let several = lost(&[first, second]);
        assert!(!several.contains("ACTION(COMMIT)"), "{several}");
        for batch in [first, second] {
            let part = format!(
                "{} up to message {}",
                batch_digits(batch.batch),
                batch.sequence
            );
            assert!(several.contains(&part), "{several}");
        }
        let before = Luwid {
            time_s: 6,
            counter: 1,
        };
        let none = format!("{} if none did", batch_digits(before));
        assert!(several.contains(&none), "{several}");
        assert!(several.contains("of 4 messages"), "{several}");
    }

    #[test]
    fn a_fault_is_told_in_words() {
        let fault = Fault::MessageLength {
            bytes: 5_000,
            most: 4_096,
        };
        let said = fault.to_string();
        assert_eq!(said, "a message of 5000 bytes, where 4096 were agreed");
    }
}
