// <sudoku-board>: a board one can look at, walk over with the keyboard and choose cells on.

import { h } from "../core/dom.js";
import { COLOUR_NAMES, COLOUR_SHAPES } from "./shape.js";
import { drawingLayer, linkPaths, ruleLayers } from "./overlay.js";

/** @typedef {import("./shape.js").Shape} Shape */

/**
 * What stands in a cell.
 * @typedef {object} Shown
 * @property {number} value 0 for nothing
 * @property {boolean} given
 * @property {number[]} corner
 * @property {number[]} centre
 * @property {number[]} colours
 * @property {boolean} [sure] its centre mark is the one digit that is possible
 */

/**
 * What is drawn on top: a step or a part of one.
 * @typedef {object} Drawing
 * @property {Set<number>} [houses] cells of houses
 * @property {Set<number>} [pattern] cells that hold the pattern
 * @property {Set<number>} [targets] cells that change
 * @property {Map<number, Map<number, "on" | "off" | "goes" | "comes">>} [candidates] by cell and digit
 * @property {{from: [number, number], to: [number, number], strong: boolean}[]} [links]
 */

/**
 * What a board shows.
 * @typedef {object} View
 * @property {Shown[]} cells
 * @property {Set<number>} [chosen]
 * @property {number} [cursor]
 * @property {Set<number>} [clashes]
 * @property {Set<number>} [differs]
 * @property {Drawing | null} [drawing]
 * @property {boolean} [fixed] corner marks stand on fixed places
 * @property {boolean} [peers] the cells that see the cursor are tinted
 */

