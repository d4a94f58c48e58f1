//! Writing: all files that uur creates are written here.
//!
//! The content is written to a draft, the file `.NAME.uur-new` beside it, synced to disk, and renamed. A file
//! is therefore complete or absent, and a failure leaves nothing behind. The draft is locked, so that of several
//! runs one writes at a time, and the draft of a killed run is removed by the next one. Links are never followed,
//! and an existing file is replaced only if uur wrote it as the same [`OutputKind`], which is checked again directly
//! before the rename.

use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fmt, fs, thread};

use tempfile::{NamedTempFile, TempPath};

use super::reading::{MAX_TEXT, open_regular};
use uur::checksum::Checksum;
use uur::notation::Record;
use uur_lab::search::EVALUATION_MAGIC;
use uur_pages::GENERATOR;

/// How long a run waits for another one that writes the same file.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time between two looks at a draft that another run has locked.
const LOOK: Duration = Duration::from_millis(1);

/// The kind of a file, which determines the existing files that it may replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputKind<'a> {
    /// A new file, which replaces nothing.
    New,
    /// A file that was read, and still has this text.
    Edited(&'a str),
    /// A game record.
    Record,
    /// A transcript of a record.
    Transcript,
    /// A drawing of results.
    Drawing,
    /// A picture of a board.
    Picture,
    /// A page in HTML.
    Page,
    /// Rules that were designed, with the checksums of what may have been written there.
    Designed(&'a [String]),
    /// A table in CSV.
    Table,
    /// A manual page.
    ManPage,
    /// Test results.
    Junit,
    /// An endgame database.
    Database,
    /// What a stopped solver has found.
    Checkpoint,
    /// A trained evaluation for the rules with this hash.
    Evaluation(&'a str),
}

impl OutputKind<'_> {
    /// Whether a file with this beginning is of this kind.
    fn matches(self, begins: &[u8]) -> bool {
        let text = || str::from_utf8(begins).ok();
        match self {
            OutputKind::New => false,
            OutputKind::Edited(text) => begins == text.as_bytes(),
            OutputKind::Record => text().is_some_and(Record::is_one),
            OutputKind::Transcript => begins.is_empty() || begins.starts_with(b"rules "),
            OutputKind::Drawing => begins.starts_with(b"<svg ") && contains_text(begins, ".paper {"),
            OutputKind::Picture => begins.starts_with(b"<svg ") && contains_text(begins, "class=\"uur-board"),
            OutputKind::Page => begins.starts_with(b"<!doctype html>") && contains_text(begins, GENERATOR),
            OutputKind::Designed(written) => written.contains(&Checksum::of(begins).to_string()),
            OutputKind::Table => begins.starts_with(b"# format: uur/"),
            OutputKind::ManPage => begins.starts_with(b".ie ") && contains_text(begins, ".TH uur"),
            OutputKind::Junit => begins.starts_with(b"<?xml ") && contains_text(begins, "<testsuites name=\"uur\""),
            OutputKind::Database => begins.starts_with(b"uur endgames "),
            OutputKind::Checkpoint => begins.starts_with(b"uur proofs "),
            OutputKind::Evaluation(rules) => text().is_some_and(|text| {
                let mut lines = text.lines();
                lines.next() == Some(EVALUATION_MAGIC) && lines.next() == Some(&format!("rules {rules}"))
            }),
        }
    }

    /// The reason why a file of another kind is not replaced.
    fn mismatch(self) -> &'static str {
        match self {
            OutputKind::New => "it already exists",
            OutputKind::Edited(_) => "it has changed since it was read",
            OutputKind::Record => "it already exists and is not a game record",
            OutputKind::Transcript => "it already exists and is not a transcript of a record",
            OutputKind::Drawing => "it already exists and is not a drawing by uur",
            OutputKind::Picture => "it already exists and is not a picture of a board by uur",
            OutputKind::Page => "it already exists and is not a page by uur",
            OutputKind::Designed(_) => "it already exists and is not as `uur design` has written it",
            OutputKind::Table => "it already exists and is not a table by uur",
            OutputKind::ManPage => "it already exists and is not a manual page of uur",
            OutputKind::Junit => "it already exists and is not a JUnit file by uur",
            OutputKind::Database => "it already exists and is not an endgame database",
            OutputKind::Checkpoint => "it already exists and is not a checkpoint",
            OutputKind::Evaluation(_) => "it already exists and is not an evaluation for these rules, in this format",
        }
    }
}

