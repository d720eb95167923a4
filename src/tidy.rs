//! The shape of the source tree, as a test: a layer uses only the layers below it that its line in [`LAYERS`] names,
//! every file says at its head what it is for, and none is longer than [`MOST_LINES`].
//!
//! What a path means is found the way the compiler finds it: `crate`, `self` and `super`, in `use` trees, expressions,
//! types, attributes and the tokens inside macros. Type inference can't be seen, so a value of a lower layer may still
//! pass through; naming its type may not.

use std::fmt;
use std::path::{Path, PathBuf};

use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};

/// Every top-level module of the library, and what it may use: a layer whole, or one item of it.
/// A layer may be listed before it exists.
const LAYERS: &[(&str, &[&str])] = &[
    ("engine", &[]),
    ("ai", &["engine"]),
    ("table", &["engine", "ai::Level"]),
    ("i18n", &["engine", "ai::Level", "table"]),
    ("terminal", &["engine", "ai", "i18n"]),
    ("store", &["engine", "ai::Level", "table"]),
    ("service", &["engine", "ai", "table", "store"]),
    ("discord", &["engine", "ai::Level", "service", "table", "i18n"]),
    ("sandbox", &[]),
    ("config", &[]),
];

/// Names that must not appear in the files under a path, though their layer may use them; the first entry that fits
/// a file counts. Tests inside a file are free.
const UNNAMED: &[(&str, &[&str])] = &[
    // Legality and menus see what a player may know, never the state.
    ("src/engine/check.rs", &["Round"]),
    ("src/engine/going_out.rs", &["Round"]),
    ("src/engine/moves.rs", &["Round"]),
    ("src/engine/opening.rs", &["Round"]),
    ("src/engine/view.rs", &["Round"]),
    // The arena deals and plays whole games; the strategies see views.
    ("src/ai/arena", &[]),
    ("src/ai/tests.rs", &[]),
    // What a seat has seen holds the events that happened in front of everybody.
    ("src/ai/reading.rs", &["Round", "Game", "Pack"]),
    ("src/ai/", &["Round", "Game", "Event", "Pack"]),
    // Panels are made of views; whole states and raw events hold hidden cards. Their tests play whole rounds.
    ("src/discord/tests/", &[]),
    ("src/discord/", &["Round", "Game", "Event", "Pack", "print_position"]),
];

/// Files outside the layers: the roots and what stands over everything. `serve` belongs to the program.
const ROOTS: &[&str] = &["lib", "main", "serve", "tidy"];
/// Where source files are looked for.
const SOURCES: &[&str] = &["src", "tests", "benches", "fuzz/src", "fuzz/fuzz_targets"];
const MOST_LINES: usize = 600;

/// What is wrong with a file.
#[derive(PartialEq, Eq, Debug)]
enum Fault {
    /// It is not Rust.
    Unreadable,
    /// It does not begin with a `//!` comment.
    NoHead,
    /// It has more lines than [`MOST_LINES`].
    TooLong(usize),
    /// Its top-level module is not in [`LAYERS`].
    NoLayer(String),
    /// It names something of a layer that its own may not use.
    Crossing(String),
    /// It imports the crate's root, through which everything could be reached.
    Root,
    /// It names something at the crate's root that is no layer: a re-export that would hide where it comes from.
    NotALayer(String),
    /// It re-exports something of another layer, which hands the right to use that layer on.
    ReExport(String),
    /// It names what [`UNNAMED`] keeps from it.
    Named(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => write!(f, "can't be parsed"),
            Self::NoHead => write!(f, "does not begin with //! and what it is for"),
            Self::TooLong(lines) => write!(f, "has {lines} lines; {MOST_LINES} are allowed"),
            Self::NoLayer(layer) => write!(f, "{layer} is not among the layers in src/tidy.rs"),
            Self::Crossing(path) => write!(f, "may not use {path}"),
            Self::Root => write!(f, "imports the root of the crate: import what is needed from its module"),
            Self::NotALayer(path) => write!(f, "{path} is in no layer: name the module it comes from"),
            Self::ReExport(path) => write!(f, "re-exports {path} of another layer"),
            Self::Named(name) => write!(f, "must not know {name}"),
        }
    }
}

