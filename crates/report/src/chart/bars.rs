//! Bars from zero, and places on a logarithmic axis for what differs too much for bars.

use super::canvas::{Anchor, Canvas, WIDTH, cut, width};
use super::ink::Ink;
use super::lines::head;
use super::scale::{Scale, Spread, short};

/// One bar, or one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// What it is.
    pub label: String,
    /// What it stands for.
    pub ink: Ink,
    /// How long it is.
    pub value: f64,
    /// Lowest and highest of repeated runs.
    pub range: Option<(f64, f64)>,
}

/// Bars that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What they have in common.
    pub label: String,
    /// The bars.
    pub bars: Vec<Bar>,
}

/// A chart of horizontal bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What it shows.
    pub title: String,
    /// How it was made, in a line.
    pub subtitle: String,
    /// What the bars are lengths of, with its unit.
    pub unit: String,
    /// The groups, from top to bottom.
    pub groups: Vec<Group>,
    /// A value that is marked by a line through all, and what it is.
    pub reference: Option<(f64, String)>,
}

/// A chart with a row for each group and a mark for each value, on a logarithmic axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Dots {
    /// What it shows.
    pub title: String,
    /// How it was made, in a line.
    pub subtitle: String,
    /// What the places are, with its unit.
    pub unit: String,
    /// The rows, from top to bottom.
    pub groups: Vec<Group>,
}

const TOP: f64 = 60.0;
const BAR: f64 = 17.0;
const BETWEEN: f64 = 5.0;
const GROUPS_APART: f64 = 12.0;
const ROW: f64 = 30.0;
const BELOW: f64 = 48.0;

fn sound(groups: &[Group]) -> Vec<Group> {
    let good = |bar: &Bar| bar.value.is_finite() && bar.value >= 0.0;
    let each = groups.iter().map(|group| Group {
        label: group.label.clone(),
        bars: group.bars.iter().filter(|bar| good(bar)).cloned().collect(),
    });
    each.filter(|group| !group.bars.is_empty()).collect()
}

impl Bars {
    /// The picture; `None` when there is nothing to show.
    #[must_use]
    pub fn draw(&self) -> Option<String> {
        let groups = sound(&self.groups);
        if groups.is_empty() {
            return None;
        }
        let labels = groups.iter().flat_map(|group| {
            let bars = group.bars.iter().map(|bar| width(&bar.label) + 8.0);
            bars.chain([width(&group.label) * 1.05])
        });
        let left = (labels.fold(0.0, f64::max) + 20.0).clamp(60.0, 330.0);
        let right = WIDTH - 76.0;
        let values = groups.iter().flat_map(|group| &group.bars).flat_map(|bar| {
            let high = bar.range.map_or(0.0, |range| range.1);
            [bar.value, high]
        });
        let values = values.chain(self.reference.iter().map(|(value, _)| *value));
        let scale = Scale::of(values, Spread::FromZero, 5);
        let x = |value: f64| left + scale.share(value) * (right - left);
        let rows: Vec<(f64, &Group)> = laid_out(&groups);
        let bottom = rows.last().map_or(TOP, |(y, group)| y + height(group)) + 6.0;
        let mut canvas = Canvas::default();
        head(&mut canvas, &self.title, &self.subtitle);
        for tick in &scale.ticks {
            let class = if *tick == 0.0 { "x" } else { "g" };
            canvas.line(class, (x(*tick), TOP - 4.0), (x(*tick), bottom));
            canvas.text(
                "a",
                (x(*tick), bottom + 16.0),
                Anchor::Middle,
                &short(*tick),
            );
        }
        for (y, group) in &rows {
            draw_group(&mut canvas, group, (left, *y), &x);
        }
        if let Some((value, what)) = &self.reference {
            canvas.line("r fl", (x(*value), TOP - 6.0), (x(*value), bottom));
            let anchor = if x(*value) > WIDTH * 0.7 {
                Anchor::End
            } else {
                Anchor::Start
            };
            canvas.text("a", (x(*value), TOP - 9.0), anchor, what);
        }
        canvas.text(
            "a",
            (f64::midpoint(left, right), bottom + 35.0),
            Anchor::Middle,
            &self.unit,
        );
        Some(canvas.finish(bottom + BELOW - 4.0, &self.title))
    }
}

