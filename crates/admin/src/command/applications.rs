//! DISPLAY APSTATUS.

use super::asked::{Asked, Fields};
use super::inquire::{is_type, type_clause};
use super::words::MqscCommand;
use super::{About, Command, Rest};
use crate::execute::applications::{self, Detail};
use crate::generated::status::{
    APPLICATION_FIELDS, APPLICATION_INSTANCE_FIELDS, APPLICATION_MEMBER_FIELDS,
};
use crate::pattern::NamePattern;
use crate::syntax::clause::Clause;
use crate::syntax::{Fault, SyntaxError};

/// Longest name of an application.
const NAME_BYTES_MAX: usize = 28;

/// `DISPLAY APSTATUS`
pub(crate) fn display(
    row: &'static MqscCommand,
    object: &Clause,
    rest: &mut Rest,
) -> Result<Command, SyntaxError> {
    // Names of applications are no names of objects: there may be anything in them.
    let argument = object.single()?;
    let text = argument.text.trim_end();
    if text.trim_end_matches('*').len() > NAME_BYTES_MAX {
        let fault = Fault::TooLong {
            keyword: object.keyword.clone(),
            max: NAME_BYTES_MAX,
        };
        return Err(SyntaxError::new(argument.end, fault));
    }
    let names = NamePattern::new(text);
    let detail = match type_clause(rest)? {
        None => Detail::Application,
        Some((clause, argument)) => match argument.text.as_str() {
            "APPL" => Detail::Application,
            "QMGR" => Detail::QMgr,
            "LOCAL" => Detail::Local,
            _ => return Err(clause.bad_value("APPL, QMGR or LOCAL")),
        },
    };
    let mut asked = Asked::new(Fields::Table(match detail {
        Detail::Application => APPLICATION_FIELDS,
        Detail::QMgr => APPLICATION_MEMBER_FIELDS,
        Detail::Local => APPLICATION_INSTANCE_FIELDS,
    }));
    for clause in rest.clauses.iter().filter(|clause| !is_type(clause)) {
        asked.take(clause)?;
    }
    // All of it is shown where nothing is asked for, as documented.
    let query = asked.finish(true);
    Ok(Command::new(row, About::QMgr, move |operations| {
        applications::display(operations, &names, detail, &query)
    }))
}
