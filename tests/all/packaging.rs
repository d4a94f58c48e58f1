//! What is handed out: one address and one version in all descriptions, the script for rule files in continuous
//! integration, and the installer.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::tree::files;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|reason| panic!("{name}: {reason}"))
}

/// The texts that people write or read: not sources of Rust, and nothing that is made.
fn described() -> impl Iterator<Item = (PathBuf, String)> {
    let endings = ["md", "toml", "json", "yml", "yaml", "html", "sh", "ps1", "nix", "rb", "mjs", ""];
    let is_made = |path: &Path| path.ends_with("package-lock.json") || path.starts_with(root().join("web/dist"));
    let written = files(root()).into_iter().filter(move |path| {
        let ending = path.extension().map_or("", |ending| ending.to_str().unwrap_or("?"));
        endings.contains(&ending) && !is_made(path)
    });
    written.filter_map(|path| fs::read_to_string(&path).ok().map(|text| (path, text)))
}

#[test]
fn the_address_stands_in_one_place() {
    let address = env!("CARGO_PKG_REPOSITORY").trim_end_matches('/');
    let marks = ["example.com", "example.org", "example.net", "OWNER/REPO", "your-org", "YOUR_", "ADDRESS-OF", "TODO"];
    let mut seen = 0;
    for (path, text) in described() {
        seen += 1;
        for mark in marks {
            assert!(!text.contains(mark), "{}: `{mark}` stands for something", path.display());
        }
        let is_the_place = path == root().join("Cargo.toml");
        assert!(address.is_empty() || is_the_place || !text.contains(address), "{}: {address}", path.display());
        if path.ends_with("Cargo.toml") && !is_the_place {
            let mut own = text.lines().filter(|line| line.starts_with("repository"));
            assert!(own.all(|line| line == "repository.workspace = true"), "{}", path.display());
        }
        if path.ends_with("package.json") || path.ends_with("pyproject.toml") {
            let written = text.contains("\"repository\"") || text.contains("project.urls");
            assert!(!written, "{}: a release writes the address", path.display());
        }
    }
    assert!(seen > 100, "only {seen} files");
}

#[test]
fn all_packages_have_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    for name in ["crates/uur-py/Cargo.toml", "crates/uur-py/pyproject.toml", "editors/tree-sitter-uur/Cargo.toml"] {
        assert!(read(name).contains(&format!("\nversion = \"{version}\"\n")), "{name}");
    }
    let described = ["crates/uur-wasm/npm", "editors/tree-sitter-uur", "editors/vscode", "web"];
    for name in described.map(|folder| format!("{folder}/package.json")) {
        let package: Value = serde_json::from_str(&read(&name)).expect("it is JSON");
        assert_eq!(package["version"], version, "{name}");
    }
    assert!(read("CHANGELOG.md").contains(&format!("\n## [{version}]")), "the changelog has a part on it");
}

