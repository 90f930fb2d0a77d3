//! Subscriptions begin and end, tables get another form, and rows follow.

use super::agent::{Agent, AgentEvent, Common, now_us};
use super::catalog::{self, Subscription, cut, hex, table_name};
use super::failure::Failure;
use super::spilling::{self, Load, Since};
use super::table::{Table, Tables, Unfit};
use super::{load, trouble};
use crate::apply::engine::Refusal;
use crate::apply::spill::Unusable;
use crate::message::{Column, Ended, Loader, Message, Schema, State, SubscriptionState};
use crate::trouble::Trouble;
use ferromq_mqi::generated::notices::{
    FMQ0415, FMQ0437, FMQ0438, FMQ0440, FMQ0442, FMQ0458, FMQ0460,
};
use ferromq_postgres::{Connection, Error, literal};
use std::sync::Arc;

impl Agent {
    /// Rows of a table look like this from here on. It is kept, for messages before this one are purged.
    pub(super) fn take_schema(&mut self, message: &Message) -> Result<(), Failure> {
        let schema = Schema::decode(&message.body)?;
        let common = Arc::clone(&self.common);
        let table = table_name(&common.schema, "srcschemas");
        self.db.ask(
            &format!(
                "INSERT INTO {table} (recvq, epoch, table_number, schema_version, body) VALUES ($1, $2, $3, $4, $5::bytea) \
                 ON CONFLICT (recvq, epoch, table_number, schema_version) DO UPDATE SET body = EXCLUDED.body"
            ),
            &[
                &common.map.receive_queue,
                &common.epoch.to_string(),
                &schema.table.to_string(),
                &message.header.schema_version.to_string(),
                &hex(&message.body),
            ],
        )?;
        catalog::forget_schemas(
            &mut self.db,
            &common.schema,
            &common.map.receive_queue,
            common.epoch,
        )?;
        self.adopt(schema)
    }

    /// Looks at the target's table for a schema.
    fn adopt(&mut self, schema: Schema) -> Result<(), Failure> {
        let number = schema.table;
        self.pass_over_new_columns(&schema)?;
        let found = match looked_at(&mut self.db, &self.common, schema)? {
            Found::Nobody => None,
            Found::Table(table) => Some(table),
            // When it is started again its schema comes again.
            Found::Unfit(subscription, _) if subscription.state == 'I' => None,
            // It cannot be loaded, or is not to hold others up.
            Found::Unfit(subscription, text)
                if matches!(subscription.state, 'L' | 'E') || subscription.error_action == 'D' =>
            {
                self.cannot_load(&subscription.name, &text)?;
                None
            }
            Found::Unfit(subscription, text) => {
                return Err(Failure::Refused(Refusal {
                    passes: false,
                    ends_program: subscription.error_action == 'S',
                    text,
                }));
            }
        };
        if let Some(table) = &found
            && table.has_no_key
        {
            let line = FMQ0438.line(&[&table.name, &table.subscription.name]);
            self.notices.push(AgentEvent::Notice(line));
        }
        let mut tables = self.common.tables.snapshot();
        know(&mut tables, number, found);
        self.common.tables.set(tables);
        Ok(())
    }

