//! The C headers of the interface, but for `cmqstrc.h`.

use std::fmt::Write;

use crate::generate::c_initialiser::initialiser;
use crate::generate::c_table::{Elementary, Function, Kind, Tables};
use crate::generate::layout::Struct;

/// A header: file name, macro that guards it, what it is, headers it includes.
pub(crate) struct Header {
    pub(crate) name: &'static str,
    pub(crate) guard: &'static str,
    pub(crate) about: &'static str,
    pub(crate) includes: &'static [&'static str],
}

/// Every header that is made here.
pub(crate) const HEADERS: [Header; 7] = [
    Header {
        name: "cmqc.h",
        guard: "MQC_INCLUDED",
        about: "the message queue interface",
        includes: &[],
    },
    Header {
        name: "cmqxc.h",
        guard: "MQXC_INCLUDED",
        about: "channel definitions and exits",
        includes: &["cmqc.h"],
    },
    Header {
        name: "cmqcfc.h",
        guard: "MQCFC_INCLUDED",
        about: "programmable command formats",
        includes: &["cmqc.h"],
    },
    Header {
        name: "cmqpsc.h",
        guard: "MQPSC_INCLUDED",
        about: "names of queued publish/subscribe",
        includes: &["cmqc.h"],
    },
    Header {
        name: "cmqbc.h",
        guard: "MQBC_INCLUDED",
        about: "the administration interface: data bags",
        includes: &["cmqc.h"],
    },
    Header {
        name: "cmqzc.h",
        guard: "MQZC_INCLUDED",
        about: "installable services",
        includes: &["cmqc.h"],
    },
    Header {
        name: "cmqec.h",
        guard: "MQEC_INCLUDED",
        about: "interface entry points",
        includes: &["cmqc.h", "cmqxc.h", "cmqzc.h"],
    },
];

/// What a header begins with: comment, guard, the headers it needs.
///
/// Programs of many languages read the headers line by line, without a preprocessor. They know the guard and the
/// comment at the very end by their shape, and otherwise conditionals of the form `#if defined(...)` that do not
/// stand in each other.
pub(crate) fn opening(header: &Header) -> String {
    let Header {
        name, guard, about, ..
    } = header;
    let mut out = format!(
        "/* {name}: {about}.\n * Part of FerroMQ. Generated from tables/ by `cargo xtask generate`; do not edit. */\n\
         #if !defined({guard})\n#define {guard}\n\n"
    );
    for other in header.includes {
        let _ = writeln!(out, "#include \"{other}\"");
    }
    if !header.includes.is_empty() {
        out.push('\n');
    }
    out
}

pub(crate) const LINKAGE: &str = "#if defined(__cplusplus)\nextern \"C\" {\n#endif\n\n";
pub(crate) const END: &str =
    "#if defined(__cplusplus)\n}\n#endif\n\n#endif /* End of header file */\n";

pub(crate) fn render(header: &Header, tables: &Tables<'_>) -> Result<String, String> {
    let mut out = opening(header);
    if header.name == "cmqc.h" {
        out.push_str(PLATFORM);
    }
    constants(&mut out, header.name, tables);
    out.push_str(
        MACROS_BEHIND
            .iter()
            .find(|m| m.0 == header.name)
            .map_or("", |m| m.1),
    );
    out.push_str(LINKAGE);
    let structs = tables.structs_of(header.name);
    let types = tables.types.iter();
    let types: Vec<&Elementary> = types.filter(|one| one.header == header.name).collect();
    for one in &tables.structs.all {
        // A type that points to a structure brings its name along, wherever it is declared.
        let needed = |one: &Struct, types: &[&Elementary]| {
            types
                .iter()
                .any(|t| t.definition == format!("P{}", one.name))
        };
        let elsewhere = || {
            let mut others = tables.types.iter().filter(|t| t.header != header.name);
            others.any(|t| t.definition == format!("P{}", one.name))
        };
        let here = structs.iter().any(|other| other.name == one.name);
        if needed(one, &types) || here && !elsewhere() {
            let name = &one.name;
            let _ = writeln!(out, "typedef struct tag{name} {name};");
            pointers(&mut out, name, (true, true));
        }
    }
    for one in types {
        elementary(&mut out, one);
    }
    // Pointers to functions are members of structures.
    let functions = tables.functions.iter();
    for function in functions.filter(|one| one.header == header.name) {
        declare(&mut out, function);
    }
    for one in &structs {
        structure(&mut out, one, tables)?;
    }
    out.push_str(END);
    Ok(out)
}

