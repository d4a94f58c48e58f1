//! The server of the workbench: what it answers, whom it refuses, and which files it touches.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::command::{folder, output};

/// A game of one move for each player.
const GAME: &str = "language 1\n\ngame \"Mine\" {\n  source \"a test\"\n}\n\nboard {\n  rows 2\n  pits 3\n  seeds 2 each\n}\n\n\
    sow counterclockwise {\n  from own pit\n}\n\nland {\n  here is occupied -> stop\n}\n\nend {\n  no move -> each takes own row\n  win most seeds\n}\n";

/// A server of a folder.
struct Server {
    process: Child,
    port: u16,
    token: String,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What the server answers.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.head))
    }

    fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_string()
    }
}

/// An empty folder.
fn empty(name: &str) -> PathBuf {
    let folder = folder("serve").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Serves a path in a folder.
fn serve_path(folder: PathBuf, path: &Path) -> Server {
    start_server(folder, path, &["--no-open"], &std::env::var("PATH").unwrap_or_default())
}

/// Serves a path with programs from these folders.
fn start_server(folder: PathBuf, path: &Path, options: &[&str], programs: &str) -> Server {
    let mut process = Command::new(env!("CARGO_BIN_EXE_uur"))
        .arg("serve")
        .args(options)
        .arg(path)
        .env("PATH", programs)
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let (port, token) = address.trim().strip_prefix("http://127.0.0.1:").unwrap().split_once("/#token=").unwrap();
    Server { process, port: port.parse().unwrap(), token: token.to_string(), folder }
}

/// Serves a folder with these files.
fn serve(name: &str, files: &[(&str, &str)]) -> Server {
    let folder = empty(name);
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let path = folder.clone();
    serve_path(folder, &path)
}

impl Server {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes the connection.
    fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        answer(&mut stream)
    }

    /// A request with further lines of the head.
    fn head(&self, request: &str, lines: &str, body: &str) -> String {
        let length = body.len();
        format!("{request} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{lines}\r\n{body}")
    }

    /// A request as the page makes it.
    fn own(&self, request: &str, body: &str) -> String {
        let Server { port, token, .. } = self;
        let lines = format!(
            "Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\n\
             x-uur-token: {token}\r\n"
        );
        self.head(request, &lines, body)
    }

    fn ask(&self, request: &str, body: &str) -> Answer {
        self.raw(self.own(request, body).as_bytes())
    }

    /// The hash of a file as the server reads it.
    fn hash(&self, name: &str) -> String {
        self.ask(&format!("GET /file?name={name}"), "").json()["hash"].as_str().unwrap().to_string()
    }

    fn save(&self, name: &str, text: &str, was: Option<&str>) -> Answer {
        self.ask(&format!("PUT /file?name={name}"), &json!({ "text": text, "was": was }).to_string())
    }

    fn names(&self) -> Vec<String> {
        let listed = self.ask("GET /files", "").json();
        listed["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap().to_string()).collect()
    }
}

fn answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = vec![];
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_lowercase(), body: body.to_string() }
}

#[test]
fn the_page_comes_out_of_the_program() {
    let server = serve("page", &[]);
    let host = format!("Host: localhost:{}\r\n", server.port);
    let get = |path: &str| server.raw(server.head(&format!("GET {path}"), &host, "").as_bytes());
    for path in ["/", "/index.html"] {
        let page = get(path);
        assert_eq!(page.status, 200);
        assert!(page.body.contains("<meta name=\"uur-serve\"") && !page.body.contains("{{"), "{}", page.body);
        for line in [
            "content-security-policy: default-src 'none'; script-src 'self';",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
            "cache-control: no-store",
        ] {
            assert!(page.head.contains(line), "{line}: {}", page.head);
        }
        assert!(!page.head.contains("'unsafe"), "{}", page.head);
    }
    for name in ["workbench.js", "editor.js", "workbench.css"] {
        let file = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist").join(name)).unwrap();
        assert!(get(&format!("/{name}")).body == file, "{name}");
    }
    assert!(get("/engine.js").body.starts_with("globalThis.uurEngine = \""));
    assert!(get("/parts.js").body.starts_with("globalThis.uurParts = {\""));
    assert_eq!(get("/Cargo.toml").status, 404);
    assert_eq!(get("/../Cargo.toml").status, 404);
    assert_eq!(server.ask("POST /", "").status, 405);
    assert!(server.ask("DELETE /file?name=a.uur", "").head.contains("allow: get, put"));
}

