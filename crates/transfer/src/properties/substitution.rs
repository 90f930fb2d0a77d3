//! Variables in values.

use std::fmt;

/// A variable that is not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariable(pub String);

impl fmt::Display for UnknownVariable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the variable '{}' is not set in the environment", self.0)
    }
}

impl std::error::Error for UnknownVariable {}

/// A value with each `${NAME}` replaced by what `lookup` says. What comes in that way is not looked through again. `$` that does not begin
/// such a name stays.
///
/// # Errors
/// When `lookup` does not know a name.
pub fn substitute(
    value: &str,
    lookup: impl Fn(&str) -> Option<String>,
) -> Result<String, UnknownVariable> {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, behind)) = rest.split_once("${") {
        let Some((name, after)) = behind.split_once('}') else {
            break;
        };
        out.push_str(before);
        out.push_str(&lookup(name).ok_or_else(|| UnknownVariable(name.to_owned()))?);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}
