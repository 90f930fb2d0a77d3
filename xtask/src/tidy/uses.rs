//! Which files of a crate use which.
//!
//! Who uses whom is read from the paths in the code: those that begin with `crate`, `super`, `self` or one of a file's own parts. A
//! path leads to the deepest file on it. To hand a name on (`pub use`) is a use for floors; for circles the path goes on to where the
//! name is from, and whoever hands it on has no part in it. Tests do not count.

use super::findings::SourceFile;
use super::scan::code_only;
use std::collections::{BTreeMap, BTreeSet};

/// A module by the names on its path, without `crate`.
pub(super) type Module = Vec<String>;

/// Which modules of a crate use which.
pub(super) type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// The modules of a crate, each with its file.
pub(super) type Modules<'a> = Vec<(Module, &'a SourceFile)>;

/// The modules of each crate, by its directory below `crates/`; those of `xtask` as well. The root of a crate has no name.
pub(super) fn crates(files: &[SourceFile]) -> BTreeMap<&str, Modules<'_>> {
    let mut crates: BTreeMap<&str, Modules<'_>> = BTreeMap::new();
    for file in files {
        if let Some((name, module)) = module_of(&file.path) {
            crates.entry(name).or_default().push((module, file));
        }
    }
    crates
}

/// The same for the programs of tests below `tests/` of each crate, each of which is a crate of its own: by the crate's directory and `tests`.
pub(super) fn tests(files: &[SourceFile]) -> BTreeMap<&str, Modules<'_>> {
    let mut crates: BTreeMap<&str, Modules<'_>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.path.starts_with("crates/")) {
        let Some((place, inside)) = file.path.split_once("/tests/") else {
            continue;
        };
        let place = &file.path[..place.len() + "/tests".len()];
        if let (Some(module), false) = (module_at(inside), place.contains("/src/")) {
            crates.entry(place).or_default().push((module, file));
        }
    }
    crates
}

/// The crate and the module a file is, if it is one that counts.
fn module_of(path: &str) -> Option<(&str, Module)> {
    let below = path.strip_prefix("crates/").unwrap_or(path);
    let (name, inside) = below.split_once("/src/")?;
    if below == path && name != "xtask" {
        return None;
    }
    let module = module_at(inside)?;
    let is_tests = inside.ends_with("tests.rs") || module.iter().any(|part| part == "tests");
    // What is in `bin` are programs of their own.
    let is_counted = !is_tests && module.first().is_none_or(|first| first != "bin");
    is_counted.then_some((name, module))
}

/// The module a file is, by its path from where the root of its crate is.
fn module_at(inside: &str) -> Option<Module> {
    let inside = inside.strip_suffix(".rs")?;
    let mut module: Module = inside.split('/').map(str::to_owned).collect();
    match module.last().map(String::as_str) {
        Some("mod") => drop(module.pop()),
        Some("lib" | "main") if module.len() == 1 => module.clear(),
        _ => {}
    }
    Some(module)
}

/// Which of these modules uses which, by its paths from the root; to hand on is to use.
pub(super) fn uses_in(modules: &[(Module, &SourceFile)]) -> Uses {
    let known: BTreeSet<&Module> = modules.iter().map(|(module, _)| module).collect();
    let of_one = |(module, file): &(Module, &SourceFile)| {
        let beginnings = [&BEGINNINGS[..], &parts_of(&known, module)].concat();
        let used = paths(&code_of(file), &beginnings);
        let used = used
            .iter()
            .filter_map(|path| Some(deepest(&known, &absolute(module, path)?).to_vec()))
            .filter(|used| used != module && !used.is_empty());
        (module.clone(), used.collect())
    };
    modules.iter().map(of_one).collect()
}

/// Which of these modules uses what is in which, wherever it is handed on.
pub(super) fn owners_in(modules: &[(Module, &SourceFile)]) -> Uses {
    let codes: Vec<Code> = modules.iter().map(|(_, file)| Code::of(file)).collect();
    let handed_on = modules.iter().zip(&codes);
    let handed_on = handed_on.flat_map(|((module, _), code)| {
        let named = |path: &Vec<String>| {
            let name = path.iter().rev().find(|name| *name != "self")?;
            Some(((module.clone(), name.clone()), absolute(module, path)?))
        };
        code.handed_on.iter().filter_map(named).collect::<Vec<_>>()
    });
    let map = Map {
        known: modules.iter().map(|(module, _)| module).collect(),
        handed_on: handed_on.collect(),
    };
    let all = modules.iter().zip(&codes);
    let of_one = |((module, _), code): (&(Module, &SourceFile), &Code)| {
        let beginnings = [&BEGINNINGS[..], &parts_of(&map.known, module)].concat();
        let found = paths(&code.text, &beginnings);
        let used = found
            .iter()
            .filter_map(|path| Some(map.owner(&absolute(module, path)?, HANDED_ON_MAX)))
            .filter(|used| used != module && !used.is_empty());
        (module.clone(), used.collect())
    };
    all.filter(|((module, _), _)| !module.is_empty())
        .map(of_one)
        .collect()
}

/// The names of the modules right below one.
fn parts_of<'m>(known: &BTreeSet<&'m Module>, module: &Module) -> Vec<&'m str> {
    let parts = known.iter().filter_map(|other| {
        let (last, before) = other.split_last()?;
        (before == module.as_slice()).then_some(last.as_str())
    });
    parts.collect()
}

/// A name is handed on so many times at most.
const HANDED_ON_MAX: usize = 8;

