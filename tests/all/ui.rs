//! The messages to authors. `tests/ui` has a folder for each code, with small rule files whose first message
//! has this code, and the expected messages beside each file.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use insta::{Settings as Snapshot, assert_snapshot};
use uur::check::{LibraryError, Settings};
use uur::diagnostic::{Code, Diagnostic, Format, ProblemList, draw};
use uur::game::Game;
use uur::source::Source;
use uur::syntax::words::WORDS;
use uur::variants;
use uur_testing::resolve;

use crate::rule_files::{self, folder};

/// The messages that a file results in, and their codes. The file may extend another file of its folder, or
/// a shipped game.
fn messages(path: &Path, settings: &Settings, format: Format) -> (String, Vec<Code>) {
    let (problems, sources) = problems(path, settings);
    let text = if problems.is_empty() { "nothing to find\n".into() } else { draw(&problems, &sources, format) };
    (text, problems.iter().map(|problem| problem.code).collect())
}

/// The problems of a file, and its sources.
fn problems(path: &Path, settings: &Settings) -> (Vec<Diagnostic>, Vec<Source>) {
    let folder = path.parent().expect("a file lies in a folder");
    let library = |name: &str, from: &Source| match fs::read_to_string(folder.join(name)) {
        Ok(text) => Ok(Some(Source::new(name, text))),
        Err(_) if name == "unreadable" => Err(LibraryError::Unreadable("it is a folder".into())),
        Err(_) => variants::library(name, from),
    };
    let name = path.file_name().expect("a file has a name").to_string_lossy();
    let text = fs::read_to_string(path).expect("the file can be read");
    match Game::load(Source::new(name, text), &library, settings) {
        Ok(game) => (game.warnings.iter().cloned().chain(resolve::problems(&game)).collect(), game.sources),
        Err(faults) => (faults.problems, faults.sources),
    }
}

/// Compares the messages of one file with the text beside it.
fn check_file(path: &Path, code: Option<&str>) {
    let (text, codes) = messages(path, &Settings::new(), Format::Plain);
    let mut beside = Snapshot::clone_current();
    beside.set_snapshot_path(path.parent().expect("a file lies in a folder"));
    beside.set_prepend_module_to_snapshot(false);
    beside.set_omit_expression(true);
    let name = path.file_stem().expect("a file has a name").to_string_lossy();
    beside.bind(|| assert_snapshot!(&*name, text));
    assert_eq!(codes.first().map(|code| code.as_str()), code, "{} lies in the wrong folder", path.display());
}

/// Compares the messages of all files of a folder, whose first message has the code.
fn check_folder(name: &str, code: Option<&str>) {
    let files = rule_files::of(&folder("tests/ui").join(name));
    assert!(!files.is_empty(), "no file in tests/ui/{name}");
    let failed: Vec<_> = files.iter().filter(|file| catch_unwind(|| check_file(file, code)).is_err()).collect();
    assert!(failed.is_empty(), "the messages of these files differ: {failed:#?}");
}

/// Makes a test for each code.
macro_rules! codes {
    ($($code:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($code)),*];

        $(
            #[test]
            #[expect(non_snake_case, reason = "codes are written so")]
            fn $code() {
                check_folder(stringify!($code), Some(stringify!($code)));
            }
        )*
    };
}

codes! {
    E0101 E0102 E0103 E0104 E0105 E0106 E0107 E0108 E0109
    E0201 E0202 E0203
    E0301 E0302 E0303 E0304 E0305 E0306 E0307 E0308
    E0401 E0402 E0403 E0404
    E0501 E0502 E0503 E0504 E0505 E0506 E0507
    E0601
    W0701 W0702 W0703 W0704 W0705 W0706
}

#[test]
fn every_code_has_a_test_here() {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(TESTED, codes);
}

#[test]
fn every_file_is_tested() {
    for code in rule_files::entries(&folder("tests/ui")) {
        let name = code.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        assert!(name == "sound" || TESTED.contains(&&*name), "tests/ui/{name} is no code");
        for file in rule_files::entries(&code) {
            let rules = file.with_extension("uur").exists();
            assert!(
                rules || file.extension().is_some_and(|ending| ending == "new"),
                "{} has no rule file",
                file.display()
            );
        }
    }
}

#[test]
fn sound() {
    check_folder("sound", None);
}

/// A file with several messages.
const SEVERAL: &str = "tests/ui/E0103/several_faults_at_once.uur";

#[test]
fn messages_as_json() {
    let (problems, sources) = problems(&folder(SEVERAL), &Settings::new());
    assert_snapshot!(serde_json::to_string_pretty(&ProblemList::of(&problems, &sources)).unwrap());
}

#[test]
fn messages_as_github_commands() {
    assert_snapshot!(messages(&folder(SEVERAL), &Settings::new(), Format::Github).0);
}

#[test]
fn settings_are_checked_like_the_file() {
    let settings = Settings::from([("seeds", "40"), ("pitts", "6")].map(|(name, value)| (name.into(), value.into())));
    let file = folder("tests/ui/W0702/a_parameter_that_is_never_read.uur");
    assert_snapshot!(messages(&file, &settings, Format::Plain).0);
}

/// Messages propose what the language has, not what it had.
#[test]
fn code_in_messages_has_words_of_the_language() {
    const COMMANDS: &[&str] =
        &["uur", "explain", "show", "list", "new", "play", "allow", "outside", "layli", "goobalay"];
    const SIGNS_OF_A_HAND: &[&str] = &["finger", "three"];
    let mut unknown = vec![];
    let mut examine = |text: &str, file: &str| {
        for code in text.split('`').skip(1).step_by(2) {
            let quoted = code.split('"').skip(1).step_by(2).collect::<Vec<_>>();
            for word in code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
                let is_word = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
                let others = COMMANDS.iter().chain(SIGNS_OF_A_HAND);
                let known = others.copied().any(|other| other == word) || WORDS.iter().any(|other| other.text == word);
                if is_word && !known && !file.contains(word) && !quoted.iter().any(|text| text.contains(word)) {
                    unknown.push(format!("`{word}` in {text}"));
                }
            }
        }
    };
    for code in Code::ALL {
        let page = code.page();
        examine(page.title, "");
        examine(page.text, "");
    }
    for file in TESTED.iter().flat_map(|code| rule_files::of(&folder("tests/ui").join(code))) {
        let (problems, sources) = problems(&file, &Settings::new());
        let files: String = sources.iter().map(|source| &*source.text).collect();
        for text in problems.iter().flat_map(|problem| problem.help.iter().chain([&problem.message])) {
            examine(text, &files);
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}
