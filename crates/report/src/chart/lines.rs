//! Lines over an axis: rates over clients, depth over time.

use super::canvas::{Anchor, Canvas, WIDTH, cut, width, wrapped};
use super::ink::Ink;
use super::scale::{Scale, Spread, short};

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is called, at its end.
    pub label: String,
    /// What it stands for.
    pub ink: Ink,
    /// Its points: across, up.
    pub points: Vec<(f64, f64)>,
    /// Lowest and highest of repeated runs at each point; empty for one run.
    pub ranges: Vec<(f64, f64)>,
}

/// A chart of lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// What it shows.
    pub title: String,
    /// How it was made, in a line.
    pub subtitle: String,
    /// What goes across, with its unit.
    pub across: String,
    /// What goes up, with its unit.
    pub up: String,
    /// Whether values across are numbers that double, each with a mark; else they are even from zero.
    pub doubling: bool,
    /// The lines.
    pub lines: Vec<Line>,
    /// A value up that is marked by a line across all, and what it is.
    pub reference: Option<(f64, String)>,
}

const TOP: f64 = 76.0;
const LEFT: f64 = 62.0;
const PLOT_HEIGHT: f64 = 250.0;
const BELOW: f64 = 46.0;
/// Between the labels at the ends of lines.
const APART: f64 = 16.0;

impl Lines {
    /// The picture; `None` when there is no point to show.
    #[must_use]
    pub fn draw(&self) -> Option<String> {
        let lines: Vec<Line> = self.lines.iter().filter_map(Line::sound).collect();
        if lines.is_empty() {
            return None;
        }
        let labels = lines
            .iter()
            .map(|line| width(&line.label) * 1.14)
            .fold(0.0, f64::max);
        let right = WIDTH - labels.clamp(40.0, 230.0) - 18.0;
        let xs: Vec<f64> = lines
            .iter()
            .flat_map(|line| line.points.iter().map(|point| point.0))
            .collect();
        let across = if self.doubling {
            Scale::of_each(&xs)
        } else {
            Scale::of(xs.into_iter(), Spread::FromZero, 8)
        };
        let highest = lines.iter().flat_map(|line| {
            let ranges = line.ranges.iter().map(|range| range.1);
            line.points.iter().map(|point| point.1).chain(ranges)
        });
        let highest = highest.chain(self.reference.iter().map(|(value, _)| *value));
        let up = Scale::of(highest, Spread::FromZero, 5);
        let mut canvas = Canvas::default();
        head(&mut canvas, &self.title, &self.subtitle);
        let frame = Frame { across, up, right };
        frame.draw(&mut canvas, &self.across, &self.up);
        if let Some((value, what)) = &self.reference {
            let y = frame.y(*value);
            canvas.line("r fl", (LEFT, y), (right, y));
            canvas.text("a", (LEFT + 4.0, y - 5.0), Anchor::Start, what);
        }
        for line in &lines {
            frame.line(&mut canvas, line);
        }
        frame.labels(&mut canvas, &lines);
        Some(canvas.finish(TOP + PLOT_HEIGHT + BELOW, &self.title))
    }
}

impl Line {
    /// The points that are numbers, in order; `None` without any.
    fn sound(&self) -> Option<Self> {
        let sound = |(x, y): &(f64, f64)| x.is_finite() && y.is_finite() && *x >= 0.0 && *y >= 0.0;
        let mut points: Vec<_> = self.points.iter().copied().filter(sound).collect();
        let whole = points.len() == self.points.len() && self.ranges.len() == self.points.len();
        let ordered = points.windows(2).all(|pair| pair[0].0 <= pair[1].0);
        let ranges = if whole && ordered && self.ranges.iter().all(sound) {
            self.ranges.clone()
        } else {
            Vec::new()
        };
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        (!points.is_empty()).then(|| Self {
            points,
            ranges,
            ..self.clone()
        })
    }
}

/// Title and subtitle of a chart.
pub(super) fn head(canvas: &mut Canvas, title: &str, subtitle: &str) {
    canvas.text(
        "t",
        (8.0, 21.0),
        Anchor::Start,
        &cut(title, (WIDTH - 16.0) / 1.25),
    );
    let lines = wrapped(subtitle, WIDTH - 20.0);
    if let Some(line) = lines.first() {
        let more = if lines.len() > 1 { "…" } else { "" };
        canvas.text("s", (8.0, 41.0), Anchor::Start, &format!("{line}{more}"));
    }
}

/// The axes.
struct Frame {
    across: Scale,
    up: Scale,
    right: f64,
}

