//! The time that a keystroke takes: a text is analysed anew, with the problems and tokens that an editor shows.

use criterion::{Criterion, criterion_group, criterion_main};

use uur::analysis::Analysis;
use uur::source::Source;
use uur::variants;

/// The keystroke in the middle of the longest shipped file, and in the one that takes longest to compile.
fn keystrokes(criterion: &mut Criterion) {
    let texts = variants::names().filter_map(variants::source);
    let longest = texts.max_by_key(|source| source.text.len()).expect("games are shipped");
    for source in [longest, variants::source("ali-guli-mane").expect("it is shipped")] {
        let half_typed = source.text.replacen("->", "-", 1);
        for (state, text) in [("a finished text", source.text), ("a text with a slip", half_typed)] {
            criterion.bench_function(&format!("{}: {state}", source.name), |bencher| {
                bencher.iter(|| {
                    let analysis = Analysis::new(Source::new("it.uur", &*text), &variants::library);
                    (analysis.tokens().len(), analysis.problems.len())
                });
            });
        }
    }
}

criterion_group!(benches, keystrokes);
criterion_main!(benches);
