//! Files that use each other in a circle are one room, however short each of them is: none can be read, changed or tried
//! without the others.
//!
//! Circles of three files are let be: a type, its parts and who makes them. Tests below `tests/` are held to the same, each crate's by
//! themselves.

use super::findings::{Findings, SourceFile};
use super::uses::{Module, Modules, Uses, crates, owners_in, tests};
use std::collections::BTreeSet;

/// Files of a circle, at most.
const FILES_MAX: usize = 3;

/// No circle is larger than it may be.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    for (name, modules) in &crates(files) {
        let place = match *name {
            "xtask" => (*name).to_owned(),
            name => format!("crates/{name}"),
        };
        check_one(&place, modules, findings);
    }
    for (place, modules) in &tests(files) {
        check_one(place, modules, findings);
    }
}

/// No circle of these modules is.
fn check_one(place: &str, modules: &Modules<'_>, findings: &mut Findings) {
    let circles = circles(&owners_in(modules));
    for circle in circles.iter().filter(|circle| circle.len() > FILES_MAX) {
        let told: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
        let what = format!(
            "{} files use each other in a circle: {}",
            told.len(),
            told.join(", ")
        );
        findings.error(place, &what);
    }
}

/// Every set of modules of which each leads to each other.
fn circles(uses: &Uses) -> Vec<BTreeSet<Module>> {
    let mut left: BTreeSet<&Module> = uses.keys().collect();
    let mut found = Vec::new();
    while let Some(module) = left.pop_first() {
        let ahead = reached(uses, module);
        let circle: BTreeSet<Module> = ahead
            .iter()
            .filter(|other| reached(uses, other).contains(module))
            .cloned()
            .collect();
        left.retain(|other| !circle.contains(*other));
        if circle.len() > 1 {
            found.push(circle);
        }
    }
    found
}

/// Every module one leads to; itself only by a circle.
fn reached(uses: &Uses, from: &Module) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for used in uses.get(module).into_iter().flatten() {
            if reached.insert(used.clone()) {
                open.push(used);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::findings::{Findings, SourceFile};

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile {
            path: format!("crates/a/src/{path}"),
            text: text.to_owned(),
        }
    }

    fn told(files: &[SourceFile]) -> Vec<String> {
        let mut findings = Findings::default();
        check(files, &mut findings);
        findings.errors
    }

    #[test]
    fn four_files_in_a_circle_are_too_many_and_tests_do_not_count() {
        let three = [
            file("one.rs", "use crate::two::A;"),
            file("two.rs", "fn f(_: super::three::B) {}"),
            file("three.rs", "use crate::{one, four::C};"),
            file(
                "four.rs",
                "\n#[cfg(test)]\nmod tests {\n use crate::one;\n}",
            ),
        ];
        assert!(told(&three).is_empty(), "{:?}", told(&three));
        let mut four = three.to_vec();
        four[3] = file("four/mod.rs", "// crate::two\nuse crate::one::D;");
        let told = told(&four);
        assert_eq!(
            told,
            ["crates/a: 4 files use each other in a circle: four, one, three, two"]
        );
    }

    #[test]
    fn tests_have_no_such_circle_either() {
        let at = |path: &str, text: &str| SourceFile {
            path: format!("crates/a/tests/{path}"),
            text: text.to_owned(),
        };
        let mut files = [
            at("main.rs", "mod place;\nmod moved;"),
            at("moved/mod.rs", "mod one;\nmod two;\nuse two::B;"),
            at("moved/one.rs", "use super::A;\nuse crate::place::P;"),
            at("moved/two.rs", "use super::one::C;"),
            at("place.rs", ""),
        ];
        assert!(told(&files).is_empty(), "{:?}", told(&files));
        files[4].text = "use crate::moved::two::B;".to_owned();
        assert_eq!(
            told(&files),
            [
                "crates/a/tests: 4 files use each other in a circle: moved, moved::one, moved::two, place"
            ]
        );
    }
}