/// Everything wrong with a file; its path counts from the package's root.
fn faults(path: &str, text: &str) -> Vec<Fault> {
    let mut found = Vec::new();
    if !text.starts_with("//! ") {
        found.push(Fault::NoHead);
    }
    let lines = text.lines().count();
    if lines > MOST_LINES {
        found.push(Fault::TooLong(lines));
    }
    let layer = layer_of(path);
    if let Some(layer) = layer.filter(|layer| !ROOTS.contains(layer) && may_use(layer).is_none()) {
        found.push(Fault::NoLayer(layer.to_owned()));
    }
    let Ok(file) = syn::parse_file(text) else {
        found.push(Fault::Unreadable);
        return found;
    };
    let mut reader = Reader { layer: layer.unwrap_or("main"), ..Reader::new(path) };
    reader.visit_file(&file);
    found.extend(reader.found);
    found
}

/// The top-level module a file belongs to; none outside `src`.
fn layer_of(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("src/")?;
    let first = inside.split('/').next()?;
    Some(first.strip_suffix(".rs").unwrap_or(first))
}

fn may_use(layer: &str) -> Option<&'static [&'static str]> {
    LAYERS.iter().find(|(name, _)| *name == layer).map(|(_, uses)| *uses)
}

/// The module that a file is, from the crate's root.
fn module_of(path: &str) -> Vec<String> {
    let inside = path.strip_prefix("src/").unwrap_or(path);
    let mut module: Vec<String> = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// How a path was come by.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Import { public: bool },
    Mention,
}

/// Reads one file and notes what it names.
struct Reader<'a> {
    layer: &'a str,
    module: Vec<String>,
    unnamed: &'static [&'static str],
    /// How many enclosing modules are compiled for tests alone.
    test_modules: usize,
    found: Vec<Fault>,
}

impl Reader<'_> {
    fn new(path: &str) -> Self {
        let unnamed = UNNAMED.iter().find(|(prefix, _)| path.starts_with(prefix));
        Self {
            layer: "",
            module: module_of(path),
            unnamed: unnamed.map_or(&[], |(_, names)| names),
            test_modules: 0,
            found: Vec::new(),
        }
    }

    fn note(&mut self, fault: Fault) {
        if !self.found.contains(&fault) {
            self.found.push(fault);
        }
    }

    fn note_name(&mut self, name: &str) {
        if self.test_modules == 0 && self.unnamed.contains(&name) {
            self.note(Fault::Named(name.to_owned()));
        }
    }

    /// A path from the crate's root; none if it leads to another crate, or is a local name.
    fn resolve(&self, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let mut absolute = match first.as_str() {
            "crate" | "canasta" => Vec::new(),
            "self" => self.module.clone(),
            "super" => self.module.split_last().map_or_else(Vec::new, |(_, parents)| parents.to_vec()),
            _ => return None,
        };
        for name in rest {
            match name.as_str() {
                "self" => {}
                "super" => drop(absolute.pop()),
                _ => absolute.push(name.clone()),
            }
        }
        Some(absolute)
    }

    fn judge(&mut self, path: &[String], kind: Kind) {
        if ROOTS.contains(&self.layer) {
            return;
        }
        let Some(absolute) = self.resolve(path) else { return };
        let named = absolute.join("::");
        let Some(target) = absolute.first() else {
            if matches!(kind, Kind::Import { .. }) {
                self.note(Fault::Root);
            }
            return;
        };
        if target == self.layer {
            return;
        }
        let allowed = may_use(self.layer).unwrap_or_default();
        if may_use(target).is_none() {
            self.note(Fault::NotALayer(named));
        } else if !allowed.iter().any(|edge| edge.split("::").eq(absolute.iter().take(edge.split("::").count()))) {
            self.note(Fault::Crossing(named));
        } else if kind == (Kind::Import { public: true }) {
            self.note(Fault::ReExport(named));
        }
    }

    /// Every leaf of a `use` tree; a glob, or `self`, is the path before it.
    fn read_use(&mut self, tree: &syn::UseTree, before: &[String], public: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.read_use(&path.tree, &with(&path.ident), public),
            syn::UseTree::Name(name) => self.judge(&with(&name.ident), Kind::Import { public }),
            syn::UseTree::Rename(rename) => self.judge(&with(&rename.ident), Kind::Import { public }),
            syn::UseTree::Glob(_) => self.judge(before, Kind::Import { public }),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.read_use(item, before, public));
            }
        }
    }

    /// What the tokens of a macro or an attribute name.
    fn read_tokens(&mut self, mut cursor: Cursor<'_>) {
        while !cursor.eof() {
            if let Some((name, _)) = cursor.ident() {
                cursor = if is_head(&name) { self.read_path(cursor, &[]) } else { self.read_name(cursor) };
            } else if let Some((inside, _, _, after)) = cursor.any_group() {
                self.read_tokens(inside);
                cursor = after;
            } else if let Some((_, after)) = cursor.token_tree() {
                cursor = after;
            }
        }
    }

    fn read_name<'c>(&mut self, cursor: Cursor<'c>) -> Cursor<'c> {
        let Some((name, after)) = cursor.ident() else { return cursor };
        self.note_name(&name.to_string());
        after
    }

    /// A path among tokens, with its groups: `crate::{a, b::c}`.
    fn read_path<'c>(&mut self, cursor: Cursor<'c>, before: &[String]) -> Cursor<'c> {
        let Some((name, after)) = cursor.ident() else { return cursor };
        let path = [before, &[name.to_string()]].concat();
        self.note_name(&name.to_string());
        let Some(next) = double_colon(after) else {
            // `self` and `crate` alone are a value and a visibility.
            if path.len() > 1 {
                self.judge(&path, Kind::Mention);
            }
            return after;
        };
        if next.ident().is_some() {
            return self.read_path(next, &path);
        }
        let Some((mut inside, _, _, after)) = next.any_group() else {
            // A glob, or the generics of a call.
            self.judge(&path, Kind::Import { public: false });
            return next;
        };
        while !inside.eof() {
            inside = match inside.ident() {
                Some(_) => self.read_path(inside, &path),
                None => inside.token_tree().map_or_else(Cursor::empty, |(_, after)| after),
            };
        }
        after
    }
}