#[test]
fn only_who_knows_the_token_is_answered() {
    let server = serve("token", &[("mine.uur", GAME)]);
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let wrong = server.token.replace(|c: char| c.is_ascii_digit(), "a");
    let tokens = [
        String::new(),
        "x-uur-token: \r\n".to_string(),
        format!("x-uur-token: {wrong}\r\n"),
        format!("x-uur-token: {}\r\n", &server.token[1..]),
        format!("x-uur-token: {}\r\nx-uur-token: {wrong}\r\n", server.token),
    ];
    for request in [
        "GET /files",
        "GET /file?name=mine.uur",
        "PUT /file?name=mine.uur",
        "POST /ask",
        "POST /language",
        "GET /changes",
    ] {
        for token in &tokens {
            let refused = server.raw(server.head(request, &format!("{host}{token}"), "{}").as_bytes());
            assert_eq!((refused.status, refused.code().as_str()), (403, "token"), "{request} {token}");
        }
    }
    assert_eq!(server.ask("GET /files", "").status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn a_browser_is_opened_with_an_address_that_is_good_once() {
    use std::os::unix::fs::PermissionsExt;
    let folder = empty("opens");
    let (program, opened) = (folder.join("xdg-open"), folder.join("opened"));
    fs::write(&program, format!("#!/bin/sh\nprintf %s \"$1\" >'{0}.part' && mv '{0}.part' '{0}'\n", opened.display()))
        .unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let served = folder.clone();
    let server = start_server(folder, &served, &[], &path);
    let address = (0..600)
        .find_map(|_| {
            thread::sleep(Duration::from_millis(100));
            fs::read_to_string(&opened).ok()
        })
        .expect("the browser is opened");
    assert!(!address.contains(&server.token), "{address}");
    let key = address.split_once("/#key=").unwrap().1;
    let redeem = |key: &str| {
        let lines = format!("Host: 127.0.0.1:{}\r\n", server.port);
        server.raw(server.head("POST /token", &lines, key).as_bytes())
    };
    for wrong in ["", &key[1..], &server.token] {
        assert_eq!(redeem(wrong).code(), "token", "{wrong}");
    }
    assert_eq!(redeem(key).json()["token"], server.token.as_str());
    assert_eq!(redeem(key).code(), "token", "a second page gets nothing");
    assert_eq!(server.ask("GET /files", "").status, 200);
}

#[test]
fn other_sites_are_refused() {
    let server = serve("sites", &[]);
    let (port, token) = (server.port, &server.token);
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    for lines in [
        format!("Host: evil.example:{port}\r\n"),
        "Host: 127.0.0.1\r\n".to_string(),
        format!("Host: 127.0.0.1:{}\r\n", port ^ 1),
        format!("Host: 127.0.0.1.evil.example:{port}\r\n"),
        format!("Host: 127.0.0.1:{port}@evil.example\r\n"),
        format!("{own}Host: evil.example\r\n"),
        String::new(),
        format!("{own}Origin: http://evil.example\r\n"),
        format!("{own}Origin: null\r\n"),
        format!("{own}Origin: https://127.0.0.1:{port}\r\n"),
        format!("{own}Origin: http://127.0.0.1:{}\r\n", port ^ 1),
        format!("{own}Origin: http://localhost:{port}\r\n"),
        format!("{own}Sec-Fetch-Site: cross-site\r\n"),
        format!("{own}Sec-Fetch-Site: same-site\r\n"),
        format!("{own}Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n"),
    ] {
        for request in ["GET /", "GET /files", "POST /ask"] {
            let lines = format!("{lines}x-uur-token: {token}\r\n");
            let refused = server.raw(server.head(request, &lines, "").as_bytes());
            assert_eq!((refused.status, refused.code().as_str()), (403, "foreign"), "{request} {lines}");
            assert!(!refused.head.contains("access-control"), "no other site may read it");
        }
    }
    let elsewhere = server.raw(server.head("GET http://evil.example/", &own, "").as_bytes());
    assert_eq!(elsewhere.status, 403);
    let opened = server.raw(server.head("GET /", &format!("{own}Sec-Fetch-Site: none\r\n"), "").as_bytes());
    assert_eq!(opened.status, 200);
}

#[test]
fn no_file_outside_the_folder_is_touched() {
    let server = serve(
        "outside/games",
        &[("mine.uur", GAME), ("deep/er.uur", GAME), (".hidden/a.uur", GAME), ("notes.txt", "")],
    );
    let outside = server.folder.parent().unwrap().to_path_buf();
    fs::write(outside.join("secret.uur"), "secret").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(outside.join("secret.uur"), server.folder.join("link.uur")).unwrap();
        symlink(&outside, server.folder.join("linked")).unwrap();
        symlink(server.folder.join("mine.uur"), server.folder.join("within.uur")).unwrap();
        symlink(server.folder.join("nowhere.uur"), server.folder.join("dangling.uur")).unwrap();
        assert!(Command::new("mkfifo").arg(server.folder.join("pipe.uur")).status().unwrap().success());
    }
    let listed = server.names();
    assert_eq!(
        listed,
        if cfg!(unix) { vec!["deep/er.uur", "mine.uur", "within.uur"] } else { vec!["deep/er.uur", "mine.uur"] }
    );
    let absolute = outside.join("secret.uur").to_str().unwrap().to_string();
    let encoded = absolute.replace('/', "%2F");
    for name in [
        "../secret.uur",
        "..%2Fsecret.uur",
        "%2e%2e%2fsecret.uur",
        "..%5Csecret.uur",
        "deep/../../secret.uur",
        "deep/../mine.uur",
        "./mine.uur",
        "mine.uur%00",
        "%252e%252e%252fsecret.uur",
        &absolute,
        &encoded,
        "link.uur",
        "linked/secret.uur",
        "dangling.uur",
        "pipe.uur",
        ".hidden/a.uur",
        "notes.txt",
        "deep",
        "",
    ] {
        let read = server.ask(&format!("GET /file?name={name}"), "");
        assert_eq!((read.status, read.code().as_str()), (404, "missing"), "{name}");
        let saved = server.save(name, "changed", Some("0"));
        assert_eq!((saved.status, saved.code().as_str()), (404, "missing"), "{name}");
        let made = server.save(name, "changed", None);
        assert!(
            matches!((made.status, made.code().as_str()), (403, "refused") | (409, "changed") | (500, "failed")),
            "{name}: {made:?}"
        );
    }
    for query in ["", "?", "?file=mine.uur", "?name=%", "?name=%4", "?name=%zz", "?name=%+1", "?name=%ff"] {
        assert_eq!(server.ask(&format!("GET /file{query}"), "").status, 400, "{query}");
    }
    assert_eq!(fs::read_to_string(outside.join("secret.uur")).unwrap(), "secret");
    assert!(!server.folder.join("nowhere.uur").exists());
    assert_eq!(fs::read_to_string(server.folder.join("mine.uur")).unwrap(), GAME);
    #[cfg(unix)]
    {
        let through_link = server.save("within.uur", "changed", Some(&server.hash("within.uur")));
        assert_eq!((through_link.status, through_link.code().as_str()), (403, "refused"));
    }
}

#[test]
fn one_file_is_served_alone() {
    let folder = empty("one");
    fs::write(folder.join("mine.uur"), GAME).unwrap();
    fs::write(folder.join("other.uur"), GAME).unwrap();
    let path = folder.join("mine.uur");
    let server = serve_path(folder, &path);
    assert_eq!(server.names(), ["mine.uur"]);
    assert_eq!(server.ask("GET /files", "").json()["first"], "mine.uur");
    assert_eq!(server.ask("GET /file?name=other.uur", "").status, 404);
    assert_eq!(server.save("new.uur", GAME, None).code(), "refused");
    assert_eq!(server.save("mine.uur", "new", Some(&server.hash("mine.uur"))).status, 200);
}

#[test]
fn a_save_never_overwrites_what_another_program_wrote() {
    let server = serve("saves", &[("mine.uur", GAME), ("my game ô.uur", GAME)]);
    let path = server.folder.join("mine.uur");
    let first = server.hash("mine.uur");
    let saved = server.save("mine.uur", "new", Some(&first));
    assert_eq!(saved.status, 200, "{saved:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(saved.json()["hash"], server.hash("mine.uur"));

    let late = server.save("mine.uur", "late", Some(&first));
    assert_eq!((late.status, late.code().as_str()), (409, "changed"));
    fs::write(&path, "by an editor").unwrap();
    let late = server.save("mine.uur", "late", saved.json()["hash"].as_str());
    assert_eq!((late.status, late.code().as_str()), (409, "changed"));
    assert_eq!(server.save("mine.uur", "late", None).status, 409);
    assert_eq!(fs::read_to_string(&path).unwrap(), "by an editor");

    assert_eq!(server.save("new.uur", GAME, None).status, 200);
    assert_eq!(server.save("new.uur", "again", None).status, 409);
    assert_eq!(fs::read_to_string(server.folder.join("new.uur")).unwrap(), GAME);
    let name = "my%20game%20%C3%B4.uur";
    assert_eq!(server.save(name, "new", Some(&server.hash(name))).status, 200);
    assert_eq!(server.save("new.uur", &"x".repeat((1 << 20) + 1), Some(&server.hash("new.uur"))).code(), "refused");
    fs::write(server.folder.join("latin.uur"), [0xe9]).unwrap();
    assert_eq!(server.ask("GET /file?name=latin.uur", "").code(), "failed");
    assert_eq!(server.names(), ["latin.uur", "mine.uur", "my game ô.uur", "new.uur"], "no other file was left behind");
}

#[test]
fn of_two_servers_none_overwrites_a_save_of_the_other() {
    let one = serve("two", &[("mine.uur", "")]);
    let path = one.folder.clone();
    let other = serve_path(one.folder.clone(), &path);
    let accepted: Vec<String> = thread::scope(|scope| {
        let saves = |server, client: usize| {
            let server: &Server = server;
            let save = move |number: usize| {
                let read = server.ask("GET /file?name=mine.uur", "").json();
                let line = format!("# {client} {number}\n");
                let text = format!("{}{line}", read["text"].as_str().unwrap());
                let saved = server.save("mine.uur", &text, read["hash"].as_str());
                assert!([200, 409].contains(&saved.status), "{saved:?}");
                (saved.status == 200).then_some(line)
            };
            scope.spawn(move || (0..15).filter_map(save).collect::<Vec<String>>())
        };
        let clients: Vec<_> = (0..4).map(|client| saves([&one, &other][client % 2], client)).collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    });
    let text = fs::read_to_string(path.join("mine.uur")).unwrap();
    assert!(!accepted.is_empty());
    assert!(accepted.iter().all(|line| text.contains(line)), "{accepted:?}: {text}");
    assert_eq!(text.lines().count(), accepted.len());
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn names_that_are_no_use_as_files_are_refused() {
    let server = serve("names", &[]);
    for (name, why) in
        [("-x.uur", "begins with `-`"), ("CON.uur", "device"), ("com7.uur", "device"), (".uur", "letters")]
    {
        let refused = server.save(name, GAME, None);
        assert_eq!(refused.code(), "refused", "{name}");
        assert!(refused.body.contains(why), "{name}: {}", refused.body);
    }
    for name in ["x-.uur", "console.uur", "com0.uur"] {
        assert_eq!(server.save(name, GAME, None).status, 200, "{name}");
    }
}

/// Programs that do not know the token take no connection away from one that does.
#[test]
fn half_a_request_keeps_nobody_off() {
    let server = serve("slow", &[("mine.uur", GAME)]);
    let halves: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
            stream
        })
        .collect();
    assert_eq!(server.names(), ["mine.uur"]);
    // Those that were not in the way wait on, so that nobody waited for the end of their time.
    halves[250].set_nonblocking(true).unwrap();
    let waiting = (&halves[250]).read(&mut [0]);
    assert!(matches!(&waiting, Err(error) if error.kind() == ErrorKind::WouldBlock), "{waiting:?}");
}

#[test]
fn a_page_is_told_of_changes_on_the_disk() {
    let server = serve("changes", &[("mine.uur", GAME)]);
    let mut stream = server.connect();
    stream.write_all(server.own("GET /changes", "").as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let mut next = || {
        let line = lines.by_ref().find(|line| line.starts_with("data: ")).unwrap();
        serde_json::from_str::<Value>(line.strip_prefix("data: ").unwrap()).unwrap()
    };
    assert_eq!(next()["files"].as_array().unwrap().len(), 1);
    fs::write(server.folder.join("mine.uur"), "longer than a moment before, or shorter").unwrap();
    assert_eq!(next()["files"][0]["bytes"], 39);
    fs::write(server.folder.join("new.uur"), "").unwrap();
    assert_eq!(next()["files"][1]["name"], "new.uur");
    fs::remove_file(server.folder.join("mine.uur")).unwrap();
    assert_eq!(next()["files"][0]["name"], "new.uur");
}

#[test]
fn questions_are_answered_by_the_engine_of_the_program() {
    let server = serve("questions", &[("base.uur", GAME), ("sub/base.uur", GAME)]);
    let opened = server.ask("POST /ask", r#"{"ask": "open", "rules": {"name": "boola"}}"#).json();
    assert_eq!(opened["game"]["title"], "Boola");
    assert_eq!(server.ask("POST /ask", "nonsense").json()["error"]["code"], "question");

    // Rules extend the files of the folder, from their own place in it.
    let extends = |name: &str, base: &str| {
        let text = format!("language 1\nextends \"{base}\"\ngame \"New\" {{ source \"a test\" }}\n");
        let question = json!({ "ask": "open", "rules": { "name": name, "text": text } });
        server.ask("POST /ask", &question.to_string()).json()
    };
    for (name, base) in [("new", "base"), ("sub/new", "base"), ("new", "sub/base"), ("sub/new", "../base")] {
        let answer = extends(name, base);
        assert_eq!(answer["game"]["title"], "New", "{name} {base}: {}", answer["drawn"]);
    }
    fs::write(server.folder.parent().unwrap().join("secret.uur"), GAME).unwrap();
    for (name, base) in [("new", "../secret"), ("../new", "secret"), ("/new", "secret"), ("sub/new", "../../secret")] {
        let answer = extends(name, base);
        assert_eq!(answer["game"], Value::Null, "{name} {base}");
    }
    // A changed file is read anew.
    let hash = server.hash("base.uur");
    assert_eq!(server.save("base.uur", &GAME.replace("pits 3", "pits 4"), Some(&hash)).status, 200);
    assert_eq!(extends("new", "base")["game"]["pits"], 4);
}

#[test]
fn the_language_server_answers_the_page() {
    let server = serve("language", &[("base.uur", GAME)]);
    let tell = |message: Value| {
        let message = if message.is_null() { String::new() } else { message.to_string() };
        server.ask("POST /language", &message).json()
    };
    let began = tell(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert!(began["messages"][0].as_str().unwrap().contains("hoverProvider"), "{began}");
    let text =
        format!("language 1\nextends \"base\"\n{}", GAME.split_once("\n\n").unwrap().1.replace("rows 2", "rows 0"));
    let document = json!({ "uri": "file:///new.uur", "languageId": "uur", "version": 1, "text": text });
    let opened =
        tell(json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    assert!(opened["pause"].as_u64().is_some(), "{opened}");
    let rest = tell(Value::Null);
    let told = rest["messages"][0].as_str().unwrap();
    assert!(told.contains("publishDiagnostics") && !told.contains("there is no game"), "{told}");
}

/// A million games between good players.
fn long_question() -> String {
    let series = json!({ "games": 1_000_000, "south": "greedy", "north": "greedy" });
    json!({ "ask": "simulate", "rules": { "name": "boola" }, "series": series, "slice": 1_000_000 }).to_string()
}

#[test]
fn questions_are_answered_while_others_take_long_and_stop_with_their_page() {
    let server = serve("long", &[]);
    let quick = r#"{"ask": "open", "rules": {"name": "oware"}}"#;
    let began = Instant::now();
    let start_long = || {
        let mut stream = server.connect();
        stream.write_all(server.own("POST /ask", &long_question()).as_bytes()).unwrap();
        stream
    };
    let ask_other = || {
        let request = server.own("POST /ask", quick).replacen("\r\n", "\r\nx-uur-engine: other\r\n", 1);
        server.raw(request.as_bytes()).json()
    };
    let mut first = start_long();
    let waits = start_long();
    assert_eq!(ask_other()["game"]["title"], "Oware");
    first.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    assert!(first.read(&mut [0]).is_err(), "the question takes long");
    // The engine that was asked goes on when nobody waits for its answers.
    drop((first, waits));
    assert_eq!(server.ask("POST /ask", quick).json()["game"]["title"], "Oware");
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());

    // More questions than there is room for are refused, and the files are read all the same.
    let many: Vec<TcpStream> = (0..64).map(|_| start_long()).collect();
    thread::sleep(Duration::from_millis(500));
    let refused = server.ask("POST /ask", quick);
    assert_eq!((refused.status, refused.code().as_str()), (503, "busy"));
    assert_eq!(server.ask("GET /files", "").status, 200);
    drop(many);
    let answered = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(100));
        server.ask("POST /ask", quick).status == 200
    });
    assert!(answered, "there is room again");
}

#[test]
fn broken_requests_harm_nobody() {
    let server = serve("broken", &[]);
    let own = format!("Host: 127.0.0.1:{}\r\nx-uur-token: {}\r\n", server.port, server.token);
    for (bytes, status, is_whole) in [
        (b"\r\n\r\n\x00\xff\r\n\r\n".to_vec(), 400, false),
        (b"GET\r\n\r\n".to_vec(), 400, false),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), 0, false),
        (format!("GET / HTTP/1.1\r\n{own}x: {}\r\n\r\n", "y".repeat(20_000)).into_bytes(), 431, true),
        (format!("GET /{} HTTP/1.1\r\n{own}\r\n", "y".repeat(20_000)).into_bytes(), 431, true),
        (format!("POST /ask HTTP/1.1\r\n{own}Content-Length: -1\r\n\r\n").into_bytes(), 400, true),
        (
            format!("POST /ask HTTP/1.1\r\n{own}Connection: close\r\nContent-Length: 999999999\r\n\r\n").into_bytes(),
            413,
            true,
        ),
        (
            format!("POST /ask HTTP/1.1\r\n{own}Connection: close\r\nContent-Length: 2\r\n\r\n\u{7f}").into_bytes(),
            400,
            false,
        ),
        (
            format!("POST /ask HTTP/1.1\r\n{own}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
                .into_bytes(),
            400,
            true,
        ),
        (
            [
                format!("POST /ask HTTP/1.1\r\n{own}Connection: close\r\nContent-Length: 2\r\n\r\n").as_bytes(),
                &[0xff, 0xfe],
            ]
            .concat(),
            400,
            true,
        ),
        (
            format!("PUT /file?name=a.uur HTTP/1.1\r\n{own}Connection: close\r\nContent-Length: 2\r\n\r\n{{}}")
                .into_bytes(),
            400,
            true,
        ),
        (
            format!(
                "POST /ask HTTP/1.1\r\n{own}Connection: close\r\nx-uur-engine: {}\r\nContent-Length: 0\r\n\r\n",
                "n".repeat(65)
            )
            .into_bytes(),
            400,
            true,
        ),
    ] {
        let mut stream = server.connect();
        stream.write_all(&bytes).unwrap();
        // A request that is whole is answered only while somebody waits for the answer.
        if !is_whole {
            stream.shutdown(std::net::Shutdown::Write).unwrap();
        }
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
        assert_eq!(answer(&mut stream).status, status, "{shown}");
    }
    drop(server.connect());
    assert_eq!(server.ask("GET /files", "").status, 200);
}

