//! What is observed of channels. Whoever comes here says what has happened; who is told of it, and in what order a message tells it, stands in
//! `tables/observations.csv`.

use crate::tcp::agents::EndedChannel;
use crate::tcp::edge::Edge;
use crate::tcp::made_senders::TRANSMISSION_QUEUE;
use crate::tcp::message_channel::{connection_name, sends};
use crate::tcp::plan::Phase;
use crate::tcp::running::TooMany;
use ferromq_channel::{Ended, MessageChannelStatus};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_qmgr::{EventDetails, Notice, Observed};
use ferromq_wire::control::StatusCode;

/// Most characters of what operators were told that an event carries.
const ERROR_TEXT_MAX: i32 = 256;

/// The channel something is observed of, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Subject<'a> {
    pub(crate) channel: &'a str,
    /// Of one that sends.
    pub(crate) transmission_queue: &'a str,
    /// The address of the other end, or what the definition says where it was not reached.
    pub(crate) connection: &'a str,
}

impl<'a> Subject<'a> {
    /// A channel nobody is connected with.
    pub(crate) fn of_definition(definition: &'a Definition, name: &'a str) -> Self {
        let text = |attr| definition.find_text(attr).unwrap_or_default();
        Self {
            channel: name,
            transmission_queue: match definition.kind() {
                ObjectKind::ClusSdr => TRANSMISSION_QUEUE,
                _ => text(Attr::Xmitq),
            },
            connection: text(Attr::Conname),
        }
    }

    fn details(self) -> EventDetails {
        let fields = [
            (MQCACH_CHANNEL_NAME, self.channel, MQ_CHANNEL_NAME_LENGTH),
            (
                MQCACH_XMIT_Q_NAME,
                self.transmission_queue,
                MQ_Q_NAME_LENGTH,
            ),
            (MQCACH_CONNECTION_NAME, self.connection, MQ_CONN_NAME_LENGTH),
        ];
        let known = fields.into_iter().filter(|(_, text, _)| !text.is_empty());
        known.fold(
            EventDetails::default(),
            |details, (parameter, text, most)| details.text(parameter, text, most),
        )
    }
}

impl Edge {
    /// Something has happened to a channel.
    pub(crate) fn observe_channel(
        &self,
        what: Observed,
        subject: Subject<'_>,
        more: impl FnOnce(EventDetails) -> EventDetails,
    ) {
        self.engine().observe(what, || more(subject.details()));
    }

    /// Something has happened to a channel somebody is connected with.
    pub(crate) fn observe_instance(
        &self,
        what: Observed,
        status: &MessageChannelStatus,
        more: impl FnOnce(EventDetails) -> EventDetails,
    ) {
        self.engine().observe(what, || {
            let definition = &status.definition;
            let queue = match sends(definition.kind) {
                true => definition.transmission_queue.as_str().trim_end(),
                false => "",
            };
            let subject = Subject {
                channel: definition.channel_name.as_str().trim_end(),
                transmission_queue: queue,
                connection: &connection_name(status),
            };
            more(subject.details())
        });
    }

    /// A channel has ended, and it stands so with it since.
    pub(crate) fn observe_end(&self, ended: &EndedChannel, phase: Option<Phase>) {
        let Some((status, end)) = &ended.instance else {
            return;
        };
        if let Some(qualifier) = end.refused.and_then(insecurity) {
            self.observe_instance(Observed::ChannelNotSecure, status, |details| {
                details.int(MQIACF_REASON_QUALIFIER, qualifier)
            });
        }
        if !end.was_started {
            return;
        }
        let (what, qualifier) = stopped(end.how, phase);
        self.observe_instance(what, status, |details| {
            let why = end.why.as_ref();
            let text = why.map_or("", |notice| notice.text.as_str());
            details
                .int(MQIACF_REASON_QUALIFIER, qualifier)
                .int(MQIACF_ERROR_IDENTIFIER, why.map_or(0, error_identifier))
                .int(MQIACF_AUX_ERROR_DATA_INT_1, 0)
                .int(MQIACF_AUX_ERROR_DATA_INT_2, 0)
                .text(MQCACF_AUX_ERROR_DATA_STR_1, text, length(text))
                .text(MQCACF_AUX_ERROR_DATA_STR_2, "", 0)
                .text(MQCACF_AUX_ERROR_DATA_STR_3, "", 0)
        });
    }