impl Frame {
    fn x(&self, value: f64) -> f64 {
        LEFT + self.across.share(value) * (self.right - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + (1.0 - self.up.share(value)) * PLOT_HEIGHT
    }

    fn draw(&self, canvas: &mut Canvas, across: &str, up: &str) {
        for tick in &self.up.ticks {
            let y = self.y(*tick);
            let class = if *tick == 0.0 { "x" } else { "g" };
            canvas.line(class, (LEFT, y), (self.right, y));
            canvas.text("a", (LEFT - 7.0, y + 4.0), Anchor::End, &short(*tick));
        }
        let below = TOP + PLOT_HEIGHT;
        for tick in &self.across.ticks {
            let x = self.x(*tick);
            canvas.line("x", (x, below), (x, below + 4.0));
            canvas.text("a", (x, below + 18.0), Anchor::Middle, &short(*tick));
        }
        canvas.text("a", (8.0, TOP - 13.0), Anchor::Start, up);
        let middle = f64::midpoint(LEFT, self.right);
        canvas.text("a", (middle, below + 37.0), Anchor::Middle, across);
    }

    fn line(&self, canvas: &mut Canvas, line: &Line) {
        let class = line.ink.class();
        if !line.ranges.is_empty() {
            let xs = || line.points.iter().map(|point| self.x(point.0));
            let low = xs().zip(line.ranges.iter().map(|range| self.y(range.0)));
            let mut corners: Vec<_> = xs()
                .zip(line.ranges.iter().map(|range| self.y(range.1)))
                .collect();
            corners.extend(low.collect::<Vec<_>>().into_iter().rev());
            canvas.area(&format!("b {class}"), &corners);
        }
        let places: Vec<_> = line
            .points
            .iter()
            .map(|(x, y)| (self.x(*x), self.y(*y)))
            .collect();
        let dashed = if line.ink == Ink::Published { " r" } else { "" };
        canvas.path(&format!("l {class}{dashed}"), &places);
        // Many points are a curve, and dots on it would only hide it.
        if places.len() <= 20 {
            for (place, (x, y)) in places.iter().zip(&line.points) {
                let says = format!("{}: {} at {}", line.label, short(*y), short(*x));
                canvas.dot(&class, *place, 3.5, &says);
            }
        }
    }

    /// Each beside the end of its line, moved where they would lie on one another.
    fn labels(&self, canvas: &mut Canvas, lines: &[Line]) {
        let ends = lines.iter().map(|line| {
            let last = line.points.last().copied().unwrap_or_default();
            (self.x(last.0), self.y(last.1))
        });
        let ends: Vec<(f64, f64)> = ends.collect();
        let wished: Vec<f64> = ends.iter().map(|end| end.1).collect();
        let given = apart(&wished, APART, TOP, TOP + PLOT_HEIGHT);
        for ((line, end), y) in lines.iter().zip(&ends).zip(given) {
            if (y - end.1).abs() > 3.0 || end.0 < self.right - 2.0 {
                canvas.line("g", (end.0 + 5.0, end.1), (self.right + 8.0, y));
            }
            let place = (self.right + 11.0, y + 4.5);
            let room = WIDTH - self.right - 12.0;
            canvas.text(
                &line.ink.class(),
                place,
                Anchor::Start,
                &cut(&line.label, room),
            );
        }
    }
}

/// Places near those wished for, at least `gap` apart, from `low` to `high` as far as there is room.
fn apart(wished: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wished.len()).collect();
    order.sort_by(|one, other| wished[*one].total_cmp(&wished[*other]));
    let mut given = wished.to_vec();
    let mut least = low;
    for at in &order {
        given[*at] = given[*at].max(least);
        least = given[*at] + gap;
    }
    let mut most = high;
    for at in order.iter().rev() {
        given[*at] = given[*at].min(most);
        most = given[*at] - gap;
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_lie_on_one_another() {
        let given = apart(&[100.0, 101.0, 99.0, 300.0, 299.0], 16.0, 66.0, 316.0);
        let mut sorted = given.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(
            sorted.windows(2).all(|pair| pair[1] - pair[0] >= 15.99),
            "{given:?}"
        );
        assert!(given[2] < given[0] && given[0] < given[1]);
        assert!(given.iter().all(|y| (66.0..=316.0).contains(y)));
    }

    #[test]
    fn what_is_no_number_is_not_drawn_and_nothing_else_goes_with_it() {
        let chart = Lines {
            title: "Rates <of> all".into(),
            subtitle: String::new(),
            across: "requesters".into(),
            up: "round trips/s".into(),
            doubling: true,
            lines: vec![
                Line {
                    label: "good & bad".into(),
                    ink: Ink::Ours(0),
                    points: vec![
                        (1.0, 5.0),
                        (f64::NAN, 7.0),
                        (4.0, f64::INFINITY),
                        (8.0, 9.0),
                    ],
                    ranges: Vec::new(),
                },
                Line {
                    label: "nothing".into(),
                    ink: Ink::Published,
                    points: vec![(f64::NAN, f64::NAN)],
                    ranges: Vec::new(),
                },
            ],
            reference: None,
        };
        let drawn = chart.draw().expect("two points");
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{drawn}");
        assert!(drawn.contains("Rates &lt;of&gt; all") && drawn.contains("good &amp; bad"));
        assert!(!drawn.contains("nothing"));
        assert_eq!(drawn.matches("<circle").count(), 2);
        let empty = Lines {
            lines: vec![chart.lines[1].clone()],
            ..chart
        };
        assert_eq!(empty.draw(), None);
    }
}