    /// Columns that the source's table has got since, and the target's has not, are nobody's until somebody maps them: the others are mapped from here on, as somebody could have done
    /// before, so that it is known after a restart. A column that the table lacks for which there were rows before is another thing.
    fn pass_over_new_columns(&mut self, schema: &Schema) -> Result<(), Failure> {
        let common = Arc::clone(&self.common);
        let tables = common.tables.snapshot();
        let is_it = |it: &&Arc<Table>| it.source.subscription == schema.subscription;
        let Some(known) = tables.values().flatten().find(is_it) else {
            return Ok(());
        };
        let has = |schema: &Schema, name: &str| schema.columns.iter().any(|it| it.name == name);
        let mut new = schema.columns.iter().map(|it| it.name.as_str());
        let is_kept = |it: &Column| has(schema, &it.name);
        if new.all(|name| has(&known.source, name)) || !known.source.columns.iter().all(is_kept) {
            return Ok(());
        }
        let (owner, table) = (
            &known.subscription.target_owner,
            &known.subscription.target_name,
        );
        let (queue, name) = (&common.map.receive_queue, &known.subscription.name);
        let mapped = table_name(&common.schema, "trg_cols");
        let sql = format!("SELECT source_colname FROM {mapped} WHERE recvq = $1 AND subname = $2");
        let rows = self.db.ask(&sql, &[queue, name])?;
        if !rows.is_empty() {
            // Somebody says which columns are meant: others are told, and no more.
            let rows = (0..rows.len()).filter_map(|row| rows.text(row, 0));
            let meant: Vec<&str> = rows.collect();
            let names = schema.columns.iter().map(|it| it.name.as_str());
            let is_new = |name: &&str| !has(&known.source, name) && !meant.contains(name);
            let others: Vec<&str> = names.filter(is_new).collect();
            if !others.is_empty() {
                let line = FMQ0415.line(&[name, &others.join(", ")]);
                self.notices.push(AgentEvent::Notice(line));
            }
            return Ok(());
        }
        let rows = self.db.ask(
            "SELECT a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
             WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped",
            &[owner, table],
        )?;
        let there: Vec<&str> = (0..rows.len())
            .filter_map(|row| rows.text(row, 0))
            .collect();
        let lacks = |it: &&str| !has(&known.source, it) && !there.contains(it);
        let names = schema.columns.iter().map(|it| it.name.as_str());
        let (lacking, others): (Vec<&str>, Vec<&str>) = names.partition(lacks);
        // Without any there is no table.
        if there.is_empty() || lacking.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "INSERT INTO {mapped} (subname, recvq, target_colname, source_colname) VALUES ($1, $2, $3, $3)"
        );
        for column in others {
            self.db.ask(&sql, &[name, queue, column])?;
        }
        let line = FMQ0415.line(&[name, &lacking.join(", ")]);
        self.notices.push(AgentEvent::Notice(line));
        Ok(())
    }

    /// A subscription began, ended, or wants a load.
    pub(super) fn take_state(&mut self, message: &Message) -> Result<(), Failure> {
        let said = SubscriptionState::decode(&message.body)?;
        let name = said.subscription.clone();
        match said.state {
            State::Load => return self.begin_load(&said, message.header.key.sequence),
            State::Active => return self.begin_without_load(&said),
            State::Inactive => {
                self.set_state(&name, 'I', &said.reason, "")?;
                self.notices.push(AgentEvent::Loads);
                if said.notice != 0 {
                    let line = FMQ0442.line(&[&name, &said.reason]);
                    self.notices.push(AgentEvent::Notice(line));
                }
            }
        }
        let shown = FMQ0440.line(&[&name, &"inactive"]);
        self.notices.push(AgentEvent::Notice(shown));
        Ok(())
    }

    /// A subscription is active, and its table is not loaded.
    fn begin_without_load(&mut self, said: &SubscriptionState) -> Result<(), Failure> {
        let common = Arc::clone(&self.common);
        let (name, queue) = (&said.subscription, &common.map.receive_queue);
        let (schema, here) = (&common.schema, (common.epoch, said.log));
        let state = spilling::note_active(&mut self.db, schema, queue, name, here)?;
        let Some(state) = state else {
            // Nobody has subscribed to it here.
            return Ok(());
        };
        self.follow(name)?;
        self.notices.push(AgentEvent::Loads);
        let shown = match state {
            'A' => "active",
            'S' => "spilling still",
            _ => "active once what was put aside is applied",
        };
        let shown = FMQ0440.line(&[&name, &shown]);
        self.notices.push(AgentEvent::Notice(shown));
        Ok(())
    }

    /// From here on rows of a subscription are put aside, until its table is loaded. Without a model queue for that, and where foreign keys are at work, everything waits while it is.
    fn begin_load(&mut self, said: &SubscriptionState, sequence: u64) -> Result<(), Failure> {
        let common = Arc::clone(&self.common);
        let (name, queue) = (&said.subscription, &common.map.receive_queue);
        let Some(model) = spilling::model_queue(&mut self.db, &common.schema, queue, name)? else {
            // Nobody has subscribed to it here.
            return Ok(());
        };
        let letter = match said.loader {
            Loader::Apply => 'L',
            Loader::External => 'E',
            Loader::Nobody => return self.begin_without_load(said),
        };
        let since = Since::Message(common.epoch, sequence);
        let spill_queue = spilling::queue_of_load(common.map.number, queue, name, since);
        // Rows of others may refer to this one's: where that is looked at they may not be there before.
        let is_in_place = common.map.fires_triggers && letter == 'L';
        let made = match &common.spill {
            Some(door) if !is_in_place => door.make(&model, &spill_queue),
            _ => Ok(false),
        };
        match made {
            Ok(true) => {}
            Ok(false) if letter == 'L' => return self.load_in_place(said),
            Ok(false) => return self.cannot_load(name, &FMQ0458.line(&[&model, &name])),
            Err(trouble) if trouble.is_passing => return Err(Failure::Away(trouble)),
            Err(trouble) => return self.cannot_load(name, &trouble.line),
        }
        let where_to = (spill_queue.as_str(), sequence, said.publication.as_str());
        spilling::note_load(&mut self.db, &common.schema, queue, name, letter, where_to)?;
        self.follow(name)?;
        self.notices.push(AgentEvent::Loads);
        let shown = match letter {
            'L' => "being loaded",
            _ => "waiting for its table to be loaded by somebody",
        };
        let shown = FMQ0440.line(&[name, &shown]);
        self.notices.push(AgentEvent::Notice(shown));
        Ok(())
    }

    /// Loads a table, and everything waits for it.
    fn load_in_place(&mut self, said: &SubscriptionState) -> Result<(), Failure> {
        let name = &said.subscription;
        self.db.execute("SAVEPOINT asnq_load")?;
        match load::load(self, said) {
            Ok(None) => return Ok(()),
            Ok(Some(copied)) => {
                let more = copied.changes();
                self.set_state(name, 'A', "", &more)?;
                self.notices.push(AgentEvent::Notice(copied.line(name)));
                let done = format!("loaddone {name}");
                self.notices.push(AgentEvent::ToCapture(done));
            }
            Err(Failure::Refused(refusal)) if !refusal.passes => {
                self.db.execute("ROLLBACK TO SAVEPOINT asnq_load")?;
                return self.cannot_load(name, &refusal.text);
            }
            Err(failure) => return Err(failure),
        }
        let shown = FMQ0440.line(&[name, &"active"]);
        self.notices.push(AgentEvent::Notice(shown));
        Ok(())
    }

    /// A table cannot be loaded: its subscription ends, the others go on.
    fn cannot_load(&mut self, subscription: &str, why: &str) -> Result<(), Failure> {
        self.set_state(subscription, 'I', why, "")?;
        self.notices.push(AgentEvent::Loads);
        let line = FMQ0442.line(&[&subscription, &why]);
        self.notices.push(AgentEvent::Notice(line));
        Ok(())
    }

    /// Somebody has loaded a table: what was put aside may be taken.
    pub(super) fn take_load_done(&mut self, message: &Message) -> Result<(), Failure> {
        let said = Ended::decode(&message.body)?;
        let common = Arc::clone(&self.common);
        let (name, queue) = (&said.subscription, &common.map.receive_queue);
        if spilling::note_load_done(&mut self.db, &common.schema, queue, name)? {
            self.follow(name)?;
            self.notices.push(AgentEvent::Loads);
        }
        Ok(())
    }

    /// Has the subscription of a spill queue that is of no use any more do without it, in a transaction of its own. A load that is not copied yet begins anew, with another
    /// spill queue: what was on this one is in the copy then. Else rows are lost, and the subscription ends.
    pub(super) fn give_up_queue(&mut self, problem: &Unusable) -> Result<(), Failure> {
        let common = Arc::clone(&self.common);
        let (schema, queue) = (&common.schema, &common.map.receive_queue);
        let of_it = |it: &Arc<Table>| it.subscription.spill_queue == problem.queue;
        let tables = common.tables.snapshot();
        let Some(table) = tables.into_values().flatten().find(of_it) else {
            return Ok(());
        };
        let name = &table.subscription.name;
        let loads = spilling::loads(&mut self.db, schema, queue)?;
        let load = loads.into_iter().find(|it| it.spill_queue == problem.queue);
        if let Some(load) = load {
            let renewed = match load.state == 'L' && problem.is_gone {
                true => self.renew(&load)?,
                false => Err(spilling::lost_rows(&problem.queue, &problem.why)),
            };
            match renewed {
                Ok(true) => {
                    let line = FMQ0460.line(&[&problem.queue, name, &problem.why]);
                    self.notices.push(AgentEvent::Notice(line));
                }
                // It is copied meanwhile.
                Ok(false) => {}
                Err(why) => {
                    let more = format!(", state_info = {}", literal(cut(&why)));
                    if spilling::next_state(&mut self.db, schema, queue, &load, 'I', &more)? {
                        let line = FMQ0442.line(&[name, &why]);
                        self.notices.push(AgentEvent::Notice(line));
                    }
                }
            }
        }
        self.notices.push(AgentEvent::Loads);
        follow(&mut self.db, &common, name).map_err(Failure::Away)
    }

    /// Has a load begin anew with another spill queue; `false` if it is copied meanwhile, and why not, if there can be no other.
    fn renew(&mut self, load: &Load) -> Result<Result<bool, String>, Failure> {
        let common = Arc::clone(&self.common);
        let (name, queue) = (&load.subscription, &common.map.receive_queue);
        let since = Since::Time(now_us());
        let spill_queue = spilling::queue_of_load(common.map.number, queue, name, since);
        let made = match &common.spill {
            Some(door) => door.make(&load.model, &spill_queue),
            None => Ok(false),
        };
        match made {
            Ok(true) => {}
            Ok(false) => return Ok(Err(FMQ0458.line(&[&load.model, name]))),
            Err(trouble) if trouble.is_passing => return Err(Failure::Away(trouble)),
            Err(trouble) => return Ok(Err(trouble.line)),
        }
        let is_renewed = spilling::renew(&mut self.db, &common.schema, queue, load, &spill_queue)?;
        if !is_renewed {
            // It is nobody's, and is deleted.
            spilling::enter(&mut self.db, &common.schema, queue, name, &spill_queue)?;
        }
        Ok(Ok(is_renewed))
    }

    /// Sets the state of a subscription, and more columns, in the open transaction, and has rows follow it.
    pub(super) fn set_state(
        &mut self,
        subscription: &str,
        state: char,
        info: &str,
        more: &str,
    ) -> Result<(), Failure> {
        let common = Arc::clone(&self.common);
        let table = table_name(&common.schema, "targets");
        let info = cut(info);
        // Beside the stream the load is the same until that has followed.
        let over = match self.is_of_stream {
            true => ", spillq = NULL",
            false => "",
        };
        self.db.ask(
            &format!(
                "UPDATE {table} SET state = $1, state_time = clock_timestamp(), state_info = nullif($2, ''){over}{more} \
                 WHERE recvq = $3 AND subname = $4"
            ),
            &[
                &state.to_string(),
                info,
                &common.map.receive_queue,
                subscription,
            ],
        )?;
        self.follow(subscription)
    }

    /// Rows of a subscription find what the control tables say of it now.
    fn follow(&mut self, subscription: &str) -> Result<(), Failure> {
        let tables = self.common.tables.snapshot();
        let of_it = tables.into_values().flatten();
        for table in of_it.filter(|it| it.subscription.name == subscription) {
            self.adopt(table.source.clone())?;
        }
        Ok(())
    }
}

