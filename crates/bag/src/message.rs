//! Bags to messages and back.

use crate::bag::Bag;
use crate::item::Item;
use crate::{BagHandle, Bags, selector};
use ferromq_mqi::code_page::{CodePage, Coding, End, transcode};
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::header::ByteOrder;
use ferromq_mqi::pcf::{
    GROUP_DEPTH_MAX, Malformed, Message, Parameter, Problem, Text, Texts, Value,
};
use ferromq_mqi::{MsgDescriptor, Reason};

/// Bags within bags.
pub(crate) const DEPTH_MAX: usize = GROUP_DEPTH_MAX;

/// Whether a message of a format can be a bag.
///
/// # Errors
/// `FORMAT_NOT_SUPPORTED`.
pub fn check_format(descriptor: &MsgDescriptor) -> Result<(), Reason> {
    match &descriptor.format {
        b"MQADMIN " | b"MQEVENT " | b"MQPCF   " => Ok(()),
        _ => Err(Reason::FORMAT_NOT_SUPPORTED),
    }
}

impl Bags {
    /// The message a bag is, as `mqBagToBuffer` makes it.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `NESTED_BAG_NOT_SUPPORTED` for nested bags that are no groups, `INQUIRY_COMMAND_ERROR`
    /// where attributes are asked for and the command inquires nothing known, `SELECTOR_WRONG_TYPE` where
    /// they are no numbers.
    pub fn to_message(&self, handle: BagHandle) -> Result<Message, Reason> {
        let bag = self.bag(handle)?;
        if bag.has_option(MQCBO_GROUP_BAG) {
            return Err(Reason::BAG_WRONG_TYPE);
        }
        Ok(Message {
            header: bag.header.clone(),
            parameters: self.parameters(bag, 0)?,
        })
    }

    fn parameters(&self, bag: &Bag, depth: usize) -> Result<Vec<Parameter>, Reason> {
        if depth > DEPTH_MAX {
            return Err(Reason::NESTED_BAG_NOT_SUPPORTED);
        }
        let lists = bag.has_option(MQCBO_LIST_FORM_ALLOWED);
        let reorders = bag.has_option(MQCBO_REORDER_AS_REQUIRED);
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut asked = Vec::new();
        for (selector, item) in bag.items() {
            if *selector == MQIACF_INQUIRY && bag.has_option(MQCBO_ADMIN_BAG) {
                let Item::Int(attribute) = item else {
                    return Err(Reason::SELECTOR_WRONG_TYPE);
                };
                asked.push(*attribute);
                continue;
            }
            let value = self.value(item, depth)?;
            let earlier = if !lists {
                None
            } else if reorders {
                let mut all = parameters.iter_mut();
                all.find(|parameter| parameter.id == *selector)
            } else {
                let last = parameters.last_mut();
                last.filter(|parameter| parameter.id == *selector)
            };
            // What cannot be part of a list stands on its own.
            let left = match earlier {
                Some(earlier) => join(&mut earlier.value, value),
                None => Some(value),
            };
            parameters.extend(left.map(|value| Parameter {
                id: *selector,
                value,
            }));
        }
        if !asked.is_empty() {
            let list = attributes_of(bag.header.command).ok_or(Reason::INQUIRY_COMMAND_ERROR)?;
            parameters.push(Parameter::ints(list, &asked));
        }
        Ok(parameters)
    }

    fn value(&self, item: &Item, depth: usize) -> Result<Value, Reason> {
        Ok(match item {
            Item::Int(value) => Value::Int(*value),
            Item::Int64(value) => Value::Int64(*value),
            Item::Text(text) => Value::Text(text.clone()),
            Item::Bytes(bytes) => Value::Bytes(bytes.clone()),
            Item::IntFilter { operator, value } => Value::IntFilter {
                operator: *operator,
                value: *value,
            },
            Item::TextFilter { operator, value } => Value::TextFilter {
                operator: *operator,
                value: value.clone(),
            },
            Item::BytesFilter { operator, value } => Value::BytesFilter {
                operator: *operator,
                value: value.clone(),
            },
            Item::Bag(handle) => {
                let bag = self.bag(*handle)?;
                if !bag.has_option(MQCBO_GROUP_BAG) {
                    return Err(Reason::NESTED_BAG_NOT_SUPPORTED);
                }
                Value::Group(self.parameters(bag, depth + 1)?)
            }
        })
    }

