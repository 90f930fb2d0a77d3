//! Which columns there is room for, and text that is broken where it is too long for a line. No terminal here.

/// A column of figures or words, with the blank before or behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) title: &'static str,
    pub(super) width: usize,
    /// It stands at the left of its place.
    pub(super) is_left: bool,
    /// Which goes first where there is no room: the one with the greatest number.
    pub(super) rank: u8,
}

/// A table: a name at the left, columns, and maybe a place at the end that takes what is left.
pub(super) struct Table {
    pub(super) columns: &'static [Column],
    pub(super) name_min: usize,
    pub(super) name_max: usize,
    /// What the last column is called, and how wide it has to be.
    pub(super) last: Option<(&'static str, usize)>,
}

/// A table in so many columns of a screen.
pub(super) struct Layout {
    shown: Vec<(usize, Column)>,
    name: usize,
    last: Option<(&'static str, usize)>,
}

impl Table {
    /// Leaves columns out until the others and the name fit.
    pub(super) fn fit(&self, screen: usize) -> Layout {
        let mut shown: Vec<(usize, Column)> = self.columns.iter().copied().enumerate().collect();
        // Two blanks are before the last.
        let last = self.last.map_or(0, |(_, width)| width + 2);
        let wide = |shown: &[(usize, Column)]| {
            let all = shown.iter().map(|(_, column)| column.width);
            all.sum::<usize>()
        };
        while wide(&shown) + last + self.name_min > screen {
            let ranks = shown.iter().map(|(_, column)| column.rank);
            let Some(most) = ranks.max() else { break };
            shown.retain(|(_, column)| column.rank != most);
        }
        let left = screen.saturating_sub(wide(&shown) + last);
        let name = left.clamp(self.name_min.min(screen), self.name_max);
        let room = screen.saturating_sub(wide(&shown) + name + 2);
        Layout {
            shown,
            name,
            last: self.last.map(|(title, _)| (title, room)),
        }
    }
}

impl Layout {
    /// The titles, with one for the name.
    pub(super) fn heading(&self, name: &str) -> String {
        let titles: Vec<String> = (self.shown.iter())
            .map(|(_, column)| column.title.to_owned())
            .collect();
        let last = self.last.map(|(title, _)| title.to_owned());
        self.row(name, &titles, last.as_deref())
    }

    /// A row of all columns there may be, of which those that fit are shown.
    pub(super) fn line(&self, name: &str, values: &[String], last: Option<&str>) -> String {
        let values: Vec<String> = (self.shown.iter())
            .map(|(at, _)| values.get(*at).cloned().unwrap_or_default())
            .collect();
        self.row(name, &values, last)
    }

    fn row(&self, name: &str, values: &[String], last: Option<&str>) -> String {
        let width = self.name;
        let mut text = format!("{:<width$}", cut(name, width.saturating_sub(1)));
        for ((_, column), value) in self.shown.iter().zip(values) {
            let width = column.width;
            let value = cut(value, width.saturating_sub(1));
            text.push_str(&match column.is_left {
                true => format!("{value:<width$}"),
                false => format!("{value:>width$}"),
            });
        }
        if let (Some(last), Some((_, room))) = (last, self.last) {
            text.push_str("  ");
            text.push_str(&cut(last, room));
        }
        text.trim_end().to_owned()
    }
}

/// A text in so many characters; two points stand for what there is no room for.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let points = width.min(2);
    let mut begin: String = text.chars().take(width - points).collect();
    begin.extend(std::iter::repeat_n('.', points));
    begin
}

/// Parts of a line, two blanks between them, on as many lines as they need.
pub(super) fn wrapped(parts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let long = part.chars().count();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + long <= width => {
                line.push_str("  ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn column(title: &'static str, rank: u8) -> Column {
        Column {
            title,
            width: 6,
            is_left: false,
            rank,
        }
    }

    const TABLE: Table = Table {
        columns: &[column("A", 1), column("B", 2), column("C", 3)],
        name_min: 10,
        name_max: 14,
        last: None,
    };

    #[test]
    fn columns_go_in_their_order_and_the_name_takes_what_is_left() {
        let titles = |screen| TABLE.fit(screen).heading("NAME");
        assert_eq!(titles(80), "NAME               A     B     C");
        assert_eq!(titles(28), "NAME           A     B     C");
        assert_eq!(titles(27), "NAME               A     B");
        assert_eq!(titles(16), "NAME           A");
        assert_eq!(titles(3), "..");
        let values = ["1", "2", "1234567"].map(str::to_owned);
        assert_eq!(
            TABLE.fit(28).line("A.LONG.NAME", &values, None),
            "A.LONG...      1     2 123.."
        );
    }

    #[test]
    fn the_last_column_has_the_rest() {
        let table = Table {
            last: Some(("WHERE", 8)),
            ..TABLE
        };
        let values = ["1", "2", "3"].map(str::to_owned);
        let line = |screen| table.fit(screen).line("N", &values, Some("h(1414)"));
        assert_eq!(line(38), "N              1     2     3  h(1414)");
        assert_eq!(line(37), "N                  1     2  h(1414)");
        assert_eq!(line(20), "N           h(1414)");
    }

    #[test]
    fn parts_that_do_not_fit_stand_on_the_next_line() {
        let parts = ["one", "two", "", "three"].map(str::to_owned);
        assert_eq!(wrapped(&parts, 80), ["one  two  three"]);
        assert_eq!(wrapped(&parts, 8), ["one  two", "three"]);
        assert_eq!(wrapped(&parts, 1), ["one", "two", "three"]);
    }
}
