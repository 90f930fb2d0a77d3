//! Writes the committed sources that the tables describe.
//!
//! The output is committed so that a build needs no generator and a review sees what a table change does.
//! `--check` compares and never writes.

mod attributes;
mod c_header;
mod c_initialiser;
mod c_lookup;
mod c_table;
mod cipher_specs;
mod code_pages;
mod compat;
mod constants;
mod fields;
mod kinds;
mod layout;
mod monitor;
mod mqsc;
mod names;
mod notices;
mod observations;
mod pcf;
mod presets;
mod reasons;
mod report;
mod settings;
mod source;
mod statistics;
mod status;
mod structs;

use std::fs;
use std::path::Path;

/// A file to be written, relative to the repository root.
pub(crate) struct Output {
    path: String,
    text: String,
}

impl Output {
    fn new(path: &str, text: String) -> Output {
        Output {
            path: path.to_owned(),
            text,
        }
    }
}

/// Writes every generated file that differs from what is there.
pub(crate) fn write(root: &Path) -> Result<String, String> {
    let mut written = 0;
    let outputs = outputs(root)?;
    for output in &outputs {
        let path = root.join(&output.path);
        if fs::read_to_string(&path).ok().as_deref() == Some(output.text.as_str()) {
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|e| format!("{}: {e}", parent.display()))?;
        }
        fs::write(&path, &output.text).map_err(|e| format!("{}: {e}", path.display()))?;
        written += 1;
    }
    Ok(format!(
        "generate: {written} of {} files changed",
        outputs.len()
    ))
}

/// Fails, naming the files, when a committed file is not what the tables say.
pub(crate) fn check(root: &Path) -> Result<String, String> {
    let outputs = outputs(root)?;
    let stale: Vec<_> = outputs
        .iter()
        .filter(|o| fs::read_to_string(root.join(&o.path)).ok().as_deref() != Some(o.text.as_str()))
        .map(|o| o.path.as_str())
        .collect();
    if stale.is_empty() {
        return Ok(format!("generate: {} files are up to date", outputs.len()));
    }
    Err(format!(
        "stale, run `cargo xtask generate`: {}",
        stale.join(", ")
    ))
}

// tidy: one arm per file
fn outputs(root: &Path) -> Result<Vec<Output>, String> {
    let constants = constants::Constants::read(root)?;
    let structs = layout::Structs::read(root, &constants)?;
    let mut outputs = vec![
        Output::new(
            "crates/mqi/src/generated/constants.rs",
            constants::render(&constants),
        ),
        Output::new(
            "crates/mqi/src/generated/layout.rs",
            layout::render(&structs),
        ),
        Output::new(
            "crates/mqi/src/generated/structs.rs",
            structs::render(&structs, &constants)?,
        ),
        Output::new(
            "crates/mqi/src/generated/fields.rs",
            fields::render(&structs)?,
        ),
        Output::new(
            "crates/mqi/src/generated/code_pages.rs",
            code_pages::render(root)?,
        ),
        Output::new(
            "crates/mqi/src/generated/attributes.rs",
            attributes::render(root, &constants)?,
        ),
        Output::new("crates/mqi/src/generated/kinds.rs", kinds::render(root)?),
        Output::new("COMPAT.md", compat::render(root, &constants)?),
        Output::new(
            "crates/mqi/src/generated/names.rs",
            names::render(root, &constants)?,
        ),
        Output::new(
            "crates/mqi/src/generated/presets.rs",
            presets::render(root)?,
        ),
        Output::new(
            "crates/mqi/src/generated/notices.rs",
            notices::render(root)?,
        ),
        Output::new(
            "crates/transfer/src/generated/notices.rs",
            notices::render_transfer(root)?,
        ),
        Output::new(
            "crates/mqi/src/generated/reasons.rs",
            reasons::render(root, &constants)?,
        ),
        Output::new(
            "crates/ferromq/src/generated/settings.rs",
            settings::render(root)?,
        ),
        Output::new(
            "crates/tls/src/generated/cipher_specs.rs",
            cipher_specs::render(root)?,
        ),
        Output::new(
            "crates/qmgr/src/core/generated/monitor.rs",
            monitor::render(root, &constants)?,
        ),
        Output::new(
            "crates/qmgr/src/core/generated/observations.rs",
            observations::render(root, &constants)?,
        ),
        Output::new(
            "crates/qmgr/src/core/generated/statistics.rs",
            statistics::render(root, &constants)?,
        ),
        Output::new(
            "crates/mqi/src/generated/statistics.rs",
            statistics::render_labels(root, &constants)?,
        ),
        Output::new("docs/manual/qm-ini.md", settings::render_manual(root)?),
    ];
    outputs.extend(administration(root, &constants)?);
    outputs.extend(c_headers(root, &structs, &constants)?);
    Ok(outputs)
}

/// What programs in C include.
fn c_headers(
    root: &Path,
    structs: &layout::Structs,
    constants: &constants::Constants,
) -> Result<Vec<Output>, String> {
    let tables = c_table::Tables::read(root, structs, constants)?;
    let mut outputs = Vec::new();
    for header in &c_header::HEADERS {
        let text = c_header::render(header, &tables)?;
        outputs.push(Output::new(&format!("{HEADERS}/{}", header.name), text));
    }
    let lookups = c_lookup::render(root, constants)?;
    outputs.push(Output::new(&format!("{HEADERS}/cmqstrc.h"), lookups));
    Ok(outputs)
}

/// What administration by commands, and the report, are made from.
fn administration(root: &Path, constants: &constants::Constants) -> Result<Vec<Output>, String> {
    Ok(vec![
        Output::new("crates/admin/src/generated/mqsc.rs", mqsc::render(root)?),
        Output::new(
            "crates/admin/src/generated/status.rs",
            status::render(root)?,
        ),
        Output::new(
            "crates/admin/src/generated/pcf.rs",
            pcf::render(root, constants)?,
        ),
        Output::new(
            "docs/manual/pcf-commands.md",
            pcf::render_manual(root, constants)?,
        ),
        Output::new(
            "crates/report/src/generated/tables.rs",
            report::render(root)?,
        ),
    ])
}

/// Where the C headers are.
const HEADERS: &str = "crates/capi/include";
