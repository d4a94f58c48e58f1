//! The tests of all shipped rule files and of the files of wrong rules, each as a test of its own.

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use uur::cli::test::{TestedFile, run_all};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let files = [rule_files("variants"), rule_files("tests/wrong")].concat();
    let tested = run_all(&files, false);
    let trials = tested.unwrap_or_else(|error| panic!("{error}")).into_iter().flat_map(trials).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The rule files of a folder.
fn rule_files(folder: &str) -> Vec<String> {
    let mut files: Vec<String> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "uur"))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    files.sort();
    files
}

/// The tests of one file, and its coverage.
fn trials(tested: TestedFile) -> Vec<Trial> {
    let name = Path::new(&tested.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let faults = tested.faults.as_ref().map(|faults| format!("{:#?}", faults.problems));
    let percent = tested.covered_percent();
    let mut trials = vec![
        Trial::test(format!("{name}::is_a_game"), move || faults.map_or(Ok(()), |faults| Err(Failed::from(faults)))),
        Trial::test(format!("{name}::every_line_is_tested"), move || match percent {
            None | Some(100) => Ok(()),
            Some(percent) => Err(format!("the tests fire {percent} % of the lines").into()),
        }),
    ];
    for case in tested.cases {
        let name = format!("{name}::{}::{}", case.kind.as_str(), case.name);
        trials.push(Trial::test(name, move || match case.failure {
            None => Ok(()),
            Some(failed) => Err(format!("expected {}, got {}\n{}", failed.expected, failed.got, failed.details).into()),
        }));
    }
    trials
}
