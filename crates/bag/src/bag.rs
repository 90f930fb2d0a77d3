//! One bag.

use crate::BagHandle;
use crate::item::Item;
use crate::selector::{Which, check};
use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use ferromq_mqi::pcf::Header;

/// A bag: system items, and user items in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bag {
    options: i32,
    ccsid: i32,
    pub(crate) header: Header,
    items: Vec<(i32, Item)>,
}

/// What an administration bag is at once.
const ADMINISTRATION: i32 =
    MQCBO_LIST_FORM_ALLOWED | MQCBO_REORDER_AS_REQUIRED | MQCBO_CHECK_SELECTORS;
const TYPES: i32 = MQCBO_ADMIN_BAG | MQCBO_COMMAND_BAG | MQCBO_GROUP_BAG;
const ALL: i32 = TYPES | ADMINISTRATION | MQCBO_SYSTEM_BAG;

impl Bag {
    /// A bag with options.
    pub(crate) fn new(options: i32) -> Result<Self, Reason> {
        let types = options & TYPES;
        if options & !ALL != 0 || types.count_ones() > 1 {
            return Err(Reason::OPTIONS_ERROR);
        }
        let implied = match types {
            MQCBO_ADMIN_BAG => ADMINISTRATION,
            MQCBO_GROUP_BAG => MQCBO_LIST_FORM_ALLOWED | MQCBO_REORDER_AS_REQUIRED,
            _ => 0,
        };
        let options = options | implied;
        Ok(Self {
            options,
            ccsid: MQCCSI_Q_MGR,
            header: first_header(options),
            items: Vec::new(),
        })
    }

    /// Whether it was made with an option (`MQCBO_*`).
    #[must_use]
    pub const fn has_option(&self, option: i32) -> bool {
        self.options & option != 0
    }

    /// Whether it is one of the system, which nobody else changes.
    #[must_use]
    pub const fn is_system(&self) -> bool {
        self.has_option(MQCBO_SYSTEM_BAG)
    }

    /// CCSID of strings that are added.
    #[must_use]
    pub const fn ccsid(&self) -> i32 {
        self.ccsid
    }

    /// The user items.
    #[must_use]
    pub fn items(&self) -> &[(i32, Item)] {
        &self.items
    }