    /// Fills a bag with a message, as `mqBufferToBag` does: system items from the header, a user item for
    /// each parameter and each entry of a list, a bag of the system for each group. What was in the bag is
    /// gone. Strings are put into the code page of the bag where it names one; `ccsid` is that of the message.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `SYSTEM_BAG_NOT_ALTERABLE`; `SELECTOR_OUT_OF_RANGE` and `INCONSISTENT_ITEM_TYPE` where
    /// the message has what the bag may not have.
    pub fn fill(&mut self, handle: BagHandle, message: &Message, ccsid: i32) -> Result<(), Reason> {
        self.alterable(handle)?;
        self.drop_system_bags(handle, 0);
        self.fill_any(handle, message, ccsid)
    }

    /// The same for bags of the system too.
    pub(crate) fn fill_any(
        &mut self,
        handle: BagHandle,
        message: &Message,
        ccsid: i32,
    ) -> Result<(), Reason> {
        let bag = self.bags.get_mut(&handle).ok_or(Reason::HBAG_ERROR)?;
        bag.empty();
        bag.header = message.header.clone();
        self.fill_items(handle, &message.parameters, ccsid)
    }

    fn fill_items(
        &mut self,
        handle: BagHandle,
        parameters: &[Parameter],
        ccsid: i32,
    ) -> Result<(), Reason> {
        for Parameter { id, value } in parameters {
            if let Value::Group(inside) = value {
                self.fill_group(handle, *id, inside, ccsid)?;
                continue;
            }
            for item in items_of(value, self.bag(handle)?.ccsid(), ccsid) {
                self.fill_item(handle, *id, item)?;
            }
        }
        Ok(())
    }

    /// A group of a message, in a bag of the system.
    fn fill_group(
        &mut self,
        handle: BagHandle,
        id: i32,
        inside: &[Parameter],
        ccsid: i32,
    ) -> Result<(), Reason> {
        let group = self.insert(Bag::new(MQCBO_GROUP_BAG | MQCBO_SYSTEM_BAG)?);
        let filled = self.fill_items(group, inside, ccsid);
        let filled = filled.and_then(|()| self.fill_item(handle, id, Item::Bag(group)));
        if filled.is_err() {
            // Nobody has its handle.
            self.drop_if_of_system(group, 0);
        }
        filled
    }

    fn fill_item(&mut self, handle: BagHandle, id: i32, item: Item) -> Result<(), Reason> {
        let bag = self.bags.get_mut(&handle).ok_or(Reason::HBAG_ERROR)?;
        let checked = bag.has_option(MQCBO_CHECK_SELECTORS);
        selector::check(id, item.kind(), checked)?;
        bag.add(id, item)
    }

    /// `mqBagToBuffer`: the bytes of the message a bag is.
    ///
    /// # Errors
    /// Those of [`Bags::to_message`].
    pub fn to_bytes(&self, handle: BagHandle) -> Result<Vec<u8>, Reason> {
        Ok(self.to_message(handle)?.encode(ByteOrder::NATIVE))
    }

    /// `mqBufferToBag`: fills a bag with the message in bytes of this machine's encoding.
    ///
    /// # Errors
    /// Those of [`Bags::fill`]; for bytes that are no message the reason of the structure that is wrong, such
    /// as `CFH_ERROR` and `CFST_ERROR`, or `PARAMETER_MISSING`.
    pub fn fill_from_bytes(
        &mut self,
        handle: BagHandle,
        bytes: &[u8],
        order: ByteOrder,
        ccsid: i32,
    ) -> Result<(), Reason> {
        self.alterable(handle)?;
        let message = Message::decode(bytes, order).map_err(|error| reason_of(&error))?;
        self.fill(handle, &message, ccsid)
    }
}

