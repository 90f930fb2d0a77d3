//! Data bags: the administration interface (MQAI) without its C calls.
//!
//! A bag holds items under selectors, in the order they were added: numbers, strings, bytes, filters and
//! other bags. It becomes a message of the programmable command formats and is filled from one
//! ([`Bags::to_message`], [`Bags::fill`]); [`Bags::execute`] sends one to the command server and gathers
//! the answers. What a C library adds is pointers and lengths.
//!
//! Bags are known by handles, which nested bags are items by, so all of them live in one [`Bags`]. Every
//! failure is the documented reason code of the call.
//!
//! Source: "The MQAI calls", "MQAI selectors", "Advanced MQAI topics".

mod bag;
mod exchange;
mod fuzz;
mod item;
mod message;
mod selector;

pub use bag::Bag;
pub use exchange::{Answers, Execution, Plan};
pub use fuzz::fuzz_one;
pub use item::{Item, ItemKind};
pub use message::check_format;

use ferromq_mqi::Reason;
use ferromq_mqi::generated::constants::*;
use selector::Which;
use std::collections::{BTreeMap, BTreeSet};

/// Known to whoever made the bag: `MQHBAG`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BagHandle(pub i32);

/// The bags of a process.
#[derive(Debug, Default)]
pub struct Bags {
    bags: BTreeMap<BagHandle, Bag>,
    last: i32,
}

impl Bags {
    /// No bags.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// `mqCreateBag`.
    ///
    /// # Errors
    /// `OPTIONS_ERROR` for options that are not valid together.
    pub fn create(&mut self, options: i32) -> Result<BagHandle, Reason> {
        // Bags of the system are made by the system.
        if options & MQCBO_SYSTEM_BAG != 0 {
            return Err(Reason::OPTIONS_ERROR);
        }
        Ok(self.insert(Bag::new(options)?))
    }

    fn insert(&mut self, bag: Bag) -> BagHandle {
        // Handles are not given out again while there are others.
        self.last = match self.last {
            i32::MAX => 1,
            last => last + 1,
        };
        while self.bags.contains_key(&BagHandle(self.last)) {
            self.last += 1;
        }
        let handle = BagHandle(self.last);
        self.bags.insert(handle, bag);
        handle
    }

    /// `mqDeleteBag`. Bags of the system that are nested in it go with it.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `SYSTEM_BAG_NOT_DELETABLE`.
    pub fn delete(&mut self, handle: BagHandle) -> Result<(), Reason> {
        if self.bag(handle)?.is_system() {
            return Err(Reason::SYSTEM_BAG_NOT_DELETABLE);
        }
        self.drop_system_bags(handle, 0);
        self.bags.remove(&handle);
        Ok(())
    }

    /// `mqClearBag`: no user items, and system items as they were at first.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `SYSTEM_BAG_NOT_ALTERABLE`.
    pub fn clear(&mut self, handle: BagHandle) -> Result<(), Reason> {
        self.alterable(handle)?;
        self.drop_system_bags(handle, 0);
        self.alterable(handle)?.clear();
        Ok(())
    }

    /// `mqTruncateBag`: as many user items stay, from the first.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `SYSTEM_BAG_NOT_ALTERABLE`, `ITEM_COUNT_ERROR`.
    pub fn truncate(&mut self, handle: BagHandle, count: i32) -> Result<(), Reason> {
        self.change(handle, |bag| {
            let count = usize::try_from(count).map_err(|_| Reason::ITEM_COUNT_ERROR)?;
            bag.truncate(count)
        })
    }

    /// Changes items of a bag. Bags of the system that are not among them any more go: nobody else may delete them.
    fn change(
        &mut self,
        handle: BagHandle,
        change: impl FnOnce(&mut Bag) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let bag = self.alterable(handle)?;
        let mut gone: Vec<BagHandle> = bag.nested().collect();
        let outcome = change(bag);
        if !gone.is_empty() {
            let left: BTreeSet<BagHandle> = bag.nested().collect();
            gone.retain(|inner| !left.contains(inner));
            for inner in gone {
                self.drop_if_of_system(inner, 0);
            }
        }
        outcome
    }

    /// `mqCountItems`. The selector may be `MQSEL_ALL_SELECTORS` and its like.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `SELECTOR_NOT_SUPPORTED`.
    pub fn count(&self, handle: BagHandle, selector: i32) -> Result<i32, Reason> {
        let count = self.bag(handle)?.count(Which::of(selector)?);
        Ok(i32::try_from(count).unwrap_or(i32::MAX))
    }

    /// `mqAddInteger` and its like: a further item at the end.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `SYSTEM_BAG_NOT_ALTERABLE`, `SELECTOR_OUT_OF_RANGE`, `INCONSISTENT_ITEM_TYPE`,
    /// `FILTER_OPERATOR_ERROR`; for a bag `BAG_WRONG_TYPE` if it is no group bag.
    pub fn add(&mut self, handle: BagHandle, selector: i32, item: Item) -> Result<(), Reason> {
        self.check_nested(handle, &item)?;
        self.alterable(handle)?.add(selector, item)
    }