export class SudokuBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Shape | null} */
    this.shape = null;
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** @type {string[]} */
    this.drawn = [];
    /** @type {View | null} */
    this.view = null;
    this.live = false;
    /** @type {HTMLElement | null} */
    this.grid = null;
    /** @type {SVGElement | null} */
    this.above = null;
    this.linksDrawn = "";
  }

  /**
   * Builds the board anew.
   * @param {Shape} shape
   * @param {{live?: boolean, label?: string}} [how]
   */
  setShape(shape, how = {}) {
    this.shape = shape;
    this.live = how.live ?? false;
    this.drawn = [];
    this.linksDrawn = "";
    const { rows: height, columns: width } = shape;
    const places = Math.ceil(Math.sqrt(shape.size));
    this.cells = Array(shape.count);
    const rows = Array.from({ length: height }, (_, r) =>
      h("div", { role: "row" }, Array.from({ length: width }, (_, c) => {
        const i = shape.at(r, c);
        const [left, up] = [shape.at(r, c - 1), shape.at(r - 1, c)];
        if (i < 0) return h("div", { class: `hole${left >= 0 ? " wall-left" : ""}${up >= 0 ? " wall-top" : ""}`, "aria-hidden": "true" });
        const cell = h("div", { role: this.live ? "gridcell" : "cell", tabIndex: this.live ? -1 : undefined, "data-cell": i });
        const walls = [
          c === 0 && "edge-left", r === 0 && "edge-top",
          c > 0 && (left < 0 || (shape.regions && shape.regions[i] !== shape.regions[left])) && "wall-left",
          r > 0 && (up < 0 || (shape.regions && shape.regions[i] !== shape.regions[up])) && "wall-top",
          shape.extra.has(i) && "extra",
        ].filter(Boolean).join(" ");
        cell.dataset.walls = walls;
        this.cells[i] = cell;
        return cell;
      })));
    const holes = shape.byPlace.size < width * height;
    const caged = shape.rules.some((rule) => rule.marks.some((mark) => mark.kind === "cage"));
    this.grid = h("div", {
      class: `board${this.live ? " live" : ""}${holes ? " holed" : ""}${caged ? " caged" : ""}`, role: this.live ? "grid" : "table",
      "aria-label": how.label ?? "Sudoku board", "aria-rowcount": height, "aria-colcount": width,
      "aria-multiselectable": this.live ? "true" : undefined,
    }, rows);
    const rim = shape.hasRim ? 1 : 0;
    this.style.setProperty("--rows", String(height + 2 * rim));
    this.style.setProperty("--columns", String(width + 2 * rim));
    this.style.setProperty("--rim", String(rim));
    this.style.setProperty("--m", String(places));
    const { under, over } = ruleLayers(shape);
    this.above = drawingLayer(shape, "overlay");
    this.replaceChildren(this.grid, ...under, ...over, this.above);
    if (this.live) this.#listen();
  }

  /** @param {View} view */
  show(view) {
    const shape = this.shape;
    if (!shape) return;
    this.view = view;
    const cursor = view.cursor ?? -1;
    const near = cursor >= 0 && view.peers ? shape.peers[cursor] : undefined;
    const same = cursor >= 0 && view.peers ? view.cells[cursor]?.value ?? 0 : 0;
    for (let i = 0; i < this.cells.length; i++) {
      const shown = view.cells[i];
      const element = this.cells[i];
      if (!shown || !element) continue;
      const ghosts = view.drawing?.candidates?.get(i);
      const classes = ["cell", element.dataset.walls ?? ""];
      if (shown.value && !shown.given) classes.push("found");
      if (near?.has(i)) classes.push("peer");
      if (same && shown.value === same) classes.push("same");
      if (view.drawing?.houses?.has(i)) classes.push("house");
      if (view.drawing?.pattern?.has(i)) classes.push("pattern");
      if (view.drawing?.targets?.has(i)) classes.push("target");
      if (view.chosen?.has(i)) classes.push("chosen");
      if (view.clashes?.has(i)) classes.push("clash");
      if (view.differs?.has(i)) classes.push("differs");
      if (shown.colours.length) classes.push("tinted");
      if (i === cursor) classes.push("cursor");
      const style = classes.join(" ");
      const key = `${style}|${shown.value}|${shown.corner}|${shown.centre}|${shown.colours}|${shown.sure ?? ""}|${ghosts ? [...ghosts] : ""}|${view.fixed}`;
      if (this.drawn[i] === key) continue;
      this.drawn[i] = key;
      element.className = style;
      element.replaceChildren(...content(shown, ghosts, shape, view.fixed ?? true));
      element.setAttribute("aria-label", spoken(shape, i, shown, view));
      if (this.live) {
        element.setAttribute("aria-selected", view.chosen?.has(i) ? "true" : "false");
        element.tabIndex = i === (cursor >= 0 ? cursor : 0) ? 0 : -1;
      }
    }
    this.#links(view.drawing?.links ?? []);
  }

  /**
   * Gives a cell the focus of the keyboard.
   * @param {number} cell
   */
  focusCell(cell) {
    this.cells[cell]?.focus({ preventScroll: true });
  }

  /** @param {NonNullable<Drawing["links"]>} links */
  #links(links) {
    const key = JSON.stringify(links);
    if (key === this.linksDrawn || !this.above || !this.shape) return;
    this.linksDrawn = key;
    this.above.replaceChildren(...linkPaths(this.shape, links));
  }

  #listen() {
    const grid = /** @type {HTMLElement} */ (this.grid);
    /** @param {PointerEvent} event */
    const under = (event) => {
      const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
      return hit instanceof HTMLElement && grid.contains(hit) ? Number(hit.dataset.cell) : -1;
    };
    let last = -1;
    /** @param {number} cell @param {boolean} adds @param {boolean} drags */
    const tell = (cell, adds, drags) => this.dispatchEvent(new CustomEvent("choose", { detail: { cell, adds, drags } }));
    grid.addEventListener("pointerdown", (event) => {
      const cell = under(event);
      if (cell < 0 || event.button !== 0) return;
      event.preventDefault();
      grid.setPointerCapture(event.pointerId);
      last = cell;
      tell(cell, event.ctrlKey || event.metaKey || event.shiftKey, false);
      this.focusCell(cell);
    });
    grid.addEventListener("pointermove", (event) => {
      if (last < 0 || !grid.hasPointerCapture(event.pointerId)) return;
      const cell = under(event);
      if (cell < 0 || cell === last) return;
      last = cell;
      tell(cell, true, true);
    });
    const end = () => { last = -1; };
    grid.addEventListener("pointerup", end);
    grid.addEventListener("pointercancel", end);
    // A click by a screen reader or a script comes without a pointer.
    grid.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      const hit = /** @type {HTMLElement} */ (event.target).closest("[data-cell]");
      if (hit instanceof HTMLElement) tell(Number(hit.dataset.cell), false, false);
    });
    grid.addEventListener("focusin", (event) => {
      const hit = /** @type {HTMLElement} */ (event.target).closest("[data-cell]");
      if (hit instanceof HTMLElement) this.dispatchEvent(new CustomEvent("arrive", { detail: { cell: Number(hit.dataset.cell) } }));
    });
  }
}

