// An audit trail, line by line: what a program did to the board, each line with the board as it stands after it.

import { announce, button, h } from "../core/dom.js";

export class Trail {
  /** @param {(board: number[] | null, last: number) => void} draws shows the board after a line; null puts it away */
  constructor(draws) {
    this.draws = draws;
    /** @type {string[]} */
    this.lines = [];
    /** @type {import("../board/shape.js").Shape | null} */
    this.shape = null;
    /** @type {number[]} */
    this.givens = [];
    this.at = -1;
    this.list = h("ol", { class: "history", tabIndex: 0, "aria-label": "Audit trail" });
    this.now = h("span", { class: "soft", "data-part": "trail-now" });
    this.element = h("details", { hidden: true, "data-part": "trail" }, h("summary", {}, "Audit trail, line by line"),
      h("div", { class: "row" }, button("◀", () => this.goTo(this.at - 1), { "aria-label": "The line before", "data-act": "trail-back" }), button("▶", () => this.goTo(this.at + 1), { "aria-label": "The next line", "data-act": "trail-on" }), this.now), this.list);
    this.element.addEventListener("toggle", () => { if (this.element.open) this.goTo(Math.max(0, this.at)); else this.draws(null, -1); });
  }

  /** @param {string[]} lines @param {import("../board/shape.js").Shape} shape @param {number[]} givens */
  read(lines, shape, givens) {
    this.givens = givens;
    this.lines = lines;
    this.shape = shape;
    this.element.hidden = !lines.length;
    this.list.replaceChildren(...lines.map((text) => h("li", {}, text.replace(/^\d+\. /, ""))));
  }

  /** @param {number} at */
  goTo(at) {
    const { shape } = this;
    if (!shape || !this.lines.length) return;
    this.at = Math.min(Math.max(0, at), this.lines.length - 1);
    const board = [...this.givens];
    let last = -1;
    for (const line of this.lines.slice(0, this.at + 1)) {
      for (const [, cell, digit] of line.matchAll(/(r\d+c\d+) = (\w+)/g)) {
        last = shape.cell(cell ?? "");
        if (last >= 0) board[last] = shape.digitOf(digit ?? "");
      }
    }
    this.now.textContent = `${this.at + 1} of ${this.lines.length}`;
    [...this.list.children].forEach((item, i) => {
      if (i === this.at) {
        item.setAttribute("aria-current", "step");
        this.list.scrollTop = /** @type {HTMLElement} */ (item).offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
      } else item.removeAttribute("aria-current");
    });
    this.draws(board, last);
    announce(this.lines[this.at] ?? "");
  }
}
