//! Embeds rules as text, plays a few moves by name, and prints what happens and why.
//!
//! ```text
//! cargo run --example own_rules
//! ```

use std::error::Error;

use uur::Game;

const RULES: &str = r#"
language 1

game "Four pits" {
  source "none: an example"
}

board {
  rows 2
  pits 4
  seeds 3 each
}

sow counterclockwise {
  from own pit
}

land {
  again: here is occupied                     -> relay
  take:  here is own and opposite is occupied -> capture opposite
}

end {
  no move -> each takes own row
  win most seeds
}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let game = match Game::parse(RULES) {
        Ok(game) => game,
        Err(diagnostics) => {
            eprintln!("{diagnostics}");
            return Err("the rules have errors".into());
        }
    };
    println!("{}", game.explain(100));

    let mut play = game.play();
    for text in ["A", "b", "C"] {
        let moved = play.play(play.parse_move(text)?)?;
        println!("{text}: {}", game.describe(&moved.events).join(", "));
        let mut lines = moved.events.iter().filter_map(|event| event.clause());
        let last = lines.next_back().map_or(String::new(), |clause| game.place(clause));
        println!("the last line that acted is {last}\n{play}");
    }
    while play.undo().is_some() {}
    assert_eq!(*play.position(), game.program.start());
    Ok(())
}