/// A group of one bar has its name beside it; of several it has it above them.
fn headed(group: &Group) -> bool {
    !group.label.is_empty() && (group.bars.len() > 1 || !group.bars[0].label.is_empty())
}

fn height(group: &Group) -> f64 {
    let head = if headed(group) { 19.0 } else { 0.0 };
    head + group.bars.len() as f64 * (BAR + BETWEEN) - BETWEEN
}

fn laid_out(groups: &[Group]) -> Vec<(f64, &Group)> {
    let mut y = TOP;
    let mut rows = Vec::new();
    for group in groups {
        rows.push((y, group));
        y += height(group)
            + if headed(group) {
                GROUPS_APART
            } else {
                BETWEEN + 2.0
            };
    }
    rows
}

fn draw_group(canvas: &mut Canvas, group: &Group, (left, top): (f64, f64), x: &dyn Fn(f64) -> f64) {
    let mut y = top;
    if headed(group) {
        canvas.text("v", (8.0, y + 13.0), Anchor::Start, &group.label);
        y += 19.0;
    }
    for bar in &group.bars {
        let label = if headed(group) {
            &bar.label
        } else {
            &group.label
        };
        let middle = y + BAR / 2.0;
        canvas.text(
            "",
            (left - 8.0, middle + 4.5),
            Anchor::End,
            &cut(label, left - 12.0),
        );
        let says = format!("{label}: {}", short(bar.value));
        canvas.bar(
            &bar.ink.class(),
            (left, y),
            (x(bar.value) - left, BAR),
            &says,
        );
        let mut end = x(bar.value);
        if let Some((low, high)) = bar
            .range
            .filter(|(low, high)| low.is_finite() && high > low)
        {
            canvas.line("w", (x(low), middle), (x(high), middle));
            for value in [low, high] {
                canvas.line("w", (x(value), middle - 4.0), (x(value), middle + 4.0));
            }
            end = end.max(x(high));
        }
        canvas.text(
            "v",
            (end + 6.0, middle + 4.5),
            Anchor::Start,
            &short(bar.value),
        );
        y += BAR + BETWEEN;
    }
}

impl Dots {
    /// The picture; `None` when there is nothing to show.
    #[must_use]
    pub fn draw(&self) -> Option<String> {
        let mut groups = sound(&self.groups);
        for group in &mut groups {
            group.bars.retain(|bar| bar.value > 0.0);
        }
        groups.retain(|group| !group.bars.is_empty());
        if groups.is_empty() {
            return None;
        }
        let labels = groups.iter().map(|group| width(&group.label));
        let left = (labels.fold(0.0, f64::max) + 26.0).clamp(60.0, 300.0);
        let right = WIDTH - 34.0;
        let values = groups
            .iter()
            .flat_map(|group| group.bars.iter().map(|bar| bar.value));
        let scale = Scale::of(values, Spread::Logarithm, 9);
        let x = |value: f64| left + scale.share(value) * (right - left);
        let top = TOP + 22.0;
        let bottom = top + groups.len() as f64 * ROW;
        let mut canvas = Canvas::default();
        head(&mut canvas, &self.title, &self.subtitle);
        legend(&mut canvas, &groups);
        for tick in &scale.ticks {
            canvas.line("g", (x(*tick), top - 4.0), (x(*tick), bottom));
            canvas.text(
                "a",
                (x(*tick), bottom + 16.0),
                Anchor::Middle,
                &short(*tick),
            );
        }
        for (at, group) in groups.iter().enumerate() {
            let y = top + (at as f64 + 0.5) * ROW;
            draw_row(&mut canvas, group, (left, y), &x);
        }
        canvas.text(
            "a",
            (f64::midpoint(left, right), bottom + 35.0),
            Anchor::Middle,
            &self.unit,
        );
        Some(canvas.finish(bottom + BELOW - 4.0, &self.title))
    }
}

