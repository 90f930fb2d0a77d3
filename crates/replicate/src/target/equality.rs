//! By what values of a column are equal.
//!
//! Sessions have the search path `pg_catalog` only, and there `=` does not find the operators of types that somebody has made, those of extensions among them: it is another
//! one then, that no index is for, or none. So the operator that indexes use is named. Some types have none at all (json, xml), or one that means something else by it (boxes are
//! equal where their areas are): their values are compared as text.

use ferromq_postgres::{Connection, Error, identifier};
use std::collections::HashMap;

/// How two values of a type are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Equality {
    /// By `=`.
    #[default]
    Known,
    /// By the `=` of this schema.
    Of(String),
    /// As text.
    Text,
}

impl Equality {
    /// The condition that both are equal.
    pub(super) fn condition(&self, column: &str, value: &str) -> String {
        match self {
            Self::Known => format!("{column} = {value}"),
            Self::Of(schema) => {
                format!("{column} OPERATOR({}.=) {value}", identifier(schema))
            }
            Self::Text => format!("{column}::text = {value}::text"),
        }
    }
}

/// That of each column of a table, by its name.
///
/// # Errors
/// The target's.
pub(super) fn of_columns(
    db: &mut Connection,
    table: &str,
) -> Result<HashMap<String, Equality>, Error> {
    // Domains are what is below them. Arrays, and what is made of other types, have operators for all of their kind.
    let rows = db.ask(
        "WITH RECURSIVE types(name, oid, typbasetype, typtype) AS (\
         SELECT a.attname, t.oid, t.typbasetype, t.typtype FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped \
         UNION ALL SELECT i.name, t.oid, t.typbasetype, t.typtype FROM types i JOIN pg_type t ON t.oid = i.typbasetype WHERE i.typtype = 'd'), \
         operators(type, schema) AS (SELECT DISTINCT ON (o.oprleft) o.oprleft, n.nspname FROM pg_operator o JOIN pg_namespace n ON n.oid = o.oprnamespace \
         JOIN pg_amop p ON p.amopopr = o.oid JOIN pg_am m ON m.oid = p.amopmethod WHERE o.oprname = '=' AND o.oprleft = o.oprright \
         AND (m.amname, p.amopstrategy) IN (('btree', 3), ('hash', 1)) ORDER BY o.oprleft, n.nspname <> 'pg_catalog', o.oid) \
         SELECT c.name, coalesce(o.schema, ''), e.type IS NOT NULL OR t.typtype IN ('e', 'r', 'm', 'c', 'd') OR EXISTS (SELECT 1 FROM pg_cast x JOIN operators y ON y.type = x.casttarget \
         WHERE x.castsource = t.oid AND x.castmethod = 'b' AND x.castcontext = 'i' AND y.schema = 'pg_catalog') \
         FROM types c JOIN pg_type w ON w.oid = c.oid JOIN pg_type t ON t.oid = CASE WHEN w.typcategory = 'A' AND w.typelem <> 0 THEN w.typelem ELSE w.oid END \
         LEFT JOIN operators o ON o.type = c.oid LEFT JOIN operators e ON e.type = t.oid WHERE c.typtype <> 'd'",
        &[table],
    )?;
    let equality = |row| match (rows.text(row, 1), rows.text(row, 2)) {
        (Some("" | "pg_catalog") | None, Some("t")) => Equality::Known,
        (Some(schema), Some("t")) => Equality::Of(schema.to_owned()),
        _ => Equality::Text,
    };
    let named = |row| {
        (
            rows.text(row, 0).unwrap_or_default().to_owned(),
            equality(row),
        )
    };
    Ok((0..rows.len()).map(named).collect())
}
