//! Checks texts in XML.

/// Elements of HTML that are never closed.
const VOID: [&str; 5] = ["!doctype", "meta", "link", "input", "br"];

/// Checks a document in HTML: as [`check_xml`], and that nothing outside is referred to.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_html(html: &str) -> Result<(), String> {
    // Scripts and styles contain no elements.
    let mut markup = String::new();
    let mut rest = html;
    while let Some((begin, end)) = ["style", "script"]
        .iter()
        .filter_map(|name| Some((rest.find(&format!("<{name}"))?, format!("</{name}>"))))
        .min()
    {
        let begin = begin + rest[begin..].find('>').ok_or("an open tag")? + 1;
        markup += &rest[..begin];
        rest = &rest[begin + rest[begin..].find(&end).ok_or("an element is not closed")?..];
        markup += &rest[..end.len()];
        rest = &rest[end.len()..];
    }
    markup += rest;
    for name in VOID {
        let begins = format!("<{name} ");
        let mut parts = markup.split(&begins);
        let mut closed = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (tag, after) = part.split_once('>').ok_or("an open tag")?;
            closed += &format!("<{name} {}/>{after}", if name == "!doctype" { "" } else { tag });
        }
        markup = closed;
    }
    for outside in ["src=\"http", "href=\"http", "src=\"//", "href=\"//", "url(", "@import"] {
        if html.contains(outside) {
            return Err(format!("it contains {outside}"));
        }
    }
    check_xml(&markup)
}

/// Checks that elements are closed in their order, that attributes are quoted and occur once, and that only entities
/// of XML are used.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_xml(text: &str) -> Result<(), String> {
    let mut open: Vec<&str> = vec![];
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at])?;
        let end = rest[at..].find('>').ok_or_else(|| format!("a tag is not closed: {}", begin(&rest[at..])))? + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let opened = open.pop();
            if opened != Some(name) {
                return Err(format!("</{name}> closes {opened:?}"));
            }
            continue;
        }
        let (tag, alone) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
        // Attributes without a value, as HTML allows them.
        let attributes = attributes.trim_end_matches(" hidden").trim_end_matches(" open").trim_start_matches("hidden");
        check_attributes(attributes)?;
        if !alone {
            open.push(name);
        }
    }
    if open.is_empty() { check_text(rest) } else { Err(format!("{open:?} are not closed")) }
}

fn begin(text: &str) -> String {
    text.chars().take(60).collect()
}

fn check_text(text: &str) -> Result<(), String> {
    for (at, _) in text.match_indices('&') {
        let known =
            ["&amp;", "&lt;", "&gt;", "&quot;", "&#10;", "&#39;"].iter().any(|entity| text[at..].starts_with(entity));
        if !known {
            return Err(format!("an unknown entity: {}", begin(&text[at..])));
        }
    }
    if text.contains('>') { Err(format!("a bare > in {}", begin(text))) } else { Ok(()) }
}

fn check_attributes(text: &str) -> Result<(), String> {
    let mut seen = vec![];
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) =
            rest.split_once("=\"").ok_or_else(|| format!("an attribute without a value: {}", begin(rest)))?;
        let (value, after) = after.split_once('"').ok_or_else(|| format!("an open value: {}", begin(rest)))?;
        check_text(value)?;
        if name.starts_with("on") || name == "style" {
            return Err(format!("{name} in an element"));
        }
        if seen.contains(&name) {
            return Err(format!("{name} occurs twice"));
        }
        seen.push(name);
        rest = after.trim_start();
    }
    Ok(())
}

#[test]
fn broken_xml_is_found() {
    for text in [
        "<a>",
        "<a></b>",
        "<a b=c/>",
        "<a b=\"1\" b=\"2\"/>",
        "<a>&nbsp;</a>",
        "<a b=\"1/>",
        "a > b",
        "<a",
        "<a onload=\"b\"/>",
    ] {
        assert!(check_xml(text).is_err(), "{text}");
    }
    assert_eq!(check_xml("<a b=\"1\"><c/>&lt;</a>\n"), Ok(()));
}
