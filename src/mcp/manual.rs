//! The pages of the manual that a model needs to write rules.

use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents};

use crate::packed::text;

/// What the addresses of the pages begin with.
const PREFIX: &str = "uur://manual/";
const MARKDOWN: &str = "text/markdown";

/// The names of the pages.
const PAGES: [&str; 7] =
    ["card", "how-do-i-say", "how-do-i-say-captures-and-ends", "reference", "phrases", "notation", "tests"];

/// The text of a page.
pub fn page(name: &str) -> Option<&'static str> {
    PAGES.contains(&name).then(|| text(&format!("docs/manual/{name}.md")))
}

/// All pages, with their titles.
pub fn resources() -> Vec<Resource> {
    let resource = |&name: &&str| {
        let title = page(name).unwrap_or_default().lines().next().unwrap_or_default().trim_start_matches("# ");
        Resource::new(format!("{PREFIX}{name}"), name).with_title(title).with_mime_type(MARKDOWN)
    };
    PAGES.iter().map(resource).collect()
}

/// Reads a page by its address.
///
/// # Errors
/// If there is no such page.
pub fn read(address: &str) -> Result<ReadResourceResult, ErrorData> {
    let text = address.strip_prefix(PREFIX).and_then(page).ok_or_else(|| {
        let known = PAGES.map(|name| format!("{PREFIX}{name}"));
        let message = format!("there is no page `{address}`; the pages are {}", known.join(", "));
        ErrorData::resource_not_found(message, None)
    })?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(text, address).with_mime_type(MARKDOWN)]))
}
