//! `tables/cipher_specs.csv` to the values of SSLCIPH.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::csv::{Row, Table};
use crate::generate::source::heading;

pub(crate) fn render(root: &Path) -> Result<String, String> {
    let table = Table::read(root, "cipher_specs.csv")?;
    let mut statuses: BTreeMap<&str, &str> = BTreeMap::new();
    for row in table.rows() {
        if statuses
            .insert(row.get("name"), row.get("status"))
            .is_some()
        {
            return Err(row.error("the CipherSpec is there twice"));
        }
    }
    let (mut used, mut several, mut weak) = (Vec::new(), Vec::new(), Vec::new());
    for row in table.rows() {
        match row.get("status") {
            "used" => used.push(spec(&row)?),
            "several" => several.push(range(&row)?),
            "weak" => weak.push(refused(&row, &statuses)?),
            _ => return Err(row.error("unknown status")),
        }
    }
    let mut out = heading("Values of SSLCIPH.", "`tables/cipher_specs.csv`");
    out.push_str("use crate::cipher_spec::{CipherSpec, KeyKind, Protocol, WeakSpec};\n\n");
    let _ = writeln!(
        out,
        "/// CipherSpecs that can be used, most preferred first."
    );
    list(&mut out, "SPECS", "CipherSpec", &used);
    let _ = writeln!(
        out,
        "/// Names that stand for every usable CipherSpec of these versions, and the name in Java."
    );
    list(
        &mut out,
        "RANGES",
        "(&str, Protocol, Protocol, &str)",
        &several,
    );
    let _ = writeln!(out, "/// Names that are refused.");
    list(&mut out, "WEAK", "WeakSpec", &weak);
    Ok(out)
}

fn list(out: &mut String, name: &str, kind: &str, lines: &[String]) {
    let _ = writeln!(
        out,
        "pub(crate) static {name}: [{kind}; {}] = [",
        lines.len()
    );
    for line in lines {
        let _ = writeln!(out, "    {line},");
    }
    out.push_str("];\n\n");
}

fn spec(row: &Row<'_>) -> Result<String, String> {
    let protocol = protocol(row, "lowest")?;
    if row.get("lowest") != row.get("highest") {
        return Err(row.error("a CipherSpec is of one version"));
    }
    let code = row.integer("code")?;
    let key = match row.get("key") {
        "RSA" => "Rsa",
        "EC" => "Ec",
        "ANY" => "Any",
        _ => return Err(row.error("unknown kind of key")),
    };
    let (name, openssl, suite) = (row.get("name"), row.get("openssl"), row.get("suite"));
    let suite_ibm = match row.get("suite_ibm") {
        "" => suite,
        other => other,
    };
    if openssl.is_empty() || suite.is_empty() {
        return Err(row.error("openssl and suite are needed"));
    }
    Ok(format!(
        "CipherSpec {{ name: {name:?}, code: {code:#06x}, protocol: Protocol::{protocol}, openssl: {openssl:?}, \
         key: KeyKind::{key}, suite: {suite:?}, suite_ibm: {suite_ibm:?} }}"
    ))
}

fn range(row: &Row<'_>) -> Result<String, String> {
    let (lowest, highest) = (protocol(row, "lowest")?, protocol(row, "highest")?);
    let (name, suite) = (row.get("name"), row.get("suite"));
    Ok(format!(
        "({name:?}, Protocol::{lowest}, Protocol::{highest}, {suite:?})"
    ))
}

fn refused(row: &Row<'_>, statuses: &BTreeMap<&str, &str>) -> Result<String, String> {
    let instead = row.get("instead");
    if statuses.get(instead) != Some(&"used") {
        return Err(row.error("what to write instead is no CipherSpec that is used"));
    }
    let (name, suite) = (row.get("name"), row.get("suite"));
    let suite_ibm = match row.get("suite_ibm") {
        "" => suite,
        other => other,
    };
    Ok(format!(
        "WeakSpec {{ name: {name:?}, suite: {suite:?}, suite_ibm: {suite_ibm:?}, instead: {instead:?} }}"
    ))
}

fn protocol(row: &Row<'_>, column: &str) -> Result<&'static str, String> {
    match row.get(column) {
        "1.2" => Ok("Tls12"),
        "1.3" => Ok("Tls13"),
        _ => Err(row.error(&format!("{column} is no version of TLS we use"))),
    }
}