#[cfg(unix)]
mod scripts {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Output};

    use super::*;
    use crate::command::folder;

    /// Runs `ci/rules` in a folder. On GitHub it writes a summary there.
    fn rules(folder: &Path, on_github: bool, arguments: &[&str]) -> (String, Option<i32>) {
        let summary = folder.join("summary.md");
        let mut command = Command::new(root().join("ci/rules"));
        command.args(arguments).current_dir(folder).env("UUR", env!("CARGO_BIN_EXE_uur")).env("CI", "true");
        match on_github {
            true => command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", summary),
            false => command.env_remove("GITHUB_ACTIONS").env_remove("GITHUB_STEP_SUMMARY"),
        };
        let Output { status, stdout, .. } = command.output().expect("there is a shell");
        (String::from_utf8(stdout).expect("it is text"), status.code())
    }

    #[test]
    fn the_example_of_a_repository_passes() {
        let example = root().join("examples/rules-repo");
        let (said, code) = rules(&example, false, &["--min-coverage", "100", "rules"]);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("coverage 100 %") && said.contains(" passed, 0 failed\n"), "{said}");
    }

    #[test]
    fn faults_are_annotated_and_summed_up() {
        let folder = folder("ci-rules");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("rules")).expect("folders can be made");
        let garden = read("examples/rules-repo/rules/garden.uur");
        let write = |name: &str, text: &str| fs::write(folder.join("rules").join(name), text).expect("it is written");
        write("garden.uur", &garden.replace("expect capture 6", "expect capture 7"));
        write("loose.uur", &garden.replace("\n  rows ", "\n      rows "));
        write("faulty.uur", &garden.replace("capture here", "captrue here"));
        let reports = ["--junit", "junit.xml", "--gitlab", "quality.json", "--sarif", "uur.sarif", "rules"];
        let (said, code) = rules(&folder, true, &reports);
        assert_ne!(code, Some(0), "{said}");
        for annotation in [
            "::error file=rules/loose.uur,title=uur fmt::",
            "::error file=rules/faulty.uur,line=",
            "::error file=rules/garden.uur,line=",
        ] {
            assert!(said.contains(annotation), "{annotation}: {said}");
        }
        let summary = fs::read_to_string(folder.join("summary.md")).expect("it is written");
        assert!(summary.contains("Not formatted: rules/loose.uur"), "{summary}");
        assert!(summary.contains("FAIL  rules/garden.uur") && summary.contains("1 failed\n"), "{summary}");
        let report = |name: &str| fs::read_to_string(folder.join(name)).expect("it is written");
        assert!(report("junit.xml").contains("<testsuites name=\"uur\""));
        let quality: Value = serde_json::from_str(&report("quality.json")).expect("it is JSON");
        assert_eq!(quality[0]["location"]["path"], "rules/faulty.uur");
        let log: Value = serde_json::from_str(&report("uur.sarif")).expect("it is JSON");
        assert_eq!(log["version"], "2.1.0");

        let (said, code) = rules(&folder, false, &["--min-coverage", "100", "rules/loose.uur"]);
        assert_eq!(code, Some(1), "{said}");
        assert!(!said.contains("::error"), "{said}");
    }

    /// Installs from a folder, as `packaging/install.sh` does from an address.
    fn install(folder: &Path) -> Output {
        let mut command = Command::new(root().join("packaging/install.sh"));
        command.arg("--to").arg(folder.join("bin")).env("UUR_DOWNLOADS", folder);
        command.output().expect("there is a shell")
    }

    #[test]
    fn the_installer_compares_the_checksum() {
        let folder = folder("installer");
        let _ = fs::remove_dir_all(&folder);
        let machine = if cfg!(target_os = "macos") { "apple-darwin" } else { "unknown-linux-musl" };
        let name = format!("uur-{}-{machine}", std::env::consts::ARCH);
        fs::create_dir_all(folder.join(&name)).expect("folders can be made");
        let program = folder.join(&name).join("uur");
        fs::write(&program, "#!/bin/sh\necho uur 9.9.9\n").expect("it is written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it may be run");
        let pack = format!(
            "tar czf {name}.tar.gz {name}; {{ sha256sum {name}.tar.gz || shasum -a 256 {name}.tar.gz; }} 2>/dev/null >{name}.tar.gz.sha256"
        );
        assert!(Command::new("sh").args(["-c", &pack]).current_dir(&folder).status().expect("a shell").success());
        let installed = install(&folder);
        assert!(installed.status.success(), "{installed:?}");
        assert!(String::from_utf8_lossy(&installed.stdout).starts_with("uur 9.9.9\n"), "{installed:?}");

        fs::remove_dir_all(folder.join("bin")).expect("it can be removed");
        fs::OpenOptions::new()
            .append(true)
            .open(folder.join(format!("{name}.tar.gz")))
            .and_then(|mut file| std::io::Write::write_all(&mut file, b"x"))
            .expect("it can be written");
        let refused = install(&folder);
        assert!(!refused.status.success() && !folder.join("bin/uur").exists(), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("the checksum of"), "{refused:?}");
    }
}
