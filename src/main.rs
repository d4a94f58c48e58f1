//! x
fn main() {
    let g = std::env::args().nth(1).unwrap();
    let d: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let set = std::env::args()
        .nth(3)
        .map(|s| {
            let (a, b) = s.split_once('=').unwrap();
            (a.to_string(), b.to_string())
        })
        .into_iter()
        .collect();
    let game =
        uur::game::Game::load(uur::variants::source(&g).unwrap(), &uur::variants::library, &set).unwrap_or_else(|f| {
            print!("{}", uur::diagnostic::draw(&f.problems, &f.sources, uur::diagnostic::Format::Plain));
            panic!()
        });
    for d in 1..=d {
        print!("{} ", uur::lab::perft(&game.program, &game.program.start(), d));
    }
    println!();
}
