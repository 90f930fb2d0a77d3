//! A document as Markdown, with its charts in files beside it, for light and dark.

use crate::document::{Block, Cell, Document};
use crate::escape::marked;
use crate::html::is_numbers;
use std::fmt::Write as _;

/// Where charts are, from the Markdown.
pub(crate) const CHARTS: &str = "charts";

/// The text.
pub(crate) fn render(document: &Document) -> String {
    let mut out = format!("# {}\n\n", marked(&document.title));
    for line in &document.headline {
        let _ = writeln!(out, "> {}\n>", marked(line));
    }
    out.push_str("\nThe same as a page of its own: [report.html](report.html). All figures: [results.json](results.json).\n\n");
    document
        .blocks
        .iter()
        .for_each(|block| render_block(&mut out, block));
    format!("{}\n", out.trim_end())
}

/// A picture that is shown as the reader has it, light or dark. `place` is the path of the directory of charts.
#[must_use]
pub fn picture(place: &str, name: &str, title: &str) -> String {
    let title = crate::escape::escaped(title);
    format!(
        "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"{place}/{name}-dark.svg\"><img alt=\"{title}\" src=\"{place}/{name}.svg\"></picture>\n"
    )
}

fn render_block(out: &mut String, block: &Block) {
    match block {
        Block::Heading(level, _, text) => {
            let _ = writeln!(
                out,
                "{} {}\n",
                "#".repeat(usize::from(*level)),
                marked(text)
            );
        }
        Block::Text(text) => {
            let _ = writeln!(out, "{}\n", marked(text));
        }
        Block::Note(text) => {
            let _ = writeln!(out, "> {}\n", marked(text));
        }
        Block::Table { head, rows } => render_table(out, head, rows),
        Block::Chart { name, title, .. } => {
            let _ = writeln!(out, "{}", picture(CHARTS, name, title));
        }
        Block::Code(text) => {
            for line in text.lines() {
                let _ = writeln!(out, "    {line}");
            }
            out.push('\n');
        }
        Block::List(items) => {
            for item in items {
                let _ = writeln!(out, "- {}", marked(item));
            }
            out.push('\n');
        }
        Block::Folded(summary, blocks) => {
            let _ = writeln!(out, "<details><summary>{}</summary>\n", marked(summary));
            blocks.iter().for_each(|block| render_block(out, block));
            out.push_str("</details>\n\n");
        }
    }
}

fn render_table(out: &mut String, head: &[String], rows: &[Vec<Cell>]) {
    let names: Vec<String> = head.iter().map(|name| marked(name)).collect();
    let _ = writeln!(out, "| {} |", names.join(" | "));
    let sides: Vec<&str> = (0..head.len())
        .map(|at| if is_numbers(rows, at) { "---:" } else { "---" })
        .collect();
    let _ = writeln!(out, "| {} |", sides.join(" | "));
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| marked(&cell.text)).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out.push('\n');
}
