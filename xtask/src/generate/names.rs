//! Names of parameters and of their values, for programs that show what they read: from `tables/c_lookups.csv`, which says which of several
//! names a value has, `tables/attributes.csv` and `tables/parameter_values.csv`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::csv::Table;
use crate::generate::c_lookup;
use crate::generate::constants::Constants;
use crate::generate::source::heading;

/// Families of constants that name parameters.
const PARAMETERS: [&str; 12] = [
    "MQIA", "MQCA", "MQIACF", "MQCACF", "MQIACH", "MQCACH", "MQIAMO", "MQIAMO64", "MQCAMO",
    "MQBACF", "MQGACF", "MQGA",
];

/// Families of what a header has and no parameter: the kind of a message, its command and its reason.
const OF_HEADERS: [&str; 3] = ["MQCFT", "MQCMD", "MQRC"];

pub(crate) fn render(root: &Path, constants: &Constants) -> Result<String, String> {
    let lookups = c_lookup::read(root, constants)?;
    let family = |name: &str| {
        let function = format!("{name}_STR");
        lookups.iter().find(|lookup| lookup.name == function)
    };
    let mut parameters: BTreeMap<i32, &str> = BTreeMap::new();
    for lookup in PARAMETERS.iter().filter_map(|name| family(name)) {
        for (value, name) in &lookup.names {
            parameters.entry(*value).or_insert(name);
        }
    }
    let values = values(root, constants)?;
    let mut out = heading(
        "Names of parameters and of their values.",
        "`tables/c_lookups.csv`, `tables/attributes.csv` and `tables/parameter_values.csv`",
    );
    let _ = writeln!(
        out,
        "/// Parameters by number.\npub static PARAMETERS: [(i32, &str); {}] = [",
        parameters.len()
    );
    for (value, name) in &parameters {
        let _ = writeln!(out, "    ({value}, {name:?}),");
    }
    let _ = writeln!(
        out,
        "];\n\n/// Parameters whose values have names, with the family of those.\npub static VALUED: [(i32, &str); {}] = [",
        values.len()
    );
    for (parameter, family) in &values {
        let _ = writeln!(out, "    ({parameter}, {family:?}),");
    }
    let mut families: BTreeSet<&str> = values.values().map(String::as_str).collect();
    families.extend(OF_HEADERS);
    let _ = writeln!(
        out,
        "];\n\n/// Values of families and their names.\npub static FAMILIES: [(&str, &[(i32, &str)]); {}] = [",
        families.len()
    );
    for name in families {
        let found = family(name).ok_or(format!("{name} is no family of tables/c_lookups.csv"))?;
        let _ = writeln!(out, "    ({name:?}, &[");
        for (value, constant) in &found.names {
            let _ = writeln!(out, "        ({value}, {constant:?}),");
        }
        out.push_str("    ]),\n");
    }
    out.push_str("];\n");
    Ok(out)
}

/// Which families the values of parameters are of.
fn values(root: &Path, constants: &Constants) -> Result<BTreeMap<i32, String>, String> {
    let lookups = c_lookup::read(root, constants)?;
    let is_family = |family: &str| {
        let function = format!("{family}_STR");
        lookups.iter().any(|lookup| lookup.name == function)
    };
    let mut values: BTreeMap<i32, String> = BTreeMap::new();
    let attributes = Table::read(root, "attributes.csv")?;
    for row in attributes.rows().filter(|row| row.get("form") == "word") {
        let word = row.get("words").split_whitespace().next();
        let constant = word.and_then(|word| word.split_once('='));
        if let (Some(selector), Some((_, constant))) =
            (constants.long(row.get("selector")), constant)
        {
            // Of MQSVC_CONTROL_Q_MGR it is MQSVC_CONTROL, and of MQMON_OFF it is MQMON: the longest there is.
            let ends = constant.rmatch_indices('_').map(|(end, _)| end);
            let mut families = ends.map(|end| &constant[..end]);
            if let Some(family) = families.find(|family| is_family(family)) {
                values.entry(selector).or_insert_with(|| family.to_owned());
            }
        }
    }
    let others = Table::read(root, "parameter_values.csv")?;
    for row in others.rows() {
        let parameter = constants
            .long(row.get("parameter"))
            .ok_or_else(|| row.error("there is no such parameter"))?;
        values.insert(parameter, row.get("family").to_owned());
    }
    values.retain(|_, family| is_family(family));
    Ok(values)
}
