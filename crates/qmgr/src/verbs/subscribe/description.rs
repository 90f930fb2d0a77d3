//! What is written down of a subscription, and what a program is told of it.

use crate::objects::logged::stamp;
use crate::publish::subscription::Destination;
use crate::publish::subscription::SHARED;
use crate::publish::subscription::Subscription;
use crate::verbs::connection::Connection;
use crate::verbs::subscribe::ACCESS;
use ferromq_mqi::attribute::{Attr, Value};
use ferromq_mqi::definition::Definition;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::hex::{from_hex, hex};
use ferromq_mqi::name::{FixedText, ObjectName};
use ferromq_mqi::options::{ObjectHandle, Sharing, SubscriptionDescriptor};
use ferromq_mqi::{MsgDescriptor, Reason};

impl Connection {
    /// What `MQSO_ALTER` makes of a subscription; `None` when it stays as it is.
    pub(super) fn altered(
        &mut self,
        found: &Subscription,
        asked: &SubscriptionDescriptor,
        queue: ObjectHandle,
        user: FixedText<12>,
    ) -> Result<Option<Subscription>, Reason> {
        let before = &found.definition;
        let durable = asked.options & MQSO_DURABLE != 0;
        if durable != found.is_durable() {
            return Err(Reason::DURABILITY_NOT_ALTERABLE);
        }
        let names_topic = !asked.object_name.is_blank() || !asked.object_string.is_empty();
        if names_topic {
            let topic = self.full_topic(&asked.object_name, &asked.object_string)?;
            if topic != before.text(Attr::Topicstr) {
                return Err(Reason::TOPIC_NOT_ALTERABLE);
            }
        }
        // Source: 2510: the wildcard options are of the topic. Without one it is the scheme of topic levels.
        let by_characters = asked.options & MQSO_WILDCARD_CHAR != 0;
        if by_characters != (before.int(Attr::Wschema) == MQWS_CHAR) {
            return Err(Reason::TOPIC_NOT_ALTERABLE);
        }
        if asked.selection_string != before.text(Attr::Selector) {
            return Err(Reason::SELECTOR_NOT_ALTERABLE);
        }
        if asked.sub_level != found.level {
            return Err(Reason::SUBLEVEL_NOT_ALTERABLE);
        }
        if (asked.options ^ found.options()) & MQSO_GROUP_SUB != 0 {
            return Err(Reason::GROUPING_NOT_ALTERABLE);
        }
        let mut after = before.clone();
        let topic = before.text(Attr::Topicstr).to_owned();
        let correl_id = before.text(Attr::Destcorl).to_owned();
        self.describe(&mut after, asked, &topic, user)?;
        if asked.options & MQSO_SET_CORREL_ID == 0 {
            set(&mut after, Attr::Destcorl, correl_id.as_str())?;
        }
        // Source: ALTER SUB, usage notes: the scope is of creation, and there is no reason to refuse another with.
        for attr in [Attr::Crdate, Attr::Crtime, Attr::Topicobj, Attr::Subscope] {
            if let Some(value) = before.get(attr).cloned() {
                set(&mut after, attr, value)?;
            }
        }
        if matches!(found.destination, Destination::Provided(..)) && queue != ObjectHandle::NONE {
            self.check_provided(queue, durable, asked)?;
            let destination = self.provided(queue)?;
            set_destination(&mut after, destination, false)?;
        }
        let same = |attr| after.get(attr) == before.get(attr);
        // It would be in another group, and that sent another copy.
        let of_group = [Attr::Dest, Attr::Destqmgr, Attr::Destcorl];
        if found.grouped && !of_group.into_iter().all(same) {
            return Err(Reason::GROUPING_NOT_ALTERABLE);
        }
        const ALTERABLE: [Attr; 9] = [
            Attr::Dest,
            Attr::Destqmgr,
            Attr::Destcorl,
            Attr::Expiry,
            Attr::Userdata,
            Attr::Pubacct,
            Attr::Pubappid,
            Attr::Pubprty,
            Attr::Subuser,
        ];
        if ALTERABLE.into_iter().all(same) && same(Attr::Varuser) && same(Attr::Reqonly) {
            return Ok(None);
        }
        let registry = self.engine.registry();
        let queue = |name: &ObjectName| registry.local_queue(name);
        Subscription::of(after, queue, self.engine.clock.wall_us()).map(Some)
    }

