//! What `?` answers.

use super::change::expected;
use super::words::{Noun, Verb};
use ferromq_mqi::attribute::{Form, ObjectKind};
use std::fmt::Write;

/// Every command.
pub(crate) const VERBS: &str =
    "   ALTER      CLEAR      DEFINE     DELETE     DISPLAY    PING       PURGE
   REFRESH    RESET      RESOLVE    RESUME     SET        START      STOP
   SUSPEND    END\n";

/// The objects a verb can be used with.
pub(crate) fn of_verb(verb: Verb) -> String {
    let mut text = String::new();
    for noun in Noun::BUILT.into_iter().filter(|noun| verb.takes(*noun)) {
        line(
            &mut text,
            &format!("{} {}{}", verb.word(), noun.word(), parentheses(noun)),
        );
    }
    text
}

/// What a verb takes with an object.
pub(crate) fn of_command(verb: Verb, noun: Noun) -> String {
    let mut text = String::new();
    line(
        &mut text,
        &format!("{} {}{}", verb.word(), noun.word(), parentheses(noun)),
    );
    let kind = match noun {
        Noun::Object(kind) => Some(kind),
        Noun::QMgr => Some(ObjectKind::QMgr),
        _ => None,
    };
    if noun == Noun::Channel {
        channels(&mut text, verb);
        return text;
    }
    match (verb, kind) {
        (Verb::Define, Some(kind)) => {
            line(&mut text, "   LIKE(name)");
            line(&mut text, "   REPLACE | NOREPLACE");
            attributes(&mut text, kind, |uses| uses.definable);
        }
        (Verb::Alter, Some(kind)) => {
            if kind.is_queue() || kind == ObjectKind::QMgr {
                line(&mut text, "   FORCE | NOFORCE");
            }
            attributes(&mut text, kind, |uses| uses.alterable);
        }
        (Verb::Delete, Some(ObjectKind::QLocal)) => line(&mut text, "   PURGE | NOPURGE"),
        (Verb::Display, _) => {
            line(&mut text, "   WHERE(keyword operator value)");
            line(&mut text, "   ALL");
            line(&mut text, "   any of the attributes");
        }
        _ => {}
    }
    text
}

fn channels(text: &mut String, verb: Verb) {
    match verb {
        Verb::Define | Verb::Alter => {
            for kind in [ObjectKind::SvrConn, ObjectKind::ClntConn] {
                line(text, &format!("   CHLTYPE({kind})"));
                if verb == Verb::Define {
                    line(text, "   LIKE(name)");
                    line(text, "   REPLACE | NOREPLACE");
                    attributes(text, kind, |uses| uses.definable);
                } else {
                    attributes(text, kind, |uses| uses.alterable);
                }
            }
        }
        Verb::Delete => line(text, "   CHLTABLE(QMGRTBL, CLNTTBL)"),
        Verb::Display => {
            line(text, "   TYPE(SVRCONN, CLNTCONN, ALL)");
            line(text, "   WHERE(keyword operator value)");
            line(text, "   ALL");
            line(text, "   any of the attributes");
        }
        Verb::Stop => {
            line(text, "   MODE(QUIESCE, FORCE, TERMINATE)");
            line(text, "   STATUS(STOPPED, INACTIVE)");
            line(text, "   CONNAME(address)");
            line(text, "   QMNAME(name)");
            line(text, "   IGNSTATE(YES, NO)");
        }
        Verb::Start => line(text, "   IGNSTATE(YES, NO)"),
        _ => {}
    }
}

fn attributes(
    text: &mut String,
    kind: ObjectKind,
    chosen: fn(&ferromq_mqi::attribute::Uses) -> bool,
) {
    for info in kind.attributes().iter().filter(|info| chosen(&info.uses)) {
        let keyword = info.attr.keyword();
        match info.form {
            Form::Flag => line(text, &format!("   {keyword} | NO{keyword}")),
            form => line(text, &format!("   {keyword}({})", expected(form))),
        }
    }
}

fn parentheses(noun: Noun) -> &'static str {
    match noun {
        Noun::QMgr
        | Noun::QMgrStatus
        | Noun::Security
        | Noun::Log
        | Noun::AuthRec
        | Noun::AuthServ
        | Noun::EntAuth
        | Noun::PubSub => "",
        Noun::Conn => "(identifier)",
        _ => "(name)",
    }
}

fn line(text: &mut String, shown: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "   {shown}");
}