fn contains_text(bytes: &[u8], part: &str) -> bool {
    bytes.windows(part.len()).take(4096).any(|window| window == part.as_bytes())
}

/// Why a file was not written. An existing file is unchanged.
#[derive(Debug)]
pub enum WriteError {
    /// It is a link, which could lead anywhere.
    Link,
    /// It exists and is of another kind.
    Foreign(&'static str),
    /// Another run uses it.
    Busy,
    /// The system failed.
    Failed(io::Error),
}

impl WriteError {
    /// What to do instead.
    pub fn help(&self) -> &'static str {
        match self {
            WriteError::Link => "name the file itself",
            WriteError::Foreign(_) => "choose another name, or move the file away",
            WriteError::Busy => "wait until that run has ended, or choose another name",
            WriteError::Failed(_) => "check that there is space, and that the folder exists and is writable",
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            WriteError::Link => write!(f, "it is a link"),
            WriteError::Foreign(what) => write!(f, "{what}"),
            WriteError::Busy => write!(f, "another run of uur is using it"),
            WriteError::Failed(reason) => write!(f, "{reason}"),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(reason: io::Error) -> Self {
        WriteError::Failed(reason)
    }
}

/// Writes a text to a file.
///
/// # Errors
/// If it may not replace the existing file, or cannot be written.
pub fn write(path: &Path, kind: OutputKind, text: &str) -> Result<(), WriteError> {
    write_with(path, kind, |file| file.write_all(text.as_bytes()))
}

/// Writes a text to a place named by the user. An existing device or pipe, such as `/dev/stdout`, is written
/// to directly.
///
/// # Errors
/// If it may not replace the existing file, or cannot be written.
pub fn write_output(path: &Path, kind: OutputKind, text: &str) -> Result<(), WriteError> {
    match path.to_str() {
        Some("/dev/stdout") => Ok(io::stdout().lock().write_all(text.as_bytes())?),
        Some("/dev/stderr") => Ok(io::stderr().lock().write_all(text.as_bytes())?),
        _ if is_stream(path) => Ok(fs::OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes())?),
        _ => write(path, kind, text),
    }
}

/// Checks before long work whether [`write_output`] can write its result.
///
/// # Errors
/// If the file may not be replaced, or cannot be written.
pub fn check_output(path: &Path, kind: OutputKind) -> Result<(), WriteError> {
    if is_stream(path) { Ok(()) } else { check_writable(path, kind) }
}

/// Whether a path leads to a device or a pipe.
#[cfg(unix)]
fn is_stream(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_named = matches!(path.to_str(), Some("/dev/stdout" | "/dev/stderr"));
    let leads_to = |there: fs::Metadata| there.file_type().is_char_device() || there.file_type().is_fifo();
    is_named || fs::metadata(path).is_ok_and(leads_to)
}

#[cfg(not(unix))]
fn is_stream(path: &Path) -> bool {
    matches!(path.to_str(), Some("/dev/stdout" | "/dev/stderr"))
}

/// Writes a file whose content is produced piece by piece.
///
/// # Errors
/// If it may not replace the existing file, or cannot be written.
pub fn write_with(
    path: &Path,
    kind: OutputKind,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let before = check_replaceable(path, kind)?;
    let mut draft = draft_of(path)?;
    let mut buffer = BufWriter::new(draft.as_file_mut());
    fill(&mut buffer)?;
    buffer.flush()?;
    drop(buffer);
    if let Some(before) = &before {
        draft.as_file().set_permissions(before.permissions())?;
    }
    draft.as_file().sync_all()?;
    // Another program may have written the file in the meantime, or removed the draft.
    let there = check_replaceable(path, kind)?;
    if !is_same_file(draft.as_file(), draft.path()) {
        return Err(WriteError::Busy);
    }
    let placed = if there.is_some() { draft.persist(path) } else { draft.persist_noclobber(path) };
    placed.map_err(|failed| failed.error)?;
    // The rename is durable only after the folder is synced, which not every system supports.
    #[cfg(unix)]
    let _ = fs::File::open(parent_folder(path)).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Checks before long work whether its result can be written, by making the draft.
///
/// # Errors
/// If the file may not be replaced, or nothing can be written beside it.
pub fn check_writable(path: &Path, kind: OutputKind) -> Result<(), WriteError> {
    check_replaceable(path, kind)?;
    draft_of(path).map(drop)
}

/// Makes the empty draft of a file and locks it. Waits while another run has locked it, and removes the one that a
/// killed run has left. It is removed on drop, before the lock is released.
fn draft_of(path: &Path) -> Result<NamedTempFile, WriteError> {
    let draft = beside(path, ".uur-new").ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it names no file"))?;
    let began = Instant::now();
    loop {
        match fs::OpenOptions::new().read(true).write(true).create_new(true).open(&draft) {
            Ok(file) => {
                // Another run may take it for one that was left, and removes it then.
                if !is_locked(&file) && is_same_file(&file, &draft) {
                    return Ok(NamedTempFile::from_parts(file, TempPath::try_from_path(draft)?));
                }
            }
            Err(reason) if reason.kind() == ErrorKind::AlreadyExists => remove_left(&draft)?,
            Err(reason) => return Err(reason.into()),
        }
        if began.elapsed() > PATIENCE {
            return Err(WriteError::Busy);
        }
        thread::sleep(LOOK);
    }
}

/// Removes the draft of a killed run: no run has locked it.
fn remove_left(draft: &Path) -> io::Result<()> {
    let removed = open_regular(draft)
        .and_then(|file| if !is_locked(&file) && is_same_file(&file, draft) { fs::remove_file(draft) } else { Ok(()) });
    match removed {
        Err(reason) if reason.kind() != ErrorKind::NotFound => Err(reason),
        _ => Ok(()),
    }
}

/// The hidden file beside a file, with this ending.
fn beside(path: &Path, ending: &str) -> Option<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name()?);
    name.push(ending);
    Some(parent_folder(path).join(name))
}

