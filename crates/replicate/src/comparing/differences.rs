//! Which rows differ.

use super::{Ends, Pair, failed, qualified};
use crate::trouble::Trouble;
use ferromq_postgres::{Connection, Error, Rows, identifier, literal};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// Rows of a block, about.
const BLOCK_ROWS: u64 = 1_000;
/// Blocks at most.
const BLOCKS_MAX: u64 = 1 << 16;
/// Blocks that are read at once.
const BLOCKS_AT_ONCE: usize = 100;

/// How a row differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Both have it, with different values.
    Update,
    /// The target has it, and the source does not.
    Delete,
    /// The source has it, and the target does not.
    Insert,
}

impl Kind {
    /// As `DIFF` has it.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Update => 'U',
            Self::Delete => 'D',
            Self::Insert => 'I',
        }
    }
}

/// A row that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How.
    pub kind: Kind,
    /// `DIFF_IS_PERSISTENCE`: U not known, P it stayed, T it still changed when nobody waited any longer.
    pub persistence: char,
    /// The condition that finds it, as `KEY_COLS` has it: in names of the source; in those of the target where only that has it.
    pub condition: String,
    /// Its block.
    pub block: u64,
    key: String,
    values: Vec<Option<String>>,
    source_hash: Option<i64>,
    target_hash: Option<i64>,
}

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Differences after which no more are looked for, for each table.
    pub differences: usize,
    /// Changes are under way: what differs is looked at again, so often at most.
    pub looks: u32,
    /// The pause before each of these looks.
    pub pause: Duration,
}

/// What came of it.
#[derive(Debug)]
pub struct Compared {
    /// Rows at the source.
    pub rows: u64,
    /// Rows at the target.
    pub target_rows: u64,
    /// What differs.
    pub differences: Vec<Difference>,
    /// There are more than were looked for.
    pub is_cut: bool,
}

/// A table at one end.
struct Side<'a> {
    db: &'a mut Connection,
    table: String,
    /// Each as text.
    keys: Vec<String>,
    all: String,
}

impl<'a> Side<'a> {
    fn new(db: &'a mut Connection, pair: &Pair, is_source: bool) -> Self {
        let names = pair.columns.iter().map(|column| {
            let name = if is_source {
                &column.source
            } else {
                &column.target
            };
            (format!("{}::text", identifier(name)), column.is_key)
        });
        let names: Vec<(String, bool)> = names.collect();
        let all: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        let all = format!("hashtextextended(ROW({})::text, 0)", all.join(", "));
        let keys = names.into_iter().filter(|it| it.1).map(|it| it.0).collect();
        let table = match is_source {
            true => pair.of_source(),
            false => qualified(&pair.target),
        };
        Self {
            db,
            table,
            keys,
            all,
        }
    }

    fn key(&self) -> String {
        format!("ROW({})::text", self.keys.join(", "))
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.db
            .execute("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")?;
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        self.db.execute("COMMIT")?;
        Ok(())
    }

    fn count(&mut self) -> Result<u64, Error> {
        let sql = format!("SELECT count(*) FROM {}", self.table);
        Ok(self.db.execute(&sql)?.number(0, 0).unwrap_or(0))
    }

    /// How many rows each block has, and what their hashes add up to.
    fn blocks(&mut self, mask: u64) -> Result<BTreeMap<u64, String>, Error> {
        let sql = format!(
            "SELECT b, count(*) || ' ' || sum(h) FROM (SELECT hashtextextended({}, 0) & {mask} AS b, {}::numeric AS h FROM {}) AS s GROUP BY b",
            self.key(),
            self.all,
            self.table
        );
        let rows = self.db.execute(&sql)?;
        let cell = |row| {
            let text = rows.text(row, 1).unwrap_or_default().to_owned();
            (rows.number(row, 0).unwrap_or(0), text)
        };
        Ok((0..rows.len()).map(cell).collect())
    }

    /// Rows where this holds: block, key, hash, values of the key.
    fn rows(&mut self, mask: u64, condition: &str) -> Result<Rows, Error> {
        let key = self.key();
        let sql = format!(
            "SELECT hashtextextended({key}, 0) & {mask}, {key}, {}, {} FROM {} WHERE {condition}",
            self.all,
            self.keys.join(", "),
            self.table
        );
        self.db.execute(&sql)
    }
}

/// Compares the two tables.
///
/// # Errors
/// FMQ0453, or a database is gone.
pub fn compare(ends: &mut Ends, pair: &Pair, limits: Limits) -> Result<Compared, Trouble> {
    let mut source = Side::new(&mut ends.source, pair, true);
    let mut target = Side::new(&mut ends.target, pair, false);
    both(&mut source, &mut target, pair, limits).map_err(|error| failed(&error))
}