fn is_head(name: &syn::Ident) -> bool {
    ["crate", "self", "super", "canasta"].iter().any(|head| name == head)
}

fn double_colon(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let (first, cursor) = cursor.punct()?;
    let (second, cursor) = cursor.punct()?;
    (first.as_char() == ':' && second.as_char() == ':').then_some(cursor)
}

fn is_for_tests(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let for_tests = usize::from(module.attrs.iter().any(is_for_tests));
        self.test_modules += for_tests;
        self.module.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.module.pop();
        self.test_modules -= for_tests;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let public = !matches!(item.vis, syn::Visibility::Inherited);
        self.read_use(&item.tree, &[], public);
        visit::visit_item_use(self, item);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.judge(&names, Kind::Mention);
        visit::visit_path(self, path);
    }

    fn visit_ident(&mut self, name: &'ast syn::Ident) {
        self.note_name(&name.to_string());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.read_tokens(TokenBuffer::new2(mac.tokens.clone()).begin());
        visit::visit_macro(self, mac);
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        self.read_tokens(TokenBuffer::new2(list.tokens.clone()).begin());
        visit::visit_meta_list(self, list);
    }
}

/// The source files below a directory, which may be missing.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn the_tree_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut complaints = Vec::new();
    let mut files = 0;
    for path in SOURCES.iter().flat_map(|directory| sources(&root.join(directory))) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        complaints.extend(faults(&name, &text).iter().map(|fault| format!("{name} {fault}")));
        files += 1;
    }
    assert!(files > 30, "only {files} source files were found");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_readme_names_every_option_and_rule_set() {
    let readme = include_str!("../README.md");
    for option in crate::engine::rules::OPTIONS {
        let row = format!("| `{}` | {} |", option.key, option.values);
        assert!(readme.contains(&row), "README.md lacks the line {row}");
    }
    for set in crate::engine::RuleSet::ALL {
        let name = set.name();
        assert!(readme.contains(&format!("| `{name}` | ")), "README.md lacks the rule set {name}");
    }
}

#[test]
fn no_layer_uses_itself_by_a_detour() {
    for (place, (layer, uses)) in LAYERS.iter().enumerate() {
        for edge in *uses {
            let target = edge.split("::").next().unwrap();
            let found = LAYERS.iter().position(|(name, _)| *name == target);
            assert!(found.is_some_and(|found| found < place), "{layer} is listed before {target}, which it uses");
        }
    }
}

/// The faults of a snippet under a well-formed head.
fn faults_in(path: &str, code: &str) -> Vec<Fault> {
    faults(path, &format!("//! A snippet.\n{code}"))
}

fn crossing(path: &str) -> Vec<Fault> {
    vec![Fault::Crossing(path.to_owned())]
}

#[test]
fn a_file_has_a_head_and_an_end() {
    assert_eq!(faults("src/ai/greedy.rs", "use std::fmt;\n"), [Fault::NoHead]);
    assert_eq!(faults("src/ai/greedy.rs", "// Not a doc comment.\n"), [Fault::NoHead]);
    assert_eq!(faults("tests/it/main.rs", "\n//! Too late.\n"), [Fault::NoHead]);
    assert_eq!(faults_in("src/ai/greedy.rs", &"\n".repeat(MOST_LINES - 1)), []);
    assert_eq!(faults_in("src/ai/greedy.rs", &"\n".repeat(MOST_LINES)), [Fault::TooLong(MOST_LINES + 1)]);
    assert_eq!(faults_in("src/ai/greedy.rs", "fn ("), [Fault::Unreadable]);
}

