// Learn: the techniques, each with a position in which it is to be found.

import { announce, button, field, h, say } from "../core/dom.js";
import { ask, list, words } from "../core/engine.js";
import { address, packed } from "../core/route.js";
import { Shape, digitOf } from "../board/shape.js";
import { drawingOf, legendOf } from "../board/drawing.js";
import { reason } from "../board/reason.js";
import "../board/board-view.js";
import { algorithmPage } from "./algorithm-page.js";

/** @typedef {{id: string, name: string, family: string, family_idea?: string, kind: string, source: string, code: string | null, what?: string, why?: string, when?: string, other_names?: string[], example?: string}} Technique */

/** @type {import("../app.js").Screen} */
export async function screen(root, query) {
  const all = /** @type {Technique[]} */ (await list("techniques"));
  const algorithm = query.get("algorithm");
  if (algorithm) return algorithmPage(root, algorithm);
  const chosen = all.find((technique) => technique.id === query.get("technique"));
  if (!chosen) return overview(root, all);
  const lesson = new Lesson(root, chosen, all);
  await lesson.another();
  return () => lesson.leave();
}

/** @param {HTMLElement} root @param {Technique[]} all */
function overview(root, all) {
  const families = [...new Set(all.map((technique) => technique.family))];
  const search = h("input", { type: "search", placeholder: "such as wing" });
  const place = h("div", { class: "stack" });
  const show = () => {
    const wanted = search.value.trim().toLowerCase();
    const some = all.filter((t) => `${t.name} ${t.id} ${t.family}`.toLowerCase().includes(wanted));
    place.replaceChildren(...families.flatMap((family) => {
      const mine = some.filter((technique) => technique.family === family);
      if (!mine.length) return [];
      return [h("section", { class: "card" }, h("h2", {}, family.charAt(0).toUpperCase() + family.slice(1).replaceAll("-", " ")), h("p", { class: "soft" }, mine[0]?.family_idea ?? ""),
        h("ul", { class: "techniques" }, mine.map((t) => h("li", {}, h("a", { href: address("learn", { technique: t.id }) }, t.name, h("span", { class: "soft" }, t.code ?? ""))))))];
    }));
  };
  const algorithms = h("section", { class: "card", "aria-label": "Algorithms" }, h("h2", {}, "Algorithms"), h("p", { class: "soft" }, "Each with its idea, its source, where it shines and where it fails."));
  void list("algorithms").then((known) => algorithms.append(h("ul", { class: "techniques" }, known.map((a) => h("li", {}, h("a", { href: address("learn", { algorithm: a.id }) }, a.title, h("span", { class: "soft" }, a.id))))))).catch(() => algorithms.remove());
  search.addEventListener("input", show);
  show();
  root.append(h("div", { class: "stack" }, h("h1", {}, "Techniques"), h("p", {}, `${all.length} ways to find a step, from singles to chains, each with positions to try.`), field("Search", search), place, algorithms));
}

/** @type {Promise<Map<string, string[]>> | null} */
let positions = null;

/** Positions by HoDoKu's code. @returns {Promise<Map<string, string[]>>} */
function positionsByCode() {
  positions ??= fetch(new URL("./positions.txt", import.meta.url)).then(async (response) => {
    /** @type {Map<string, string[]>} */
    const by = new Map();
    for (const line of (await response.text()).split("\n")) {
      const code = /^:(\d{4})/.exec(line)?.[1];
      if (code) by.set(code, [...(by.get(code) ?? []), line]);
    }
    return by;
  });
  return positions;
}

class Lesson {
  /** @param {HTMLElement} root @param {Technique} technique @param {Technique[]} all */
  constructor(root, technique, all) {
    this.technique = technique;
    this.asking = new AbortController();
    this.turn = Math.floor(Math.random() * 1000);
    this.board = /** @type {import("../board/board-view.js").SudokuBoard} */ (document.createElement("sudoku-board"));
    this.words = h("section", { class: "card beside-board", "aria-live": "polite", "aria-label": "The step" });
    /** @type {any} */
    this.hint = null;
    this.shown = 0;
    const at = all.indexOf(technique);
    const [before, after] = [all[at - 1], all[at + 1]];
    this.place = h("section", { class: "stack stays", "aria-label": "Position" }, h("p", { class: "busy" }, "Looking for a position…"));
    root.append(h("div", { class: "desk" }, this.place,
      h("div", { class: "stack" },
        h("section", { class: "card" }, h("a", { href: address("learn") }, "All techniques"), h("h1", {}, technique.name),
          h("p", {}, technique.what ?? technique.family_idea ?? ""),
          technique.why ? h("details", {}, h("summary", {}, "Why it holds"), h("p", {}, technique.why)) : null,
          technique.when ? h("details", {}, h("summary", {}, "When it appears"), h("p", {}, technique.when)) : null,
          technique.other_names?.length ? h("p", { class: "soft" }, `Also: ${technique.other_names.join(", ")}`) : null,
          h("ul", { class: "tags" }, h("li", { class: "tag" }, technique.family), h("li", { class: "tag" }, technique.kind), technique.code ? h("li", { class: "tag" }, `HoDoKu ${technique.code}`) : null),
          h("p", { class: "soft" }, `Source: ${technique.source}`)),
        this.words,
        h("div", { class: "row apart" }, before ? h("a", { class: "button", href: address("learn", { technique: before.id }) }, `‹ ${before.name}`) : "", after ? h("a", { class: "button", href: address("learn", { technique: after.id }) }, `${after.name} ›`) : ""))));
  }