    /// What becomes of a subscription that another user resumes, who is allowed to: it is that user's from then on. `None` when it was before.
    /// Source: MQSD, `MQSO_ANY_USERID`.
    pub(super) fn taken_over(
        &self,
        found: &Subscription,
        user: FixedText<12>,
    ) -> Result<Option<Subscription>, Reason> {
        if found.definition.text(Attr::Subuser) == user.as_str() {
            return Ok(None);
        }
        let mut after = found.definition.clone();
        set(&mut after, Attr::Subuser, user.as_str())?;
        let of_program = after.int(Attr::Subtype) == MQSUBTYPE_API;
        if of_program && found.options() & MQSO_SET_IDENTITY_CONTEXT == 0 {
            // The token is the one of whoever has it, too.
            let (token, _) = self.identity(&SubscriptionDescriptor::default());
            set(&mut after, Attr::Pubacct, hex(&token).as_str())?;
        }
        let registry = self.engine.registry();
        let queue = |name: &ObjectName| registry.local_queue(name);
        Subscription::of(after, queue, self.engine.clock.wall_us()).map(Some)
    }

    /// Writes down what is asked for.
    pub(super) fn describe(
        &self,
        definition: &mut Definition,
        asked: &SubscriptionDescriptor,
        topic: &str,
        user: FixedText<12>,
    ) -> Result<(), Reason> {
        let options = asked.options;
        let correl_id = match options & MQSO_SET_CORREL_ID {
            0 => self.engine.identifiers.message_id(),
            _ => asked.sub_correl_id,
        };
        let (token, identity) = self.identity(asked);
        let selects = match asked.selection_string.is_empty() {
            true => MQSELTYPE_NONE,
            false => MQSELTYPE_STANDARD,
        };
        let shared = match asked.sharing {
            Sharing::Yes => SHARED,
            Sharing::No | Sharing::Either | Sharing::Joins => 0,
        };
        let kept =
            shared | options & !(ACCESS | MQSO_FAIL_IF_QUIESCING | MQSO_ALTERNATE_USER_AUTHORITY);
        let values: [(Attr, Value); 15] = [
            (Attr::Sub, asked.sub_name.as_str().into()),
            (Attr::Topicstr, topic.into()),
            (Attr::Topicobj, asked.object_name.as_str().into()),
            (Attr::Destcorl, hex(&correl_id).as_str().into()),
            (Attr::Expiry, asked.sub_expiry.into()),
            (Attr::Selector, asked.selection_string.as_str().into()),
            (Attr::Seltype, selects.into()),
            (Attr::Userdata, asked.sub_user_data.as_str().into()),
            (Attr::Pubacct, hex(&token).as_str().into()),
            (Attr::Pubappid, identity.into()),
            (Attr::Pubprty, asked.pub_priority.into()),
            (Attr::Sublevel, asked.sub_level.into()),
            (Attr::Subtype, MQSUBTYPE_API.into()),
            (Attr::Subuser, user.as_str().into()),
            (Attr::Subopts, kept.into()),
        ];
        for (attr, value) in values {
            set(definition, attr, value)?;
        }
        for (attr, option, yes, no) in WORDS {
            set(
                definition,
                attr,
                if options & option != 0 { yes } else { no },
            )?;
        }
        stamp(&self.engine, definition, true);
        Ok(())
    }

    /// The accounting token and identity data of its publications.
    fn identity<'a>(&self, asked: &'a SubscriptionDescriptor) -> ([u8; 32], &'a str) {
        if asked.options & MQSO_SET_IDENTITY_CONTEXT != 0 {
            let identity = asked.pub_appl_identity_data.as_str();
            return (asked.pub_accounting_token, identity);
        }
        let mut context = MsgDescriptor::default();
        self.context.fill_all(&mut context, &self.stamp);
        (context.accounting_token, "")
    }
}

