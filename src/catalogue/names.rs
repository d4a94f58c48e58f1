//! Finds shipped games by the names that people give them: the name of the file, the title, another name, or the
//! beginning of one. Case, accents and signs make no difference.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use uur::diagnostic::did_you_mean;
use uur::variants;

use super::all_games;

/// A shipped game with its title and its other names.
struct NamedGame {
    id: &'static str,
    title: String,
    names: Vec<String>,
}

/// All shipped games, which take a moment to read.
static GAMES: LazyLock<Vec<NamedGame>> = LazyLock::new(|| {
    let named = all_games().map(|game| {
        let about = game.rules.about;
        NamedGame { id: game.name, title: about.name, names: about.names }
    });
    named.collect()
});

/// The shipped games that a name means: one, several if it is ambiguous, or none. A whole name goes before the
/// beginning of one, and the name of a file before a title and other names.
pub fn named(name: &str) -> Vec<&'static str> {
    let exact = with_name(name);
    if !exact.is_empty() {
        return exact;
    }
    let wanted = letters(name);
    if wanted.is_empty() {
        return vec![];
    }
    let begins = |name: &str| letters(name).starts_with(&wanted);
    let found: Vec<_> = variants::names().filter(|id| begins(id)).collect();
    if !found.is_empty() {
        return found;
    }
    games(|game| begins(&game.title) || game.names.iter().any(|name| begins(name)))
}

/// The shipped games with this whole name.
pub fn with_name(name: &str) -> Vec<&'static str> {
    let wanted = letters(name);
    if wanted.is_empty() {
        return vec![];
    }
    let is = |name: &str| letters(name) == wanted;
    let ids: Vec<_> = variants::names().filter(|id| is(id)).collect();
    if !ids.is_empty() {
        return ids;
    }
    let titled = games(|game| is(&game.title));
    if titled.is_empty() { games(|game| game.names.iter().any(|name| is(name))) } else { titled }
}

/// The titles and other names of the shipped games as words that need no quotes in a shell: in lower case, and with `-`
/// for blanks and signs. Each means one game, and is not the name of its file.
pub fn shell_words() -> Vec<String> {
    let files: BTreeSet<String> = variants::names().map(letters).collect();
    let mut meant: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for game in &*GAMES {
        for name in [&game.title].into_iter().chain(&game.names) {
            meant.entry(shell_word(name)).or_default().insert(game.id);
        }
    }
    let fits = |word: &String| !word.is_empty() && word.is_ascii() && !files.contains(&letters(word));
    meant.into_iter().filter(|(word, games)| games.len() == 1 && fits(word)).map(|(word, _)| word).collect()
}

/// A name as a word that needs no quotes in a shell: in lower case, and with `-` for blanks and signs.
pub fn shell_word(name: &str) -> String {
    let plain = unaccented(name).replace(['\'', '’'], "");
    let words = plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The shipped game with the name that is most like this one.
pub fn nearest(name: &str) -> Option<&'static str> {
    let names = |game: &'static NamedGame| {
        let names = [game.id, game.title.as_str()].into_iter().chain(game.names.iter().map(String::as_str));
        names.map(|name| (game.id, unaccented(name)))
    };
    let all: Vec<(&str, String)> = GAMES.iter().flat_map(names).collect();
    let like = did_you_mean(&unaccented(name), all.iter().map(|(_, name)| name.as_str()))?;
    all.iter().find(|(_, name)| name == like).map(|(id, _)| *id)
}

fn games(is_meant: impl Fn(&NamedGame) -> bool) -> Vec<&'static str> {
    GAMES.iter().filter(|game| is_meant(game)).map(|game| game.id).collect()
}

/// The letters and digits of a name, by which it is compared.
fn letters(name: &str) -> String {
    unaccented(name).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// A text in lower case, with Latin letters for those with accents.
pub fn unaccented(text: &str) -> String {
    let plain = |letter| match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ı' | 'ỉ'..='ị' => 'i',
        'ł' | 'ľ' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' | 'ơ' | 'ọ'..='ợ' => 'o',
        'ř' => 'r',
        'ś' | 'ş' | 'š' | 'ș' => 's',
        'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ů' | 'ű' | 'ư' | 'ụ'..='ự' => 'u',
        'ý' | 'ÿ' | 'ỳ'..='ỹ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    };
    let is_mark = |letter: &char| ('\u{300}'..='\u{36f}').contains(letter);
    text.to_lowercase().chars().filter(|letter| !is_mark(letter)).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_many_names() {
        for name in ["layli-goobalay", "Layli Goobalay", "LAYLI GOOBALAY", "layligoobalay"] {
            assert_eq!(named(name), ["layli-goobalay"], "{name}");
        }
        for name in ["Awalé", "awale", "AWALE\u{301}", "oware", "owar"] {
            assert_eq!(named(name), ["oware"], "{name}");
        }
        assert_eq!(named("mancala"), ["kalah"]);
        assert_eq!(named("Ô ăn quan"), ["o-an-quan"]);
        assert_eq!(with_name("owar"), [""; 0]);
    }

    #[test]
    fn an_ambiguous_name_means_several_games() {
        assert!(named("bao").len() > 1, "{:?}", named("bao"));
        assert_eq!(named("nothing at all"), [""; 0]);
        assert_eq!(named("?!"), [""; 0]);
    }

    #[test]
    fn a_word_for_a_shell_means_the_game_with_that_name() {
        let words = shell_words();
        for word in &words {
            assert_eq!(named(word).len(), 1, "{word}");
            assert!(word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{word}");
        }
        for (word, id) in [("awale", "oware"), ("mancala", "kalah"), ("mandarins-square", "o-an-quan")] {
            assert!(words.iter().any(|known| known == word) && named(word) == [id], "{word}");
        }
        assert!(!words.iter().any(|word| word == "layli-goobalay"), "it is the name of a file");
    }

    #[test]
    fn the_nearest_name_may_be_another_name() {
        assert_eq!(nearest("kalaa"), Some("kalah"));
        assert_eq!(nearest("abbapa"), Some("oware"));
        assert_eq!(nearest("xyzzy"), None);
    }
}