    pub(crate) fn nested(&self) -> impl Iterator<Item = BagHandle> {
        self.items.iter().filter_map(|(_, item)| match item {
            Item::Bag(handle) => Some(*handle),
            _ => None,
        })
    }

    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.header = first_header(self.options);
        self.ccsid = MQCCSI_Q_MGR;
    }

    /// No user items; what the system keeps stays.
    pub(crate) fn empty(&mut self) {
        self.items.clear();
    }

    pub(crate) fn truncate(&mut self, count: usize) -> Result<(), Reason> {
        if count > self.items.len() {
            return Err(Reason::ITEM_COUNT_ERROR);
        }
        self.items.truncate(count);
        Ok(())
    }

    pub(crate) fn add(&mut self, selector: i32, mut item: Item) -> Result<(), Reason> {
        check(
            selector,
            item.kind(),
            self.has_option(MQCBO_CHECK_SELECTORS),
        )?;
        item.check_operator()?;
        let first = self.items.iter().find(|(known, _)| *known == selector);
        if first.is_some_and(|(_, first)| first.kind() != item.kind()) {
            return Err(Reason::INCONSISTENT_ITEM_TYPE);
        }
        self.adopt(&mut item);
        self.items.push((selector, item));
        Ok(())
    }

    /// Adds what the system adds: answers are no groups.
    pub(crate) fn push(&mut self, selector: i32, item: Item) {
        self.items.push((selector, item));
    }

    /// Strings that come without a CCSID have that of the bag.
    fn adopt(&self, item: &mut Item) {
        if let Item::Text(text) | Item::TextFilter { value: text, .. } = item
            && text.ccsid == MQCCSI_DEFAULT
        {
            text.ccsid = self.ccsid;
        }
    }

    pub(crate) fn set(&mut self, selector: i32, index: i32, mut item: Item) -> Result<(), Reason> {
        if selector < 0 {
            return self.set_system(selector, index, &item);
        }
        check(
            selector,
            item.kind(),
            self.has_option(MQCBO_CHECK_SELECTORS),
        )?;
        item.check_operator()?;
        if index == MQIND_ALL {
            self.items.retain(|(known, _)| *known != selector);
            return self.add(selector, item);
        }
        let place = self.place(selector, index)?;
        if self.items[place].1.kind() != item.kind() {
            return Err(Reason::SELECTOR_WRONG_TYPE);
        }
        self.adopt(&mut item);
        self.items[place].1 = item;
        Ok(())
    }

    fn set_system(&mut self, selector: i32, index: i32, item: &Item) -> Result<(), Reason> {
        self.system(selector)?;
        let Item::Int(value) = *item else {
            return Err(Reason::SELECTOR_WRONG_TYPE);
        };
        match index {
            MQIND_ALL | MQIND_NONE | 0 => {}
            // There is one of each.
            1.. => return Err(Reason::MULTIPLE_INSTANCE_ERROR),
            _ => return Err(Reason::INDEX_ERROR),
        }
        let header = &mut self.header;
        let place = match selector {
            MQIASY_CODED_CHAR_SET_ID => &mut self.ccsid,
            MQIASY_TYPE => &mut header.kind,
            MQIASY_COMMAND => &mut header.command,
            MQIASY_MSG_SEQ_NUMBER => &mut header.sequence,
            MQIASY_CONTROL => &mut header.control,
            MQIASY_COMP_CODE => &mut header.comp_code,
            MQIASY_REASON => &mut header.reason,
            MQIASY_VERSION => &mut header.version,
            _ => return Err(Reason::SYSTEM_ITEM_NOT_ALTERABLE),
        };
        *place = value;
        Ok(())
    }

    pub(crate) fn delete_item(&mut self, selector: i32, index: i32) -> Result<(), Reason> {
        match Which::of(selector) {
            Ok(Which::User(selector)) if index == MQIND_ALL => {
                self.items.retain(|(known, _)| *known != selector);
                Ok(())
            }
            Ok(Which::User(selector)) => {
                let place = self.place(selector, index)?;
                self.items.remove(place);
                Ok(())
            }
            Ok(Which::AnyUser) if index == MQIND_ALL => {
                self.items.clear();
                Ok(())
            }
            Ok(Which::AnyUser) => {
                let place = at(index)?;
                if place >= self.items.len() {
                    return Err(Reason::INDEX_NOT_PRESENT);
                }
                self.items.remove(place);
                Ok(())
            }
            Ok(Which::Any | Which::AnySystem | Which::System(_)) => {
                Err(Reason::SYSTEM_ITEM_NOT_DELETABLE)
            }
            Err(_) => Err(Reason::SELECTOR_OUT_OF_RANGE),
        }
    }

    /// Where an item with a selector is.
    fn place(&self, selector: i32, index: i32) -> Result<usize, Reason> {
        let mut places = self
            .items
            .iter()
            .enumerate()
            .filter(|(_, (known, _))| *known == selector)
            .map(|(place, _)| place);
        if index == MQIND_NONE {
            let place = places.next().ok_or(Reason::SELECTOR_NOT_PRESENT)?;
            return match places.next() {
                None => Ok(place),
                Some(_) => Err(Reason::SELECTOR_NOT_UNIQUE),
            };
        }
        let index = at(index)?;
        if places.clone().next().is_none() {
            return Err(Reason::SELECTOR_NOT_PRESENT);
        }
        places.nth(index).ok_or(Reason::INDEX_NOT_PRESENT)
    }

    /// An item, with its selector.
    pub(crate) fn find(&self, selector: i32, index: i32) -> Result<(i32, Item), Reason> {
        let user = |place: usize| {
            let found = self.items.get(place).cloned();
            found.ok_or(Reason::INDEX_NOT_PRESENT)
        };
        let systems = self.system_selectors();
        match Which::of(selector)? {
            Which::User(selector) => user(self.place(selector, index)?),
            Which::System(selector) => {
                let value = self.system(selector)?;
                match index {
                    MQIND_NONE | 0 => Ok((selector, Item::Int(value))),
                    1.. => Err(Reason::INDEX_NOT_PRESENT),
                    _ => Err(Reason::INDEX_ERROR),
                }
            }
            Which::AnyUser => user(at(index)?),
            Which::AnySystem => {
                let selector = *systems.get(at(index)?).ok_or(Reason::INDEX_NOT_PRESENT)?;
                Ok((selector, Item::Int(self.system(selector)?)))
            }
            Which::Any => match systems.get(at(index)?) {
                Some(selector) => Ok((*selector, Item::Int(self.system(*selector)?))),
                None => user(at(index)? - systems.len()),
            },
        }
    }

    pub(crate) fn count(&self, which: Which) -> usize {
        match which {
            Which::Any => self.items.len() + self.system_selectors().len(),
            Which::AnyUser => self.items.len(),
            Which::AnySystem => self.system_selectors().len(),
            Which::System(selector) => usize::from(self.system(selector).is_ok()),
            Which::User(selector) => {
                let same = self.items.iter().filter(|(known, _)| *known == selector);
                same.count()
            }
        }
    }

    /// Selectors of the items the system has in the bag. Groups have no header.
    fn system_selectors(&self) -> &'static [i32] {
        const OF_GROUPS: &[i32] = &[MQIASY_CODED_CHAR_SET_ID, MQIASY_BAG_OPTIONS];
        const OF_ALL: &[i32] = &[
            MQIASY_CODED_CHAR_SET_ID,
            MQIASY_TYPE,
            MQIASY_COMMAND,
            MQIASY_MSG_SEQ_NUMBER,
            MQIASY_CONTROL,
            MQIASY_COMP_CODE,
            MQIASY_REASON,
            MQIASY_BAG_OPTIONS,
            MQIASY_VERSION,
        ];
        match self.has_option(MQCBO_GROUP_BAG) {
            true => OF_GROUPS,
            false => OF_ALL,
        }
    }

    fn system(&self, selector: i32) -> Result<i32, Reason> {
        if !self.system_selectors().contains(&selector) {
            return Err(Reason::SELECTOR_NOT_SUPPORTED);
        }
        let header = &self.header;
        Ok(match selector {
            MQIASY_CODED_CHAR_SET_ID => self.ccsid,
            MQIASY_TYPE => header.kind,
            MQIASY_COMMAND => header.command,
            MQIASY_MSG_SEQ_NUMBER => header.sequence,
            MQIASY_CONTROL => header.control,
            MQIASY_COMP_CODE => header.comp_code,
            MQIASY_REASON => header.reason,
            MQIASY_VERSION => header.version,
            _ => self.options,
        })
    }
}

/// The system items of a new bag.
fn first_header(options: i32) -> Header {
    let command = options & (MQCBO_ADMIN_BAG | MQCBO_COMMAND_BAG) != 0;
    Header {
        kind: if command { MQCFT_COMMAND } else { MQCFT_USER },
        ..Header::command(MQCMD_NONE)
    }
}

/// The place an index means.
fn at(index: i32) -> Result<usize, Reason> {
    usize::try_from(index).map_err(|_| Reason::INDEX_ERROR)
}