/// A mark and a name for each kind there is.
fn legend(canvas: &mut Canvas, groups: &[Group]) {
    let mut known: Vec<(Ink, &str)> = Vec::new();
    for bar in groups.iter().flat_map(|group| &group.bars) {
        if !known.contains(&(bar.ink, bar.label.as_str())) {
            known.push((bar.ink, &bar.label));
        }
    }
    let mut x = 14.0;
    for (ink, label) in known.into_iter().take(6) {
        mark(canvas, ink, (x, TOP - 1.0), "");
        canvas.text("", (x + 10.0, TOP + 3.5), Anchor::Start, label);
        x += width(label) + 34.0;
    }
}

fn mark(canvas: &mut Canvas, ink: Ink, place: (f64, f64), says: &str) {
    match ink {
        Ink::Published => canvas.diamond("fp o", place, 6.0, says),
        other => canvas.dot(&other.class(), place, 6.0, says),
    }
}

fn draw_row(canvas: &mut Canvas, group: &Group, (left, y): (f64, f64), x: &dyn Fn(f64) -> f64) {
    canvas.text(
        "",
        (left - 14.0, y + 4.5),
        Anchor::End,
        &cut(&group.label, left - 20.0),
    );
    let mut bars: Vec<&Bar> = group.bars.iter().collect();
    bars.sort_by(|one, other| one.value.total_cmp(&other.value));
    let (Some(first), Some(last)) = (bars.first(), bars.last()) else {
        return;
    };
    canvas.line("g j", (x(first.value), y), (x(last.value), y));
    for bar in &bars {
        let says = format!("{}: {}", bar.label, short(bar.value));
        mark(canvas, bar.ink, (x(bar.value), y), &says);
    }
    // The outer ones say what they are, where there is room beside them.
    let text = short(first.value);
    if x(first.value) - 12.0 - width(&text) > left {
        canvas.text("a", (x(first.value) - 11.0, y + 4.0), Anchor::End, &text);
    }
    if bars.len() > 1 {
        let text = short(last.value);
        if x(last.value) + 11.0 + width(&text) < WIDTH {
            canvas.text("a", (x(last.value) + 11.0, y + 4.0), Anchor::Start, &text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(label: &str, ink: Ink, value: f64) -> Bar {
        Bar {
            label: label.into(),
            ink,
            value,
            range: None,
        }
    }

    #[test]
    fn bars_begin_at_zero_and_are_as_long_as_their_values() {
        let chart = Bars {
            title: "t".into(),
            subtitle: String::new(),
            unit: "us".into(),
            groups: vec![Group {
                label: "g".into(),
                bars: vec![
                    bar("one", Ink::Ours(0), 50.0),
                    bar("two", Ink::Ours(1), 100.0),
                    bar("bad", Ink::Limit, f64::NAN),
                ],
            }],
            reference: None,
        };
        let drawn = chart.draw().expect("two bars");
        assert!(!drawn.contains("NaN") && !drawn.contains("bad"));
        let lengths: Vec<f64> = drawn
            .lines()
            .filter(|line| line.starts_with("<rect"))
            .map(|line| {
                let after = line.split("width=\"").nth(1).expect("a width");
                after
                    .split('"')
                    .next()
                    .expect("its end")
                    .parse()
                    .expect("a number")
            })
            .collect();
        assert_eq!(lengths.len(), 2);
        assert!((lengths[1] / lengths[0] - 2.0).abs() < 0.01, "{lengths:?}");
        let starts = drawn.lines().filter(|line| line.starts_with("<rect"));
        let xs: Vec<&str> = starts
            .map(|line| line.split("x=\"").nth(1).expect("x"))
            .collect();
        assert_eq!(xs[0].split('"').next(), xs[1].split('"').next());
    }

    #[test]
    fn places_that_have_no_logarithm_are_left_out() {
        let chart = Dots {
            title: "t".into(),
            subtitle: String::new(),
            unit: "us".into(),
            groups: vec![Group {
                label: "row".into(),
                bars: vec![
                    bar("ours", Ink::Ours(0), 0.0),
                    bar("published", Ink::Published, 30.0),
                ],
            }],
        };
        let drawn = chart.draw().expect("one place");
        assert!(!drawn.contains("<circle") && drawn.contains("<polygon"));
        assert!(!drawn.contains("NaN"));
        let none = Dots {
            groups: Vec::new(),
            ..chart
        };
        assert_eq!(none.draw(), None);
    }
}
