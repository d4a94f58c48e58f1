//! Finds shipped games by the names that people give them: the name of the file, the title, another name, or the
//! beginning of one. Case, accents and signs make no difference.

use std::collections::{BTreeMap, BTreeSet};

use uur::diagnostic::most_like;
use uur::variants;

use super::{CatalogueEntry, all_games};

/// The shipped games that a name means: one, several if it is ambiguous, or none. A whole name of one game goes before
/// the beginning of others, and the name of a file before a title and other names.
pub fn named(name: &str) -> Vec<&'static str> {
    let mut exact = with_name(name);
    let wanted = letters(name);
    if exact.len() == 1 || wanted.is_empty() {
        return exact;
    }
    let begins = |name: &str| letters(name).starts_with(&wanted);
    exact.extend(variants::names().filter(|id| begins(id)));
    if !exact.is_empty() {
        return exact;
    }
    games(|game| titles(game).any(begins))
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
    let titled = games(|game| is(&game.rules.about.name));
    if titled.is_empty() { games(|game| titles(game).any(is)) } else { titled }
}

/// The titles and other names of the shipped games as words that need no quotes in a shell: in lower case, and with `-`
/// for blanks and signs. Each means one game, and is not the name of its file.
pub fn shell_words() -> Vec<String> {
    let files: BTreeSet<String> = variants::names().map(letters).collect();
    let mut meant: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for game in all_games() {
        for name in titles(game) {
            meant.entry(shell_word(name)).or_default().insert(game.name);
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

/// The most games that are suggested for a name.
pub const MOST_SUGGESTED: usize = 4;

/// The shipped games with the names that are most like this one; none if there are many.
pub fn nearest(name: &str) -> Vec<&'static str> {
    let plain = |game: &'static CatalogueEntry| [game.name].into_iter().chain(titles(game)).map(unaccented);
    let all: Vec<_> = all_games().flat_map(|game| plain(game).map(|name| (game.name, name))).collect();
    let like = most_like(&unaccented(name), all.iter().map(|(_, name)| name.as_str()));
    let mut games: Vec<_> =
        all.iter().filter(|(_, name)| like.contains(&name.as_str())).map(|(game, _)| *game).collect();
    games.dedup();
    if games.len() <= MOST_SUGGESTED { games } else { vec![] }
}

/// The title of a game and its other names.
fn titles(game: &CatalogueEntry) -> impl Iterator<Item = &str> {
    let about = &game.rules.about;
    [&about.name].into_iter().chain(&about.names).map(String::as_str)
}

fn games(is_meant: impl Fn(&'static CatalogueEntry) -> bool) -> Vec<&'static str> {
    all_games().filter(|game| is_meant(game)).map(|game| game.name).collect()
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
        let bao = named("bao");
        assert!(["bao-kiswahili-congo", "bao-la-kiswahili"].iter().all(|name| bao.contains(name)), "{bao:?}");
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
        assert_eq!(nearest("kalaa"), ["kalah"]);
        assert_eq!(nearest("abbapa"), ["oware"]);
        let owari = nearest("owari");
        assert!(["awari", "oware"].iter().all(|name| owari.contains(name)), "{owari:?}");
        assert_eq!(nearest("xyzzy"), [""; 0]);
    }
}