/// Rows of a subscription find what the control tables say of it now. Only while no agent is at work.
///
/// # Errors
/// The target's.
pub(crate) fn follow(
    db: &mut Connection,
    common: &Common,
    subscription: &str,
) -> Result<(), Trouble> {
    let followed = followed(db, common, subscription);
    common
        .tables
        .set(followed.map_err(|error| trouble(&error))??);
    Ok(())
}

/// Tables as rows find them when they follow what the control tables say of a subscription now, in the open transaction. `Err` in the result: they have nowhere to go.
///
/// # Errors
/// The target's.
pub(crate) fn followed(
    db: &mut Connection,
    common: &Common,
    subscription: &str,
) -> Result<Result<Tables, Trouble>, Error> {
    let mut tables = common.tables.snapshot();
    let of_it = tables.clone().into_values().flatten();
    for table in of_it.filter(|it| it.subscription.name == subscription) {
        match resolved(db, common, table.source.clone())? {
            Ok(found) => drop(tables.insert(table.source.table, found)),
            Err(text) => return Ok(Err(Trouble::lasting(&FMQ0437, &[&subscription, &text]))),
        }
    }
    Ok(Ok(tables))
}

/// What a schema has here.
enum Found {
    /// Nobody has subscribed to it.
    Nobody,
    Table(Arc<Table>),
    /// Rows have nowhere to go, and why.
    Unfit(Box<Subscription>, String),
}

