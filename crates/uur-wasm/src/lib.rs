//! The workbench as a WebAssembly module, which imports nothing.
//!
//! Texts pass through the memory of the module, as UTF-8:
//!
//! ```js
//! const { memory, take, ask, answer } = instance.exports;
//! const question = new TextEncoder().encode(JSON.stringify({ ask: "open", rules: { name: "boola" } }));
//! const at = take(question.length);
//! new Uint8Array(memory.buffer, at, question.length).set(question);
//! const length = ask(at, question.length);
//! const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
//! ```
//!
//! The memory can grow in any call, so that views of it have to be made anew after each. [`ask`] answers the questions
//! of `uur-web`, [`tell`] is the language server of `uur-lsp`, and [`games`] takes the shipped games.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::json;
use uur_lsp::{LanguageServer, NoFiles};
use uur_web::Workbench;

/// The state of the module.
struct Module {
    /// Room for a question or a message.
    room: Vec<u8>,
    /// The last answer.
    answer: String,
    workbench: Workbench,
    server: LanguageServer,
}

impl Default for Module {
    fn default() -> Self {
        Module {
            room: vec![],
            answer: String::new(),
            workbench: Workbench::default(),
            server: LanguageServer::new(Rc::new(NoFiles)),
        }
    }
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Makes room for a text of `length` bytes and returns its address. The room lasts until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn take(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.room.resize(length, 0);
        module.room.as_mut_ptr()
    })
}

/// Answers the question in the first `length` bytes at an address, and returns the length of the answer in bytes.
///
/// # Safety
/// The address is that of the last call of [`take`], and the length at most that given there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(question: *const u8, length: usize) -> usize {
    // SAFETY: as above.
    let question = unsafe { text_at(question, length) };
    MODULE.with_borrow_mut(|module| {
        module.answer = module.workbench.ask(&question);
        module.answer.len()
    })
}

/// Passes a message of JSON-RPC to the language server, and returns the length of the answer in bytes. The answer is
/// `{"messages": ["…"], "pause": 10}`: the messages that follow, and the milliseconds without a message after which
/// the server has more to say, or `null`. It then says it to an empty message.
///
/// # Safety
/// The address is that of the last call of [`take`], and the length at most that given there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tell(message: *const u8, length: usize) -> usize {
    // SAFETY: as above.
    let message = unsafe { text_at(message, length) };
    MODULE.with_borrow_mut(|module| {
        let server = &mut module.server;
        let messages = if message.is_empty() { server.rest_texts() } else { server.handle(&message) };
        let pause = server.pause().map(|pause| pause.as_millis() as u64);
        module.answer = json!({ "messages": messages, "pause": pause }).to_string();
        module.answer.len()
    })
}

/// Takes the shipped games, which are not in the module: the name and the text of each in alphabetical order, each ended
/// by a NUL. Without them no game can be opened by its name.
///
/// # Safety
/// The address is that of the last call of [`take`], and the length at most that given there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn games(text: *const u8, length: usize) {
    // SAFETY: as above.
    let text = unsafe { text_at(text, length) };
    #[cfg(target_arch = "wasm32")]
    uur::variants::install(text);
    #[cfg(not(target_arch = "wasm32"))]
    drop(text);
}

/// The text that the host has written to an address.
///
/// # Safety
/// The address is that of the last call of [`take`], and the length at most that given there.
unsafe fn text_at(address: *const u8, length: usize) -> String {
    // SAFETY: the bytes belong to `Module::room`, which is not changed before the next `take`.
    let bytes = unsafe { std::slice::from_raw_parts(address, length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the address of the last answer. It lasts until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}