    /// There is no TLS with somebody, or not as the channel demands.
    pub(crate) fn observe_insecure(&self, qualifier: i32, subject: Subject<'_>, tls: Tls<'_>) {
        self.observe_channel(Observed::ChannelNotSecure, subject, |details| {
            let mut details = details.int(MQIACF_REASON_QUALIFIER, qualifier);
            if !tls.failure.is_empty() {
                details = details
                    .text(
                        MQCACH_SSL_HANDSHAKE_STAGE,
                        tls.failure,
                        MQ_SSL_HANDSHAKE_STAGE_LENGTH,
                    )
                    .int(MQIACH_SSL_RETURN_CODE, 0);
            }
            let names = [
                (MQCACH_SSL_PEER_NAME, tls.subject),
                (MQCA_SSL_CERT_ISSUER_NAME, tls.issuer),
            ];
            let known = names.into_iter().filter(|(_, name)| !name.is_empty());
            known.fold(details, |details, (parameter, name)| {
                details.text(parameter, name, length(name))
            })
        });
    }

    /// Somebody who called is refused because too many channels run.
    pub(crate) fn observe_too_many(&self, channel: &str, address: &str, too_many: TooMany) {
        let (qualifier, parameter, limit) = match too_many {
            TooMany::QueueManager(limit) => (MQRQ_MAX_ACTIVE_CHANNELS, MQIA_ACTIVE_CHANNELS, limit),
            TooMany::Channel(limit) => (MQRQ_SVRCONN_INST_LIMIT, MQIACH_MAX_INSTANCES, limit),
            TooMany::Client(limit) => (MQRQ_CLIENT_INST_LIMIT, MQIACH_MAX_INSTS_PER_CLIENT, limit),
        };
        let subject = Subject {
            channel,
            connection: address,
            ..Subject::default()
        };
        self.observe_channel(Observed::ChannelNotAvailable, subject, |details| {
            details
                .int(MQIACF_REASON_QUALIFIER, qualifier)
                .int(parameter, i32::try_from(limit).unwrap_or(i32::MAX))
        });
    }
}

/// What is known of TLS that is not as it should be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tls<'a> {
    /// What failed of a handshake.
    pub(crate) failure: &'a str,
    /// The name in the certificate of the other end.
    pub(crate) subject: &'a str,
    /// Who has issued it.
    pub(crate) issuer: &'a str,
}

/// What a status says of TLS, as events say it; `None` where it is about something else.
pub(crate) fn insecurity(status: StatusCode) -> Option<i32> {
    match status {
        StatusCode::CIPHER => Some(MQRQ_SSL_CIPHER_SPEC_ERROR),
        StatusCode::CERTIFICATE => Some(MQRQ_SSL_CLIENT_AUTH_ERROR),
        StatusCode::PEER_NAME => Some(MQRQ_SSL_PEER_NAME_ERROR),
        _ => None,
    }
}

/// How an end is told.
fn stopped(how: Ended, phase: Option<Phase>) -> (Observed, i32) {
    match (how, phase) {
        (_, Some(Phase::Stopped)) => (Observed::ChannelFailed, MQRQ_CHANNEL_STOPPED_DISABLED),
        (_, Some(Phase::Retrying { .. })) => (Observed::ChannelFailed, MQRQ_CHANNEL_STOPPED_RETRY),
        (Ended::WithFault, _) => (Observed::ChannelFailed, MQRQ_CHANNEL_STOPPED_ERROR),
        _ => (Observed::ChannelEnded, MQRQ_CHANNEL_STOPPED_OK),
    }
}

/// The code of a notice as events carry it: its number, read as hexadecimal digits, is the lower half.
fn error_identifier(notice: &Notice) -> i32 {
    const PREFIX: i32 = 0x2000_0000;
    let digits = notice.number.trim_matches(|it: char| !it.is_ascii_digit());
    i32::from_str_radix(digits, 16).map_or(0, |number| PREFIX | number)
}

/// Room for a text that is as long as it is, up to a bound.
fn length(text: &str) -> i32 {
    i32::try_from(text.chars().count()).map_or(ERROR_TEXT_MAX, |count| count.min(ERROR_TEXT_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferromq_mqi::generated::notices::AMQ9209;
    use std::time::Instant;

    #[test]
    fn an_end_is_told_by_what_follows_from_it() {
        let at = Instant::now();
        let retrying = Some(Phase::Retrying { at });
        let told = |how, phase| stopped(how, phase).1;
        assert_eq!(told(Ended::Normally, None), MQRQ_CHANNEL_STOPPED_OK);
        assert_eq!(told(Ended::WithFault, None), MQRQ_CHANNEL_STOPPED_ERROR);
        assert_eq!(told(Ended::ByPartner, retrying), MQRQ_CHANNEL_STOPPED_RETRY);
        assert_eq!(told(Ended::WithFault, retrying), MQRQ_CHANNEL_STOPPED_RETRY);
        let stopped = Some(Phase::Stopped);
        assert_eq!(
            told(Ended::Normally, stopped),
            MQRQ_CHANNEL_STOPPED_DISABLED
        );
    }

    #[test]
    fn the_digits_of_a_notice_are_read_in_the_code_of_an_event() {
        let notice = Notice::of(&AMQ9209, &[&"A", &"there"]);
        assert_eq!(error_identifier(&notice), 0x2000_9209);
    }
}
