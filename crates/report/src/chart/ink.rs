//! Colours: told apart by people who see colours differently, and readable on white and on black.

/// What a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A measurement of ours; several in one chart have numbers of their own.
    Ours(usize),
    /// A figure others published.
    Published,
    /// A limit of the machine.
    Limit,
}

/// Colours of [`Ink::Ours`].
pub const OURS: usize = 5;

impl Ink {
    pub(crate) fn class(self) -> String {
        match self {
            Self::Ours(number) => format!("f{}", number % OURS),
            Self::Published => "fp".to_owned(),
            Self::Limit => "fl".to_owned(),
        }
    }
}

/// For which background colours are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// White.
    Light,
    /// Nearly black.
    Dark,
}

/// Names of the colours and their values: text, faint text, lines of the grid, background, ours, published, limits. Ours are those Okabe and Ito chose for
/// all kinds of sight, lighter on black.
const NAMES: [&str; 11] = [
    "ink", "faint", "grid", "paper", "c0", "c1", "c2", "c3", "c4", "cp", "cl",
];
const LIGHT: [&str; 11] = [
    "#1c2128", "#5b6570", "#e3e7eb", "#ffffff", "#0072b2", "#d55e00", "#007a5a", "#a5558a",
    "#b07800", "#6b7580", "#1c2128",
];
const DARK: [&str; 11] = [
    "#e8ecf1", "#9aa5b1", "#2d343d", "#0f1318", "#56b4e9", "#f08a45", "#3fc79a", "#dc93c2",
    "#e6b450", "#98a3af", "#e8ecf1",
];

/// The colours as variables of a style sheet.
#[must_use]
pub fn variables(theme: Theme) -> String {
    let values = match theme {
        Theme::Light => LIGHT,
        Theme::Dark => DARK,
    };
    let each = NAMES.iter().zip(values);
    each.map(|(name, value)| format!("--{name}:{value};"))
        .collect()
}

/// How the marks of all charts look, by variables.
pub const MARKS: &str = "\
.fc text{fill:var(--ink);font:13px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\
.fc .t{font-size:16px;font-weight:600}.fc .s,.fc .a{fill:var(--faint)}.fc .a{font-size:12px}.fc .v{font-weight:600}\
.fc .g{stroke:var(--grid);stroke-width:1}.fc .x{stroke:var(--faint);stroke-width:1}\
.fc .l{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}.fc .b{opacity:.16;stroke:none}\
.fc .w{stroke:var(--ink);stroke-width:1.5}.fc .r{stroke-dasharray:5 4;stroke-width:1.5}.fc .j{stroke-width:3;opacity:.35}\
.f0{fill:var(--c0);stroke:var(--c0)}.f1{fill:var(--c1);stroke:var(--c1)}.f2{fill:var(--c2);stroke:var(--c2)}\
.f3{fill:var(--c3);stroke:var(--c3)}.f4{fill:var(--c4);stroke:var(--c4)}.fp{fill:var(--cp);stroke:var(--cp)}\
.fl{fill:var(--cl);stroke:var(--cl)}.fc text.f0,.fc text.f1,.fc text.f2,.fc text.f3,.fc text.f4,.fc text.fp,.fc text.fl\
{stroke:none;font-weight:600}.fc text.f0{fill:var(--c0)}.fc text.f1{fill:var(--c1)}.fc text.f2{fill:var(--c2)}\
.fc text.f3{fill:var(--c3)}.fc text.f4{fill:var(--c4)}.fc text.fp{fill:var(--cp)}.fc text.fl{fill:var(--cl)}\
.fc .o{fill:var(--paper);stroke-width:2.5}";

/// Replaces each `var(--name)` by its colour, for pictures that are shown where style sheets have no variables.
#[must_use]
pub fn with_colours(style: &str, theme: Theme) -> String {
    let values = match theme {
        Theme::Light => LIGHT,
        Theme::Dark => DARK,
    };
    let each = NAMES.iter().zip(values);
    each.fold(style.to_owned(), |style, (name, value)| {
        style.replace(&format!("var(--{name})"), value)
    })
}
