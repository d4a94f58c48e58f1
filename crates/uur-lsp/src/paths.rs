//! Paths: from the URIs of the protocol to paths of files, and back.

use std::path::{Path, PathBuf};

use lsp_types::Uri;

/// Returns the path of a `file:` URI. Other URIs, such as those of new files, have none.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = match rest.strip_prefix("localhost/") {
        Some(_) => &rest["localhost".len()..],
        None => rest,
    };
    if !path.starts_with('/') {
        return None;
    }
    let decoded = percent_decoded(path)?;
    // Windows: `/C:/games` is `C:/games`.
    let drive = decoded.as_bytes();
    let has_drive = drive.len() > 2 && drive[1].is_ascii_alphabetic() && drive[2] == b':';
    Some(PathBuf::from(if has_drive { decoded[1..].to_string() } else { decoded }))
}

/// Returns the URI of a path, which is made absolute.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let text = path.to_str()?.replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", percent_encoded(&text)).parse().ok()
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = vec![];
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

fn percent_encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte);
    let shown = |byte: u8| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        text.parse().expect("it is a URI")
    }

    #[test]
    fn paths_are_decoded() {
        assert_eq!(path_of(&uri("file:///rules/my%20game%20%C3%B4.uur")), Some("/rules/my game ô.uur".into()));
        assert_eq!(path_of(&uri("file:///c%3A/rules/a.uur")), Some("c:/rules/a.uur".into()));
        assert_eq!(path_of(&uri("untitled:Untitled-1")), None);
        assert_eq!(path_of(&uri("file://elsewhere/a.uur")), None);
    }

    #[cfg(unix)]
    #[test]
    fn paths_are_encoded_and_decoded_again() {
        let path = Path::new("/rules/my game #1 ô.uur");
        assert_eq!(path_of(&uri_of(path).expect("it has a URI")).as_deref(), Some(path));
    }
}