fn both(
    source: &mut Side<'_>,
    target: &mut Side<'_>,
    pair: &Pair,
    limits: Limits,
) -> Result<Compared, Error> {
    source.begin()?;
    target.begin()?;
    let (rows, target_rows) = (source.count()?, target.count()?);
    let blocks = (rows.max(target_rows) / BLOCK_ROWS).clamp(1, BLOCKS_MAX);
    let mask = blocks.next_power_of_two() - 1;
    let (ours, theirs) = (source.blocks(mask)?, target.blocks(mask)?);
    let numbers: HashSet<u64> = ours.keys().chain(theirs.keys()).copied().collect();
    let mut differing: Vec<u64> = numbers
        .into_iter()
        .filter(|block| ours.get(block) != theirs.get(block))
        .collect();
    differing.sort_unstable();
    let mut found = Vec::new();
    let mut is_cut = false;
    for some in differing.chunks(BLOCKS_AT_ONCE) {
        let of = |key: &str| {
            let list: Vec<String> = some.iter().map(u64::to_string).collect();
            format!(
                "hashtextextended({key}, 0) & {mask} = ANY('{{{}}}'::bigint[])",
                list.join(",")
            )
        };
        let (here, there) = (of(&source.key()), of(&target.key()));
        found.extend(differences(
            pair,
            &source.rows(mask, &here)?,
            &target.rows(mask, &there)?,
        ));
        if found.len() > limits.differences {
            found.truncate(limits.differences);
            is_cut = true;
            break;
        }
    }
    source.end()?;
    target.end()?;
    for _ in 0..limits.looks {
        if found.iter().all(|it| it.persistence == 'P') {
            break;
        }
        std::thread::sleep(limits.pause);
        found = look_again(source, target, pair, mask, found)?;
    }
    if limits.looks > 0 {
        for one in found.iter_mut().filter(|it| it.persistence == 'U') {
            one.persistence = 'T';
        }
    }
    Ok(Compared {
        rows,
        target_rows,
        differences: found,
        is_cut,
    })
}

/// Rows that differed, as they are now. What is as it was the last time stays different: nothing was under way for it.
fn look_again(
    source: &mut Side<'_>,
    target: &mut Side<'_>,
    pair: &Pair,
    mask: u64,
    before: Vec<Difference>,
) -> Result<Vec<Difference>, Error> {
    let mut now = Vec::new();
    for some in before.chunks(1_000) {
        let keys: Vec<String> = some.iter().map(|it| literal(&it.key)).collect();
        let keys = keys.join(", ");
        let of = |key: &str| format!("{key} IN ({keys})");
        let (here, there) = (of(&source.key()), of(&target.key()));
        // First the target: what the source commits between the two is different then, and not the same.
        let theirs = target.rows(mask, &there)?;
        let ours = source.rows(mask, &here)?;
        now.extend(differences(pair, &ours, &theirs));
    }
    for one in &mut now {
        let is_same = |it: &&Difference| {
            it.key == one.key
                && it.kind == one.kind
                && it.source_hash == one.source_hash
                && it.target_hash == one.target_hash
        };
        if before.iter().any(|it| is_same(&it)) {
            one.persistence = 'P';
        }
    }
    Ok(now)
}

struct Found {
    block: u64,
    hash: i64,
    values: Vec<Option<String>>,
}

fn by_key(rows: &Rows) -> BTreeMap<String, Vec<Found>> {
    let mut found: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    for row in 0..rows.len() {
        let key = rows.text(row, 1).unwrap_or_default().to_owned();
        let values = (3..rows.columns()).map(|at| rows.text(row, at).map(str::to_owned));
        found.entry(key).or_default().push(Found {
            block: rows.number(row, 0).unwrap_or(0),
            hash: rows.number(row, 2).unwrap_or(0),
            values: values.collect(),
        });
    }
    found
}

/// What is not the same. Rows with one key may be several.
fn differences(pair: &Pair, source: &Rows, target: &Rows) -> Vec<Difference> {
    let (mut ours, mut theirs) = (by_key(source), by_key(target));
    let keys: std::collections::BTreeSet<String> =
        ours.keys().chain(theirs.keys()).cloned().collect();
    let mut out = Vec::new();
    for key in keys {
        let mut here = ours.remove(&key).unwrap_or_default();
        let mut there = theirs.remove(&key).unwrap_or_default();
        let was_one = here.len() == 1 && there.len() == 1;
        here.retain(
            |one| match there.iter().position(|it| it.hash == one.hash) {
                Some(at) => {
                    there.swap_remove(at);
                    false
                }
                None => true,
            },
        );
        if was_one && let (Some(one), Some(other)) = (here.first(), there.first()) {
            let hashes = (Some(one.hash), Some(other.hash));
            out.push(difference(pair, Kind::Update, &key, one, hashes));
            continue;
        }
        for one in &there {
            let hashes = (None, Some(one.hash));
            out.push(difference(pair, Kind::Delete, &key, one, hashes));
        }
        for one in &here {
            let hashes = (Some(one.hash), None);
            out.push(difference(pair, Kind::Insert, &key, one, hashes));
        }
    }
    out
}

fn difference(
    pair: &Pair,
    kind: Kind,
    key: &str,
    found: &Found,
    (source_hash, target_hash): (Option<i64>, Option<i64>),
) -> Difference {
    let columns = pair.columns.iter().filter(|column| column.is_key);
    let parts: Vec<String> = columns
        .zip(&found.values)
        .map(|(column, value)| {
            let (name, of) = match kind {
                Kind::Delete => (&column.target, &column.target_type),
                _ => (&column.source, &column.source_type),
            };
            match value {
                Some(value) if pair.has_key => {
                    format!("{} = {}{of}", identifier(name), literal(value))
                }
                // Among all columns there may be some whose type has no `=`.
                Some(value) => format!("{}::text = {}", identifier(name), literal(value)),
                None => format!("{} IS NULL", identifier(name)),
            }
        })
        .collect();
    Difference {
        kind,
        persistence: 'U',
        condition: parts.join(" AND "),
        block: found.block,
        key: key.to_owned(),
        values: found.values.clone(),
        source_hash,
        target_hash,
    }
}

impl Difference {
    /// The values of the key.
    #[must_use]
    pub fn values(&self) -> &[Option<String>] {
        &self.values
    }

    /// The hashes of the row at the source and at the target, as `CCRC` has them.
    #[must_use]
    pub fn hashes(&self) -> String {
        let half = |hash: Option<i64>| format!("{:016x}", hash.unwrap_or(0));
        half(self.source_hash) + &half(self.target_hash)
    }
}
