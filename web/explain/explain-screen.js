// Explain: a puzzle solved as a person would, step by step, each with its picture and its reason.

import { announce, button, draw, field, h, say, select } from "../core/dom.js";
import { ask, farWords, isStop, list, words } from "../core/engine.js";
import { EXAMPLES } from "../core/examples.js";
import { recall, keep } from "../core/keep.js";
import { lost } from "../core/opening.js";
import { address, packed, unpacked } from "../core/route.js";
import { Shape } from "../board/shape.js";
import { drawingOf, legendOf } from "../board/drawing.js";
import { reason } from "../board/reason.js";
import "../board/board-view.js";

/** @typedef {import("../board/drawing.js").Step} Step */

/** @type {import("../app.js").Screen} */
export async function screen(root, query) {
  const text = unpacked(query) ?? recall("play", /** @type {any} */ (null))?.document ?? EXAMPLES[0]?.text ?? "";
  const asking = new AbortController();
  root.append(h("p", { class: "busy" }, "Solving it step by step…"));
  /** @type {any} */
  let parsed;
  try {
    parsed = await ask("parse", { puzzle: text });
  } catch (error) {
    root.replaceChildren(lost(words(error)));
    return;
  }
  const view = new Explain(root, parsed, asking, Number(query.get("step")) || 1);
  await view.load(recall("explain-order", "rating"));
  return () => view.leave();
}

class Explain {
  /**
   * @param {HTMLElement} root
   * @param {import("../board/shape.js").Parsed} parsed
   * @param {AbortController} asking
   * @param {number} first
   */
  constructor(root, parsed, asking, first) {
    this.root = root;
    this.parsed = parsed;
    this.asking = asking;
    this.shape = new Shape(parsed);
    /** @type {Step[]} */
    this.steps = [];
    /** Techniques that have a page. @type {Set<string>} */
    this.taught = new Set();
    this.at = Math.max(0, first - 1);
    this.board = /** @type {import("../board/board-view.js").SudokuBoard} */ (document.createElement("sudoku-board"));
    this.board.setShape(this.shape, { label: "The board at this step" });
    this.list = h("ol", { class: "steps", "aria-label": "Steps" });
    this.reason = h("section", { class: "card", "aria-live": "polite", "aria-label": "This step" });
    this.told = h("div", {});
    this.seek = h("input", { type: "range", min: "1", value: "1", "aria-label": "Step" });
    this.now = h("span", { class: "now soft" });
    this.grades = draw("svg", { class: "grades", viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.keys = (/** @type {KeyboardEvent} */ event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("input, select, textarea, dialog")) return;
      const by = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 })[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.goTo(this.at + by);
    };
    document.addEventListener("keydown", this.keys);
    this.seek.addEventListener("input", () => this.goTo(Number(this.seek.value) - 1));
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.asking.abort();
  }

  /** @param {string} order */
  async load(order) {
    const busy = h("p", { class: "busy" }, "Solving it step by step…");
    this.told.replaceChildren(busy);
    if (!this.steps.length) this.root.replaceChildren(busy);
    const progress = (/** @type {import("../core/engine.js").Progress} */ far) => { busy.textContent = `Solving it step by step: ${farWords(far)}…`; };
    try {
      const explained = await ask("explain", { puzzle: this.parsed.document, drawing: true, technique_order: order, time_limit: 60 }, { signal: this.asking.signal, progress });
      this.steps = explained.steps;
      this.taught = new Set((await list("techniques")).map((technique) => technique.id));
      this.told.replaceChildren(...[explained.warning ? say("warn", `Mind: ${explained.warning}.`) : null, say(explained.solved ? "good" : "", explained.end)].filter((n) => n !== null));
    } catch (error) {
      if (isStop(error)) return;
      this.root.replaceChildren(lost(words(error), h("a", { class: "button", href: address("play", packed(this.parsed.document, this.parsed.puzzle)) }, "Look at it in Play")));
      return;
    }
    this.#build(order);
    this.goTo(Math.min(this.at, Math.max(0, this.steps.length - 1)));
  }

