//! Generic names: a name, or the beginning of names with `*` behind it.

/// Which names are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    text: String,
    exact: bool,
}

impl NamePattern {
    /// Takes `QUEUE.NAME`, `BEGINNING*` or `*`.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            exact: false,
        }
    }

    /// One name, even if it ends in `*`.
    #[must_use]
    pub fn exact(name: &str) -> Self {
        Self {
            text: name.to_owned(),
            exact: true,
        }
    }

    /// Every name.
    #[must_use]
    pub fn any() -> Self {
        Self::new("*")
    }

    /// Whether `name` is one of those meant. Case counts.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        match self.text.strip_suffix('*').filter(|_| !self.exact) {
            Some(beginning) => name.starts_with(beginning),
            None => self.text == name,
        }
    }

    /// Whether it may stand for several names.
    #[must_use]
    pub fn is_generic(&self) -> bool {
        !self.exact && self.text.ends_with('*')
    }

    /// As it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::NamePattern;

    #[test]
    fn an_asterisk_at_the_end_stands_for_any_rest() {
        assert!(NamePattern::new("A.*").matches("A."));
        assert!(NamePattern::new("A.*").matches("A.B"));
        assert!(!NamePattern::new("A.*").matches("AB"));
        assert!(NamePattern::any().matches(""));
        assert!(!NamePattern::new("A").matches("a"));
        assert!(!NamePattern::new("A*B").matches("AxB"));
    }

    #[test]
    fn one_name_is_one_name_even_if_it_ends_in_an_asterisk() {
        let name = NamePattern::exact("A.*");
        assert!(name.matches("A.*"));
        assert!(!name.matches("A.B"));
        assert!(!name.is_generic());
    }
}