fn looked_at(db: &mut Connection, common: &Common, schema: Schema) -> Result<Found, Error> {
    let queue = &common.map.receive_queue;
    let Some(subscription) = catalog::subscription(db, &common.schema, queue, &schema)? else {
        return Ok(Found::Nobody);
    };
    let fires_triggers = common.map.fires_triggers;
    match Table::resolve(db, subscription.clone(), schema, fires_triggers) {
        Ok(table) => Ok(Found::Table(Arc::new(table))),
        Err(Unfit::Error(error)) => Err(error),
        Err(Unfit::Missing(text)) => {
            let text = FMQ0437.line(&[&subscription.name, &text]);
            Ok(Found::Unfit(Box::new(subscription), text))
        }
    }
}

/// The table of a schema; `None` if its rows go nowhere here, `Err` in the result: why they have nowhere to go.
fn resolved(
    db: &mut Connection,
    common: &Common,
    schema: Schema,
) -> Result<Result<Option<Arc<Table>>, String>, Error> {
    Ok(match looked_at(db, common, schema)? {
        Found::Nobody => Ok(None),
        Found::Table(table) => Ok(Some(table)),
        Found::Unfit(subscription, _) if subscription.state == 'I' => Ok(None),
        Found::Unfit(_, text) => Err(text),
    })
}

