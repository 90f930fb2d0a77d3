//! The C headers against the tables they are made of, as a C and as a C++ compiler see them.

mod expect;
mod lines;
mod probe;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;
use table::{read, rows_of};

const INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");
const HEADERS: [&str; 8] = [
    "cmqc.h",
    "cmqxc.h",
    "cmqcfc.h",
    "cmqstrc.h",
    "cmqpsc.h",
    "cmqbc.h",
    "cmqec.h",
    "cmqzc.h",
];

/// A compiler and the language it is to hold a source to.
const LANGUAGES: [(&str, &str, &str); 3] = [
    ("cc", "c", "c90"),
    ("c++", "c++", "c++98"),
    ("c++", "c++", "c++17"),
];

/// Those that sources of thousands of lines are run in.
const TWO_LANGUAGES: [usize; 2] = [0, 2];

/// Compiles a source with every warning an error; `None` where there is no such compiler.
fn compile(name: &str, source: &str, language: usize, more: &[&str]) -> Option<PathBuf> {
    let (compiler, kind, standard) = LANGUAGES[language];
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = place.join(format!("{name}-{standard}.{kind}"));
    let out = file.with_extension(format!("{kind}.out"));
    std::fs::write(&file, source).unwrap();
    let done = Command::new(compiler)
        .args(["-x", kind, &format!("-std={standard}")])
        .args(["-Wall", "-Wextra", "-pedantic", "-Werror", "-O0"])
        .args(["-I", INCLUDE, "-o"])
        .args([&out, &file])
        .args(more)
        .output();
    let done = match done {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            ferromq_base::skipped::skip("the C headers", &format!("there is no {compiler}"));
            return None;
        }
        done => done.unwrap(),
    };
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{}:\n{said}", file.display());
    Some(out)
}