  /** @param {string} order */
  #build(order) {
    const orders = select([["rating", "as the rating counts"], ["human", "easiest to see first"]], { value: order });
    orders.addEventListener("change", () => {
      keep("explain-order", orders.value);
      this.at = 0;
      void this.load(orders.value);
    });
    this.list.replaceChildren(...this.steps.map((step, i) => h("li", {}, button("", () => this.goTo(i)))));
    this.steps.forEach((step, i) => {
      this.list.querySelectorAll("button")[i]?.append(h("span", { class: "soft" }, String(step.number)), h("span", { class: "what" }, step.name), h("span", { class: "soft" }, step.se === null ? "" : step.se.toFixed(1)));
    });
    this.seek.max = String(Math.max(1, this.steps.length));
    const rated = this.steps.some((step) => step.se !== null);
    const most = Math.max(2, ...this.steps.map((step) => step.se ?? 0));
    this.grades.setAttribute("viewBox", `0 0 ${Math.max(1, this.steps.length)} 20`);
    this.root.replaceChildren(h("div", { class: "desk" },
      h("section", { class: "stack stays", "aria-label": "Board" }, this.board,
        h("div", { class: "transport" }, button("◀", () => this.goTo(this.at - 1), { "aria-label": "Step back" }), button("▶", () => this.goTo(this.at + 1), { class: "go", "aria-label": "Step on", "data-act": "next" }), this.seek, this.now)),
      h("div", { class: "stack" }, this.reason, this.told,
        h("section", { class: "card stack", "aria-label": "All steps" },
          h("div", { class: "row low apart" }, field("Order of techniques", orders)),
          rated ? [h("div", { class: "soft" }, `Difficulty of each step, up to ${most.toFixed(1)}`), this.grades] : [], this.list))));
  }

  /** @param {number} index */
  goTo(index) {
    if (!this.steps.length) {
      this.board.show({ cells: this.parsed.givens.map((value) => ({ value, given: value !== 0, corner: [], centre: [], colours: [] })) });
      return;
    }
    this.at = Math.min(Math.max(0, index), this.steps.length - 1);
    const step = /** @type {Step} */ (this.steps[this.at]);
    const before = step.drawing;
    if (!before) return;
    const drawing = drawingOf(this.shape, step);
    const marks = before.candidates.map((text) => this.shape.ofValues(text));
    const cells = this.shape.read(before.values).map((value, cell) => ({
      value, given: (this.parsed.givens[cell] ?? 0) !== 0, corner: value ? [] : marks[cell] ?? [], centre: [], colours: [],
    }));
    this.board.show({ cells, drawing, fixed: true });
    this.seek.value = String(this.at + 1);
    this.now.textContent = `${this.at + 1} of ${this.steps.length}`;
    this.list.querySelectorAll("button").forEach((b, i) => {
      if (i === this.at) {
        b.setAttribute("aria-current", "step");
        const top = /** @type {HTMLElement} */ (b.parentElement).offsetTop - this.list.offsetTop;
        if (top < this.list.scrollTop || top + b.offsetHeight > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = top - this.list.clientHeight / 2;
      } else b.removeAttribute("aria-current");
    });
    const most = Math.max(2, ...this.steps.map((s) => s.se ?? 0));
    this.grades.replaceChildren(...this.steps.map((s, i) => {
      const height = Math.max(1.5, (20 * (s.se ?? 0)) / most);
      return draw("rect", { x: i + 0.12, y: 20 - height, width: 0.76, height, fill: i === this.at ? "var(--accent)" : s.placements.length ? "var(--edge)" : "var(--warn)" });
    }));
    const object = JSON.parse(this.parsed.document.startsWith("{") ? this.parsed.document : JSON.stringify({ givens: this.parsed.puzzle }));
    const here = JSON.stringify({ ...object, values: before.values, notes: marks.map((digits) => digits.map((digit) => this.shape.symbol(digit)).join("")), candidates: null });
    this.reason.replaceChildren(
      h("h1", {}, step.name, h("span", { class: "soft" }, step.se === null ? "" : `  ${step.se.toFixed(1)}`)),
      ...reason(step.text), h("p", { class: "conclusion" }, step.conclusion),
      h("ul", { class: "legend", "aria-label": "Legend" }, legendOf(drawing).map(([kind, text]) => h("li", {}, h("span", { class: `swatch ${kind}` }), text))),
      h("div", { class: "row" },
        h("a", { class: "button", href: address("play", packed(here, "")), "data-act": "continue" }, "Continue from here in Play"),
        this.taught.has(step.technique) ? h("a", { class: "button", href: address("learn", { technique: step.technique }) }, "About this technique") : null));
    announce(`Step ${step.number}, ${step.name}. ${step.conclusion}`);
  }
}
