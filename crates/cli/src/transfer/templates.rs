//! Templates: made, listed, deleted, used.

use super::asking::Asking;
use super::place::{Place, write_text};
use super::published::{head, retained};
use super::setup::needed;
use super::transfers::wanted;
use super::words::{file_name, refuse};
use crate::arguments::Arguments;
use crate::failure::Failure;
use ferromq_base::output;
use ferromq_transfer::generated::notices::{BFGCL0245, BFGCL0251, BFGCL9532, BFGCL9533, BFGCL9534};
use ferromq_transfer::pattern::fits_name;
use ferromq_transfer::publication;
use ferromq_transfer::request::{DestinationEnd, Request, SourceEnd};
use ferromq_transfer::template::Template;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

fn all(place: &Place, program: &str) -> Result<Vec<Template>, Failure> {
    let told = retained(place, "Templates/#", program)?;
    let found = told.iter().filter_map(|body| Template::parse(body).ok());
    let mut found: Vec<_> = found.collect();
    found.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
    Ok(found)
}

fn topic(template: &Template) -> String {
    format!("Templates/{}", template.id)
}

/// The request of the template of that name.
pub(super) fn named(place: &Place, name: &str, program: &str) -> Result<Request, Failure> {
    let found = all(place, program)?.into_iter();
    let found = { found }.find(|template| template.name == name);
    let none = || Failure::text(format!("{}\n", BFGCL9533.line(&[&name])), 1);
    found.map(|template| template.request).ok_or_else(none)
}

/// `fteCreateTemplate`.
pub(crate) fn create(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let name = needed(arguments, "-tn")?;
    if !Template::is_name(name) {
        return Err(refuse(&format!(
            "'{name}' is no name of a template: up to 256 characters, none of them * or ?."
        )));
    }
    if all(&place, "fteCreateTemplate")?
        .iter()
        .any(|known| known.name == name)
    {
        return Err(Failure::text(format!("{}\n", BFGCL9532.line(&[&name])), 1));
    }
    let transfer = wanted(&place, arguments)?;
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let template = Template {
        id: format!(
            "{:x}-{:x}",
            since.map_or(0, |since| since.as_nanos()),
            std::process::id()
        ),
        name: name.to_owned(),
        request: Request::ManagedTransfer(Box::new(transfer)),
    };
    let mut asking = Asking::coordination(&place, "fteCreateTemplate")?;
    let body = publication::publish(&topic(&template), true, &template.to_xml());
    asking.publish(&[body])?;
    asking.end();
    output::line(&BFGCL0251.line(&[]));
    Ok(0)
}

/// `fteListTemplates`.
pub(crate) fn list(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let found = fitting(all(&place, "fteListTemplates")?, arguments.names());
    head(&place)?;
    if found.is_empty() {
        output::line(&BFGCL9534.line(&[]));
        return Ok(0);
    }
    if arguments.has("-x") {
        let directory = arguments.value("-o").unwrap_or(".");
        for template in &found {
            let path = Path::new(directory).join(format!("{}.xml", file_name(&template.name)));
            if path.exists() && !arguments.has("-f") {
                return Err(refuse(&format!(
                    "{} is there already; repeat the command with -f to replace it.",
                    path.display()
                )));
            }
            write_text(&path, &template.to_xml())?;
            output::line(&BFGCL0245.line(&[&path.display()]));
        }
        return Ok(0);
    }
    if arguments.has("-v") {
        found.iter().for_each(show);
        return Ok(0);
    }
    output::line("Template Name:");
    for template in &found {
        output::line(&template.name);
    }
    Ok(0)
}

fn fitting(mut all: Vec<Template>, names: &[String]) -> Vec<Template> {
    let fits = |template: &Template| {
        let fits = |pattern: &String| fits_name(pattern, &template.name);
        names.is_empty() || names.iter().any(fits)
    };
    all.retain(fits);
    all
}

fn show(template: &Template) {
    let field = |label: &str, value: &str| {
        output::line(&format!("{:<26}{value}", format!("{label}:")));
    };
    output::line("");
    field("Template Name", &template.name);
    let Request::ManagedTransfer(transfer) = &template.request else {
        return;
    };
    field("Source Agent Name", &transfer.source_agent.agent);
    field("Source QMgr", &transfer.source_agent.q_mgr);
    field("Destination Agent Name", &transfer.destination_agent.agent);
    field("Destination QMgr", &transfer.destination_agent.q_mgr);
    field(
        "Transfer Priority",
        &transfer.set.priority.unwrap_or(0).to_string(),
    );
    if let Some(job) = &transfer.job {
        field("Job Name", job);
    }
    output::line("Transfer file specification");
    for item in &transfer.set.items {
        output::line("File Item Details");
        field("  Mode", item.mode.as_str());
        field("  Checksum", item.checksum.as_str());
        match &item.source.end {
            SourceEnd::File { file, .. } => field("  Source File", &file.path),
            SourceEnd::Queue(queue) => field("  Source Queue", &queue.queue.to_string()),
        }
        field(
            "  Source Recursive",
            if item.source.recursive {
                "true"
            } else {
                "false"
            },
        );
        field("  Source Disposition", item.source.disposition.as_str());
        match &item.destination.end {
            DestinationEnd::File(file) => field("  Destination File", &file.path),
            DestinationEnd::Directory(file) => field("  Destination Directory", &file.path),
            DestinationEnd::Queue(queue) => field("  Destination Queue", &queue.queue.to_string()),
            DestinationEnd::Foreign { .. } => {}
        }
        field("  Destination Exist", item.destination.exist.as_str());
    }
}

/// `fteDeleteTemplates`.
pub(crate) fn delete(arguments: &Arguments) -> Result<u8, Failure> {
    let place = Place::meant(arguments)?;
    let all = all(&place, "fteDeleteTemplates")?;
    let mut found = Vec::new();
    for name in arguments.names() {
        let those = fitting(all.clone(), std::slice::from_ref(name));
        if those.is_empty() {
            return Err(Failure::text(format!("{}\n", BFGCL9533.line(&[&name])), 1));
        }
        found.extend(those);
    }
    let mut asking = Asking::coordination(&place, "fteDeleteTemplates")?;
    let bodies: Vec<_> = found
        .iter()
        .map(|one| publication::delete(&topic(one)))
        .collect();
    asking.publish(&bodies)?;
    asking.end();
    output::line(&BFGCL0251.line(&[]));
    Ok(0)
}