/// Attributes one option decides, with their values for it and without.
const WORDS: [(Attr, i32, i32, i32); 5] = [
    (
        Attr::Durable,
        MQSO_DURABLE,
        MQSUB_DURABLE_YES,
        MQSUB_DURABLE_NO,
    ),
    (
        Attr::Reqonly,
        MQSO_PUBLICATIONS_ON_REQUEST,
        MQRU_PUBLISH_ON_REQUEST,
        MQRU_PUBLISH_ALL,
    ),
    (Attr::Subscope, MQSO_SCOPE_QMGR, MQTSCOPE_QMGR, MQTSCOPE_ALL),
    (
        Attr::Varuser,
        MQSO_ANY_USERID,
        MQVU_ANY_USER,
        MQVU_FIXED_USER,
    ),
    (Attr::Wschema, MQSO_WILDCARD_CHAR, MQWS_CHAR, MQWS_TOPIC),
];

pub(super) fn set(
    definition: &mut Definition,
    attr: Attr,
    value: impl Into<Value>,
) -> Result<(), Reason> {
    // What programs pass is within the bounds of the table, by the checks above.
    definition
        .set_internal(attr, value)
        .map_err(|_| Reason::SD_ERROR)
}

pub(super) fn set_destination(
    definition: &mut Definition,
    (name, q_mgr): (ObjectName, ObjectName),
    managed: bool,
) -> Result<(), Reason> {
    let class = if managed { MQDC_MANAGED } else { MQDC_PROVIDED };
    set(definition, Attr::Dest, name.as_str())?;
    set(definition, Attr::Destqmgr, q_mgr.as_str())?;
    set(definition, Attr::Destclas, class)
}

/// Tells the program what holds for the subscription. With `resumed` it is one that was there: its options are told, too,
/// so that the program may pass the descriptor on to alter it.
pub(super) fn fill(asked: &mut SubscriptionDescriptor, subscription: &Subscription, resumed: bool) {
    let definition = &subscription.definition;
    let text = |attr| definition.text(attr).to_owned();
    asked.res_object_string = text(Attr::Topicstr);
    asked.sub_user_data = text(Attr::Userdata);
    asked.selection_string = text(Attr::Selector);
    asked.pub_priority = subscription.priority;
    asked.sub_level = subscription.level;
    let bytes = |attr| from_hex(definition.text(attr)).unwrap_or_default();
    asked.sub_id = from_hex(subscription.id().as_str())
        .and_then(|id| id.try_into().ok())
        .unwrap_or_default();
    asked.sub_correl_id = bytes(Attr::Destcorl).try_into().unwrap_or_default();
    asked.pub_accounting_token = bytes(Attr::Pubacct).try_into().unwrap_or_default();
    asked.pub_appl_identity_data = FixedText::truncated(definition.text(Attr::Pubappid));
    // Documented: the whole of its time, not what is left.
    asked.sub_expiry = definition.int(Attr::Expiry);
    if resumed {
        asked.options = resumed_options(asked.options, subscription);
    }
}

/// Source: MQSUB, usage notes on what a resume returns: no access option; what is said of the call alone is unchanged; new
/// publications only is of creation alone.
fn resumed_options(asked: i32, subscription: &Subscription) -> i32 {
    const OF_THE_CALL: i32 = MQSO_FAIL_IF_QUIESCING | MQSO_ALTERNATE_USER_AUTHORITY;
    const WITHOUT_ATTRIBUTE: i32 = MQSO_GROUP_SUB
        | MQSO_SET_CORREL_ID
        | MQSO_SET_IDENTITY_CONTEXT
        | MQSO_NO_MULTICAST
        | MQSO_READ_AHEAD
        | MQSO_NO_READ_AHEAD;
    let definition = &subscription.definition;
    let mut options = asked & OF_THE_CALL | subscription.options() & WITHOUT_ATTRIBUTE;
    if matches!(subscription.destination, Destination::Managed(..)) {
        options |= MQSO_MANAGED;
    }
    // Those made by commands have attributes and no options.
    for (attr, option, yes, _) in WORDS {
        if definition.int(attr) == yes {
            options |= option;
        }
    }
    if options & MQSO_WILDCARD_CHAR == 0 {
        options |= MQSO_WILDCARD_TOPIC;
    }
    if options & MQSO_ANY_USERID == 0 {
        options |= MQSO_FIXED_USERID;
    }
    options
}
