//! Charts as SVG. No value that is not a number reaches a picture; what cannot be shown is left out.

mod bars;
mod canvas;
mod ink;
mod lines;
mod scale;

pub use bars::{Bar, Bars, Dots, Group};
pub use ink::{Ink, MARKS, OURS, Theme, variables, with_colours};
pub use lines::{Line, Lines};
pub use scale::{Scale, Spread, grouped, short};

/// A picture that stands alone: its colours are in it, and it has a background.
#[must_use]
pub fn alone(drawn: &str, theme: Theme) -> String {
    let paper = match theme {
        Theme::Light => "#ffffff",
        Theme::Dark => "#0f1318",
    };
    let style = with_colours(MARKS, theme);
    drawn.replacen(
        '\n',
        &format!(
            "\n<style>{style}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n"
        ),
        1,
    )
}