    /// `mqAddInquiry`: asks for an attribute.
    ///
    /// # Errors
    /// Those of [`Bags::add`], and `BAG_WRONG_TYPE` where the bag is no administration bag.
    pub fn add_inquiry(&mut self, handle: BagHandle, selector: i32) -> Result<(), Reason> {
        let bag = self.alterable(handle)?;
        if !bag.has_option(MQCBO_ADMIN_BAG) {
            return Err(Reason::BAG_WRONG_TYPE);
        }
        if !selector::is_attribute(selector) {
            return Err(Reason::SELECTOR_OUT_OF_RANGE);
        }
        bag.add(MQIACF_INQUIRY, Item::Int(selector))
    }

    /// `mqSetInteger` and its like: changes an item, or with `MQIND_ALL` puts one in the place of all with
    /// the selector.
    ///
    /// # Errors
    /// Those of [`Bags::add`], `INDEX_ERROR`, `INDEX_NOT_PRESENT`, `SELECTOR_NOT_PRESENT`,
    /// `SELECTOR_NOT_UNIQUE`, `SELECTOR_WRONG_TYPE`, `SELECTOR_NOT_SUPPORTED`, `SYSTEM_ITEM_NOT_ALTERABLE`.
    pub fn set(
        &mut self,
        handle: BagHandle,
        selector: i32,
        index: i32,
        item: Item,
    ) -> Result<(), Reason> {
        self.check_nested(handle, &item)?;
        self.change(handle, |bag| bag.set(selector, index, item))
    }

    /// `mqDeleteItem`.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `SYSTEM_BAG_NOT_ALTERABLE`, `SYSTEM_ITEM_NOT_DELETABLE`, `SELECTOR_OUT_OF_RANGE`,
    /// `INDEX_ERROR`, `INDEX_NOT_PRESENT`, `SELECTOR_NOT_PRESENT`, `SELECTOR_NOT_UNIQUE`.
    pub fn delete_item(
        &mut self,
        handle: BagHandle,
        selector: i32,
        index: i32,
    ) -> Result<(), Reason> {
        self.change(handle, |bag| bag.delete_item(selector, index))
    }

    /// `mqInquireInteger` and its like: the value of an item of that kind.
    ///
    /// # Errors
    /// `HBAG_ERROR`, `INDEX_ERROR`, `INDEX_NOT_PRESENT`, `SELECTOR_NOT_PRESENT`, `SELECTOR_NOT_UNIQUE`,
    /// `SELECTOR_NOT_SUPPORTED`, `SELECTOR_WRONG_TYPE`.
    pub fn inquire(
        &self,
        handle: BagHandle,
        selector: i32,
        index: i32,
        kind: ItemKind,
    ) -> Result<Item, Reason> {
        let (_, item) = self.bag(handle)?.find(selector, index)?;
        if item.kind() != kind {
            return Err(Reason::SELECTOR_WRONG_TYPE);
        }
        Ok(item)
    }

    /// `mqInquireItemInfo`: selector and kind of an item.
    ///
    /// # Errors
    /// Those of [`Bags::inquire`].
    pub fn inquire_info(
        &self,
        handle: BagHandle,
        selector: i32,
        index: i32,
    ) -> Result<(i32, ItemKind), Reason> {
        let (selector, item) = self.bag(handle)?.find(selector, index)?;
        Ok((selector, item.kind()))
    }

    /// The bag of a handle.
    ///
    /// # Errors
    /// `HBAG_ERROR`.
    pub fn bag(&self, handle: BagHandle) -> Result<&Bag, Reason> {
        self.bags.get(&handle).ok_or(Reason::HBAG_ERROR)
    }

    fn alterable(&mut self, handle: BagHandle) -> Result<&mut Bag, Reason> {
        let bag = self.bags.get_mut(&handle).ok_or(Reason::HBAG_ERROR)?;
        if bag.is_system() {
            return Err(Reason::SYSTEM_BAG_NOT_ALTERABLE);
        }
        Ok(bag)
    }

    /// Whether a bag may be an item of another one: group bags may, and not of themselves, however far
    /// down.
    fn check_nested(&self, handle: BagHandle, item: &Item) -> Result<(), Reason> {
        let Item::Bag(nested) = item else {
            return Ok(());
        };
        let bag = self.bag(*nested)?;
        if bag.is_system() || !bag.has_option(MQCBO_GROUP_BAG) {
            return Err(Reason::BAG_WRONG_TYPE);
        }
        if self.holds(*nested, handle, 0) {
            return Err(Reason::HBAG_ERROR);
        }
        Ok(())
    }

    fn holds(&self, outer: BagHandle, wanted: BagHandle, depth: usize) -> bool {
        let Some(bag) = self.bags.get(&outer) else {
            return false;
        };
        // Deeper than this nothing is nested.
        outer == wanted
            || depth > message::DEPTH_MAX
            || bag
                .nested()
                .any(|nested| self.holds(nested, wanted, depth + 1))
    }

    fn drop_system_bags(&mut self, handle: BagHandle, depth: usize) {
        let Some(bag) = self.bags.get(&handle) else {
            return;
        };
        let nested: Vec<BagHandle> = bag.nested().collect();
        for inner in nested {
            self.drop_if_of_system(inner, depth);
        }
    }

    /// A bag that is an item nowhere any more, with those in it.
    fn drop_if_of_system(&mut self, inner: BagHandle, depth: usize) {
        let system = self.bags.get(&inner).is_some_and(Bag::is_system);
        if system && depth <= message::DEPTH_MAX {
            self.drop_system_bags(inner, depth + 1);
            self.bags.remove(&inner);
        }
    }
}

#[cfg(test)]
mod tests;