/// The modules of a crate, and which names they hand on.
struct Map<'a> {
    known: BTreeSet<&'a Module>,
    /// By module and name, where the name is from.
    handed_on: BTreeMap<(Module, String), Module>,
}

impl Map<'_> {
    /// The module what a path leads to is in.
    fn owner(&self, path: &[String], more: usize) -> Module {
        let found = deepest(&self.known, path).to_vec();
        let rest = &path[found.len()..];
        let from = rest
            .first()
            .and_then(|name| self.handed_on.get(&(found.clone(), name.clone())));
        match from {
            Some(from) if more > 0 => {
                let on: Module = from.iter().chain(&rest[1..]).cloned().collect();
                self.owner(&on, more - 1)
            }
            _ => found,
        }
    }
}

/// What counts in a file.
struct Code {
    /// Without what it hands on.
    text: String,
    /// The paths of what it does.
    handed_on: Vec<Vec<String>>,
}

impl Code {
    fn of(file: &SourceFile) -> Self {
        let code = code_of(file);
        let (mut text, mut handed_on) = (String::new(), Vec::new());
        let mut rest = code.as_str();
        while let Some(at) = rest.find("pub") {
            let (before, from) = rest.split_at(at);
            text.push_str(before);
            let tree = handed_on_at(from).filter(|_| !before.ends_with(is_word));
            match tree.and_then(|at| Some((at, from[at..].find(';')?))) {
                Some((begin, len)) => {
                    take_tree(&from[begin..begin + len], &mut Vec::new(), &mut handed_on);
                    rest = &from[begin + len..];
                }
                None => {
                    text.push_str("pub");
                    rest = &from["pub".len()..];
                }
            }
        }
        text.push_str(rest);
        Self { text, handed_on }
    }
}

/// Where the tree of names begins in a text that begins with `pub`, if that hands something on.
fn handed_on_at(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("pub")?;
    let rest = match rest.strip_prefix('(') {
        Some(inside) => &inside[inside.find(')')? + 1..],
        None => rest,
    };
    let tree = rest.trim_start().strip_prefix("use ")?;
    Some(text.len() - tree.len())
}

/// The code of a file without its tests.
fn code_of(file: &SourceFile) -> String {
    let mut tests = file.text.match_indices("\n#[cfg(test)]\n");
    let inside = |(at, begin): &(usize, &str)| {
        let line = file.text[at + begin.len()..].lines().next();
        line.is_some_and(|line| line.contains("mod ") && line.ends_with('{'))
    };
    let end = tests.find(inside).map_or(file.text.len(), |(at, _)| at);
    code_only(&file.text[..end])
}

/// The paths in a file that begin in its crate, from the root of that.
pub(super) fn paths_in(module: &Module, file: &SourceFile) -> Vec<Module> {
    let found = paths(&code_of(file), &BEGINNINGS);
    found
        .iter()
        .filter_map(|path| absolute(module, path))
        .collect()
}

/// What paths that begin in their crate begin with.
const BEGINNINGS: [&str; 3] = ["crate", "super", "self"];

/// The paths in a text with one of these beginnings, each name by itself. Those of a list are taken apart.
fn paths(code: &str, beginnings: &[&str]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = code;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        let word: String = rest.chars().take_while(|c| is_word(*c)).collect();
        let begins = beginnings.contains(&word.as_str()) && before != ':';
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
    if word.is_empty() {
        // All of a module, or the end of a list behind a comma.
        if here.starts_with('*') {
            found.push(begun.clone());
        }
        return taken;
    }
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

/// The deepest module on a path; the root if there is none.
fn deepest<'p>(known: &BTreeSet<&Module>, path: &'p [String]) -> &'p [String] {
    let mut prefixes = (1..=path.len()).rev().map(|len| &path[..len]);
    prefixes
        .find(|prefix| known.contains(&prefix.to_vec()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{BEGINNINGS, absolute, paths};
    use super::{SourceFile, crates, owners_in};

    #[test]
    fn paths_are_found_in_lists_and_in_code() {
        let code =
            "use crate::{one::A, two::{B, self,}, four::*};\nfn f() { super::three::g(self::h()) }";
        let found: Vec<String> = paths(code, &BEGINNINGS)
            .iter()
            .map(|path| path.join("::"))
            .collect();
        assert_eq!(
            found,
            [
                "crate::one::A",
                "crate::two::B",
                "crate::two::self",
                "crate::four",
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

    /// Goal: who uses what is told through parts and through names that are handed on. Method: a file names a part of its own, which
    /// names what its parent hands on from another.
    #[test]
    fn names_lead_to_where_they_are_from() {
        let file = |path: &str, text: &str| SourceFile {
            path: format!("crates/a/src/{path}"),
            text: text.to_owned(),
        };
        let files = [
            file(
                "lib.rs",
                "mod hub;\nmod low;\npub use hub::{part::P, Door,};",
            ),
            file(
                "hub/mod.rs",
                "mod part;\npub(crate) use crate::low::Door;\nfn f() { part::g() }",
            ),
            file("hub/part.rs", "use super::Door;\nuse crate::P;"),
            file("low.rs", "pub(crate) struct Door;"),
        ];
        let crates = crates(&files);
        let uses = owners_in(&crates["a"]);
        let told: Vec<String> = uses
            .iter()
            .map(|(module, used)| {
                let used: Vec<String> = used.iter().map(|one| one.join("::")).collect();
                format!("{}: {}", module.join("::"), used.join(" "))
            })
            .collect();
        assert_eq!(told, ["hub: hub::part", "hub::part: low", "low: "]);
    }
}
