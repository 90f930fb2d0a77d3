//! Statements, and the SQL they stand for.

use super::words::{Kind, Word, split};
use super::{Plan, Server, Step, Subscribed, Wrong};
use crate::columns::{MESSAGE_HEADER, addition};
use crate::{source, target};
use ferromq_postgres::{identifier, literal};

/// What a statement says of a table at the source.
struct Capturing<'a> {
    name: &'a str,
    map: &'a str,
    owner: &'a str,
    table: &'a str,
    /// None where nobody applies it.
    target: Option<(&'a str, &'a str)>,
    load: &'a str,
    suppress: &'a str,
    before: &'a str,
    changed: &'a str,
}

/// Reads a script.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read(script: &str) -> Result<Plan, Wrong> {
    let words = split(script)?;
    let mut reader = Reader {
        words: &words,
        at: 0,
        plan: Plan::default(),
        capture_schema: "asn".to_owned(),
        apply_schema: "asn".to_owned(),
        capture_q_mgr: None,
        apply_q_mgr: None,
        maps: Vec::new(),
    };
    while reader.at < words.len() {
        reader.statement()?;
    }
    Ok(reader.plan)
}

struct Reader<'a> {
    words: &'a [Word],
    at: usize,
    plan: Plan,
    capture_schema: String,
    apply_schema: String,
    capture_q_mgr: Option<String>,
    apply_q_mgr: Option<String>,
    /// Maps that were made by this script, with their queues.
    maps: Vec<String>,
}