/// Returns the metadata of the file that would be replaced; `None` if there is no file.
fn check_replaceable(path: &Path, kind: OutputKind) -> Result<Option<fs::Metadata>, WriteError> {
    let there = match fs::symlink_metadata(path) {
        Err(reason) if reason.kind() == ErrorKind::NotFound => {
            return if let OutputKind::Edited(_) = kind { Err(WriteError::Foreign(kind.mismatch())) } else { Ok(None) };
        }
        there => there?,
    };
    if there.is_symlink() {
        return Err(WriteError::Link);
    }
    if !there.is_file() {
        return Err(WriteError::Foreign("it already exists and is not a file"));
    }
    let mut begins = vec![];
    open_regular(path)?.take(MAX_TEXT + 1).read_to_end(&mut begins)?;
    if kind.matches(&begins) { Ok(Some(there)) } else { Err(WriteError::Foreign(kind.mismatch())) }
}

/// Opens a file of results for reading and appending, creates it if needed, and locks it until it is closed.
///
/// # Errors
/// If it is a link or not a file, is in use, or cannot be opened.
pub fn open_append(path: &Path) -> Result<fs::File, WriteError> {
    let mut options = fs::OpenOptions::new();
    options.read(true).append(true);
    let file = match fs::symlink_metadata(path) {
        Ok(there) if there.is_symlink() => return Err(WriteError::Link),
        Ok(_) => {
            open_regular(path)?;
            options.open(path)?
        }
        Err(reason) if reason.kind() == ErrorKind::NotFound => options.create_new(true).open(path)?,
        Err(reason) => return Err(reason.into()),
    };
    if is_locked(&file) { Err(WriteError::Busy) } else { Ok(file) }
}

