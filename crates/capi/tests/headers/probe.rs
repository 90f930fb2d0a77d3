//! C sources that print what the headers say.

use crate::expect::{by_structure, in_headers};
use crate::table::{Row, read};
use std::fmt::Write;

const BEGIN: &str = "\
#include <cmqc.h>
#include <cmqxc.h>
#include <cmqcfc.h>
#include <cmqpsc.h>
#include <cmqbc.h>
#include <cmqec.h>
#include <stdio.h>
static void hex(const char *name, const void *bytes, unsigned long size)
{
  unsigned long i;
  printf(\"%s \", name);
  for (i = 0; i < size; i++)
    printf(\"%02x\", ((const unsigned char *)bytes)[i]);
  printf(\"\\n\");
}
#define FIELD(s, f) printf(#s \".\" #f \" %lu %lu\\n\", (unsigned long)offsetof(s, f), (unsigned long)sizeof(sample.f))
";

/// A program with these functions, called one after the other.
fn program(functions: &[(String, String)]) -> String {
    let mut out = BEGIN.to_owned();
    for (name, body) in functions {
        let _ = write!(out, "static void {name}(void)\n{{\n{body}}}\n");
    }
    out.push_str("int main(void)\n{\n  hex(\"\", \"\", 0);\n");
    for (name, _) in functions {
        let _ = writeln!(out, "  {name}();");
    }
    out.push_str("  return 0;\n}\n");
    // The first call is only there so that every program uses the function.
    out.replacen("  hex(\"\", \"\", 0);\n", "  (void)hex;\n", 1)
}

pub(crate) fn structures() -> String {
    let mut functions = Vec::new();
    for (name, fields) in by_structure() {
        let has_default = fields.iter().all(|field| !field["default"].is_empty());
        let mut body = match has_default {
            true => format!("  static const {name} sample = {{{name}_DEFAULT}};\n"),
            false => format!("  {name} sample;\n"),
        };
        let _ = writeln!(body, "  P{name} one = NULL;\n  PP{name} two = &one;");
        let _ = writeln!(body, "  (void)two;");
        let _ = writeln!(
            body,
            "  printf(\"{name} %lu\\n\", (unsigned long)sizeof(struct tag{name}));"
        );
        for field in &fields {
            let _ = writeln!(body, "  FIELD({name}, {});", field["field"]);
        }
        if has_default {
            let _ = writeln!(body, "  hex(\"{name} =\", &sample, sizeof(sample));");
        }
        functions.push((format!("f_{name}"), body));
    }
    let client = "  static const MQCD sample = {MQCD_CLIENT_CONN_DEFAULT};\n  \
                  hex(\"MQCD_CLIENT_CONN =\", &sample, sizeof(sample));\n";
    functions.push(("f_client".to_owned(), client.to_owned()));
    program(&functions)
}

pub(crate) fn constants() -> String {
    let rows = in_headers();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str()).collect();
    let mut body = String::new();
    for row in &rows {
        let name = &row["name"];
        let _ = match row["kind"].as_str() {
            "string" if row["value"].starts_with('\'') => {
                writeln!(body, "  {{ char c = {name}; hex(\"{name}\", &c, 1); }}")
            }
            "string" if is_list(row, &names) => writeln!(
                body,
                "  {{ static const char list[] = {{{name}}}; hex(\"{name}\", list, sizeof(list)); }}"
            ),
            "string" => writeln!(body, "  hex(\"{name}\", {name}, sizeof({name}) - 1);"),
            _ => writeln!(
                body,
                "#if ({name}) != ({})\n#error {name}\n#endif\n  printf(\"{name} %ld\\n\", (long)({name}));",
                row["value"]
            ),
        };
    }
    for never in ["MQCMDL_CURRENT_VERSION", "MQOT_REMOTE_Q_MGR"] {
        let _ = writeln!(body, "#ifdef {never}\n#error {never}\n#endif");
    }
    program(&[("all".to_owned(), body)])
}

/// Whether a string is spelled as a list of characters, beside one that is not.
fn is_list(row: &Row, names: &[&str]) -> bool {
    let name = row["name"].as_str();
    let known = |other: Option<&str>| other.is_some_and(|other| names.contains(&other));
    let tags = row["header"] == "cmqpsc.h";
    known(name.strip_suffix("_ARRAY"))
        || tags && known(name.strip_suffix("_A"))
        || tags
            && ["_BA", "_EA"].iter().any(|end| name.ends_with(end))
            && known(name.strip_suffix('A'))
}

/// Each function, and each pointer to one of its type, is given to a pointer that is spelled out from the table.
pub(crate) fn functions() -> String {
    let mut all: Vec<(String, String, Vec<String>)> = Vec::new();
    for row in read("c_calls.csv") {
        match all.last_mut() {
            Some((_, name, types)) if *name == row["function"] => types.push(row["type"].clone()),
            _ => all.push((
                row["kind"].clone(),
                row["function"].clone(),
                vec![row["type"].clone()],
            )),
        }
    }
    let mut out = BEGIN.to_owned();
    out.push_str("void use(void);\nvoid use(void)\n{\n  (void)hex;\n");
    for (kind, name, types) in &all {
        let types = types.join(", ");
        let typed = match kind.as_str() {
            "call" => format!("PMQ_{}_CALL", &name[2..]),
            _ => format!("P{name}"),
        };
        if kind != "bag" {
            let _ = writeln!(
                out,
                "  {{ void (*p)({types}) = ({typed})0; {typed} q = p; (void)q; }}"
            );
        }
        if kind != "type" {
            let _ = writeln!(out, "  {{ void (*p)({types}) = {name}; (void)p; }}");
        }
    }
    out.push_str("}\n");
    out
}

pub(crate) fn lookups(asked: &[(String, i64)]) -> String {
    let mut out = "#include <cmqstrc.h>\n#include <stdio.h>\nstatic void ask(void)\n{\n".to_owned();
    for (function, value) in asked {
        let _ = writeln!(out, "  puts({function}((MQLONG)({value}L)));");
    }
    out.push_str("}\nint main(void)\n{\n  ask();\n  return 0;\n}\n");
    out
}

pub(crate) const FIRST_UNIT: &str = "\
#include <cmqec.h>
#include <cmqstrc.h>
#include <cmqcfc.h>
#ifdef __cplusplus
extern \"C\"
#else
extern
#endif
char *first(MQLONG v);
char *first(MQLONG v) { return MQRC_STR(v); }
";

pub(crate) const SECOND_UNIT: &str = "\
#define MQCCSI_APPL 1208
#include <cmqc.h>
#include <cmqxc.h>
#include <cmqstrc.h>
#include <stdio.h>
#if MQCNO_CURRENT_VERSION < 8 || !defined(MQCD_VERSION_13) || MQCMDL_CURRENT_LEVEL < 910 || !defined(MQ_64_BIT)
#error versions
#endif
#ifdef __cplusplus
extern \"C\"
#else
extern
#endif
char *first(MQLONG v);
static void MQENTRY consume(MQHCONN c, PMQVOID md, PMQVOID gmo, PMQVOID buffer, PMQCBC context)
{
  (void)c; (void)md; (void)gmo; (void)buffer; (void)context;
}
int main(void)
{
  MQOD od = {MQOD_DEFAULT};
  MQMD2 md = {MQMD2_DEFAULT};
  MQCNO cno = {MQCNO_DEFAULT};
  MQSCO sco = {MQSCO_DEFAULT};
  MQCSP csp = {MQCSP_DEFAULT};
  MQCBD cbd = {MQCBD_DEFAULT};
  MQCD cd = {MQCD_CLIENT_CONN_DEFAULT};
  MQCHARV all = {MQPROP_INQUIRE_ALL};
  MQCHARV user = {MQPROP_INQUIRE_ALL_USR};
  MQRFH2 rfh = {MQRFH2_DEFAULT};
  MQBYTE24 none = {MQMI_NONE_ARRAY};
  PMQ_CB_CALL call = NULL;
  PMQCB_FUNCTION function = consume;
  MQHCONFIG config = NULL;
  (void)md; (void)rfh; (void)none; (void)call; (void)config; (void)function;
  cno.SSLConfigPtr = &sco;
  cno.SecurityParmsPtr = &csp;
  cno.ClientConnPtr = &cd;
  cbd.CallbackArea = &od;
  (void)cno; (void)cbd;
  printf(\"%s %s %d %s %d\\n\", first(2035), MQRC_STR(2035), (int)od.ObjectString.VSCCSID, (char *)all.VSPtr,
         (int)user.VSLength);
  return 0;
}
";
