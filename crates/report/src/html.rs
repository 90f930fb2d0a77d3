//! A document as one HTML file that needs nothing else.

use crate::chart::{MARKS, Theme, variables};
use crate::document::{Block, Cell, Document};
use crate::escape::escaped;
use std::fmt::Write as _;

const STYLE: &str = "\
*{box-sizing:border-box}html{color-scheme:light dark;-webkit-text-size-adjust:100%}\
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\
main{max-width:60rem;margin:0 auto;padding:1.5rem 1.1rem 5rem}h1{font-size:1.9rem;line-height:1.2;margin:.4rem 0 .6rem}\
h2{font-size:1.4rem;margin:3rem 0 .6rem;padding-top:.9rem;border-top:1px solid var(--grid)}h3{font-size:1.08rem;margin:2.2rem 0 .4rem}\
p{margin:.55rem 0;max-width:46rem}.head{border-left:4px solid var(--c1);padding:.15rem .9rem;margin:1rem 0}\
.note{color:var(--faint);font-size:.92rem;border-left:3px solid var(--grid);padding-left:.8rem}\
nav{font-size:.95rem;columns:2;margin:1.2rem 0}nav a{display:block;padding:.12rem 0;break-inside:avoid}a{color:var(--c0)}\
figure{margin:1.2rem 0;border:1px solid var(--grid);border-radius:8px;padding:.7rem .7rem .3rem}figure svg{width:100%;height:auto;display:block;max-width:56rem}\
.wide{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums;min-width:50%}\
th,td{text-align:left;padding:.32rem .8rem .32rem 0;border-bottom:1px solid var(--grid);vertical-align:top}\
th{color:var(--faint);font-weight:600;border-bottom:1.5px solid var(--faint)}.n{text-align:right;white-space:nowrap}\
pre{overflow-x:auto;font:.82rem/1.5 ui-monospace,Menlo,'DejaVu Sans Mono',monospace;background:var(--grid);padding:.7rem .9rem;border-radius:6px}\
details{margin:.6rem 0}summary{cursor:pointer;color:var(--faint)}li{margin:.25rem 0;max-width:46rem}\
@media(max-width:40rem){nav{columns:1}h1{font-size:1.5rem}figure{padding:.3rem 0;border:0}\
.wide table{font-size:.76rem}th,td{padding-right:.45rem;max-width:7rem;overflow-wrap:anywhere}}\
@media print{nav{display:none}main{max-width:none}h2{break-after:avoid}figure,tr{break-inside:avoid}details{display:none}}";

/// The file.
pub(crate) fn render(document: &Document) -> String {
    let mut out = String::with_capacity(1 << 18);
    let title = escaped(&document.title);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>:root{{{}}}@media(prefers-color-scheme:dark){{:root{{{}}}}}@media print{{:root{{{}}}}}{STYLE}{MARKS}</style>\n\
         </head>\n<body>\n<main>\n<h1>{title}</h1>\n<div class=\"head\">\n",
        variables(Theme::Light),
        variables(Theme::Dark),
        variables(Theme::Light),
    );
    for line in &document.headline {
        let _ = writeln!(out, "<p>{}</p>", escaped(line));
    }
    out.push_str("</div>\n<nav>\n");
    for block in &document.blocks {
        if let Block::Heading(2, id, text) = block {
            let _ = writeln!(out, "<a href=\"#{}\">{}</a>", escaped(id), escaped(text));
        }
    }
    out.push_str("</nav>\n");
    for block in &document.blocks {
        render_block(&mut out, block);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn render_block(out: &mut String, block: &Block) {
    match block {
        Block::Heading(level, id, text) => {
            let _ = writeln!(
                out,
                "<h{level} id=\"{}\">{}</h{level}>",
                escaped(id),
                escaped(text)
            );
        }
        Block::Text(text) => {
            let _ = writeln!(out, "<p>{}</p>", escaped(text));
        }
        Block::Note(text) => {
            let _ = writeln!(out, "<p class=\"note\">{}</p>", escaped(text));
        }
        Block::Table { head, rows } => render_table(out, head, rows),
        Block::Chart { drawn, .. } => {
            let _ = writeln!(out, "<figure>\n{drawn}</figure>");
        }
        Block::Code(text) => {
            let _ = writeln!(out, "<pre>{}</pre>", escaped(text));
        }
        Block::List(items) => {
            out.push_str("<ul>\n");
            for item in items {
                let _ = writeln!(out, "<li>{}</li>", escaped(item));
            }
            out.push_str("</ul>\n");
        }
        Block::Folded(summary, blocks) => {
            let _ = writeln!(out, "<details><summary>{}</summary>", escaped(summary));
            blocks.iter().for_each(|block| render_block(out, block));
            out.push_str("</details>\n");
        }
    }
}

fn render_table(out: &mut String, head: &[String], rows: &[Vec<Cell>]) {
    out.push_str("<div class=\"wide\"><table>\n<tr>");
    for (at, name) in head.iter().enumerate() {
        let class = if is_numbers(rows, at) {
            " class=\"n\""
        } else {
            ""
        };
        let _ = write!(out, "<th{class}>{}</th>", escaped(name));
    }
    out.push_str("</tr>\n");
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            let class = if cell.number { " class=\"n\"" } else { "" };
            let from = cell.from.as_ref();
            let from = from.map_or(String::new(), |from| {
                format!(" data-from=\"{}\"", escaped(from))
            });
            let _ = write!(out, "<td{class}{from}>{}</td>", escaped(&cell.text));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

/// Whether what stands in a column are numbers.
pub(crate) fn is_numbers(rows: &[Vec<Cell>], column: usize) -> bool {
    rows.iter()
        .any(|row| row.get(column).is_some_and(|cell| cell.number))
}
