// The replay of a page that `uur page` writes. All texts and paths come from the page's data; nothing is
// loaded, and no text becomes markup.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const page = JSON.parse($("page-data").textContent);
  let game = JSON.parse($("replay-data").textContent);
  const board = $("board");
  const table = board.querySelector(".table");
  const cells = page.cells.map((cell) => board.querySelector(`[data-pit="${cell.pit}"]`));
  const stores = [0, 1].map((side) => board.querySelector(`[data-pit="${page.stores[side]}"]`));
  const SPEEDS = { slow: 400, normal: 140, fast: 40, laps: 500, once: 0 };
  const LONGEST = 6000;
  const MOST_LINK = 65536;
  const MOST_DATA = 2000000;
  const CLASSES = ["from", "to", "path", "head", "move"];

  // What is shown: a turn, and how many of its small steps have been made.
  let turn = 0;
  let made = 0;
  let timer = 0;
  let turned = 0;

  // --- Steps: every event, and every seed of a sowing, is one.
  function steps(number) {
    const at = game.turns[number];
    if (!at) return [];
    if (at.steps) return at.steps;
    const all = [];
    at.events.forEach(([text, clause, oneByOne, changes, codes], event) => {
      if (oneByOne) {
        for (let i = 0; i < changes.length; i += 2) {
          all.push({ event, changes: [changes[i], changes[i + 1]], codes: {}, focus: changes[i] });
        }
      } else {
        all.push({ event, changes, codes: codes || {}, focus: changes.length ? changes[changes.length - 2] : -1 });
      }
    });
    Object.defineProperty(at, "steps", { value: all });
    return all;
  }

  function position() {
    const start = game.turns[turn] ? game.turns[turn].start : game.end;
    const now = { seeds: start.seeds.slice(), codes: { ...start.codes }, to_move: start.to_move };
    for (const step of steps(turn).slice(0, made)) {
      for (let i = 0; i < step.changes.length; i += 2) now.seeds[step.changes[i]] = step.changes[i + 1];
      Object.assign(now.codes, step.codes);
    }
    return now;
  }

  // --- Drawing.
  function part(group, kind, name, first) {
    let element = group.querySelector(`:scope > .${name}`);
    if (!element) {
      element = document.createElementNS(SVG, kind);
      element.setAttribute("class", name);
      if (first) group.insertBefore(element, group.querySelector("text"));
      else group.append(element);
    }
    return element;
  }

  function path(group, name, d) {
    if (d) part(group, "path", name, true).setAttribute("d", d);
    else group.querySelector(`:scope > .${name}`)?.remove();
  }

  function number(group, text, isZero) {
    const element = group.querySelector(".number");
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("zero", isZero);
  }

  function draw(now) {
    cells.forEach((group, index) => {
      const seeds = now.seeds[index];
      const code = game.codes[now.codes[index] || 0] || game.codes[0];
      const drawn = `${seeds}/${now.codes[index] || 0}`;
      if (group.drawn === drawn) return;
      group.drawn = drawn;
      path(group, "pit", code.outline);
      path(group, "rim", code.rim);
      path(group, "cross", code.closed ? page.cross : "");
      path(group, "flag", code.owner < 0 ? "" : page.flags[page.cells[index].out][code.owner]);
      const [radius, dots] = (game.dots[code.room] || {})[seeds] || ["s67", ""];
      path(group, "seeds", code.closed ? "" : dots);
      const element = group.querySelector(":scope > .seeds");
      if (element) element.setAttribute("class", `seeds ${/^s\d+$/.test(radius) ? radius : ""}`);
      if (code.badge) {
        const badge = part(group, "text", "badge");
        badge.setAttribute("x", "26");
        badge.setAttribute("y", "-22");
        badge.textContent = code.badge;
      } else {
        group.querySelector(":scope > .badge")?.remove();
      }
      number(group, code.closed ? "–" : String(seeds), seeds === 0);
    });
    stores.forEach((group, side) => {
      if (!group) return;
      const seeds = now.seeds[cells.length + side];
      number(group, String(seeds), seeds === 0);
      const heap = page.heaps[side];
      path(group, "seeds", heap ? heap.dots.slice(0, seeds).join("") : "");
      const element = group.querySelector(":scope > .seeds");
      if (element) element.setAttribute("class", heap.class);
    });
    board.querySelectorAll(".turn").forEach((sign) => {
      sign.toggleAttribute("hidden", Number(sign.dataset.side) !== now.to_move);
    });
    const seedsOf = (index) => `${page.cells[index].name} ${now.seeds[index]}`;
    const stored = stores[0] ? `; stores: ${[0, 1].map((side) => `${page.sides[side]} ${now.seeds[cells.length + side]}`).join(", ")}` : "";
    board.setAttribute("aria-label", `Board: ${page.order.map(seedsOf).join(", ")}${stored}`);
  }

  function trail(parts) {
    const group = $("trail");
    group.replaceChildren();
    for (const [name, ...rest] of parts) {
      if (name === "text") {
        const element = document.createElementNS(SVG, "text");
        element.setAttribute("x", rest[0]);
        element.setAttribute("y", rest[1]);
        element.textContent = rest[2];
        group.append(element);
      } else if (CLASSES.includes(name)) {
        const element = document.createElementNS(SVG, "path");
        element.setAttribute("class", name);
        element.setAttribute("d", rest[0]);
        group.append(element);
      }
    }
  }

  function ring(index) {
    const cell = page.cells[index];
    trail(cell ? [["to", `M${cell.at[0] - 39} ${cell.at[1]}a39 39 0 1 0 78 0a39 39 0 1 0 -78 0z`]] : []);
  }

  // --- What is said.
  const side = (number) => page.sides[number] || "";

  function show() {
    const now = position();
    const at = game.turns[turn];
    const all = steps(turn);
    const step = all[made - 1];
    const isDone = at && made === all.length && made > 0;
    if (isDone) now.to_move = (game.turns[turn + 1]?.start || game.end).to_move;
    draw(now);
    if (isDone) trail(at.trail);
    else if (step) ring(step.focus);
    else trail([]);

    let text = page.start;
    let clause = -1;
    if (at && step) {
      text = at.events[step.event][0];
      clause = at.events[step.event][1];
      if (isDone) text = at.summary;
    } else if (at) {
      text = `Move ${turn + 1} of ${game.turns.length}: ${side(at.side)} plays ${at.name}.`;
    }
    if (!game.turns.length) text = page.start;
    $("now").textContent = text;
    const line = game.clauses[clause];
    $("because").textContent = line && !isDone ? `${line[0]}  ${line[1]}` : "";
    mark(line && !isDone ? line[0] : "");
    $("moves").querySelectorAll("button").forEach((button, index) => {
      if (index === turn) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    log(at, step);
    $("slider").value = String(turn);
    $("slider").setAttribute("aria-valuetext", at ? `move ${turn + 1}, ${at.name}` : "no moves");
    for (const [id, dead] of [["first", atStart()], ["back", atStart()], ["before", atStart()], ["next", atEnd()], ["after", atEnd()], ["last", atEnd()]]) {
      // A button that loses its purpose keeps the focus.
      $(id).setAttribute("aria-disabled", String(dead));
    }
  }

  function mark(place) {
    document.querySelectorAll("[data-line]").forEach((element) => {
      element.classList.toggle("acting", Boolean(place) && element.dataset.line.split(" ").includes(place));
    });
  }

  function log(at, step) {
    const list = $("events");
    if (list.turn !== turn || list.game !== game) {
      list.turn = turn;
      list.game = game;
      list.replaceChildren();
      (at ? at.events : []).forEach(([text, clause], event) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.addEventListener("click", () => {
          stop();
          made = steps(turn).reduce((count, one) => count + (one.event <= event ? 1 : 0), 0);
          show();
          remember();
        });
        item.append(button);
        if (game.clauses[clause]) {
          const line = document.createElement("span");
          line.className = "line";
          line.textContent = `${game.clauses[clause][0]}  ${game.clauses[clause][1]}`;
          item.append(line);
        }
        list.append(item);
      });
    }
    let current = null;
    [...list.children].forEach((item, event) => {
      const is = Boolean(step) && step.event === event;
      item.classList.toggle("current", is);
      if (is) current = item;
    });
    if (current) {
      const box = list.getBoundingClientRect();
      const own = current.getBoundingClientRect();
      if (own.top < box.top || own.bottom > box.bottom) list.scrollTop += own.top - box.top - box.height / 3;
    }
  }

  // --- Moving about.
  const atStart = () => turn === 0 && made === 0;
  const atEnd = () => turn >= game.turns.length - 1 && made >= steps(game.turns.length - 1).length;

  function forward() {
    if (atEnd()) return false;
    if (made < steps(turn).length) made += 1;
    else [turn, made] = [turn + 1, 0];
    return true;
  }

  function backward() {
    if (atStart()) return;
    if (made > 0) made -= 1;
    else [turn, made] = [turn - 1, steps(turn - 1).length];
  }

  function nextMove() {
    if (made < steps(turn).length) made = steps(turn).length;
    else if (turn + 1 < game.turns.length) [turn, made] = [turn + 1, steps(turn + 1).length];
  }

  function moveBefore() {
    if (made > 0) made = 0;
    else if (turn > 0) [turn, made] = [turn - 1, 0];
  }

  function go(where) {
    stop();
    where();
    show();
    remember();
  }

  const first = () => ([turn, made] = [0, 0]);
  const last = () => ([turn, made] = [Math.max(0, game.turns.length - 1), steps(game.turns.length - 1).length]);

  // --- Playing.
  function isPlaying() {
    return timer !== 0;
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    $("now").setAttribute("aria-live", "polite");
    $("play").textContent = "▶ Play";
    $("play").setAttribute("aria-pressed", "false");
  }

  function tick() {
    const speed = $("speed").value;
    const before = turn;
    const all = steps(turn);
    const byLaps = speed === "laps" || all.length * SPEEDS[speed] > LONGEST;
    if (speed === "once") {
      if (made >= all.length && !atEnd()) [turn, made] = [turn + 1, 0];
      made = steps(turn).length;
    } else if (!forward()) {
      stop();
      show();
      return;
    } else if (byLaps && turn === before) {
      const event = steps(turn)[made - 1].event;
      while (made < all.length && steps(turn)[made].event === event) made += 1;
    }
    show();
    if (atEnd()) {
      stop();
      $("now").textContent = game.turns.length ? `${game.turns[turn].summary}. ${game.over}` : page.start;
      remember();
      return;
    }
    const pause = made === steps(turn).length || made === 0;
    const wait = speed === "once" ? 900 : byLaps ? SPEEDS.laps : SPEEDS[speed];
    timer = setTimeout(tick, pause ? Math.max(wait, 700) : wait);
  }

  function play() {
    if (isPlaying()) {
      stop();
      show();
      remember();
      return;
    }
    if (atEnd()) first();
    // While seeds run, the status stays silent; it speaks at the end.
    $("now").setAttribute("aria-live", "off");
    $("play").textContent = "❚❚ Pause";
    $("play").setAttribute("aria-pressed", "true");
    timer = setTimeout(tick, 0);
  }

  function faster(by) {
    const options = $("speed").options;
    $("speed").selectedIndex = Math.min(options.length - 1, Math.max(0, $("speed").selectedIndex + by));
  }

  // --- The board turned: 0 as it is, 1 by half a turn, 2 upright.
  function turnBoard() {
    turned = (turned + 1) % 3;
    const [width, height] = page.size;
    const views = [
      ["", `0 0 ${width} ${height}`],
      [`rotate(180 ${width / 2} ${height / 2})`, `0 0 ${width} ${height}`],
      [`translate(0 ${width}) rotate(-90)`, `0 0 ${height} ${width}`],
    ];
    table.setAttribute("transform", views[turned][0]);
    board.setAttribute("viewBox", views[turned][1]);
    board.classList.toggle("turned", turned === 1);
    board.classList.toggle("upright", turned === 2);
    board.parentElement.classList.toggle("standing", turned === 2);
    say(["South sits below.", "North sits below.", "The board stands upright, South at the right."][turned]);
  }

  // --- Links.
  function say(text) {
    $("said").textContent = text;
  }

  const place = () => `${turn + 1}.${made}`;
  let whole = "";

  function remember() {
    try {
      history.replaceState(null, "", `#${whole ? `${whole}&` : ""}${place()}`);
    } catch {
      // Some places of a file have no address that can change.
    }
  }

  async function packed(stream, bytes, most) {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) throw new Error("it is too long");
      parts.push(value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  async function linkWithGame() {
    const bytes = await packed(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(game)), MOST_DATA);
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return `1.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  }

  async function copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      say(`${what} is copied (${text.length} characters).`);
    } catch {
      $("to-copy").value = text;
      $("to-copy").hidden = false;
      $("to-copy").select();
      say(`${what} is in the box (${text.length} characters): copy it from there.`);
    }
  }

  const numbers = (list) => Array.isArray(list) && list.every((one) => Number.isInteger(one) && one >= 0 && one < 100000);

  // A game of a link may come from anybody: it has the form of a game of this page, or it is refused.
  function check(other) {
    const text = (one) => typeof one === "string";
    const state = (one) => numbers(one.seeds) && one.seeds.length === cells.length + 2 && typeof one.codes === "object";
    const isEvent = ([words, clause, one, changes]) =>
      text(words) && Number.isInteger(clause) && Number.isInteger(one) && numbers(changes) && changes.length % 2 === 0;
    const isTurn = (one) =>
      text(one.name) && text(one.summary) && state(one.start) && one.events.every(isEvent) && one.trail.every((part) => text(part[0]));
    const sound =
      other.meaning === page.meaning && text(other.record) && text(other.over) && other.turns.length <= 5000 &&
      other.turns.every(isTurn) && state(other.end) && other.clauses.every((line) => text(line[0]) && text(line[1])) &&
      other.codes.length > 0 && other.codes.every((code) => text(code.outline) && text(code.rim)) && typeof other.dots === "object";
    if (!sound) throw new Error(other.meaning === page.meaning ? "it is damaged" : "it is of a game with other rules");
    return other;
  }

  async function readLink() {
    const [one, two] = decodeURIComponent(location.hash.slice(1)).split("&");
    const where = (two || one || "").match(/^(\d{1,4})\.(\d{1,6})$/);
    if (one && one.startsWith("1.") && !/^\d+\.\d+$/.test(one)) {
      try {
        if (one.length > MOST_LINK) throw new Error("it is too long");
        const text = atob(one.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
        const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
        const json = new TextDecoder().decode(await packed(new DecompressionStream("deflate-raw"), bytes, MOST_DATA));
        game = check(JSON.parse(json));
        whole = one;
        cells.forEach((group) => { group.drawn = null; });
        build();
      } catch (reason) {
        say(`The game in the link cannot be shown: ${reason.message || reason}.`);
      }
    }
    if (where) {
      turn = Math.min(Math.max(0, Number(where[1]) - 1), Math.max(0, game.turns.length - 1));
      made = Math.min(Number(where[2]), steps(turn).length);
    }
    show();
  }

  // --- The list of moves, the notation and the buttons.
  function build() {
    turn = 0;
    made = 0;
    const list = $("moves");
    list.replaceChildren();
    game.turns.forEach((at, index) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = at.name;
      button.title = at.summary;
      button.className = at.side === 1 ? "north" : "south";
      button.addEventListener("click", () => go(() => ([turn, made] = [index, steps(index).length])));
      item.append(button);
      list.append(item);
    });
    $("slider").max = String(Math.max(0, game.turns.length - 1));
    $("record").textContent = game.record;
  }

  const KEYS = {
    ",": () => go(backward), ".": () => go(forward), ArrowLeft: () => go(backward), ArrowRight: () => go(forward),
    PageUp: () => go(moveBefore), PageDown: () => go(nextMove), Home: () => go(first), End: () => go(last),
    " ": play, "+": () => faster(1), "-": () => faster(-1), 0: () => faster(9),
  };

  document.addEventListener("keydown", (event) => {
    const on = event.target;
    const inPlayer = on === document.body || $("player").contains(on);
    const isOwn = on.closest("button, select, input, textarea, summary");
    if (!inPlayer || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return stop();
    if (isOwn && (event.key === " " || (on.tagName !== "BUTTON" && event.key !== "," && event.key !== "."))) return;
    // Without focus in the replay, the page keys scroll as everywhere.
    if (on === document.body && ["PageUp", "PageDown", "Home", "End", " "].includes(event.key)) return;
    if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });

  for (const [id, act] of Object.entries({ first, back: moveBefore, before: backward, next: forward, after: nextMove, last })) {
    $(id).addEventListener("click", () => go(act));
  }
  $("play").addEventListener("click", play);
  $("turn").addEventListener("click", turnBoard);
  $("slider").addEventListener("input", () => go(() => ([turn, made] = [Number($("slider").value), 0])));
  $("link").addEventListener("click", async () => {
    const base = location.href.split("#")[0];
    await copy(`${base}#${await linkWithGame()}&${place()}`, "The link with the game");
  });
  $("copy").addEventListener("click", () => copy(game.record, "The game as text"));
  window.addEventListener("hashchange", readLink);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) $("speed").value = "laps";

  // The sign of the player to move is drawn once for each player.
  board.querySelectorAll(".turn").forEach((sign) => sign.remove());
  page.turns.forEach(([player, d]) => {
    const sign = document.createElementNS(SVG, "path");
    sign.setAttribute("class", "turn");
    sign.setAttribute("d", d);
    sign.dataset.side = player;
    table.append(sign);
  });
  document.body.classList.add("live");
  build();
  readLink();
})();
