//! Which files of a crate use which.
//!
//! Who uses whom is read from the paths in the code (`crate::`, `super::`, `self::`). A path leads to the deepest file on it:
//! what a file only hands on counts as its own. Tests do not count.

use super::SourceFile;
use super::scan::code_only;
use std::collections::{BTreeMap, BTreeSet};

/// A module by the names on its path, without `crate`.
pub(super) type Module = Vec<String>;

/// Which modules of a crate use which.
pub(super) type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// The modules of a crate, each with its file.
pub(super) type Modules<'a> = Vec<(Module, &'a SourceFile)>;

/// The modules of each crate, by its directory below `crates/`.
pub(super) fn crates(files: &[SourceFile]) -> BTreeMap<&str, Modules<'_>> {
    let mut crates: BTreeMap<&str, Modules<'_>> = BTreeMap::new();
    for file in files {
        if let Some((name, module)) = module_of(&file.path) {
            crates.entry(name).or_default().push((module, file));
        }
    }
    crates
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

/// Which of these modules uses which.
pub(super) fn uses_in(modules: &[(Module, &SourceFile)]) -> Uses {
    let known: BTreeSet<&Module> = modules.iter().map(|(module, _)| module).collect();
    let of_one = |(module, file): &(Module, &SourceFile)| {
        let used = paths_in(module, file);
        let used = used
            .into_iter()
            .filter_map(|path| deepest(&known, &path))
            .filter(|used| used != module);
        (module.clone(), used.collect())
    };
    modules.iter().map(of_one).collect()
}

/// The paths in a file that begin in its crate, from the root of that.
pub(super) fn paths_in(module: &Module, file: &SourceFile) -> Vec<Module> {
    let end = file.text.find("\n#[cfg(test)]\nmod ");
    let code = code_only(&file.text[..end.unwrap_or(file.text.len())]);
    let found = paths(&code);
    found
        .iter()
        .filter_map(|path| absolute(module, path))
        .collect()
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

#[cfg(test)]
mod tests {
    use super::{absolute, paths};

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
}