/**
 * @param {Shown} shown
 * @param {Map<number, string> | undefined} ghosts candidates of a drawing
 * @param {Shape} shape
 * @param {boolean} fixed
 * @returns {(Node | string)[]}
 */
function content(shown, ghosts, shape, fixed) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  if (shown.colours.length) {
    nodes.push(h("div", { class: "tint" }, shown.colours.map((c) => h("b", { class: `c${c}`, "data-shape": COLOUR_SHAPES[c - 1] }))));
  }
  if (shown.value) {
    nodes.push(h("span", { class: "value" }, shape.symbol(shown.value)));
    return nodes;
  }
  const corner = new Set(shown.corner);
  if (ghosts || (fixed && corner.size)) {
    const marks = Array.from({ length: shape.size }, (_, k) => {
      const digit = k + 1;
      const kind = ghosts?.get(digit);
      return h("i", kind ? { class: kind } : {}, kind || (fixed && corner.has(digit)) ? shape.symbol(digit) : "");
    });
    nodes.push(h("div", { class: "marks" }, marks));
  } else if (corner.size) {
    nodes.push(h("div", { class: "corners" }, [...corner].sort((a, b) => a - b).map((digit) => h("i", {}, shape.symbol(digit)))));
  }
  if (shown.centre.length && !ghosts) nodes.push(h("span", { class: shown.sure ? "centre sure" : "centre" }, shown.centre.map((digit) => shape.symbol(digit)).join("")));
  return nodes;
}

/**
 * What a screen reader says of a cell.
 * @param {Shape} shape
 * @param {number} cell
 * @param {Shown} shown
 * @param {View} view
 */
function spoken(shape, cell, shown, view) {
  const parts = [`row ${shape.row(cell) + 1} column ${shape.column(cell) + 1}`];
  if (shown.value) parts.push(`${shown.given ? "given" : "digit"} ${shape.symbol(shown.value)}`);
  else parts.push("empty");
  if (!shown.value && shown.corner.length) parts.push(`marks ${shown.corner.map((digit) => shape.symbol(digit)).join(" ")}`);
  if (!shown.value && shown.centre.length) parts.push(`centre marks ${shown.centre.map((digit) => shape.symbol(digit)).join(" ")}`);
  if (shown.colours.length) parts.push(`colour ${shown.colours.map((c) => COLOUR_NAMES[c - 1]).join(" and ")}`);
  if (view.clashes?.has(cell)) parts.push("breaks a rule");
  if (view.differs?.has(cell)) parts.push("differs from the solution");
  for (const [digit, kind] of view.drawing?.candidates?.get(cell) ?? []) {
    const told = { goes: "goes", comes: "is placed", on: "holds the pattern", off: "is false on the way" };
    parts.push(`${shape.symbol(digit)} ${told[kind]}`);
  }
  return parts.join(", ");
}

customElements.define("sudoku-board", SudokuBoard);