/// What a source prints, line by line.
fn run(name: &str, source: &str, language: usize) -> Option<Vec<String>> {
    let program = compile(name, source, language, &[])?;
    let done = Command::new(program).output().unwrap();
    assert!(done.status.success());
    let text = String::from_utf8(done.stdout).unwrap();
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn every_header_stands_alone_and_beside_all_others_in_any_order() {
    for language in 0..LANGUAGES.len() {
        for (at, header) in HEADERS.iter().enumerate() {
            let mut source = format!("#include <{header}>\n");
            for other in HEADERS.iter().rev().cycle().skip(at).take(HEADERS.len()) {
                source.push_str(&format!("#include <{other}>\n"));
            }
            let alone = format!("#include <{header}>\nint used;\n");
            let _ = compile(&format!("alone-{at}"), &alone, language, &["-fsyntax-only"]);
            source.push_str("int used;\n");
            let _ = compile(
                &format!("beside-{at}"),
                &source,
                language,
                &["-fsyntax-only"],
            );
        }
    }
}

#[test]
fn sizes_offsets_and_default_bytes_of_structures_are_those_of_the_tables() {
    let (source, wanted) = (probe::structures(), expect::structures());
    for language in TWO_LANGUAGES {
        if let Some(found) = run("structures", &source, language) {
            assert_eq!(found, wanted);
        }
    }
}

#[test]
fn constants_have_the_values_of_the_tables_in_the_language_and_before_it() {
    let (source, wanted) = (probe::constants(), expect::constants());
    assert!(wanted.len() > 5500);
    for language in TWO_LANGUAGES {
        if let Some(found) = run("constants", &source, language) {
            assert_eq!(found, wanted);
        }
    }
}

#[test]
fn programs_that_read_the_headers_line_by_line_find_every_constant() {
    let (integers, rows) = (expect::integers(), expect::in_headers());
    let (mut numbers, mut nulls) = (0, 0);
    for header in HEADERS {
        let text = std::fs::read_to_string(Path::new(INCLUDE).join(header)).unwrap();
        let macros = lines::macros(header, &text);
        for row in rows.iter().filter(|row| row["header"] == header) {
            let (name, value) = (&row["name"], &macros[&row["name"]]);
            let wanted = row["value"].as_str();
            if let Some(number) = lines::number(value) {
                assert_eq!(number, integers[name], "{name}");
                numbers += 1;
            } else if wanted.starts_with("\\x00") && value.starts_with('"') {
                assert_eq!(lines::zeros(value), Some(wanted.len() / 4), "{name}");
                nulls += 1;
            } else {
                assert!(value.starts_with(['"', '\'']), "{name}: {value}");
            }
        }
    }
    assert!(numbers > 5000 && nulls >= 10, "{numbers} {nulls}");
}

#[test]
fn functions_take_the_parameters_of_the_tables() {
    let source = probe::functions();
    for language in TWO_LANGUAGES {
        let _ = compile("functions", &source, language, &["-c"]);
    }
}

/// The names that programs in other languages rely on where several constants have one value, and one of each of
/// their functions.
const PINNED: [(&str, i32, &str); 19] = [
    ("MQRC_STR", 2393, "MQRC_SSL_INITIALIZATION_ERROR"),
    ("MQRC_STR", 2035, "MQRC_NOT_AUTHORIZED"),
    ("MQRC_STR", 2277, "MQRC_CD_ERROR"),
    ("MQRC_STR", 1, ""),
    ("MQBACF_STR", 7019, "MQBACF_ALTERNATE_SECURITYID"),
    ("MQCA_STR", 2030, "MQCA_CLUSTER_NAMELIST"),
    ("MQCACF_STR", 3134, "MQCACF_ACTIVITY_DESC"),
    ("MQCACH_STR", 3529, "MQCACH_CHANNEL_START_DATE"),
    ("MQCMD_STR", 208, "MQCMD_CHANGE_PROT_POLICY"),
    ("MQIA_STR", 102, "MQIA_ADOPTNEWMCA_CHECK"),
    ("MQOT_STR", 1008, "MQOT_SERVER_CHANNEL"),
    ("MQCC_STR", -1, "MQCC_UNKNOWN"),
    ("MQAT_STR", 6, "MQAT_UNIX"),
    ("MQPL_STR", 1, "MQPL_ZOS"),
    ("MQCNO_STR", 0, "MQCNO_NONE"),
    ("MQXACT_STR", 1, "MQXACT_EXTERNAL"),
    ("MQZAT_STR", 0, "MQZAT_INITIAL_CONTEXT"),
    ("MQQA_SHAREABLE_STR", 0, "MQQA_NOT_SHAREABLE"),
    ("MQMON_STR", -1, "MQMON_NONE"),
];

#[test]
fn lookups_tell_the_names_of_values_and_the_chosen_one_of_several() {
    let rows = read("c_lookups.csv");
    let functions: Vec<&str> = rows_of(&rows).map(|row| row["function"].as_str()).collect();
    assert_eq!(functions.len(), 378);
    let constants = expect::integers();
    let mut asked: Vec<(String, i64)> = Vec::new();
    let pinned = PINNED
        .iter()
        .map(|one| (one.0.to_owned(), i64::from(one.1)));
    asked.extend(pinned);
    for function in &functions {
        let prefix = function.trim_end_matches("STR");
        let known = constants
            .iter()
            .filter(|(name, _)| name.starts_with(prefix));
        asked.extend(known.map(|(_, value)| ((*function).to_owned(), i64::from(*value as i32))));
        asked.push(((*function).to_owned(), 123_456_789));
    }
    let source = probe::lookups(&asked);
    for language in TWO_LANGUAGES {
        let Some(found) = run("lookups", &source, language) else {
            continue;
        };
        assert_eq!(found.len(), asked.len());
        for (at, one) in PINNED.iter().enumerate() {
            assert_eq!(found[at], one.2, "{} {}", one.0, one.1);
        }
        let mut told = 0;
        for (name, (function, value)) in found.iter().zip(&asked) {
            if !name.is_empty() {
                told += 1;
                assert_eq!(constants[name] as i32, *value as i32, "{function}");
            }
        }
        assert!(told > 4400, "{told}");
        let by_request: Vec<String> = rows_of(&rows)
            .flat_map(|row| {
                row["also"]
                    .split(' ')
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            })
            .filter(|name| name.starts_with("MQCFC_"))
            .collect();
        assert!(!by_request.is_empty());
        assert!(by_request.iter().all(|name| found.contains(name)));
    }
}

/// What programs of the field do: initialisers, tests of versions, a code page of their own, the lookups in two units.
#[test]
fn the_ways_programs_use_the_headers_compile_and_link() {
    for language in 0..LANGUAGES.len() {
        let Some(object) = compile("first", probe::FIRST_UNIT, language, &["-c"]) else {
            continue;
        };
        let object = object.display().to_string();
        // What was given by -x is the language of this file only.
        let second = ["-x", "none", object.as_str()];
        let program = compile("second", probe::SECOND_UNIT, language, &second).unwrap();
        let done = Command::new(program).output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout);
        assert_eq!(said, "MQRC_NOT_AUTHORIZED MQRC_NOT_AUTHORIZED 1208 % 5\n");
    }
}