/// The same for a table that is to be loaded, or of which rows were put aside, whatever the state of its subscription is.
pub(crate) fn resolve_anyway(
    db: &mut Connection,
    common: &Common,
    schema: Schema,
) -> Result<Option<Arc<Table>>, Failure> {
    match looked_at(db, common, schema)? {
        Found::Nobody => Ok(None),
        Found::Table(table) => Ok(Some(table)),
        Found::Unfit(_, text) => Err(Failure::refused(text)),
    }
}

/// Tables for the schemas that were applied before. A subscription whose table is not there any more ends if `ERROR_ACTION` says so.
///
/// # Errors
/// The target's; FMQ0437 for a table that is not there any more.
pub(crate) fn known_tables(
    db: &mut Connection,
    common: &Common,
    tell: &dyn Fn(&str),
) -> Result<Tables, Trouble> {
    let schemas = catalog::schemas(db, &common.schema, &common.map.receive_queue, common.epoch)?;
    let mut tables = Tables::new();
    for schema in schemas {
        let number = schema.table;
        let looked = looked_at(db, common, schema);
        let found = match looked.map_err(|error| trouble(&error))? {
            Found::Nobody => None,
            Found::Table(table) => Some(table),
            Found::Unfit(subscription, _) if subscription.state == 'I' => None,
            Found::Unfit(subscription, text) if subscription.error_action == 'D' => {
                let targets = table_name(&common.schema, "targets");
                let sql = format!(
                    "UPDATE {targets} SET state = 'I', state_time = clock_timestamp(), state_info = $1, spillq = NULL WHERE recvq = $2 AND subname = $3"
                );
                let name = &subscription.name;
                let ended = db.ask(&sql, &[cut(&text), &common.map.receive_queue, name]);
                ended.map_err(|error| trouble(&error))?;
                tell(&FMQ0442.line(&[name, &text]));
                None
            }
            Found::Unfit(subscription, text) => {
                return Err(Trouble::lasting(&FMQ0437, &[&subscription.name, &text]));
            }
        };
        know(&mut tables, number, found);
    }
    Ok(tables)
}

/// Rows with this number are of this table from here on. In an earlier run of capture it may have had another one.
fn know(tables: &mut Tables, number: u16, found: Option<Arc<Table>>) {
    if let Some(table) = &found {
        let name = &table.subscription.name;
        tables.retain(|_, other| {
            other
                .as_ref()
                .is_none_or(|it| it.subscription.name != *name)
        });
    }
    tables.insert(number, found);
}
