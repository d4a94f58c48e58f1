//! The tests in every shipped rule file, and in the files of wrong rules: one test for each file.

use std::collections::BTreeMap;

use uur::check::Settings;
use uur::game::Game;
use uur::syntax::ast::ExampleLineNode;
use uur::variants;
use uur_cli::cli::test::run_all;
use uur_testing::properties::PlayBounds;
use uur_testing::resolve;
use uur_testing::suite::Effort;

use crate::rule_files::folder;

/// Runs the tests of a rule file and reports every one that fails, and lines that no test reaches. The invariants
/// are checked in a few games only: `.ci/run` lets `uur test variants` check them in ten times as many.
fn all_tests_pass(file: &str) {
    let usual = Effort::default();
    let effort = Effort { invariants: PlayBounds { games: 10, events: 3_000_000, ..usual.invariants }, ..usual };
    let tested = run_all(&[folder(file).to_string_lossy().into_owned()], effort).expect("the file can be read");
    for tested in tested {
        if let Some(faults) = &tested.faults {
            panic!("{file} is not a game: {:#?}", faults.problems);
        }
        let mut failed = vec![];
        for case in &tested.cases {
            if let Some(failure) = &case.failure {
                let (kind, name) = (case.kind.as_str(), &case.name);
                let (expected, got, details) = (&failure.expected, &failure.got, &failure.details);
                failed.push(format!("{kind} {name}: expected {expected}, got {got}\n{details}"));
            }
        }
        if let Some(percent) = tested.covered_percent().filter(|&percent| percent < 100) {
            failed.push(format!("the tests reach {percent} % of the lines"));
        }
        assert!(failed.is_empty(), "{file}\n{}", failed.join("\n"));
    }
}

/// Makes a test for each shipped game; `_` in its name stands for `-`.
macro_rules! shipped_games {
    ($($game:ident)*) => {
        /// The shipped games that have a test here.
        const TESTED: &[&str] = &[$(stringify!($game)),*];

        $(
            #[test]
            fn $game() {
                all_tests_pass(&format!("variants/{}.uur", stringify!($game).replace('_', "-")));
            }
        )*
    };
}