/// Makes a list of a value and one more, or gives the one more back where they do not go together.
fn join(list: &mut Value, more: Value) -> Option<Value> {
    match (&mut *list, more) {
        (Value::Int(first), Value::Int(second)) => *list = Value::Ints(vec![*first, second]),
        (Value::Ints(all), Value::Int(more)) => all.push(more),
        (Value::Int64(first), Value::Int64(second)) => {
            *list = Value::Int64s(vec![*first, second]);
        }
        (Value::Int64s(all), Value::Int64(more)) => all.push(more),
        (Value::Text(first), Value::Text(second)) if first.ccsid == second.ccsid => {
            *list = Value::Texts(Texts {
                ccsid: first.ccsid,
                list: vec![std::mem::take(&mut first.bytes), second.bytes],
            });
        }
        (Value::Texts(all), Value::Text(more)) if all.ccsid == more.ccsid => {
            all.list.push(more.bytes);
        }
        (_, more) => return Some(more),
    }
    None
}

/// The items of a parameter that is no group.
fn items_of(value: &Value, of_bag: i32, of_message: i32) -> Vec<Item> {
    let text = |ccsid: i32, bytes: &[u8]| -> Text {
        let own = match ccsid {
            MQCCSI_DEFAULT | MQCCSI_INHERIT => of_message,
            own => own,
        };
        converted(own, of_bag, bytes)
    };
    match value {
        Value::Int(value) => vec![Item::Int(*value)],
        Value::Int64(value) => vec![Item::Int64(*value)],
        Value::Ints(list) => list.iter().map(|value| Item::Int(*value)).collect(),
        Value::Int64s(list) => list.iter().map(|value| Item::Int64(*value)).collect(),
        Value::Text(one) => vec![Item::Text(text(one.ccsid, &one.bytes))],
        Value::Texts(all) => {
            let texts = all.list.iter().map(|one| Item::Text(text(all.ccsid, one)));
            texts.collect()
        }
        Value::Bytes(bytes) => vec![Item::Bytes(bytes.clone())],
        Value::IntFilter { operator, value } => vec![Item::IntFilter {
            operator: *operator,
            value: *value,
        }],
        Value::TextFilter { operator, value } => vec![Item::TextFilter {
            operator: *operator,
            value: text(value.ccsid, &value.bytes),
        }],
        Value::BytesFilter { operator, value } => vec![Item::BytesFilter {
            operator: *operator,
            value: value.clone(),
        }],
        Value::Group(_) => Vec::new(),
    }
}

/// A string in the code page of the bag, if it names one and has the characters.
fn converted(own: i32, of_bag: i32, bytes: &[u8]) -> Text {
    let same = || Text {
        ccsid: own,
        bytes: bytes.to_vec(),
    };
    if of_bag <= 0 || of_bag == own {
        return same();
    }
    let coding = |ccsid| {
        Some(Coding {
            page: CodePage::find(ccsid)?,
            order: ByteOrder::NATIVE,
        })
    };
    let (Some(from), Some(to)) = (coding(own), coding(of_bag)) else {
        return same();
    };
    let mut made = Vec::with_capacity(bytes.len());
    match transcode(from, to, bytes, End::Whole, &mut made) {
        Ok(()) => Text {
            ccsid: of_bag,
            bytes: made,
        },
        Err(_) => same(),
    }
}

