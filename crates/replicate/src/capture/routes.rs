//! Which rows go where.

use super::settings::{Settings, Subscription};
use super::signal::SIGNAL_TABLE;
use crate::message::{Column, RowOptions, Schema};
use crate::pgoutput::{Relation, TypeName};
use std::collections::HashMap;

/// A table as it was described last.
#[derive(Debug)]
pub(super) struct Table {
    /// Its rows are signals.
    pub(super) is_signals: bool,
    /// As it goes into messages, without what is of a route.
    schema: Schema,
    /// Where its rows go.
    pub(super) routes: Vec<Routed>,
}

impl Table {
    pub(super) fn column_names(&self) -> Vec<String> {
        let columns = self.schema.columns.iter();
        columns.map(|column| column.name.clone()).collect()
    }
}

#[derive(Debug)]
pub(super) struct Routed {
    subscription: String,
    route: Route,
}

/// Where rows go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    /// Which map, in the order of the settings.
    pub(super) map: usize,
    /// The number of the table there, if it has one.
    pub(super) number: Option<u16>,
    /// Its schema was put as it is now.
    pub(super) is_said: bool,
    /// Deletes are not sent.
    pub(super) suppress_deletes: bool,
    /// What is published.
    pub(super) row_options: RowOptions,
}

/// What was found when a table was described.
#[derive(Debug, Default)]
pub(super) struct Described {
    /// Subscriptions that know nothing of columns, and which.
    pub(super) new_columns: Vec<(String, String)>,
    /// Subscriptions whose columns are gone, and which.
    pub(super) broken: Vec<(String, String)>,
}

/// All of them.
#[derive(Debug)]
pub(super) struct Routes {
    /// Numbers of the maps, in the order of the settings.
    maps: Vec<u32>,
    subscriptions: HashMap<String, Subscription>,
    /// Definitions of those that ended in this run, to say that they did.
    stopped: HashMap<String, Subscription>,
    tables: HashMap<u32, Table>,
    types: HashMap<u32, String>,
    /// The number a table has for a subscription, as long as this runs.
    numbers: HashMap<String, u16>,
}

impl Routes {
    pub(super) fn new(
        settings: &Settings,
        subscriptions: impl Iterator<Item = Subscription>,
    ) -> Self {
        Self {
            maps: settings.maps.iter().map(|map| map.number).collect(),
            subscriptions: subscriptions.map(|one| (one.name.clone(), one)).collect(),
            stopped: HashMap::new(),
            tables: HashMap::new(),
            types: HashMap::new(),
            numbers: HashMap::new(),
        }
    }

    pub(super) fn subscription(&self, name: &str) -> Option<&Subscription> {
        self.subscriptions.get(name)
    }

    pub(super) fn stopped(&self, name: &str) -> Option<&Subscription> {
        self.stopped.get(name)
    }

    pub(super) fn table(&self, oid: u32) -> Option<&Table> {
        self.tables.get(&oid)
    }

    pub(super) fn route(&self, oid: u32, at: usize) -> Option<Route> {
        let table = self.tables.get(&oid)?;
        table.routes.get(at).map(|routed| routed.route)
    }

    /// The schema of a table has been put for that route, with that number.
    pub(super) fn said(&mut self, oid: u32, at: usize, number: u16) {
        let table = self.tables.get_mut(&oid);
        if let Some(routed) = table.and_then(|table| table.routes.get_mut(at)) {
            routed.route.number = Some(number);
            routed.route.is_said = true;
            self.numbers.insert(routed.subscription.clone(), number);
        }
    }

    /// The schema of a table for that route, with that number.
    pub(super) fn schema(&self, oid: u32, at: usize, number: u16) -> Option<Schema> {
        let table = self.tables.get(&oid)?;
        Some(Schema {
            table: number,
            subscription: table.routes.get(at)?.subscription.clone(),
            ..table.schema.clone()
        })
    }

    /// A table as it was described last, and the subscription of that route.
    pub(super) fn published(&self, oid: u32, at: usize) -> Option<(&Schema, &str)> {
        let table = self.tables.get(&oid)?;
        Some((&table.schema, &table.routes.get(at)?.subscription))
    }

    pub(super) fn type_named(&mut self, name: &TypeName<'_>) {
        let namespace = if name.namespace.is_empty() {
            "pg_catalog"
        } else {
            name.namespace
        };
        self.types
            .insert(name.oid, format!("{namespace}.{}", name.name));
    }

    /// Rows of a subscription go to its map from here on.
    pub(super) fn start(&mut self, subscription: Subscription) {
        self.stop(&subscription.name);
        self.stopped.remove(&subscription.name);
        let map = self.maps.iter().position(|map| *map == subscription.map);
        if let Some(map) = map {
            let number = self.numbers.get(&subscription.name).copied();
            for table in self.tables.values_mut().filter(|table| {
                !table.is_signals
                    && table.schema.namespace == subscription.namespace
                    && table.schema.name == subscription.table
            }) {
                table.routes.push(routed(&subscription, map, number));
            }
        }
        self.subscriptions
            .insert(subscription.name.clone(), subscription);
    }

