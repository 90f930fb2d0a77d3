//! Floors inside a crate, as there are floors of crates.
//!
//! A crate may declare them, the lowest first, in its manifest: `floors = ["core", "store"]` in
//! `[package.metadata.ferromq]`. Each names a module at the root of the crate. A file may use what is on its own floor or
//! below; each file is on a floor, but `lib.rs` and `main.rs`, which hand on what others use.

use super::findings::{Findings, SourceFile};
use super::manifests::floors_of;
use super::uses::{Modules, crates, paths_in, uses_in};

/// No file uses what is above it.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    let crates = crates(files);
    for file in files {
        let name = file.path.strip_prefix("crates/");
        let name = name.and_then(|path| path.strip_suffix("/Cargo.toml"));
        if let Some(modules) = name.and_then(|name| crates.get(name))
            && let Some(floors) = floors_of(file)
        {
            check_crate(&file.path, &floors, modules, findings);
        }
    }
}

fn check_crate(manifest: &str, floors: &[String], modules: &Modules<'_>, findings: &mut Findings) {
    let floor = |module: &[String]| {
        floors
            .iter()
            .position(|floor| module.first() == Some(floor))
    };
    for name in floors {
        if !modules
            .iter()
            .any(|(module, _)| module.first() == Some(name))
        {
            findings.error(
                manifest,
                &format!("there is no module {name} for the floor"),
            );
        }
    }
    let uses = uses_in(modules);
    for (module, file) in modules.iter().filter(|(module, _)| !module.is_empty()) {
        let Some(own) = floor(module) else {
            let what = format!("is on none of the floors {manifest} declares");
            findings.error(&file.path, &what);
            continue;
        };
        for used in uses.get(module).into_iter().flatten() {
            if floor(used).is_some_and(|above| above > own) {
                let what = format!("uses {}, which is above {}", used.join("::"), floors[own]);
                findings.error(&file.path, &what);
            }
        }
        let handed_on = paths_in(module, file)
            .into_iter()
            .filter(|path| floor(path).is_none());
        for path in handed_on {
            let what = format!(
                "crate::{} is handed on: name the module it is in",
                path.join("::")
            );
            findings.error(&file.path, &what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::findings::{Findings, SourceFile};

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile {
            path: format!("crates/a/{path}"),
            text: text.to_owned(),
        }
    }

    fn told(files: &[SourceFile]) -> Vec<String> {
        let mut findings = Findings::default();
        check(files, &mut findings);
        findings.errors
    }

    fn manifest(floors: &str) -> SourceFile {
        let text =
            format!("[package]\nname = \"a\"\n[package.metadata.ferromq]\nfloor = 1\n{floors}");
        file("Cargo.toml", &text)
    }

    #[test]
    fn a_file_may_use_its_own_floor_and_those_below_and_none_above() {
        let floors = manifest("floors = [\"low\", \"middle\", \"high\"]\n");
        let mut files = vec![
            floors,
            file("src/lib.rs", "mod low;\npub use high::Door;"),
            file(
                "src/low.rs",
                "\n#[cfg(test)]\nmod tests {\n use crate::high::Door;\n}",
            ),
            file(
                "src/middle/mod.rs",
                "use crate::low::A;\nuse super::middle::part::B;",
            ),
            file("src/middle/part.rs", "use crate::{low::A, middle::C};"),
            file("src/high.rs", "fn f(_: crate::middle::part::B) {}"),
        ];
        assert!(told(&files).is_empty(), "{:?}", told(&files));
        files[4] = file("src/middle/part.rs", "fn f() { crate::high::g() }");
        assert_eq!(
            told(&files),
            ["crates/a/src/middle/part.rs: uses high, which is above middle"]
        );
        files[4] = file("src/middle/part.rs", "use crate::Door;");
        assert_eq!(
            told(&files),
            ["crates/a/src/middle/part.rs: crate::Door is handed on: name the module it is in"]
        );
        files[4] = file("src/attic.rs", "");
        assert_eq!(
            told(&files),
            ["crates/a/src/attic.rs: is on none of the floors crates/a/Cargo.toml declares"]
        );
    }

    #[test]
    fn a_crate_without_floors_is_let_be_and_a_floor_is_a_module() {
        let files = [
            manifest(""),
            file("src/low.rs", "use crate::high::Door;"),
            file("src/high.rs", "use crate::low::A;"),
        ];
        assert!(told(&files).is_empty());
        let mut files = files.to_vec();
        files[0] = manifest("floors = [\"high\", \"low\", \"cellar\"]");
        assert_eq!(
            told(&files),
            [
                "crates/a/Cargo.toml: there is no module cellar for the floor",
                "crates/a/src/high.rs: uses low, which is above high"
            ]
        );
    }
}