impl Reader<'_> {
    fn wrong<T>(&self, problem: impl Into<String>) -> Result<T, Wrong> {
        let at = self.words.get(self.at).or(self.words.last());
        Err(Wrong {
            line: at.map_or(1, |it| it.line),
            column: at.map_or(1, |it| it.column),
            problem: problem.into(),
        })
    }

    fn shown(&self) -> String {
        match self.words.get(self.at) {
            Some(word) => format!("'{}'", word.text),
            None => "the end of the script".to_owned(),
        }
    }

    fn is(&self, offset: usize, wanted: &str) -> bool {
        self.words
            .get(self.at + offset)
            .is_some_and(|word| word.kind != Kind::Quoted && word.text.eq_ignore_ascii_case(wanted))
    }

    /// Whether these words are next; they are taken then.
    fn takes(&mut self, words: &str) -> bool {
        let wanted: Vec<&str> = words.split(' ').collect();
        let fits = wanted.iter().enumerate().all(|(at, it)| self.is(at, it));
        if fits {
            self.at += wanted.len();
        }
        fits
    }

    fn need(&mut self, words: &str) -> Result<(), Wrong> {
        match self.takes(words) {
            true => Ok(()),
            false => self.wrong(format!("{} stands where {words} is expected", self.shown())),
        }
    }

    fn name(&mut self, what: &str) -> Result<String, Wrong> {
        match self.words.get(self.at) {
            Some(word) if word.kind != Kind::Mark && !word.text.is_empty() => {
                self.at += 1;
                Ok(word.text.clone())
            }
            _ => self.wrong(format!("{} stands where {what} is expected", self.shown())),
        }
    }

    /// A name of SQL: small letters unless it is in quotes.
    fn sql_name(&mut self, what: &str) -> Result<String, Wrong> {
        let is_plain = self
            .words
            .get(self.at)
            .is_some_and(|it| it.kind == Kind::Plain);
        let name = self.name(what)?;
        Ok(if is_plain { name.to_lowercase() } else { name })
    }

    fn table(&mut self, what: &str) -> Result<(String, String), Wrong> {
        let first = self.sql_name(what)?;
        if self.takes(".") {
            return Ok((first, self.sql_name(what)?));
        }
        Ok(("public".to_owned(), first))
    }

    fn number(&mut self, what: &str, min: u64, max: u64) -> Result<u64, Wrong> {
        let at = self.at;
        let text = self.name(what)?;
        match text.parse() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => {
                self.at = at;
                self.wrong(format!(
                    "'{text}' is not {what}, a number from {min} to {max}"
                ))
            }
        }
    }

    fn letter(&mut self, what: &str, letters: &str) -> Result<String, Wrong> {
        let at = self.at;
        let text = self.name(what)?.to_uppercase();
        if text.chars().count() == 1 && letters.contains(&text) {
            return Ok(text);
        }
        self.at = at;
        self.wrong(format!("'{text}' is not {what}, one of {letters}"))
    }

    fn step(&mut self, line: usize, server: Server, sql: String) -> Result<(), Wrong> {
        let (is_known, name) = match server {
            Server::Capture => (self.plan.capture.is_some(), "CAPTURE"),
            Server::Target => (self.plan.target.is_some(), "TARGET"),
        };
        if !is_known {
            return self.wrong(format!("SET SERVER {name} TO URI '...' has to come before"));
        }
        self.plan.steps.push(Step { line, server, sql });
        Ok(())
    }

    fn statement(&mut self) -> Result<(), Wrong> {
        let line = self.words.get(self.at).map_or(1, |it| it.line);
        if self.takes("ASNCLP SESSION SET TO Q REPLICATION") {
        } else if self.takes("SET RUN SCRIPT") {
            self.plan.later = self.takes("LATER");
            if !self.plan.later {
                self.need("NOW")?;
            }
            if self.takes("STOP ON SQL ERROR") && !self.takes("ON") {
                return self.wrong("STOP ON SQL ERROR is ON: a script is carried out as a whole");
            }
        } else if self.takes("SET SERVER") {
            self.server()?;
        } else if self.takes("SET CAPTURE SCHEMA") {
            self.takes("SOURCE");
            self.capture_schema = self.sql_name("a schema")?;
        } else if self.takes("SET APPLY SCHEMA") {
            self.apply_schema = self.sql_name("a schema")?;
        } else if self.takes("SET QMANAGER") {
            let name = self.name("the name of a queue manager")?;
            self.need("FOR")?;
            if self.takes("CAPTURE") {
                self.capture_q_mgr = Some(name);
            } else {
                self.need("APPLY")?;
                self.apply_q_mgr = Some(name);
            }
            self.need("SCHEMA")?;
        } else if self.takes("CREATE CONTROL TABLES FOR CAPTURE SERVER") {
            self.capture_tables(line)?;
        } else if self.takes("CREATE CONTROL TABLES FOR APPLY SERVER") {
            self.apply_tables(line)?;
        } else if self.takes("CREATE REPLQMAP") {
            self.map(line)?;
        } else if self.takes("CREATE QSUB USING REPLQMAP") {
            self.subscription(line)?;
        } else if self.takes("CREATE PUBQMAP") {
            self.publishing_map(line)?;
        } else if self.takes("CREATE PUB USING PUBQMAP") {
            self.publication(line)?;
        } else if self.takes("START QSUB SUBNAME") || self.takes("START PUB PUBNAME") {
            self.signal(line, "CAPSTART")?;
        } else if self.takes("STOP QSUB SUBNAME") || self.takes("STOP PUB PUBNAME") {
            self.signal(line, "CAPSTOP")?;
        } else {
            let known = "ASNCLP SESSION, SET RUN SCRIPT, SET SERVER, SET CAPTURE SCHEMA, SET APPLY SCHEMA, SET QMANAGER, \
                         CREATE CONTROL TABLES FOR, CREATE REPLQMAP, CREATE QSUB, CREATE PUBQMAP, CREATE PUB, START QSUB, STOP QSUB, START PUB, STOP PUB";
            return self.wrong(format!(
                "{} begins no statement; these are known: {known}",
                self.shown()
            ));
        }
        self.need(";")
    }

    fn server(&mut self) -> Result<(), Wrong> {
        let is_capture = self.takes("CAPTURE");
        if !is_capture {
            self.need("TARGET")?;
        }
        self.need("TO")?;
        self.need("URI")?;
        let uri = self.name("a connection string in quotes")?;
        match is_capture {
            true => self.plan.capture = Some(uri),
            false => self.plan.target = Some(uri),
        }
        Ok(())
    }

    fn q_mgr(&self, given: &Option<String>, of: &str) -> Result<String, Wrong> {
        match given {
            Some(name) => Ok(name.clone()),
            None => self.wrong(format!(
                "SET QMANAGER name FOR {of} SCHEMA has to come before"
            )),
        }
    }

    fn capture_tables(&mut self, line: usize) -> Result<(), Wrong> {
        let q_mgr = self.q_mgr(&self.capture_q_mgr, "CAPTURE")?;
        self.need("USING")?;
        let (mut restart, mut admin) = (None, None);
        let (mut slot, mut publication) = ("asnqcap".to_owned(), "asnqcap".to_owned());
        loop {
            if self.takes("RESTARTQ") {
                restart = Some(self.name("a queue")?);
            } else if self.takes("ADMINQ") {
                admin = Some(self.name("a queue")?);
            } else if self.takes("SLOT") {
                slot = self.sql_name("a slot")?;
            } else if self.takes("PUBLICATION") {
                publication = self.sql_name("a publication")?;
            } else {
                break;
            }
        }
        let (Some(restart), Some(admin)) = (restart, admin) else {
            return self.wrong("RESTARTQ and ADMINQ are needed");
        };
        let schema = self.capture_schema.clone();
        let sql = format!(
            "{};\nINSERT INTO {}.ibmqrep_capparms (qmgr, restartq, adminq, slotname, pubname) VALUES ({}, {}, {}, {}, {});\n\
             CREATE PUBLICATION {} FOR TABLE {}.ibmqrep_signal WITH (publish_via_partition_root = true)",
            source::control_tables(&schema).trim().trim_end_matches(';'),
            identifier(&schema),
            literal(&q_mgr),
            literal(&restart),
            literal(&admin),
            literal(&slot),
            literal(&publication),
            identifier(&publication),
            identifier(&schema),
        );
        self.step(line, Server::Capture, sql)
    }

    fn apply_tables(&mut self, line: usize) -> Result<(), Wrong> {
        let q_mgr = self.q_mgr(&self.apply_q_mgr, "APPLY")?;
        let commands = match self.takes("USING COMMANDQ") {
            true => literal(&self.name("a queue")?),
            false => "NULL".to_owned(),
        };
        let schema = self.apply_schema.clone();
        let sql = format!(
            "{};\nINSERT INTO {}.ibmqrep_applyparms (qmgr, cmdq) VALUES ({}, {commands})",
            target::catalog::control_tables(&schema).trim(),
            identifier(&schema),
            literal(&q_mgr),
        );
        self.step(line, Server::Target, sql)
    }

    fn map(&mut self, line: usize) -> Result<(), Wrong> {
        let name = self.name("the name of a map")?;
        if self.maps.contains(&name) {
            return self.wrong(format!("map {name} is made twice"));
        }
        self.need("USING")?;
        let (mut admin, mut receive, mut send) = (None, None, None);
        let (mut id, mut agents, mut memory, mut group, mut paths) = (None, 1, 64, 100, 1);
        let (mut size, mut order) = (64, "O");
        let mut source = self.plan.capture.clone();
        loop {
            if self.takes("ADMINQ") {
                admin = Some(self.name("a queue")?);
            } else if self.takes("RECVQ") {
                receive = Some(self.name("a queue")?);
            } else if self.takes("SENDQ") {
                send = Some(self.name("a queue")?);
            } else if self.takes("MAPID") {
                id = Some(self.number("MAPID", 1, i32::MAX as u64)?);
            } else if self.takes("NUM APPLY AGENTS") {
                agents = self.number("NUM APPLY AGENTS", 1, 128)?;
            } else if self.takes("MEMORY LIMIT") {
                memory = self.number("MEMORY LIMIT in MB", 1, 100_000)?;
            } else if self.takes("GROUP TRANS") {
                group = self.number("GROUP TRANS", 1, 10_000)?;
            } else if self.takes("NUM PARALLEL SENDQS") {
                paths = self.number("NUM PARALLEL SENDQS", 1, 4)?;
            } else if self.takes("MAX MESSAGE SIZE") {
                size = self.number("MAX MESSAGE SIZE in KB", 1, 102_400)?;
            } else if self.takes("COMMIT ORDER RELAXED") {
                order = "R";
            } else if self.takes("COMMIT ORDER ORDERED") {
                order = "O";
            } else if self.takes("SOURCE URI") {
                source = Some(self.name("a connection string in quotes")?);
            } else {
                break;
            }
        }
        let (Some(admin), Some(receive), Some(send)) = (admin, receive, send) else {
            return self.wrong("ADMINQ, RECVQ and SENDQ are needed");
        };
        let id = id.unwrap_or(self.maps.len() as u64 + 1);
        let source = source.map_or("NULL".to_owned(), |it| literal(&it));
        let (name_sql, receive_sql, send_sql) = (literal(&name), literal(&receive), literal(&send));
        let capture = format!(
            "INSERT INTO {}.ibmqrep_sendqueues (pubqmapname, sendq, recvq, mapid, num_parallel_sendqs, max_message_size) \
             VALUES ({name_sql}, {send_sql}, {receive_sql}, {id}, {paths}, {size})",
            identifier(&self.capture_schema),
        );
        let apply = format!(
            "INSERT INTO {}.ibmqrep_recvqueues (repqmapname, recvq, sendq, adminq, mapid, num_apply_agents, memory_limit, group_trans, \
             commit_order, source_server) VALUES ({name_sql}, {receive_sql}, {send_sql}, {}, {id}, {agents}, {memory}, {group}, '{order}', {source})",
            identifier(&self.apply_schema),
            literal(&admin),
        );
        self.maps.push(name);
        self.step(line, Server::Capture, capture)?;
        self.step(line, Server::Target, apply)
    }

    fn subscription(&mut self, line: usize) -> Result<(), Wrong> {
        let map = self.name("the name of a map")?;
        self.need("(")?;
        self.need("SUBNAME")?;
        let name = self.name("the name of a subscription")?;
        let (owner, table) = self.table("a table")?;
        let (mut to_owner, mut to_table) = (owner.clone(), table.clone());
        let (mut load, mut rule, mut action, mut error) =
            ("I".into(), "K".into(), "I".into(), "Q".into());
        let mut suppress = "N";
        let (mut model, mut ok_states) = (String::new(), String::new());
        loop {
            if self.takes("OPTIONS") {
            } else if self.takes("HAS LOAD PHASE") {
                load = self.letter("HAS LOAD PHASE", "INE")?;
            } else if self.takes("SPILL_MODELQ") {
                model = self.name("a model queue")?;
            } else if self.takes("OKSQLSTATES") {
                ok_states = self.name("SQLSTATEs in quotes")?;
            } else if self.takes("SUPPRESS DELETES") {
                suppress = "Y";
            } else if self.takes("TARGET NAME") {
                (to_owner, to_table) = self.table("a table")?;
            } else if self.takes("CONFLICT RULE") {
                rule = self.letter("CONFLICT RULE", "KCA")?;
            } else if self.takes("CONFLICT ACTION") {
                action = self.letter("CONFLICT ACTION", "IFDSQ")?;
            } else if self.takes("ERROR ACTION") {
                error = self.letter("ERROR ACTION", "QDS")?;
            } else {
                break;
            }
        }
        self.need(")")?;
        let apply_schema = identifier(&self.apply_schema);
        let capture = self.capture_rows(&Capturing {
            name: &name,
            map: &map,
            owner: &owner,
            table: &table,
            target: Some((&to_owner, &to_table)),
            load: &load,
            suppress,
            before: "N",
            changed: "Y",
        });
        let qualified = format!("{}.{}", identifier(&to_owner), identifier(&to_table));
        self.plan.subscribed.push(Subscribed {
            line,
            name: name.clone(),
            source: (owner.clone(), table.clone()),
            target: (to_owner.clone(), to_table.clone()),
        });
        let (sub, owner, table) = (literal(&name), literal(&owner), literal(&table));
        let (to_owner, to_table) = (literal(&to_owner), literal(&to_table));
        let map = literal(&map);
        let apply = format!(
            "SELECT {}::regclass;\n\
             DO $asn$ BEGIN IF NOT EXISTS (SELECT 1 FROM {apply_schema}.ibmqrep_recvqueues WHERE repqmapname = {map}) THEN RAISE EXCEPTION 'there is no map %', {map}; END IF; \
             IF EXISTS (SELECT 1 FROM {apply_schema}.ibmqrep_targets t JOIN {apply_schema}.ibmqrep_recvqueues q USING (recvq) WHERE q.repqmapname = {map} \
             AND t.source_owner = {owner} AND t.source_name = {table} AND t.target_owner = {to_owner} AND t.target_name = {to_table}) THEN \
             RAISE EXCEPTION 'map % has a subscription of %.% to %.% already: each row would be applied twice', {map}, {owner}, {table}, {to_owner}, {to_table}; END IF; END $asn$;\n\
             INSERT INTO {apply_schema}.ibmqrep_targets (subname, recvq, source_owner, source_name, target_owner, target_name, \
             conflict_rule, conflict_action, error_action, has_loadphase, modelq, oksqlstates) SELECT {sub}, \
             (SELECT recvq FROM {apply_schema}.ibmqrep_recvqueues WHERE repqmapname = {map}), {owner}, {table}, {to_owner}, {to_table}, \
             '{rule}', '{action}', '{error}', '{load}', coalesce(nullif({}, ''), 'IBMQREP.SPILL.MODELQ'), nullif({}, '')",
            literal(&qualified),
            literal(&model),
            literal(&ok_states),
        );
        self.step(line, Server::Capture, capture)?;
        self.step(line, Server::Target, apply)
    }

    /// What a subscription or a publication is at the source.
    fn capture_rows(&self, of: &Capturing<'_>) -> String {
        let schema = identifier(&self.capture_schema);
        let from = format!("{}.{}", identifier(of.owner), identifier(of.table));
        let (owner, table) = (literal(of.owner), literal(of.table));
        let (sub, map) = (literal(of.name), literal(of.map));
        let (to_owner, to_table) = match of.target {
            Some((owner, table)) => (literal(owner), literal(table)),
            None => ("NULL".to_owned(), "NULL".to_owned()),
        };
        let from_literal = literal(&from);
        let identity = format!(
            "a.attrelid = {from_literal}::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''"
        );
        let Capturing {
            load,
            suppress,
            before,
            changed,
            ..
        } = of;
        // Once it is published the source refuses updates and deletes of a table whose rows cannot be told apart: programs that know nothing of this would fail.
        let is_checked = of.target.is_some() && of.suppress == "N";
        let identity_check = match is_checked {
            true => format!(
                "IF EXISTS (SELECT 1 FROM pg_class t, pg_publication p, {schema}.ibmqrep_capparms c WHERE t.oid = {from_literal}::regclass AND p.pubname = c.pubname AND (p.pubupdate OR p.pubdelete) \
                 AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND CASE t.relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident END) AND t.relreplident <> 'f') THEN \
                 RAISE EXCEPTION 'table % has no replica identity, and the source would refuse updates and deletes of it: give it a primary key, or ALTER TABLE % REPLICA IDENTITY FULL, or say SUPPRESS DELETES where rows are inserted only', {from_literal}, {from_literal}; END IF; "
            ),
            false => String::new(),
        };
        format!(
            "DO $asn$ BEGIN IF NOT EXISTS (SELECT 1 FROM {schema}.ibmqrep_sendqueues WHERE pubqmapname = {map}) THEN RAISE EXCEPTION 'there is no map %', {map}; END IF; {identity_check}END $asn$;\n\
             INSERT INTO {schema}.ibmqrep_subs (subname, source_owner, source_name, target_owner, target_name, sendq, has_loadphase, \
             suppress_deletes, before_values, changed_cols_only) SELECT {sub}, {owner}, {table}, {to_owner}, {to_table}, \
             (SELECT sendq FROM {schema}.ibmqrep_sendqueues WHERE pubqmapname = {map}), '{load}', '{suppress}', '{before}', '{changed}';\n\
             INSERT INTO {schema}.ibmqrep_src_cols (subname, src_colname, is_key, src_coltype) SELECT {sub}, a.attname, \
             coalesce((SELECT array_position(i.indkey::int2[], a.attnum) + 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary), 0), \
             a.atttypid FROM pg_attribute a WHERE {identity};\n\
             DO $asn$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_publication_tables p, {schema}.ibmqrep_capparms c \
             WHERE p.pubname = c.pubname AND p.schemaname = {owner} AND p.tablename = {table}) THEN \
             IF EXISTS (SELECT 1 FROM pg_class t, pg_publication p, {schema}.ibmqrep_capparms c WHERE t.oid = {from_literal}::regclass AND t.relkind = 'p' AND p.pubname = c.pubname AND NOT p.pubviaroot) THEN \
             RAISE EXCEPTION 'publication % names rows of partitioned tables after partitions: ALTER PUBLICATION % SET (publish_via_partition_root = true) first', \
             (SELECT pubname FROM {schema}.ibmqrep_capparms), (SELECT quote_ident(pubname) FROM {schema}.ibmqrep_capparms); END IF; \
             EXECUTE format('ALTER PUBLICATION %I ADD TABLE %I.%I', (SELECT pubname FROM {schema}.ibmqrep_capparms), {owner}, {table}); \
             END IF; END $asn$"
        )
    }

    /// A map whose messages are JSON, for programs that only read.
    fn publishing_map(&mut self, line: usize) -> Result<(), Wrong> {
        let name = self.name("the name of a map")?;
        if self.maps.contains(&name) {
            return self.wrong(format!("map {name} is made twice"));
        }
        self.need("USING")?;
        let (mut send, mut id, mut paths, mut size, mut heartbeat) = (None, None, 1, 64, 60);
        let (mut content, mut header, mut error) = ("T", "N", "S".to_owned());
        loop {
            if self.takes("SENDQ") {
                send = Some(self.name("a queue")?);
            } else if self.takes("MESSAGE FORMAT") {
                if self.is(0, "XML") || self.is(0, "DELIMITED") {
                    return self.wrong("XML and DELIMITED are not written: MESSAGE FORMAT JSON is");
                }
                self.need("JSON")?;
            } else if self.takes("MESSAGE CONTENT TYPE") {
                content = match self.letter("MESSAGE CONTENT TYPE", "TR")?.as_str() {
                    "R" => "R",
                    _ => "T",
                };
            } else if self.takes("MESSAGE HEADER") {
                header = match self.takes("RFH2") {
                    true => "R",
                    false => {
                        self.need("NONE")?;
                        "N"
                    }
                };
            } else if self.takes("ERROR ACTION") {
                error = self.letter("ERROR ACTION", "SQ")?;
            } else if self.takes("HEARTBEAT INTERVAL") {
                heartbeat = self.number("HEARTBEAT INTERVAL in seconds", 0, 1 << 31)?;
            } else if self.takes("MAPID") {
                id = Some(self.number("MAPID", 1, i32::MAX as u64)?);
            } else if self.takes("NUM PARALLEL SENDQS") {
                paths = self.number("NUM PARALLEL SENDQS", 1, 4)?;
            } else if self.takes("MAX MESSAGE SIZE") {
                size = self.number("MAX MESSAGE SIZE in KB", 1, 102_400)?;
            } else {
                break;
            }
        }
        let Some(send) = send else {
            return self.wrong("SENDQ is needed");
        };
        let id = id.unwrap_or(self.maps.len() as u64 + 1);
        let table = format!("{}.ibmqrep_sendqueues", identifier(&self.capture_schema));
        let sql = format!(
            "{};\nINSERT INTO {table} (pubqmapname, sendq, mapid, num_parallel_sendqs, max_message_size, message_format, msg_content_type, \
             message_header, error_action, heartbeat_interval) VALUES ({}, {}, {id}, {paths}, {size}, 'N', '{content}', '{header}', '{error}', {heartbeat})",
            // Tables of an earlier version have not got it.
            addition(&table, MESSAGE_HEADER),
            literal(&name),
            literal(&send)
        );
        self.maps.push(name);
        self.step(line, Server::Capture, sql)
    }

    fn yes(&mut self) -> Result<&'static str, Wrong> {
        Ok(match self.letter("Y or N", "YN")?.as_str() {
            "Y" => "Y",
            _ => "N",
        })
    }

    /// A table whose changes are published.
    fn publication(&mut self, line: usize) -> Result<(), Wrong> {
        let map = self.name("the name of a map")?;
        self.need("(")?;
        self.need("PUBNAME")?;
        let name = self.name("the name of a publication")?;
        let (owner, table) = self.table("a table")?;
        let (mut before, mut changed, mut suppress, mut load) = ("N", "Y", "N", "N".to_owned());
        loop {
            if self.takes("OPTIONS") {
            } else if self.takes("BEFORE VALUES") {
                before = self.yes()?;
            } else if self.takes("CHANGED COLS ONLY") {
                changed = self.yes()?;
            } else if self.takes("SUPPRESS DELETES") {
                // As a word of its own, too.
                suppress = match self.is(0, "N") || self.is(0, "Y") {
                    true => self.yes()?,
                    false => "Y",
                };
            } else if self.takes("HAS LOAD PHASE") {
                load = self.letter("HAS LOAD PHASE of a publication", "NE")?;
            } else {
                break;
            }
        }
        self.need(")")?;
        let sql = self.capture_rows(&Capturing {
            name: &name,
            map: &map,
            owner: &owner,
            table: &table,
            target: None,
            load: &load,
            suppress,
            before,
            changed,
        });
        self.step(line, Server::Capture, sql)
    }

    fn signal(&mut self, line: usize, word: &str) -> Result<(), Wrong> {
        let name = self.name("the name of a subscription")?;
        let schema = identifier(&self.capture_schema);
        let sql = format!(
            "INSERT INTO {schema}.ibmqrep_signal (signal_type, signal_subtype, signal_input_in) VALUES ('CMD', '{word}', {})",
            literal(&name)
        );
        self.step(line, Server::Capture, sql)
    }
}
