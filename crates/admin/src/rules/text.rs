//! Records as the commands that set them.

use super::parse::{is_list, maps_to_nobody};
use crate::dump::{DumpOptions, Line, join, setting};
use ferromq_mqi::attribute::{Attr, ObjectKind};
use ferromq_mqi::definition::Definition;
use ferromq_qmgr::rule_has;

/// The command that sets the record, as `dmpmqcfg` prints it. It ends with a line end.
pub(crate) fn rule_text(definition: &Definition, options: DumpOptions) -> String {
    let kind = definition.int(Attr::Type);
    let no_user = maps_to_nobody(definition.int(Attr::Usersrc));
    let mut lines = Vec::new();
    for info in ObjectKind::ChlAuth.attributes() {
        let Some(value) = definition.get(info.attr) else {
            continue;
        };
        let differs = *value != info.initial_value();
        let needed = matches!(info.attr, Attr::Chlauth | Attr::Type | Attr::Usersrc);
        // A blank text and a user or a warning without effect would be refused as given.
        let allowed = rule_has(kind, info.attr)
            && (needed || is_list(info) || differs)
            && !(info.attr == Attr::Mcauser && no_user);
        let wanted =
            info.uses.definable && allowed && (needed || options.all_attributes || differs);
        if !wanted {
            continue;
        }
        let text = setting(info, value);
        lines.push(Line::Part(match info.attr {
            Attr::Chlauth => format!("SET {text}"),
            _ => text,
        }));
    }
    lines.push(Line::Part("ACTION(REPLACE)".to_string()));
    join(&lines, options.one_line)
}
