// Regions drawn on a board: whoever presses paints with the chosen region, with mouse, pen, finger or keys.

import { announce, button, h, say } from "../core/dom.js";
import { byChance, lacks } from "./regions.js";

export class RegionPad {
  /**
   * @param {number} n
   * @param {number[]} map the region of each cell, from 0
   * @param {(region: number) => string} name
   * @param {(map: number[]) => void} takes hears of a map that is one
   */
  constructor(n, map, name, takes) {
    this.n = n;
    this.name = name;
    this.map = [...map];
    /** The region one paints with. */
    this.brush = 0;
    this.at = 0;
    this.told = h("div", { "aria-live": "polite" });
    this.taking = button("Use these regions", () => takes(this.map), { class: "go", "data-act": "use-regions" });
    this.brushes = Array.from({ length: n }, (_, region) => button("", () => this.#choose(region), { class: `brush tint-${region % 9}`, "data-region": region }));
    this.cells = Array.from({ length: n * n }, (_, cell) => button("", (event) => { if (event.detail === 0) this.#paint(cell); }, { class: "spot", "data-spot": cell, tabIndex: cell ? -1 : 0 }));
    this.stencil = h("div", { class: "stencil map", role: "group", "aria-label": "Regions; arrows move, a digit or letter gives the cell to that region" }, this.cells);
    this.stencil.style.setProperty("--n", String(n));
    this.element = h("div", { class: "stack" },
      h("p", { class: "soft" }, "Choose a region and draw it on the board. Keys: arrows move, a digit or letter paints, with Shift the arrows paint on."),
      h("div", { class: "row brushes", role: "group", "aria-label": "Region to draw with" }, this.brushes), this.stencil,
      h("div", { class: "row" }, this.taking, button("By chance", () => this.#become(byChance(n)), { "data-act": "chance" })), this.told);
    this.#hear();
    this.show();
  }

  #hear() {
    let draws = false;
    const under = (/** @type {PointerEvent} */ event) => {
      const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
      return hit instanceof HTMLElement && this.stencil.contains(hit) ? Number(hit.dataset.spot) : -1;
    };
    this.stencil.addEventListener("pointerdown", (event) => {
      const cell = under(event);
      if (cell < 0 || event.button !== 0) return;
      this.stencil.setPointerCapture(event.pointerId);
      draws = true;
      this.#paint(cell);
    });
    this.stencil.addEventListener("pointermove", (event) => {
      const cell = draws ? under(event) : -1;
      if (cell >= 0 && this.map[cell] !== this.brush) this.#paint(cell);
    });
    for (const end of ["pointerup", "pointercancel"]) this.stencil.addEventListener(end, () => { draws = false; });
    this.stencil.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const { n } = this;
      const [row, column] = [Math.floor(this.at / n), this.at % n];
      const to = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1] })[event.key];
      const region = [...Array(n).keys()].find((of) => this.name(of).toLowerCase() === event.key.toLowerCase());
      if (to) {
        this.#goTo(((to[0] + n) % n) * n + ((to[1] + n) % n));
        if (event.shiftKey) this.#paint(this.at);
      } else if (region !== undefined) {
        this.brush = region;
        this.#paint(this.at);
      } else return;
      // What is set on the board beside hears nothing of it.
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** @param {number} cell */
  #goTo(cell) {
    this.at = cell;
    this.cells.forEach((control, i) => { control.tabIndex = i === cell ? 0 : -1; });
    this.cells[cell]?.focus();
  }

  /** @param {number} region */
  #choose(region) {
    this.brush = region;
    this.show();
  }

  /** @param {number} cell */
  #paint(cell) {
    this.at = cell;
    this.map[cell] = this.brush;
    this.show();
  }

  /** @param {number[]} map */
  #become(map) {
    this.map = map;
    this.show();
    announce("Other regions.");
  }

  show() {
    const { n, map } = this;
    this.brushes.forEach((control, region) => {
      const count = map.filter((of) => of === region).length;
      control.replaceChildren(this.name(region), h("small", {}, ` ${count}`));
      control.setAttribute("aria-pressed", String(region === this.brush));
      control.setAttribute("aria-label", `Region ${this.name(region)}, ${count} of ${n} cells`);
    });
    this.cells.forEach((control, cell) => {
      const region = map[cell] ?? 0;
      const [row, column] = [Math.floor(cell / n), cell % n];
      control.className = `spot tint-${region % 9}${column < n - 1 && map[cell + 1] !== region ? " wall-right" : ""}${row < n - 1 && map[cell + n] !== region ? " wall-below" : ""}`;
      control.textContent = this.name(region);
      control.setAttribute("aria-label", `row ${row + 1} column ${column + 1}, region ${this.name(region)}`);
    });
    const lack = lacks(map, n, this.name);
    this.taking.disabled = Boolean(lack);
    this.told.replaceChildren(lack ? say("", lack) : "");
  }
}