#[test]
fn problems_with_the_command_are_told() {
    let folder = empty("command");
    let server = serve_path(folder.clone(), &folder);
    let port = server.port.to_string();
    let at = |path: &str| output(&["serve", "--no-open", path, "--port", &port]);
    let taken = at(folder.to_str().unwrap());
    assert_eq!(taken.status.code(), Some(2));
    let told = String::from_utf8(taken.stderr).unwrap();
    assert!(told.contains(&format!("port {port} is taken")) && told.contains("--port"), "{told}");
    let missing = at("nowhere.uur");
    assert_eq!(missing.status.code(), Some(2));
    let told = String::from_utf8(missing.stderr).unwrap();
    assert!(told.contains("there is no file or folder `nowhere.uur`"), "{told}");
    fs::write(folder.join("binary.uur"), [0xff]).unwrap();
    assert_eq!(at(folder.join("binary.uur").to_str().unwrap()).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn the_server_ends_with_ctrl_c() {
    let mut server = serve("ctrl-c", &[]);
    let mut stream = server.connect();
    stream.write_all(server.own("POST /ask", &long_question()).as_bytes()).unwrap();
    let mut listening = server.connect();
    listening.write_all(server.own("GET /changes", "").as_bytes()).unwrap();
    listening.read_exact(&mut [0]).unwrap();
    let process = rustix::process::Pid::from_child(&server.process);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let began = Instant::now();
    let ended = server.process.wait().unwrap();
    assert_eq!(ended.code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}