#[test]
fn a_new_module_needs_a_layer() {
    assert_eq!(faults_in("src/cards.rs", ""), [Fault::NoLayer("cards".to_owned())]);
    assert_eq!(faults_in("src/cards/mod.rs", ""), [Fault::NoLayer("cards".to_owned())]);
    assert_eq!(faults_in("src/store/sqlite/rows.rs", ""), []);
}

#[test]
fn imports_stay_in_their_layers() {
    let fails = [
        ("src/engine/score.rs", "use crate::ai::Level;", "ai::Level"),
        ("src/engine/score.rs", "use super::super::ai::Level;", "ai::Level"),
        ("src/engine/rules/wild.rs", "use super::super::super::table::Table;", "table::Table"),
        ("src/engine/rules/mod.rs", "use super::super::table::Table;", "table::Table"),
        ("src/engine/mod.rs", "use super::table::Table;", "table::Table"),
        ("src/i18n/say.rs", "use crate::{engine::{Illegal, Rank}, store::{self, Rows}};", "store"),
        ("src/discord/route.rs", "use crate::store as persistence;", "store"),
        ("src/discord/route.rs", "use crate::store::*;", "store"),
        ("src/discord/route.rs", "pub use crate::store::Store;", "store::Store"),
        ("src/table.rs", "use crate::ai::Level; use crate::ai::choose;", "ai::choose"),
        ("src/table.rs", "use crate::ai;", "ai"),
        ("src/sandbox/page.rs", "use canasta::engine::Rank;", "engine::Rank"),
        ("src/config.rs", "fn read() { use crate::service::Clock; }", "service::Clock"),
        ("src/ai/greedy.rs", "mod inner { use super::super::super::store::Rows; }", "store::Rows"),
        ("src/ai/greedy.rs", "#[cfg(test)] mod tests { use crate::store::Rows; }", "store::Rows"),
    ];
    for (path, code, crossed) in fails {
        let found = faults_in(path, code);
        assert_eq!(found.first(), crossing(crossed).first(), "{path}: {code}");
    }
}

#[test]
fn paths_stay_in_their_layers() {
    let fails = [
        ("src/engine/score.rs", "fn f() { crate::store::open(); }", "store::open"),
        ("src/engine/score.rs", "fn f(x: Vec<Option<crate::store::Row>>) {}", "store::Row"),
        ("src/engine/score.rs", "fn f() { super::super::store::open::<u8>(); }", "store::open"),
        ("src/engine/score.rs", "impl crate::table::Sits for Sheet {}", "table::Sits"),
        ("src/engine/score.rs", "fn f() -> u8 { <crate::table::Table as Default>::default().0 }", "table::Table"),
        ("src/engine/score.rs", "fn f(x: u8) { match x { crate::table::MOST => {} _ => {} } }", "table::MOST"),
        ("src/engine/score.rs", "#[derive(crate::table::Sits)] struct S;", "table::Sits"),
        ("src/engine/score.rs", "#[crate::table::sits] struct S;", "table::sits"),
        ("src/engine/score.rs", "type T = [u8; crate::table::MOST];", "table::MOST"),
        ("src/engine/score.rs", "crate::table::sit!();", "table::sit"),
        ("src/discord/route.rs", "fn f() { self::super::super::store::open() }", "store::open"),
    ];
    for (path, code, crossed) in fails {
        assert_eq!(faults_in(path, code), crossing(crossed), "{path}: {code}");
    }
}

#[test]
fn macros_hide_nothing() {
    let fails = [
        ("fn f() { println!(\"{}\", crate::store::NAME); }", "store::NAME"),
        ("fn f() { vec![(1, [super::super::store::open()])]; }", "store::open"),
        ("macro_rules! m { () => { $crate::store::open() } }", "store::open"),
        ("m! { use crate::{engine::Rank, store::{Rows, Columns}}; }", "store::Rows"),
        ("m! { use crate::store::*; }", "store"),
        ("fn f() { m!(crate::store::open::<u8>()); }", "store::open"),
    ];
    for (code, crossed) in fails {
        assert_eq!(faults_in("src/i18n/say.rs", code).first(), crossing(crossed).first(), "{code}");
    }
}

