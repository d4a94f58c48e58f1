/**
 * @file The rules language of mancala games, as editors parse it
 * @license MIT OR Apache-2.0
 *
 * The rules have the names that they have in grammar/uur.pest, which defines the language. It is a
 * little wider: a bracket, for instance, may stand around any number.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** One or more of a rule, with a separator between them. */
const list = (rule, separator) => seq(rule, repeat(seq(separator, rule)));

/** The lines of a section. */
const body = ($, line) => seq('{', repeat(choice($._blank, seq(line, $._line_end))), '}');

/** A section of lines that may change a section of an extended game. */
const section = ($, word, line) => seq(optional('change'), ...[word].flat(), body($, choice(line, $.without)));

/** A section whose first line that fits has an effect. */
const table = ($, word) => seq(optional('change'), word, $._table);

/** A rule of one word, with the word as a node inside, which queries for words find. */
const alone = word => prec(0, word);

/** Any word as a name, also one of the language. */
const word = ($, name) => alias($._word, name);

module.exports = grammar({
  name: 'uur',

  word: $ => $._word,

  extras: $ => [/[ \t\u00A0\uFEFF]/, $.comment, $._continuation],

  // src/scanner.c
  externals: $ => [
    // The end of a line of the language.
    $._line_end,
    // A line break that has no meaning where it stands, as after `->`.
    $._blank,
    // A line break before `->`, `,`, `and`, `or`, `)` or `{`: the line goes on.
    $._continuation,
    // A word before a colon. Any word may name a line.
    $._label_name,
    // A word that is none of the language.
    $.name,
  ],

  supertypes: $ => [$.section, $.action, $.test, $.expectation],

  // What a word belongs to may show later only: after `or` can stand a kind, an amount or a test.
  conflicts: $ => [
    [$.all_of],
    [$._all, $.all_of],
    [$._row_named, $.part],
    [$._adjective, $.parameter],
    [$.kinds],
    [$.amount],
    [$._count],
    [$.share],
    [$.named, $.parameter],
  ],

  rules: {
    // A section needs no line break after it, so that one without `}` leaves the next section as it is.
    file: $ => repeat(choice($._blank, $.section)),

    section: $ => choice(
      $.version, $.game, $.extends, $.param, $.board, $.marks, $.counters, $.terms, $.sow, $.lift_table, $.drop,
      $.land, $.finish, $.begin, $.opening, $.end, $.win, $.rounds, $.lot, $.example,
    ),

    // ── statements, and what describes a game ───────────────────────────────────────────────

    version: $ => seq('language', $.integer, $._line_end),

    game: $ => seq('game', field('title', $.text), body($, choice(
      $.names, $.region, $.source, $.reading, $.asymmetric,
    ))),
    names: $ => seq('names', list($.text, $._comma)),
    region: $ => seq('region', $.text),
    source: $ => seq('source', $.text),
    reading: $ => seq('reading', $.text),
    asymmetric: $ => seq('asymmetric', $.text),

    extends: $ => seq('extends', field('game', $.text), $._line_end),

    param: $ => seq(
      'param', field('name', $.parameter), '=', field('default', $._value), 'in', $.values,
      optional(field('description', $.text)), $._line_end,
    ),
    values: $ => list(choice($.span, $._value), $._comma),
    span: $ => seq($.integer, '..', $.integer),
    _value: $ => choice($.integer, word($, $.value)),

    // ── the board ───────────────────────────────────────────────────────────────────────────

    board: $ => section($, 'board', choice($.rows, $.pits, $.plan, $.seeds, $.stores, $.owned)),
    rows: $ => seq('rows', $._number, optional('shared')),
    pits: $ => seq('pits', $._number),
    plan: $ => seq('plan', $.text),
    seeds: $ => seq(
      'seeds', optional(choice('south', 'north')), optional($._row_named),
      choice(seq($._number, 'each'), $.pattern),
    ),
    stores: $ => seq('stores', $._number, 'each'),
    owned: $ => seq('each', 'owns', $.kinds),
    pattern: $ => seq(repeat1(choice($.integer, seq('(', $._number, ')'))), optional('repeated')),

    marks: $ => section($, 'marks', $.mark_kind),
    mark_kind: $ => seq(
      field('name', $.name), optional($.marked_at), optional($.emptied), optional(seq($._comma, $.plural)),
    ),
    marked_at: $ => seq('at', $.kinds),
    emptied: $ => seq('never', 'emptied'),
    plural: $ => $.name,

    counters: $ => section($, 'counters', $.counter),
    counter: $ => seq(field('name', $.name), optional('kept')),

    terms: $ => section($, 'terms', $.term),
    term: $ => seq(field('name', alias($._label_name, $.name)), ':', field('condition', $._condition)),

    // ── sowing ──────────────────────────────────────────────────────────────────────────────

    sow: $ => section($, ['sow', optional($.direction)], choice(
      $.from, $.enter, $.prefer, $.each_lap, $.lift, $.way, $.kept, $.along, $.several, $.skip,
    )),
    direction: $ => choice($._way, seq('either', 'way')),
    _way: $ => choice('counterclockwise', 'clockwise'),
    from: $ => seq('from', $.kinds, optional($.where)),
    enter: $ => seq('enter', $._number, 'from', 'own', 'store', 'to', $.kinds, optional($.where)),
    each_lap: $ => seq('each', 'lap', 'may', 'go', $._way, optional($.where)),
    prefer: $ => seq('prefer', field('condition', $._condition)),
    way: $ => seq($.direction, $.where),
    kept: $ => seq('keep', optional(choice('same', 'opposite')), 'way'),
    along: $ => seq('along', list($.passed, $._comma)),
    passed: $ => seq($._whose, choice('side', 'store', $._row_named), optional('backwards')),
    several: $ => seq('drop', $._number, optional($.where)),
    lift: $ => seq(
      'lift', choice(seq('all', 'but', $._number), seq($.amount, optional($.staying))), optional($.where),
    ),
    staying: $ => seq('leaving', $.amount),
    skip: $ => seq('skip', $.kinds, optional($.where)),
    where: $ => seq('where', field('condition', $._condition)),

    // ── tables ──────────────────────────────────────────────────────────────────────────────

    lift_table: $ => table($, 'lift'),
    drop: $ => table($, 'drop'),
    land: $ => table($, 'land'),
    finish: $ => table($, 'finish'),
    begin: $ => table($, 'begin'),
    end: $ => table($, 'end'),

    _table: $ => body($, choice($.before, $.after, $.without, $.rule_line)),
    rule_line: $ => seq(optional($.label), choice(
      $.unlimited,
      seq(field('condition', choice($.otherwise, $._condition)), $._arrow, field('actions', $.actions)),
    )),
    label: $ => seq(field('name', alias($._label_name, $.name)), ':'),
    otherwise: _ => alone('else'),
    before: $ => seq('before', $.label, $.rule_line),
    after: $ => seq('after', $.label, $.rule_line),
    without: $ => seq('without', field('name', word($, $.name))),

    // ── the opening, the match, lots ────────────────────────────────────────────────────────

    opening: $ => section($, 'opening', choice($.swapped, $.scripted, $.arrangement)),
    swapped: $ => seq('move', $._number, 'may', 'swap', optional(seq($._comma, 'bonus', 'move')), optional($.where)),
    scripted: $ => seq(
      'move', $._number, choice('may', 'must'), 'lift', $.pit_list, optional($.leaving), optional($.where),
    ),
    arrangement: $ => seq(
      choice('south', 'north', 'each', 'lot'), 'arranges',
      choice(seq('own', choice(seq(choice('row', 'side'), optional($._for_both)), 'pit')), 'board'),
      optional($.where),
    ),
    pit_list: $ => list($.pit, $._or),
    leaving: $ => seq('leaving', $._number),
    pit: $ => choice(
      seq('pit', $._pit_end, optional(seq('..', $._pit_end))),
      seq($.letter, optional(seq('..', $.letter))),
    ),
    _for_both: _ => seq('for', 'both'),

    win: $ => seq('win', 'most', 'seeds', optional(seq($._comma, 'at', $.amount)), $._line_end),

    rounds: $ => section($, 'match', choice(
      $.refill, $.round_setup, $.keep_seeds, $.gain, $.territory, $.remainder, $.unfilled, $.points, $.starter,
      $.over,
    )),
    refill: $ => seq('refill', choice('board', seq(
      choice('evenly', seq($._number, 'each', optional($._from_last))),
      optional(seq('by', 'loser', optional($._for_both))),
    ))),
    _from_last: _ => seq('from', 'last', 'pit'),
    round_setup: $ => seq(
      'loser', 'arranges', 'own', choice('row', 'side'), optional($._for_both), optional($.where),
      optional($._when),
    ),
    _when: $ => seq('when', field('condition', $._condition)),
    keep_seeds: $ => seq('keep', $.kinds),
    gain: $ => seq('winner', 'owns', $._number, 'more', choice('pits', 'pit')),
    territory: $ => seq('territory', $._number, 'each', optional($._from_last)),
    remainder: $ => seq('remainder', choice(
      seq('in', 'next', choice('pits', 'pit')),
      seq($._number, 'against', $._number, $._arrow, choice('cede', 'loser', 'lot')),
    )),
    unfilled: $ => seq('unfilled', choice(seq('closed', optional($._for_both)), 'empty')),
    points: $ => seq('points', choice('surplus', $._number), $._when),
    starter: $ => seq('starter', choice('lot', 'alternates', 'winner', 'loser', seq('last', 'to', 'move'))),
    over: $ => seq('over', $._when, $._arrow, field('actions', $.actions)),

    lot: $ => section($, ['lot', field('title', $.text)], $.beats),
    beats: $ => seq(word($, $.name), 'beats', word($, $.name)),

    // ── tests ───────────────────────────────────────────────────────────────────────────────

    example: $ => seq('test', field('title', $.text), body($, choice($.given, $.with, $.played, $.expected))),
    given: $ => seq('position', $.text),
    with: $ => seq('with', $.parameter, $._value),
    played: $ => seq('play', repeat1($.turn)),
    turn: _ => token(choice(
      /@[A-Za-z0-9_]+(=[0-9]+(\.[0-9]+)*(\/[0-9]+(\.[0-9]+)*)?)?/,
      /[A-Za-z0-9_]+'*(-[0-9]+)?[<>]?(:([A-Za-z]'*|[+-])+)?/,
    )),
    expected: $ => seq('expect', list($.expectation, $._comma)),
    expectation: $ => choice(
      $.gained, $.gone, $.marked, $.refused, $.again, $.without_end, $.stands, $.match_won, $.result, $.to_move,
      $.fired,
    ),
    gained: $ => seq(optional('opponent'), 'captured', $.integer),
    gone: $ => seq('removed', $.integer),
    marked: $ => seq('marked', repeat1($.turn), 'as', $.name),
    refused: $ => seq('illegal', $.turn, optional($.by)),
    by: $ => seq('by', field('name', word($, $.name))),
    again: _ => seq('bonus', 'move'),
    without_end: _ => alone('endless'),
    stands: $ => seq('position', $.text),
    match_won: _ => seq(choice('south', 'north'), 'wins', 'match'),
    result: $ => seq(
      choice(seq(choice('south', 'north'), 'wins'), 'draw'), optional(seq($.integer, 'to', $.integer)),
    ),
    to_move: _ => seq(choice('south', 'north'), 'to', 'move'),
    fired: $ => $.by,

    // ── conditions ──────────────────────────────────────────────────────────────────────────

    _condition: $ => choice($.any_of, $._all),
    any_of: $ => seq($._all, repeat1(seq($._or, $._all))),
    _all: $ => choice($.all_of, $.test),
    all_of: $ => seq($.test, repeat1(seq($._and, $.test))),
    test: $ => choice(
      $.negation, $.group, $.no_move, $.some, $.fact, $.number_is, $.heap_holds, $.lap_ends, $.in_reach, $.after_move,
      $.endless, $.repeated, $.setting, $.is, $.holds, $.counted, $.named,
    ),
    negation: $ => seq('not', $.test),
    group: $ => seq('(', repeat($._blank), $._condition, ')'),
    no_move: _ => seq('no', 'move'),
    some: $ => seq(choice('every', 'any', 'no'), $.kinds, optional($._quality), optional($.where_one)),
    _quality: $ => choice(seq('is', $.kinds), seq('holds', $.amount)),
    where_one: $ => seq('where', field('condition', $.test)),
    fact: $ => choice(
      seq('seed', 'is', optional('not'), 'last'),
      seq('turn', 'is', optional('not'), 'bonus'),
      seq('move', 'is', optional('not'), 'entered'),
      seq('lap', 'is', optional('not'), $._way),
      seq('player', 'is', optional('not'), choice('south', 'north', 'starter')),
    ),
    number_is: $ => seq(choice('move', 'lap'), 'is', optional('not'), $.amount),
    heap_holds: $ => seq(choice('captured', seq('last', 'move'), 'lap'), 'holds', $.amount),
    lap_ends: $ => seq('lap', 'ends', 'in', $.kinds, optional($.where_one)),
    in_reach: $ => seq($.place, 'is', 'in', 'reach', 'of', $.kinds, optional($.where_one)),
    // Where a kind may stand as well, the name is one.
    named: $ => prec.dynamic(-1, $.name),
    after_move: $ => seq('after', 'move', $.test),
    endless: $ => seq('endless', optional(seq('after', 'lap', $._number))),
    repeated: $ => seq('repeated', $._number, 'times'),
    unlimited: _ => seq('repeated', 'never'),
    setting: $ => seq($.parameter, 'is', $._value),
    is: $ => seq($.place, 'is', $.kinds),
    holds: $ => seq($.place, 'holds', $.amount),
    counted: $ => seq($.quantity, choice($.pits_of, $.kinds), optional($.where_one)),
    quantity: $ => choice('even', 'odd', list($._count, $._or)),

    kinds: $ => list($.kind, $._or),
    kind: $ => seq(optional('not'), choice(seq($._outermost, $._described, optional($.counted_from)), $._described)),
    _described: $ => choice(
      seq(repeat1($._adjective), optional(choice('store', $._pit_named))), 'store', $._pit_named,
    ),
    counted_from: $ => seq(choice('after', 'before'), $.place),
    _outermost: _ => choice('first', 'last'),
    _adjective: $ => choice(
      $._whose, $._row_named, 'empty', 'occupied', 'closed', 'sown', 'reached', $.origin, $.name,
    ),
    _row_named: $ => choice('front', 'back', seq('row', $.integer)),
    _pit_named: $ => seq('pit', optional($.pit_range)),
    pit_range: $ => seq($._pit_end, optional(seq('..', $._pit_end))),
    _pit_end: $ => choice($.letter, $._number),
    // `last landing` is no last pit of a kind.
    origin: _ => prec(1, choice(seq(choice('lap', 'turn', 'last'), 'origin'), seq(optional('last'), 'landing'))),

    amount: $ => choice('even', 'odd', $.compared, list($._count, $._or)),
    compared: $ => seq(choice(seq('as', 'many', 'as'), seq('more', 'than'), seq('fewer', 'than')), $.place),
    _count: $ => choice(
      $.share, seq($._number, '..', $._number), seq($._number, optional(seq($._or, choice('more', 'fewer')))),
    ),
    share: $ => choice(
      seq(choice('more', 'fewer'), 'than', 'half'),
      seq('half', optional(seq($._or, choice('more', 'fewer')))),
      'all',
    ),

    place: $ => list($.part, '+'),
    part: $ => choice(
      seq($._whose, optional($._row_named), 'pit', $._pit_end),
      seq($._whose, choice('row', 'side', 'front', 'back', 'store', 'points', $.name)),
      'board',
      'hand',
      seq(repeat(choice('behind', seq($._step, 'of'))), choice('here', 'chosen', $.origin, $._step)),
    ),
    _whose: _ => choice('own', 'opponent'),
    _step: _ => choice('opposite', 'next', 'beyond', 'previous', 'mirror'),

    _number: $ => choice($.integer, $.parameter, $.expression, seq('(', $._number, ')')),
    expression: $ => choice(
      prec.left(1, seq($._number, choice('+', '-'), $._number)),
      prec.left(2, seq($._number, choice('*', '/'), $._number)),
    ),
    parameter: $ => choice('pits', 'seeds', 'rows', $.name),

    // ── actions ─────────────────────────────────────────────────────────────────────────────

    actions: $ => seq(optional('may'), list($.action, $._comma)),
    action: $ => choice(
      $.capture, $.remove, $.move_seeds, $.gather, $.sow_on, $.mark, $.unmark, $.count_up, $.choose, $.undo,
      $.reverse, $.stop, $.relay, $.bonus, $.repeat, $.takes, $.wins, $.draw, $.illegal, $.pass,
    ),
    capture: $ => seq(
      'capture', optional($.seeds_from), $.places, optional(seq('for', choice('owner', 'opponent'))),
    ),
    seeds_from: $ => choice(
      seq('half', 'of'), seq('all', 'but', $._number, 'from'), seq($._number, 'from'),
    ),
    remove: $ => seq('remove', optional($.seeds_from), $.places),
    move_seeds: $ => seq('move', choice('all', $._number), 'from', $._target, 'to', $._target),
    gather: $ => seq('lift', optional($.seeds_from), $.places),
    sow_on: $ => seq('sow', optional($._way), choice('after', 'from'), $.place),
    count_up: $ => choice(
      seq('set', $.counted_by, 'to', $._tally),
      seq('add', $._tally, 'to', $.counted_by),
      seq('subtract', $._tally, 'from', $.counted_by),
    ),
    counted_by: $ => seq($._whose, $.name),
    _tally: $ => choice($._number, $.place),
    choose: $ => seq('choose', choice(seq($._number, $.pits_of), $.kinds), optional($.where)),
    pits_of: $ => seq(repeat($._adjective), 'pits'),
    undo: _ => alone('undo'),
    reverse: _ => alone('reverse'),
    mark: $ => seq('mark', $.places, 'as', $.name, optional(seq('for', 'opponent'))),
    unmark: $ => seq('unmark', $.places),
    stop: _ => alone('stop'),
    relay: $ => seq('relay', optional(seq('from', $.place))),
    bonus: _ => seq('bonus', 'move'),
    repeat: $ => seq(
      'repeat', optional(seq($._number, 'times')), 'from', $.place, optional(seq($._and, $.place)),
    ),
    takes: $ => seq(choice('each', 'player', 'opponent'), 'takes', list($.taking, $._and)),
    taking: $ => choice('rest', 'half', seq($._whose, choice('row', 'side', $.name))),
    wins: _ => seq(choice('player', 'opponent'), 'wins'),
    draw: _ => alone('draw'),
    illegal: _ => alone('illegal'),
    pass: _ => alone('pass'),
    places: $ => list($._target, $._and),
    _target: $ => choice($.each_of, $.place),
    each_of: $ => seq('every', $.kinds, optional($.where)),

    // ── tokens ──────────────────────────────────────────────────────────────────────────────

    text: _ => /"[^"\r\n]*"/,
    _word: _ => /[A-Za-z][A-Za-z0-9_]*/,
    letter: _ => /[A-Z]'*/,
    integer: _ => /[0-9]+/,
    comment: _ => /#[^\r\n]*/,

    _arrow: $ => seq('->', repeat($._blank)),
    _comma: $ => seq(',', repeat($._blank)),
    _and: $ => seq('and', repeat($._blank)),
    _or: $ => seq('or', repeat($._blank)),
  },
});
