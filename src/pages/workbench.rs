//! The built parts of the workbench, which the program serves and puts into pages.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use uur::markup::escape_xml;
use uur_pages::PlayableParts;

use crate::packed::text;

/// The page, whose policy, head and scripts are to be put in.
pub fn page() -> &'static str {
    text("web/dist/index.html")
}

/// The script of the page.
pub fn script() -> &'static str {
    text("web/dist/workbench.js")
}

/// The editor, which the page loads when rules are shown.
pub fn editor() -> &'static str {
    text("web/dist/editor.js")
}

/// The style sheet.
pub fn style() -> &'static str {
    text("web/dist/workbench.css")
}

/// The engine, what playing needs and the rest: WebAssembly modules, packed by xz, in base 64, with a space between.
static ENGINE: LazyLock<String> = LazyLock::new(|| {
    let parts = [&include_bytes!("../../web/dist/engine.xz")[..], include_bytes!("../../web/dist/rest.xz")];
    parts.map(|part| STANDARD.encode(part)).join(" ")
});

/// The licences of what others wrote and the engine holds, as markup.
static NOTICES: LazyLock<String> = LazyLock::new(|| escape_xml(text("web/dist/notices.txt")));

/// The parts of a page on which one game is played.
pub fn parts() -> PlayableParts<'static> {
    PlayableParts {
        pane: text("web/play-pane.html"),
        style: style(),
        script: text("web/dist/playable.js"),
        engine: &ENGINE,
        notices: &NOTICES,
    }
}

/// The engine as a script.
pub fn engine_script() -> String {
    format!("globalThis.uurEngine = \"{}\";\n", *ENGINE)
}

/// The parts as a script, from which the page makes pages on which one game is played.
pub fn parts_script() -> String {
    let PlayableParts { pane, style, script, notices, .. } = parts();
    let parts = json!({ "pane": pane, "style": style, "script": script, "notices": notices });
    format!("globalThis.uurParts = {parts};\n")
}