fn reason_of(error: &Malformed) -> Reason {
    match (error.problem, error.structure) {
        (Problem::HeaderLength | Problem::HeaderVersion | Problem::HeaderCount, _) => {
            Reason::CFH_ERROR
        }
        (Problem::MessageLength, _) => Reason::PARAMETER_MISSING,
        (_, MQCFT_INTEGER | MQCFT_INTEGER64) => Reason::CFIN_ERROR,
        (_, MQCFT_INTEGER_LIST | MQCFT_INTEGER64_LIST) => Reason::CFIL_ERROR,
        (_, MQCFT_STRING) => Reason::CFST_ERROR,
        (_, MQCFT_STRING_LIST) => Reason::CFSL_ERROR,
        (_, MQCFT_BYTE_STRING) => Reason::CFBS_ERROR,
        (_, MQCFT_INTEGER_FILTER) => Reason::CFIF_ERROR,
        (_, MQCFT_STRING_FILTER) => Reason::CFSF_ERROR,
        (_, MQCFT_BYTE_STRING_FILTER) => Reason::CFBF_ERROR,
        (_, MQCFT_GROUP) => Reason::CFGR_ERROR,
        // There is no such structure.
        _ => Reason::PCF_ERROR,
    }
}

/// The parameter that lists the attributes an inquiry asks for.
fn attributes_of(command: i32) -> Option<i32> {
    Some(match command {
        MQCMD_INQUIRE_AUTH_INFO => MQIACF_AUTH_INFO_ATTRS,
        MQCMD_INQUIRE_AUTH_RECS | MQCMD_INQUIRE_ENTITY_AUTH => MQIACF_AUTH_PROFILE_ATTRS,
        MQCMD_INQUIRE_AUTH_SERVICE => MQIACF_AUTH_SERVICE_ATTRS,
        MQCMD_INQUIRE_CHANNEL => MQIACF_CHANNEL_ATTRS,
        MQCMD_INQUIRE_CHANNEL_STATUS => MQIACH_CHANNEL_INSTANCE_ATTRS,
        MQCMD_INQUIRE_CHLAUTH_RECS => MQIACF_CHLAUTH_ATTRS,
        MQCMD_INQUIRE_CLUSTER_Q_MGR => MQIACF_CLUSTER_Q_MGR_ATTRS,
        MQCMD_INQUIRE_COMM_INFO => MQIACF_COMM_INFO_ATTRS,
        MQCMD_INQUIRE_CONNECTION => MQIACF_CONNECTION_ATTRS,
        MQCMD_INQUIRE_LISTENER => MQIACF_LISTENER_ATTRS,
        MQCMD_INQUIRE_LISTENER_STATUS => MQIACF_LISTENER_STATUS_ATTRS,
        MQCMD_INQUIRE_NAMELIST => MQIACF_NAMELIST_ATTRS,
        MQCMD_INQUIRE_PROCESS => MQIACF_PROCESS_ATTRS,
        MQCMD_INQUIRE_PUBSUB_STATUS => MQIACF_PUBSUB_STATUS_ATTRS,
        MQCMD_INQUIRE_Q => MQIACF_Q_ATTRS,
        MQCMD_INQUIRE_Q_MGR => MQIACF_Q_MGR_ATTRS,
        MQCMD_INQUIRE_Q_MGR_STATUS => MQIACF_Q_MGR_STATUS_ATTRS,
        MQCMD_INQUIRE_Q_STATUS => MQIACF_Q_STATUS_ATTRS,
        MQCMD_INQUIRE_SERVICE => MQIACF_SERVICE_ATTRS,
        MQCMD_INQUIRE_SERVICE_STATUS => MQIACF_SERVICE_STATUS_ATTRS,
        MQCMD_INQUIRE_SUBSCRIPTION => MQIACF_SUB_ATTRS,
        MQCMD_INQUIRE_SUB_STATUS => MQIACF_SUB_STATUS_ATTRS,
        MQCMD_INQUIRE_TOPIC => MQIACF_TOPIC_ATTRS,
        MQCMD_INQUIRE_TOPIC_STATUS => MQIACF_TOPIC_STATUS_ATTRS,
        _ => return None,
    })
}