/// Macros in name order, with a blank line where the first word of the name changes.
fn constants(out: &mut String, header: &str, tables: &Tables<'_>) {
    let mut group = "";
    for one in tables.macros.iter().filter(|one| one.header == header) {
        let word = one.name.split_inclusive('_').next().unwrap_or_default();
        if word != group && !group.is_empty() {
            out.push('\n');
        }
        group = word;
        let line = format!("#define {:<35} {}\n", one.name, one.text);
        if one.name == MAY_BE_DEFINED {
            let _ = write!(out, "#if !defined({MAY_BE_DEFINED})\n{line}#endif\n");
        } else {
            out.push_str(&line);
        }
    }
    out.push('\n');
}

fn pointers(out: &mut String, name: &str, (one, two): (bool, bool)) {
    if one {
        let _ = writeln!(out, "typedef {name} MQPOINTER P{name};");
    }
    if two {
        let _ = writeln!(out, "typedef P{name} MQPOINTER PP{name};");
    }
}

fn elementary(out: &mut String, one: &Elementary) {
    let name = &one.name;
    let _ = match one.definition.split_once('[') {
        Some((of, count)) => writeln!(out, "typedef {of} {name}[{count};"),
        None => writeln!(out, "typedef {} {name};", one.definition),
    };
    pointers(out, name, one.pointers);
}

fn structure(out: &mut String, one: &Struct, tables: &Tables<'_>) -> Result<(), String> {
    let _ = writeln!(out, "\nstruct tag{} {{", one.name);
    let first = one.lengths.keys().next().copied();
    let mut version = first;
    for field in &one.fields {
        if Some(field.version) != version {
            version = Some(field.version);
            let _ = writeln!(out, "  /* version {} */", field.version);
        }
        let _ = match field.ctype.split_once('[') {
            Some((of, count)) => writeln!(out, "  {of} {}[{count};", field.name),
            None => writeln!(out, "  {} {};", field.ctype, field.name),
        };
    }
    out.push_str("};\n");
    if one.fields.iter().any(|field| field.default.is_empty()) {
        return Ok(());
    }
    let plain = initialiser(one, &[], tables)?;
    let _ = writeln!(out, "#define {}_DEFAULT {plain}", one.name);
    if one.name == "MQCD" {
        let client = initialiser(one, &CLIENT_CONNECTION, tables)?;
        let _ = writeln!(out, "#define MQCD_CLIENT_CONN_DEFAULT {client}");
    }
    Ok(())
}

fn declare(out: &mut String, function: &Function) {
    let typed = function.parameters.iter();
    let list: Vec<String> = typed.map(|(name, kind)| format!("{kind} {name}")).collect();
    let list = list.join(",\n  ");
    let name = &function.name;
    out.push('\n');
    if function.kind != Kind::Type {
        let _ = writeln!(out, "void MQENTRY {name}(\n  {list});");
    }
    let kind = match function.kind {
        Kind::Bag => return,
        Kind::Call => format!("MQ_{}_CALL", name.trim_start_matches("MQ")),
        Kind::Type => name.clone(),
    };
    let _ = writeln!(out, "typedef void MQENTRY {kind}(\n  {list});");
    let _ = writeln!(out, "typedef {kind} MQPOINTER P{kind};");
}

/// A program may say which code page its strings are in before it includes the header.
const MAY_BE_DEFINED: &str = "MQCCSI_APPL";

/// Fields of `MQCD_CLIENT_CONN_DEFAULT` that differ from `MQCD_DEFAULT`.
const CLIENT_CONNECTION: [(&str, &str); 5] = [
    ("ChannelType", "MQCHT_CLNTCONN"),
    ("TransportType", "MQXPT_TCP"),
    ("HeartbeatInterval", "1"),
    (
        "HdrCompList",
        "{MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE}",
    ),
    (
        "MsgCompList",
        "{MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,\
         MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,\
         MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,\
         MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE,MQCOMPRESS_NOT_AVAILABLE}",
    ),
];

const PLATFORM: &str = "\
#if !defined(__LP64__) && !defined(_LP64)
#error \"FerroMQ has a 64-bit interface; compile for a 64-bit machine.\"
#endif

#include <stddef.h>

#define MQ_64_BIT
#define MQENTRY
#define MQPOINTER *

";

/// Macros beside the constants of a header.
const MACROS_BEHIND: [(&str, &str); 2] = [
    (
        "cmqc.h",
        "/* All properties, and those of folder usr: initialisers of an MQCHARV. */
#define MQPROP_INQUIRE_ALL (MQPTR)(char *)\"%\",0,0,1,MQCCSI_APPL
#define MQPROP_INQUIRE_ALL_USR (MQPTR)(char *)\"usr.%\",0,0,5,MQCCSI_APPL

",
    ),
    (
        "cmqxc.h",
        "#define MQCHANNELEXIT MQ_CHANNEL_EXIT
#define MQCHANNELAUTODEFEXIT MQ_CHANNEL_AUTO_DEF_EXIT
#define MQDATACONVEXIT MQ_DATA_CONV_EXIT
#define MQTRANSPORTEXIT MQ_TRANSPORT_EXIT

",
    ),
];