shipped_games! {
    abalalae
    achochodi
    adi_ewe
    adidada
    adji_boto
    adji_kui
    adji_kui_ii
    ako_okwe
    al_manqala
    ali_guli_mane
    alitev
    andada
    andot
    anywoli
    avalanche
    awagagae
    awari
    ayoayo
    azigo
    ba_awa
    bakuk
    bao_ki_arabu_1
    bao_ki_arabu_2
    bao_kiswahili_congo
    bao_kiswahili_east_africa
    bao_la_kiswahili
    bao_la_kujifunza
    bao_two_row
    baqura
    bay_khom
    bechi
    bestemshe
    bohnenspiel
    boola
    bosh
    boukerourou
    bule_perga
    centering
    chisolo
    chongka
    chonka
    choro_acholi
    choro_lango
    chungcajon
    congklak
    cross_wari
    crosscapt
    dabuda
    dakon
    daramuti
    deka
    depouiller
    djenon_abe
    djenon_aboure
    dongjintian
    duene
    embeli
    endodoi
    english_wari
    enindji
    enkeshui
    erherhe
    eson_xorgol
    fairkalah
    foji
    fondji
    french_wari
    gabata
    gabata_adegrat
    gabata_adowa
    gabata_aksum
    gabata_ansaba
    gabata_ghinda
    gabata_oromo
    gabata_shoa_and_adegrat
    gabata_wuqro
    galatjang
    gamacha
    gamacha_nobility
    gelech
    gifia
    giuthi
    giuthi_match
    goat
    goempty_two
    halusa
    hawalis
    hoyito
    hufesay
    huroy
    hus
    hus_nama
    i_pere
    ikibuguzo_1
    ikibuguzo_2
    intotoi
    isolo
    je_ki_n_je
    jerin
    jodu
    jongkak
    kalah
    kale
    kanji_guti
    kapana_bona
    kara
    kasoku
    katra
    katra_boaoaka
    katro
    kay
    kiothi
    kisolo
    kisolo_lali
    kotu_baendum
    krur
    kubuguza
    lab_akila
    lagerung
    lahemay_waladat
    lam_waladach
    lami
    lamlameta
    layli_goobalay
    layli_goobalay_berbera
    layli_goobalay_wikipedia
    leab_el_akil
    leb_bbut_ahbochen
    leyla
    lisolo
    lobudok
    longbeu_a_cha
    main_chongkak
    makonn
    mandoli
    mangala
    mangala_balkan
    mangala_bedouin
    mangala_east_africa
    mangala_turkey
    mankala_niebuhr
    mawkar_katiya
    mbangbi
    mbelele
    mbothe
    mefuvha
    meusueb
    mewegae
    mewelad
    micro_wari
    mikro_tsoro
    misoro_tsoro
    misoro_tsoro_additional_capture
    modiar
    moruba
    motiq
    msuwa
    msuwa_wa_kunja
    musoro_tsoro
    muvalavala_luena
    muvalavala_quioco
    mwambulula
    mweiso
    nam_nam
    nambayi
    namudilakunze
    nchayo
    nchuwa
    ndoto
    ngolo
    njombwa
    njombwa_one_counter
    njombwa_two_counters
    ns_kalah
    nsa_isong
    nsolo
    nsumbi
    ntyenge
    num_num
    o_an_quan
    obridjie
    ohojichi
    ohvalhu
    okwe_achalla
    olinda_keliya
    olowuka
    omangunta_peeta
    omweso
    onlychild
    ot_tjin
    otep
    oure_ngat
    ouri
    oware
    owela_benguela
    pachgarhwa
    pallanguzhi
    pandi
    pereauni
    puhulmutu
    qelat
    quela
    quiela
    rabe
    raja_pasu
    rio_kadalis
    ryakati
    sadeqa
    sadeqa_jimma
    sadeqa_walaga
    san_yao
    sat_gol
    selus
    selus_ethiopia
    shono
    sokusowo
    songo
    spreta
    sungka
    sutada
    sute
    tap_urdy
    tapata
    tchuka_ruma
    tegre
    the_concentration_game
    tihbat
    toguz_kumalak
    toguz_xorgol
    tshuba
    tsoro
    tsoro_additional_capture
    tsoro_reentered_captures
    um_el_bagara
    um_el_banat
    um_el_bil
    unnee_tugalluulax
    uril
    urim
    vai_lung_thlan
    voleur
    walak_pussa
    waloyu
    wari
    wari_ashanti
    waurie
    weg
    whyo
    woli
    wore
    wouri
    yovodi
    yovodji
}

#[test]
fn every_shipped_game_has_a_test_here() {
    let mut tested: Vec<String> = TESTED.iter().map(|game| game.replace('_', "-")).collect();
    tested.sort();
    let mut shipped: Vec<&str> = variants::names().collect();
    shipped.sort();
    assert_eq!(tested, shipped, "write every game of `variants` into `shipped_games!`");
}

#[test]
fn positions_in_tests_hold_no_more_seeds_than_the_game() {
    let mut more = vec![];
    for name in variants::names() {
        let game = Game::shipped(name).expect("it is shipped");
        let mut games = BTreeMap::from([(Settings::new(), game.clone())]);
        for example in game.examples() {
            let under = games
                .entry(resolve::settings(example))
                .or_insert_with_key(|settings| game.with_settings(settings).expect("its tests pass"));
            let most = under.program.start().total();
            for line in &example.lines {
                let ExampleLineNode::Position(text) = &line.value else { continue };
                let total = resolve::position(under, text, &mut ()).expect("its tests pass").total();
                if total > most {
                    more.push(format!("{name}, {:?}: {total} of {most}: {}", example.title.value, text.value));
                }
            }
        }
    }
    assert!(more.is_empty(), "{}", more.join("\n"));
}

#[test]
fn examples_with_wrong_results() {
    all_tests_pass("tests/wrong/examples.uur");
}

#[test]
fn wrong_landing_rules() {
    all_tests_pass("tests/wrong/landing.uur");
}

#[test]
fn wrong_names() {
    all_tests_pass("tests/wrong/names.uur");
}