  leave() {
    this.asking.abort();
  }

  /** Another position: one of those at hand, or a new puzzle that needs the technique. */
  async another() {
    const { technique } = this;
    const { signal } = this.asking;
    this.shown = 0;
    try {
      const known = [technique.example ?? [], (await positionsByCode()).get(technique.code ?? "") ?? []].flat();
      const made = known.length && this.turn % 3 !== 2 ? known[this.turn % known.length] : null;
      this.turn += 1;
      if (made && (await this.#open(made))) return;
      this.words.replaceChildren(h("p", { class: "busy" }, "Making a puzzle that needs it…"));
      const [fresh] = await ask("generate", { technique: technique.id, symmetry: "rot180", seed: Math.floor(Math.random() * 2 ** 31), time_limit: 15 }, { signal });
      if (fresh && (await this.#before(fresh.puzzle))) return;
      for (const line of known) if (await this.#open(line)) return;
      this.place.replaceChildren(say("", "No position was found in a quarter of a minute: this technique is rare. Try again, or another one."), button("Try again", () => void this.another(), { class: "go" }));
      this.words.replaceChildren();
    } catch (error) {
      if (!signal.aborted) this.place.replaceChildren(say("warn", words(error)), button("Try again", () => void this.another()));
      this.words.replaceChildren();
    }
  }

  /**
   * The position of a new puzzle before its first step of this technique.
   * @param {string} puzzle
   */
  async #before(puzzle) {
    const { signal } = this.asking;
    for (const order of ["human", "rating"]) {
      const explained = await ask("explain", { puzzle, technique_order: order, drawing: true, time_limit: 30 }, { signal });
      const step = explained.steps.find((/** @type {any} */ s) => s.technique === this.technique.id);
      if (!step) continue;
      const parsed = await ask("parse", { puzzle }, { signal });
      this.#show(parsed, step, [...step.drawing.values].map(digitOf), step.drawing.candidates);
      return true;
    }
    return false;
  }

  /**
   * A position from the list.
   * @param {string} line
   */
  async #open(line) {
    const { signal } = this.asking;
    const parsed = await ask("parse", { puzzle: line }, { signal });
    const hint = await ask("hint", { puzzle: parsed.document, technique: this.technique.id, drawing: true, time_limit: 20 }, { signal });
    if (!hint.step) return false;
    this.#show(parsed, hint.step, parsed.values, hint.step.drawing.candidates);
    return true;
  }

  /**
   * @param {import("../board/shape.js").Parsed} parsed
   * @param {import("../board/drawing.js").Step} step
   * @param {number[]} values
   * @param {string[]} candidates
   */
  #show(parsed, step, values, candidates) {
    const shape = new Shape(parsed);
    this.board.setShape(shape, { label: `A position with ${this.technique.name}` });
    const cells = values.map((value, cell) => ({ value, given: (parsed.givens[cell] ?? 0) !== 0, corner: value ? [] : [...(candidates[cell] ?? "")].map(digitOf), centre: [], colours: [] }));
    const all = drawingOf(shape, step);
    const object = JSON.parse(parsed.document);
    const here = JSON.stringify({ ...object, values: values.map((v) => (v ? String(v) : ".")).join(""), notes: candidates, candidates: null });
    const draw = () => {
      this.board.show({ cells, fixed: true, drawing: this.shown === 0 ? null : this.shown === 1 ? { houses: all.houses ?? new Set(), pattern: all.pattern ?? new Set() } : all });
      const more = this.shown < 2 ? button(this.shown === 0 ? "Show where" : "Show the step", () => { this.shown += 1; draw(); }, { class: "go", "data-act": "show" }) : null;
      const told = this.shown === 0 ? [h("p", {}, `Somewhere here is a ${this.technique.name}. Can you see it?`)]
        : this.shown === 1 ? [h("p", {}, `It lies in ${step.drawing?.houses.join(" and ") || "the tinted cells"}.`)]
          : [...reason(step.text), h("p", { class: "conclusion" }, step.conclusion), h("ul", { class: "legend", "aria-label": "Legend" }, legendOf(all).map(([kind, text]) => h("li", {}, h("span", { class: `swatch ${kind}` }), text)))];
      this.words.replaceChildren(h("h2", {}, this.shown < 2 ? "Try it" : "There it is"), ...told,
        h("div", { class: "row" }, more, button("Another one", () => void this.another(), { "data-act": "another" }), h("a", { class: "button", href: address("play", packed(here, "")) }, "Go on in Play")));
      announce(this.words.textContent ?? "");
    };
    this.place.replaceChildren(this.board);
    draw();
  }
}

