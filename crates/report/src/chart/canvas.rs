//! A picture in the making: what is drawn, in units of one pixel, as SVG.

use crate::escape::escaped;
use std::fmt::Write as _;

/// Width of every chart.
pub(crate) const WIDTH: f64 = 720.0;

/// Where a text stands from its place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Canvas(String);

/// A coordinate: never anything but a number, with one decimal.
fn at(place: f64) -> String {
    let place = if place.is_finite() { place } else { 0.0 };
    let text = format!("{place:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

impl Canvas {
    pub(crate) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = writeln!(
            self.0,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            at(from.0),
            at(from.1),
            at(to.0),
            at(to.1)
        );
    }

    /// A rectangle from a corner, its width and height. What it says is read when somebody points at it.
    pub(crate) fn bar(&mut self, class: &str, corner: (f64, f64), size: (f64, f64), says: &str) {
        let _ = writeln!(
            self.0,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" stroke=\"none\">{}</rect>",
            at(corner.0),
            at(corner.1),
            at(size.0.max(0.0)),
            at(size.1.max(0.0)),
            title(says)
        );
    }

    pub(crate) fn dot(&mut self, class: &str, centre: (f64, f64), radius: f64, says: &str) {
        let _ = writeln!(
            self.0,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\">{}</circle>",
            at(centre.0),
            at(centre.1),
            at(radius),
            title(says)
        );
    }

    /// A square that stands on a corner.
    pub(crate) fn diamond(&mut self, class: &str, centre: (f64, f64), radius: f64, says: &str) {
        let (x, y, r) = (centre.0, centre.1, radius);
        let corners = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)];
        let _ = writeln!(
            self.0,
            "<polygon class=\"{class}\" points=\"{}\">{}</polygon>",
            places(&corners),
            title(says)
        );
    }

    pub(crate) fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let _ = writeln!(
            self.0,
            "<polyline class=\"{class}\" points=\"{}\"/>",
            places(points)
        );
    }

    pub(crate) fn area(&mut self, class: &str, corners: &[(f64, f64)]) {
        let _ = writeln!(
            self.0,
            "<polygon class=\"{class}\" points=\"{}\"/>",
            places(corners)
        );
    }

    pub(crate) fn text(&mut self, class: &str, place: (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.0,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            at(place.0),
            at(place.1),
            escaped(text)
        );
    }

    /// The picture, `height` high; `says` is read to those who do not see it.
    pub(crate) fn finish(self, height: f64, says: &str) -> String {
        format!(
            "<svg class=\"fc\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {}\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
            at(height),
            escaped(says),
            self.0
        )
    }
}

fn title(says: &str) -> String {
    if says.is_empty() {
        String::new()
    } else {
        format!("<title>{}</title>", escaped(says))
    }
}

fn places(points: &[(f64, f64)]) -> String {
    let each = points.iter().map(|(x, y)| format!("{},{}", at(*x), at(*y)));
    each.collect::<Vec<_>>().join(" ")
}

/// About how wide a text of 13 pixels is.
pub(crate) fn width(text: &str) -> f64 {
    let each = text.chars().map(|letter| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' => 3.9,
        'f' | 't' | 'r' | ' ' | '(' | ')' | '-' | '/' => 5.2,
        'm' | 'w' | 'M' | 'W' | '%' => 11.5,
        'A'..='Z' => 9.0,
        _ => 7.6,
    });
    each.sum()
}

/// Cut to a width, with a mark that it was.
pub(crate) fn cut(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        if width(&kept) + 18.0 > most {
            break;
        }
        kept.push(letter);
    }
    format!("{}…", kept.trim_end())
}

/// A text in lines that are no wider than that.
pub(crate) fn wrapped(text: &str, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 5.2 + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