    /// No more.
    pub(super) fn stop(&mut self, name: &str) {
        if let Some(subscription) = self.subscriptions.remove(name) {
            self.stopped.insert(name.to_owned(), subscription);
        }
        for table in self.tables.values_mut() {
            table.routes.retain(|routed| routed.subscription != name);
        }
    }

    /// All subscriptions of a map end; those.
    pub(super) fn stop_map(&mut self, map: u32) -> Vec<Subscription> {
        let all = self.subscriptions.values();
        let ended: Vec<Subscription> = all.filter(|one| one.map == map).cloned().collect();
        for subscription in &ended {
            self.stop(&subscription.name);
        }
        ended
    }

    /// A table looks so from here on.
    pub(super) fn described(&mut self, relation: &Relation<'_>, control_schema: &str) -> Described {
        let namespace = if relation.namespace.is_empty() {
            "pg_catalog"
        } else {
            relation.namespace
        };
        let columns = relation.columns.iter().map(|column| Column {
            is_of_identity: column.is_of_identity,
            type_oid: column.type_oid,
            type_modifier: column.type_modifier,
            name: column.name.to_owned(),
            type_name: self
                .types
                .get(&column.type_oid)
                .cloned()
                .unwrap_or_default(),
        });
        let schema = Schema {
            table: 0,
            oid: relation.oid,
            identity: relation.identity,
            namespace: namespace.to_owned(),
            name: relation.name.to_owned(),
            subscription: String::new(),
            columns: columns.collect(),
        };
        let mut found = Described::default();
        let before = self.tables.remove(&relation.oid);
        let is_same = before.as_ref().is_some_and(|table| table.schema == schema);
        let mut routes = Vec::new();
        for subscription in self.subscriptions.values() {
            let is_of =
                subscription.namespace == schema.namespace && subscription.table == schema.name;
            let map = self.maps.iter().position(|map| *map == subscription.map);
            let (true, Some(map)) = (is_of, map) else {
                continue;
            };
            if let Some(gone) = gone_columns(subscription, &schema) {
                found.broken.push((subscription.name.clone(), gone));
                continue;
            }
            if !is_same && let Some(new) = new_columns(subscription, &schema) {
                found.new_columns.push((subscription.name.clone(), new));
            }
            let old = before.iter().flat_map(|table| &table.routes);
            let mut old = old.filter(|routed| routed.subscription == subscription.name);
            let number = self.numbers.get(&subscription.name).copied();
            let mut new = routed(subscription, map, number);
            new.route.is_said = is_same && old.next().is_some_and(|routed| routed.route.is_said);
            routes.push(new);
        }
        // In the order of their names: messages do not depend on how a map is kept in memory.
        routes.sort_by(|one, other| one.subscription.cmp(&other.subscription));
        if let Some(before) = &before {
            let name = format!("{}.{}", schema.namespace, schema.name);
            for routed in &before.routes {
                let is_left = |new: &Routed| new.subscription == routed.subscription;
                let is_told = found
                    .broken
                    .iter()
                    .any(|(name, _)| *name == routed.subscription);
                if !routes.iter().any(is_left) && !is_told {
                    let why = format!("its table was renamed to {name}");
                    found.broken.push((routed.subscription.clone(), why));
                }
            }
        }
        let is_signals = schema.namespace.eq_ignore_ascii_case(control_schema)
            && schema.name.eq_ignore_ascii_case(SIGNAL_TABLE);
        self.tables.insert(
            relation.oid,
            Table {
                is_signals,
                schema,
                routes,
            },
        );
        found
    }
}

fn routed(subscription: &Subscription, map: usize, number: Option<u16>) -> Routed {
    Routed {
        subscription: subscription.name.clone(),
        route: Route {
            map,
            number,
            is_said: false,
            suppress_deletes: subscription.suppress_deletes,
            row_options: subscription.row_options,
        },
    }
}

/// Columns that a subscription has and the table has not, or with another type.
fn gone_columns(subscription: &Subscription, schema: &Schema) -> Option<String> {
    let mut gone = Vec::new();
    for wanted in &subscription.columns {
        let found = schema.columns.iter().find(|one| one.name == wanted.name);
        match found {
            None => gone.push(format!("column {} is gone", wanted.name)),
            Some(column) if column.type_oid != wanted.type_oid => {
                gone.push(format!("column {} has another type", wanted.name));
            }
            Some(_) => {}
        }
    }
    (!gone.is_empty()).then(|| gone.join(", "))
}

/// Columns that a subscription does not have.
fn new_columns(subscription: &Subscription, schema: &Schema) -> Option<String> {
    if subscription.columns.is_empty() {
        return None;
    }
    let is_known = |name: &str| subscription.columns.iter().any(|one| one.name == name);
    let new = schema.columns.iter().map(|column| column.name.as_str());
    let new: Vec<&str> = new.filter(|name| !is_known(name)).collect();
    (!new.is_empty()).then(|| new.join(", "))
}
