// The filters of a gallery that `uur page` writes. What is chosen stands in the address after #.
"use strict";
(() => {
  const form = document.getElementById("filters");
  const cards = [...document.querySelectorAll("#cards > li")];
  const shown = document.getElementById("shown");
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const texts = cards.map((card) => plain(card.textContent));
  const words = (card, name) => (card.dataset[name] || "").split("|");

  function chosen() {
    const data = new FormData(form);
    return { q: data.get("q").trim(), region: data.get("region"), rows: data.getAll("rows"), has: data.getAll("has") };
  }

  function filter() {
    const { q, region, rows, has } = chosen();
    const wanted = plain(q).split(/\s+/).filter(Boolean);
    let count = 0;
    cards.forEach((card, index) => {
      const fits =
        wanted.every((word) => texts[index].includes(word)) &&
        (!region || words(card, "regions").includes(region)) &&
        (!rows.length || rows.includes(card.dataset.rows)) &&
        has.every((feature) => words(card, "features").includes(feature));
      card.hidden = !fits;
      count += fits ? 1 : 0;
    });
    shown.textContent = count === 1 ? "1 game" : `${count} games`;
  }

  function write() {
    const { q, region, rows, has } = chosen();
    const state = new URLSearchParams();
    if (q) state.set("q", q);
    if (region) state.set("region", region);
    for (const one of rows) state.append("rows", one);
    for (const one of has) state.append("has", one);
    try {
      history.replaceState(null, "", `#${state}`);
    } catch {
      // Some places of a file have no address that can change.
    }
  }

  function read() {
    const state = new URLSearchParams(location.hash.slice(1));
    form.elements.q.value = state.get("q") || "";
    form.elements.region.value = state.get("region") || "";
    for (const box of form.querySelectorAll("input[type=checkbox]")) box.checked = state.getAll(box.name).includes(box.value);
    filter();
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    filter();
    write();
  });
  form.addEventListener("reset", () => setTimeout(() => {
    filter();
    write();
  }));
  window.addEventListener("hashchange", read);
  document.body.classList.add("live");
  read();
})();