/// A lock on a file that is replaced and not appended to: a lock file beside it, removed on drop.
#[derive(Debug)]
pub struct BuildLock {
    beside: PathBuf,
    _held: fs::File,
}

impl Drop for BuildLock {
    fn drop(&mut self) {
        // Ignore errors: a leftover lock file is empty, and the next run reuses it.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Locks a file so that no other run builds it. A killed run leaves no lock.
///
/// # Errors
/// If another run is building it, or nothing can be written beside it.
pub fn lock_for_building(path: &Path) -> Result<BuildLock, WriteError> {
    let beside = beside(path, ".lock").ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it names no file"))?;
    loop {
        let held = open_append(&beside)?;
        if held.metadata()?.len() > 0 {
            return Err(WriteError::Foreign("its lock file is not empty"));
        }
        // The run that held the lock may have removed the lock file in the meantime.
        if is_same_file(&held, &beside) {
            return Ok(BuildLock { beside, _held: held });
        }
    }
}

#[cfg(unix)]
fn is_same_file(held: &fs::File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |data: fs::Metadata| (data.dev(), data.ino());
    held.metadata().is_ok_and(|held| fs::symlink_metadata(path).is_ok_and(|there| place(held) == place(there)))
}

#[cfg(not(unix))]
fn is_same_file(_: &fs::File, path: &Path) -> bool {
    path.exists()
}

/// Locks a file until it is closed, and returns whether another run has locked it. The system releases the lock of a
/// killed run.
fn is_locked(file: &fs::File) -> bool {
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => true,
        // Some systems and network drives have no locks.
        Ok(()) | Err(fs::TryLockError::Error(_)) => false,
    }
}

/// The folder of a file.
pub fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder can be made")
    }

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).expect("the folder exists").count()
    }

    #[test]
    fn only_a_file_of_the_same_kind_is_replaced() {
        let folder = empty();
        let at = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("it can be written");
            path
        };
        for (kind, own) in [
            (OutputKind::Edited("as it was"), "as it was"),
            (OutputKind::Record, "game boola\nmoves K-1\n"),
            (OutputKind::Transcript, "rules 0123456789abcdef\ngame boola\n"),
            (OutputKind::Picture, "<svg xmlns=\"x\" class=\"uur-board\"></svg>\n"),
            (OutputKind::Page, "<!doctype html>\n<meta name=\"generator\" content=\"uur 0.1.0\">\n"),
            (OutputKind::Drawing, "<svg xmlns=\"x\">\n<style>.paper { fill: #ffffff }</style></svg>\n"),
            (OutputKind::Junit, "<?xml version=\"1.0\"?>\n<testsuites name=\"uur\" tests=\"0\">\n"),
            (OutputKind::Database, "uur endgames 3\n"),
            (OutputKind::Checkpoint, "uur proofs 2\n"),
            (OutputKind::Evaluation("0123"), "uur evaluation 1\nrules 0123\n"),
        ] {
            let path = at("own", own);
            write(&path, kind, "new").unwrap_or_else(|reason| panic!("{kind:?}: {reason}"));
            assert_eq!(fs::read_to_string(&path).unwrap(), "new", "{kind:?}");
            let path = at("foreign", "only copy");
            let refused = write(&path, kind, "new").expect_err("it is foreign");
            assert!(matches!(refused, WriteError::Foreign(_)), "{kind:?}: {refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), "only copy", "{kind:?}");
        }
        for other in ["uur evaluation 1\nrules 4567\n", "uur evaluation 2\nrules 0123\n"] {
            assert!(write(&at("there", other), OutputKind::Evaluation("0123"), "new").is_err(), "{other}");
        }
        assert!(write(&at("there", ""), OutputKind::New, "new").is_err());
        let gone = write(&folder.path().join("gone"), OutputKind::Edited("as it was"), "new");
        assert!(matches!(gone, Err(WriteError::Foreign(_))), "its author has removed it");
        write(&folder.path().join("fresh"), OutputKind::New, "new").expect("no file exists");
    }

    #[test]
    fn what_fails_leaves_everything_as_it_was() {
        let folder = empty();
        let path = folder.path().join("database");
        fs::write(&path, "uur endgames 3\n").unwrap();
        let full = || io::Error::from(ErrorKind::StorageFull);
        let failed = write_with(&path, OutputKind::Database, |file| file.write_all(b"half").and(Err(full())));
        assert!(matches!(failed, Err(WriteError::Failed(reason)) if reason.kind() == ErrorKind::StorageFull));
        assert_eq!(fs::read_to_string(&path).unwrap(), "uur endgames 3\n");
        assert_eq!(names(folder.path()), 1, "nothing is left behind");
    }

    #[test]
    fn what_another_program_writes_meanwhile_stays() {
        let folder = empty();
        for (name, kind) in [("edited", OutputKind::Edited("before")), ("new", OutputKind::New)] {
            let path = folder.path().join(name);
            if kind != OutputKind::New {
                fs::write(&path, "before").unwrap();
            }
            let late = write_with(&path, kind, |file| {
                fs::write(&path, "by an editor").unwrap();
                file.write_all(b"late")
            });
            assert!(matches!(late, Err(WriteError::Foreign(_))), "{kind:?}: {late:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), "by an editor", "{kind:?}");
        }
        assert_eq!(names(folder.path()), 2, "nothing is left behind");
    }

    #[test]
    fn of_several_writers_none_overwrites_another() {
        let folder = empty();
        let path = folder.path().join("counted");
        fs::write(&path, "").unwrap();
        let accepted: usize = thread::scope(|scope| {
            let work = || {
                let adds_a_line = || {
                    let before = fs::read_to_string(&path).unwrap();
                    write(&path, OutputKind::Edited(&before), &format!("{before}line\n"))
                };
                (0..30).filter(|_| adds_a_line().is_ok()).count()
            };
            let writers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).sum()
        });
        assert!(accepted > 0);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), accepted);
        assert_eq!(names(folder.path()), 1, "nothing is left behind");
    }

    #[test]
    fn what_a_killed_run_left_is_removed() {
        let folder = empty();
        let (path, left) = (folder.path().join("board.svg"), folder.path().join(".board.svg.uur-new"));
        fs::write(&left, "half").unwrap();
        check_writable(&path, OutputKind::Picture).expect("it can be written");
        assert_eq!(names(folder.path()), 0);
        fs::write(&left, "half").unwrap();
        write(&path, OutputKind::Picture, "whole").expect("it can be written");
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        assert_eq!(names(folder.path()), 1);
    }

    #[test]
    fn a_draft_in_use_is_waited_for() {
        let folder = empty();
        let path = folder.path().join("board.svg");
        let draft = draft_of(&path).unwrap();
        thread::scope(|scope| {
            let other = scope.spawn(|| write(&path, OutputKind::Picture, "whole"));
            thread::sleep(20 * LOOK);
            assert!(draft.path().exists() && !other.is_finished());
            drop(draft);
            other.join().unwrap().expect("it is free now");
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
    }

    #[test]
    fn an_error_does_not_name_the_temporary_file() {
        let folder = empty();
        let path = folder.path().join("absent").join("oware.html");
        let failed = write(&path, OutputKind::Page, "").expect_err("there is no such folder");
        assert!(!failed.to_string().contains("oware"), "{failed}");
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = empty();
        let (own, link) = (folder.path().join("own.game"), folder.path().join("link.game"));
        fs::write(&own, "game boola\n").unwrap();
        fs::set_permissions(&own, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&own, &link).unwrap();
        assert!(matches!(write(&link, OutputKind::Record, "new"), Err(WriteError::Link)));
        symlink(folder.path().join("nowhere"), folder.path().join("dangling")).unwrap();
        assert!(matches!(write(&folder.path().join("dangling"), OutputKind::New, "new"), Err(WriteError::Link)));
        write(&own, OutputKind::Record, "game kalah\n").unwrap();
        assert_eq!(fs::metadata(&own).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), 3, "nothing is made where the link leads");
    }
}
