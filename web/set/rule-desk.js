// Rules while one sets: cells chosen on the board become a rule of a kind, and all of them can be edited as text.

import { announce, button, field, h, say, select } from "../core/dom.js";
import { KINDS, kindOf } from "../board/rule-words.js";

export class RuleDesk {
  /**
   * @param {object} setter
   * @param {() => import("../board/shape.js").Shape} setter.shape
   * @param {() => number[]} setter.chosen cells in the order in which they were chosen
   * @param {() => string[]} setter.rules
   * @param {(rules: string[]) => Promise<string | null>} setter.changes takes other rules, or says what is wrong with them
   */
  constructor(setter) {
    this.setter = setter;
    this.kinds = select(KINDS.filter((kind) => kind.least !== undefined).map((kind) => /** @type {[string, string]} */ ([kind.name, kind.title])), { "data-part": "kind" });
    this.kinds.addEventListener("change", () => { this.number.value = this.kind.first ?? ""; this.show(); });
    this.number = h("input", { type: "text", value: this.kind.first ?? "", inputMode: "numeric", size: 6, "data-part": "number" });
    this.numbered = field("", this.number);
    this.asks = h("p", { class: "soft" });
    this.cells = h("p", { "data-part": "cells" });
    this.adding = button("Add the rule", () => void this.#add(), { class: "go", "data-act": "add-rule" });
    this.told = h("div", { "aria-live": "polite" });
    this.list = h("ul", { class: "rule-texts", "aria-label": "Rules" });
    this.text = h("textarea", { rows: 5, spellcheck: false, class: "mono", placeholder: "cage 15 r1c1 r1c2 r2c1", "data-part": "rules" });
    this.text.addEventListener("change", () => void this.#take(this.text.value.split("\n").map((line) => line.replace(/#.*/, "").trim()).filter(Boolean)));
    this.element = h("section", { class: "card stack", "aria-label": "Rules" }, h("h2", {}, "Rules"),
      h("div", { class: "row low" }, field("Kind", this.kinds, "grow"), this.numbered), this.asks, this.cells, h("div", { class: "row" }, this.adding), this.told, this.list,
      h("details", {}, h("summary", {}, "All rules as text"), field("One on each line", this.text)));
    this.show();
  }

  get kind() {
    return kindOf(this.kinds.value);
  }

  /** Shows the rules, and what would be added now. */
  show() {
    const { kind } = this;
    const shape = this.setter.shape();
    const names = this.setter.chosen().map((cell) => shape.name(cell));
    this.numbered.hidden = kind.numbers === undefined;
    const label = this.numbered.querySelector("span");
    if (label) label.textContent = kind.numbers ?? "";
    this.asks.textContent = kind.asks;
    const enough = names.length >= (kind.least ?? 1);
    this.cells.textContent = kind.least === 0 ? "It speaks of the whole board." : enough ? `Chosen: ${names.join(" ")}` : `Choose on the board: ${kind.choose}.`;
    this.adding.disabled = !enough;
    const rules = this.setter.rules();
    this.list.hidden = !rules.length;
    this.list.replaceChildren(...rules.map((rule, i) => h("li", {}, h("code", {}, rule), button("✕", () => void this.#take(rules.filter((_, k) => k !== i)), { class: "plain", "aria-label": `Take away ${rule}` }))));
    if (document.activeElement !== this.text) this.text.value = rules.join("\n");
  }

  async #add() {
    const { kind } = this;
    const shape = this.setter.shape();
    const names = kind.least === 0 ? [] : this.setter.chosen().map((cell) => shape.name(cell));
    const cells = kind.cells ? kind.cells(names) : names.join(" ");
    const rule = [kind.name, kind.numbers === undefined ? "" : this.number.value.trim(), cells].filter(Boolean).join(" ");
    if (await this.#take([...this.setter.rules(), rule])) announce(`Added ${rule}.`);
  }

  /** @param {string[]} rules */
  async #take(rules) {
    const wrong = await this.setter.changes(rules);
    this.told.replaceChildren(wrong ? say("bad", wrong) : "");
    if (!wrong) this.show();
    return !wrong;
  }
}
