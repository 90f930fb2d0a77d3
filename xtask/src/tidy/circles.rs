//! Files that use each other in a circle are one room, however short each of them is: none can be read, changed or tried
//! without the others.
//!
//! Who uses whom is read from the paths in the code (`crate::`, `super::`, `self::`). A path leads to the deepest file on it:
//! what a file only hands on counts as its own. Tests do not count. Circles of three files are let be: a type, its parts and
//! who makes them.

use super::scan::code_only;
use super::{Findings, SourceFile};
use std::collections::{BTreeMap, BTreeSet};

/// Files of a circle that is let be.
const FILES_MAX: usize = 3;

/// Larger circles that are there still, with the files of the largest one of each crate. They may become smaller only.
const LEFT: &[(&str, usize)] = &[("qmgr", 42)];

/// A module by the names on its path, without `crate`.
type Module = Vec<String>;

/// Which modules of a crate use which.
type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// No circle is larger than it may be.
pub(crate) fn check(files: &[SourceFile], findings: &mut Findings) {
    let mut crates: BTreeMap<&str, Vec<(Module, &SourceFile)>> = BTreeMap::new();
    for file in files {
        if let Some((name, module)) = module_of(&file.path) {
            crates.entry(name).or_default().push((module, file));
        }
    }
    for (name, modules) in &crates {
        let uses = uses_in(modules);
        let circles = circles(&uses);
        let left = LEFT.iter().find(|(left, _)| left == name);
        let most = left.map_or(FILES_MAX, |(_, most)| *most);
        let largest = circles.iter().map(BTreeSet::len).max().unwrap_or(0);
        for circle in circles.iter().filter(|circle| circle.len() > most) {
            let told: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            let what = format!(
                "{} files use each other in a circle: {}",
                told.len(),
                told.join(", ")
            );
            findings.error(&format!("crates/{name}"), &what);
        }
        if left.is_some() && largest < most {
            let what = format!(
                "its largest circle has {largest} files now: say so in {}",
                file!()
            );
            findings.error(&format!("crates/{name}"), &what);
        }
    }
}

/// The crate and the module a file is, if it is one that counts.
fn module_of(path: &str) -> Option<(&str, Module)> {
    let (name, inside) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let inside = inside.strip_suffix(".rs")?;
    if inside.ends_with("tests") || inside == "lib" || inside == "main" {
        return None;
    }
    let mut module: Module = inside.split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    Some((name, module))
}

fn uses_in(modules: &[(Module, &SourceFile)]) -> Uses {
    let known: BTreeSet<&Module> = modules.iter().map(|(module, _)| module).collect();
    let of_one = |(module, file): &(Module, &SourceFile)| {
        let end = file.text.find("\n#[cfg(test)]\nmod ");
        let code = code_only(&file.text[..end.unwrap_or(file.text.len())]);
        let used = paths(&code)
            .into_iter()
            .filter_map(|path| deepest(&known, &absolute(module, &path)?))
            .filter(|used| used != module);
        (module.clone(), used.collect())
    };
    modules.iter().map(of_one).collect()
}

/// The paths in a text that begin in this crate, each name by itself. Those of a list are taken apart.
fn paths(code: &str) -> Vec<Vec<String>> {
    const BEGINNINGS: [&str; 3] = ["crate", "super", "self"];
    let mut found = Vec::new();
    let mut rest = code;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        let word: String = rest.chars().take_while(|c| is_word(*c)).collect();
        let begins = BEGINNINGS.contains(&word.as_str()) && before != ':';
        if begins && rest[word.len()..].starts_with("::") {
            take_tree(&rest[word.len() + 2..], &mut vec![word.clone()], &mut found);
        }
        let step = word.len().max(next.len_utf8());
        before = rest[..step].chars().next_back().unwrap_or(' ');
        rest = &rest[step..];
    }
    found
}

/// Takes a path, or a tree of them, from the front of `text`. Answers how many bytes it has.
fn take_tree(text: &str, begun: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let blank = text.len() - text.trim_start().len();
    let here = &text[blank..];
    if let Some(list) = here.strip_prefix('{') {
        let mut at = 0;
        loop {
            at += take_tree(&list[at..], begun, found);
            let skipped = list[at..]
                .find([',', '}', ';'])
                .map_or(list.len(), |more| at + more);
            at = skipped + 1;
            if !list[skipped.min(list.len())..].starts_with(',') {
                return blank + 1 + at.min(list.len());
            }
        }
    }
    let word: String = here.chars().take_while(|c| is_word(*c)).collect();
    let mut taken = blank + word.len();
    begun.push(word);
    match text[taken..].strip_prefix("::") {
        Some(more) => taken += 2 + take_tree(more, begun, found),
        None => found.push(begun.clone()),
    }
    begun.pop();
    taken
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// A path from the root of the crate; nothing if it leads out of it.
fn absolute(from: &Module, path: &[String]) -> Option<Module> {
    let mut here = from.clone();
    let mut names = path.iter();
    if path.first().is_some_and(|first| first == "crate") {
        here.clear();
        names.next();
    }
    for name in names {
        match name.as_str() {
            "super" => drop(here.pop()?),
            "self" => {}
            _ => here.push(name.clone()),
        }
    }
    Some(here)
}

/// The deepest module on a path.
fn deepest(known: &BTreeSet<&Module>, path: &[String]) -> Option<Module> {
    let mut prefixes = (1..=path.len()).rev().map(|len| path[..len].to_vec());
    prefixes.find(|prefix| known.contains(prefix))
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
    use super::{absolute, check, paths};
    use crate::tidy::{Findings, SourceFile};

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
    fn paths_are_found_in_lists_and_in_code() {
        let code = "use crate::{one::A, two::{B, self}};\nfn f() { super::three::g(self::h()) }";
        let found: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
        assert_eq!(
            found,
            [
                "crate::one::A",
                "crate::two::B",
                "crate::two::self",
                "super::three::g",
                "self::h"
            ]
        );
        let from = ["x".to_owned(), "y".to_owned()].to_vec();
        let path = ["super".to_owned(), "z".to_owned()];
        assert_eq!(
            absolute(&from, &path),
            Some(vec!["x".to_owned(), "z".to_owned()])
        );
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
}
