//! The problems of files in the formats of others: SARIF 2.1.0, and the code quality report of GitLab.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value, json};

use uur::checksum::Checksum;
use uur::diagnostic::{Code, PlaceReport, ProblemReport};
use uur::provenance::VERSION;

use super::CheckReport;

/// A problem with its place, if it has one.
struct Finding<'a> {
    code: &'a str,
    is_error: bool,
    message: String,
    file: &'a str,
    lines: Option<(usize, usize)>,
    problem: Option<&'a ProblemReport>,
}

impl CheckReport {
    /// The problems of all files, with those that are expected but missing.
    fn findings(&self) -> Vec<Finding<'_>> {
        let mut findings = vec![];
        for file in &self.files {
            findings.extend(file.problems.list.iter().map(|problem| {
                let place = problem.labels.first().map(|label| &label.at);
                Finding {
                    code: problem.code,
                    is_error: problem.severity == "error",
                    message: message(problem),
                    file: place.map_or(&file.file, |at| &at.file),
                    lines: place.map(|at| (at.line, at.end_line)),
                    problem: Some(problem),
                }
            }));
            findings.extend(file.missing.iter().map(|missing| Finding {
                code: &missing.code,
                is_error: true,
                message: format!("{} is expected, but not found", missing.code),
                file: &file.file,
                lines: Some((missing.line, missing.line)),
                problem: None,
            }));
        }
        findings
    }

    /// A log of SARIF 2.1.0, with the page of each kind of problem and with the fixes.
    pub(super) fn sarif(&self) -> Value {
        let findings = self.findings();
        let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.code).collect();
        let rules: Vec<Value> = codes.iter().map(|code| rule(code)).collect();
        let unread = self.unread.iter().map(|file| {
            json!({"level": "error", "message": {"text": format!("{file} cannot be read")}, "locations": [location(file, None)]})
        });
        let mut driver = json!({"name": "uur", "version": VERSION, "rules": rules});
        let address = env!("CARGO_PKG_REPOSITORY");
        if !address.is_empty() {
            driver["informationUri"] = json!(address);
        }
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": driver},
                "invocations": [{
                    "executionSuccessful": self.unread.is_empty(),
                    "toolExecutionNotifications": unread.collect::<Vec<_>>(),
                }],
                "columnKind": "unicodeCodePoints",
                "results": findings.iter().map(result).collect::<Vec<_>>(),
            }],
        })
    }

    /// The code quality report of GitLab: one list.
    pub(super) fn gitlab(&self) -> Value {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let findings = self.findings();
        let rows = findings.iter().map(|finding| {
            // The line is left out, so that a problem stays the same when lines are added above it.
            let text = format!("{}\n{}\n{}", finding.file, finding.code, finding.message);
            let same = seen.entry(text.clone()).or_default();
            *same += 1;
            json!({
                "check_name": finding.code,
                "description": finding.message,
                "severity": if finding.is_error { "major" } else { "minor" },
                "fingerprint": Checksum::of(format!("{text}\n{same}").as_bytes()).to_string(),
                "location": {"path": finding.file, "lines": {"begin": finding.lines.map_or(1, |(first, _)| first)}},
            })
        });
        rows.collect()
    }
}

/// What is wrong, and what to do.
fn message(problem: &ProblemReport) -> String {
    let label = problem.labels.first().filter(|label| !label.text.is_empty());
    let mut text = problem.message.clone() + &label.map_or(String::new(), |label| format!(": {}", label.text));
    for help in problem.help.iter().chain(problem.fix.iter().map(|fix| &fix.title)) {
        let _ = write!(text, "\n{help}");
    }
    text
}

/// A kind of problem, with its page.
fn rule(number: &str) -> Value {
    let Some(code) = Code::named(number) else { return json!({"id": number}) };
    let page = code.page();
    json!({
        "id": number,
        "shortDescription": {"text": page.title},
        "help": {"text": page.text, "markdown": page.text},
        "defaultConfiguration": {"level": code.severity().as_str()},
    })
}

fn result(finding: &Finding) -> Value {
    let region = match finding.problem.and_then(|problem| problem.labels.first()) {
        Some(label) => Some(region(&label.at)),
        None => finding.lines.map(|(first, _)| json!({"startLine": first})),
    };
    let mut result = json!({
        "ruleId": finding.code,
        "level": if finding.is_error { "error" } else { "warning" },
        "message": {"text": finding.message},
        "locations": [location(finding.file, region)],
    });
    let Some(problem) = finding.problem else { return result };
    let related = problem.labels.iter().skip(1).map(|label| {
        let mut place = location(&label.at.file, Some(self::region(&label.at)));
        place["message"] = json!({"text": label.text});
        place
    });
    result["relatedLocations"] = related.collect();
    if let Some(fix) = &problem.fix {
        let replacement = json!({"deletedRegion": self::region(&fix.at), "insertedContent": {"text": fix.replacement}});
        let change = json!({"artifactLocation": {"uri": uri(&fix.at.file)}, "replacements": [replacement]});
        result["fixes"] = json!([{"description": {"text": fix.title}, "artifactChanges": [change]}]);
    }
    result
}

fn location(file: &str, region: Option<Value>) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(file)}});
    if let Some(region) = region {
        place["region"] = region;
    }
    json!({"physicalLocation": place})
}

fn region(at: &PlaceReport) -> Value {
    json!({"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column})
}

/// A path as a reference that is relative to the folder of the run, or from the root.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_string() };
    let root = if path.starts_with('/') {
        "file://"
    } else if path.as_bytes().get(1) == Some(&b':') {
        "file:///"
    } else {
        ""
    };
    let mut text = root.to_string();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            b':' if !root.is_empty() => text.push(':'),
            byte => drop(write!(text, "%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("rules/Ô ăn.uur"), "rules/%C3%94%20%C4%83n.uur");
        assert_eq!(uri("/a/b.uur"), "file:///a/b.uur");
        assert_eq!(uri("C:/a.uur"), "file:///C:/a.uur");
    }
}