#[test]
fn nothing_reaches_through_the_root() {
    for code in
        ["use crate as everything;", "use crate::*;", "use super::super::*;", "use super::super::{self as all};"]
    {
        assert_eq!(faults_in("src/ai/greedy.rs", code), [Fault::Root], "{code}");
    }
    assert_eq!(faults_in("src/ai/greedy.rs", "m! { use crate::*; }"), [Fault::Root]);
    let through = vec![Fault::NotALayer("Store".to_owned())];
    assert_eq!(faults_in("src/ai/greedy.rs", "use crate::Store;"), through);
    assert_eq!(faults_in("src/ai/greedy.rs", "fn f(store: &crate::Store) {}"), through);
    assert_eq!(faults_in("src/ai/greedy.rs", "use crate::tidy::Fault;"), [Fault::NotALayer("tidy::Fault".to_owned())]);
}

#[test]
fn no_layer_hands_another_on() {
    let handed = vec![Fault::ReExport("store::Row".to_owned())];
    assert_eq!(faults_in("src/service/mod.rs", "pub use crate::store::Row;"), handed);
    assert_eq!(faults_in("src/service/mod.rs", "pub(crate) use crate::{store::{Row as Line}};"), handed);
    assert_eq!(faults_in("src/service/mod.rs", "use crate::store::Row;"), []);
    assert_eq!(faults_in("src/service/mod.rs", "pub use clock::Clock; pub use self::bots::Bots;"), []);
}

#[test]
fn some_names_are_kept_from_some_files() {
    let round = vec![Fault::Named("Round".to_owned())];
    let fails = [
        "use super::round::Round;",
        "use super::round::{Round as Whole};",
        "fn f(round: &super::Round) {}",
        "use super::round::*; fn f(round: &Round) {}",
        "fn f() { println!(\"{}\", Round::SIZE); }",
        "fn f() { println!(\"{}\", super::Round::SIZE); }",
    ];
    for code in fails {
        assert_eq!(faults_in("src/engine/check.rs", code), round, "{code}");
        assert_eq!(faults_in("src/engine/decide.rs", code), [], "{code}");
    }
    assert_eq!(faults_in("src/discord/panel/hand.rs", "use crate::engine::{Round, View};"), round);
    assert_eq!(faults_in("src/engine/check.rs", "//! [`Round`] is only spoken of. \n/// `Round`\nfn f() {}"), []);
    assert_eq!(faults_in("src/engine/check.rs", "#[cfg(test)] mod tests { use crate::engine::Round; }"), []);
}

#[test]
fn what_is_allowed_passes() {
    let passes = [
        ("src/lib.rs", "pub mod engine; mod store; pub use engine::Rank; use self::store::Row;"),
        ("src/main.rs", "use canasta::store::open; use canasta::*; fn main() { canasta::discord::run(); }"),
        ("tests/it/main.rs", "use canasta::{engine::*, store::Store};"),
        ("benches/engine.rs", "use canasta::engine::*;"),
        ("src/engine/score.rs", "use super::card::Rank; use crate::engine::meld::Meld; use serde::Serialize;"),
        ("src/engine/score.rs", "mod inner { use super::*; use super::super::card::*; }"),
        ("src/engine/mod.rs", "mod card; pub use card::Card; pub use self::rules::Rules; #[cfg(test)] mod tests;"),
        ("src/engine/notation/mod.rs", "pub(super) use super::card::Card; pub(in crate::engine) fn f() {}"),
        ("src/engine/score.rs", "pub(crate) fn f(&self) -> u8 { assert!(self.total() == Self::LEAST); self.total() }"),
        ("src/table.rs", "use crate::ai::Level; use crate::engine::Seat; #[cfg(test)] mod tests { use super::*; }"),
        ("src/i18n/say.rs", "use crate::{engine::{self, Illegal}, table::Refusal};"),
        ("src/service/bots.rs", "use crate::{ai, engine, store, table}; fn f() { store::open(); }"),
        ("src/discord/panel/hand.rs", "use crate::engine::View; use super::super::click::Click;"),
        ("src/ai/greedy.rs", "#[cfg(test)] mod tests { use serde_json::json; use crate::engine::Round; }"),
        ("src/sandbox/mod.rs", "mod page; use super::sandbox::page::Page; use std::store::Fake;"),
        ("src/ai/greedy.rs", "fn f() { engine_of::store::open(); store::open(); }"),
    ];
    for (path, code) in passes {
        assert_eq!(faults_in(path, code), [], "{path}: {code}");
    }
}
