// Hints that show where before what: area, technique, cells, all of it, and then the step itself.

import { announce, button, h, say } from "../core/dom.js";
import { AskError, ask, isStop, list, words } from "../core/engine.js";
import { drawingOf, legendOf } from "../board/drawing.js";
import { reason } from "../board/reason.js";
import { address } from "../core/route.js";

/** @typedef {import("../board/drawing.js").Step} Step */

const RUNGS = ["Area", "Technique", "Cells", "Full", "Apply"];

export class HintLadder {
  /**
   * @param {object} player
   * @param {() => import("./game.js").Game} player.game
   * @param {() => {marks: boolean, fixed: boolean, order: string}} player.how
   * @param {(drawing: import("../board/board-view.js").Drawing | null) => void} player.draws
   * @param {(speaking: boolean) => void} [player.speaks] a hint is there, or was put away
   * @param {(step: Step) => void} player.applies
   * @param {() => void} [player.reveals] shows a digit of the solution, where no step can be told
   */
  constructor(player) {
    this.player = player;
    this.rung = 0;
    /** @type {any} */
    this.hint = null;
    /** @type {AbortController | null} */
    this.asking = null;
    /** Whether the technique of the hint has a page. */
    this.taught = false;
    /** @type {string | null} why there are no hints for this puzzle */
    this.refused = null;
    this.element = h("section", { class: "card", "aria-labelledby": "hint-title" });
    this.#show();
  }

  /** A rung further; the first asks for the hint. */
  async next() {
    if (this.asking) return;
    if (this.refused) {
      announce(this.refused);
      return;
    }
    if (this.hint?.step) {
      if (this.rung < 4) {
        this.rung += 1;
        this.#show();
      } else this.apply();
      return;
    }
    this.asking = new AbortController();
    this.#show();
    const { marks, fixed, order } = this.player.how();
    try {
      const puzzle = this.player.game().document({ marks, fixed });
      this.hint = await ask("hint", { puzzle, drawing: true, technique_order: order }, { signal: this.asking.signal });
      this.rung = 1;
      this.taught = Boolean(this.hint.step) && (await list("techniques")).some((known) => known.id === this.hint.step.technique);
    } catch (error) {
      this.hint = isStop(error) ? null : { problem: words(error) };
      // What techniques do not know they will not know a move later either.
      if (error instanceof AskError && error.code === "board") this.refused = words(error);
    }
    this.asking = null;
    this.#show();
  }

  /** Does what the hint says. */
  apply() {
    const step = this.hint?.step;
    if (!step || this.rung < 4) return;
    this.clear();
    this.player.applies(step);
    announce(`${step.name} applied. ${step.conclusion}`);
  }

  /** Puts the hint away; the position it was for has changed. */
  clear() {
    this.asking?.abort();
    if (!this.hint && !this.asking) return;
    this.asking = null;
    this.hint = null;
    this.rung = 0;
    this.#show();
  }

  #show() {
    const { hint, rung } = this;
    const step = /** @type {Step | undefined} */ (hint?.step);
    const shape = this.player.game().shape;
    const all = step ? drawingOf(shape, step) : null;
    const area = step ? new Set(shape.house(hint.area)) : new Set();
    this.player.draws(!all ? null : rung >= 4 ? all : rung === 3 ? { targets: all.targets ?? new Set(), pattern: all.pattern ?? new Set() } : { houses: area });
    const title = !step ? "Hint" : rung === 1 ? `Look at ${hint.area}` : step.name;
    const place = step ? `${hint.area}: ` : "";
    const sentences = {
      0: "A hint tells where to look first, then what for, then which cells, and the whole reason last.",
      1: `Something can be found in ${hint?.area}.`,
      2: step?.technique === "rule" ? `${place}ask what a rule of this puzzle leaves there.` : `${place}look for a ${step?.name}${step?.se ? `, which counts ${step.se.toFixed(1)}` : ""}.`,
      3: `These cells change: ${step?.cells.join(", ")}.`,
    };
    /** @type {Node[]} */
    const body = [];
    if (this.refused) {
      this.element.replaceChildren(h("h1", { id: "hint-title" }, "Hints"), h("p", {}, "There is no explained hint for this puzzle. ", this.refused),
        h("div", { class: "row" }, button("Show a digit", () => this.player.reveals?.(), { "data-act": "reveal", title: "A digit of the solution, without a reason" })));
      return;
    }
    if (this.asking) body.push(h("p", { class: "busy" }, "Looking…"));
    else if (hint?.problem) body.push(say("warn", hint.problem));
    else if (hint?.solved) body.push(say("good", "Nothing is left to do: it is solved."));
    else if (step && rung >= 4) {
      body.push(...reason(step.text), h("p", { class: "conclusion" }, step.conclusion));
      body.push(h("ul", { class: "legend", "aria-label": "Legend" }, legendOf(/** @type {any} */ (all)).map(([kind, text]) => h("li", {}, h("span", { class: `swatch ${kind}` }), text))));
    } else body.push(h("p", {}, /** @type {any} */ (sentences)[rung]));
    if (hint?.warning) body.push(say("warn", `Mind: ${hint.warning}.`));
    const rungs = h("ol", { class: "ladder", "aria-label": "Rungs" }, RUNGS.map((name, i) => h("li", {
      class: step && i < rung ? "done" : "", "aria-current": step && i === rung - 1 ? "step" : undefined,
    }, name)));
    const acts = h("div", { class: "row" },
      this.asking ? button("Stop", () => this.clear())
        : !step ? button(hint ? "Look again" : "Hint", () => { this.hint = null; void this.next(); }, { class: "go", "data-act": "hint" })
          : rung < 4 ? button("Next rung", () => void this.next(), { class: "go", "data-act": "hint" })
            : button("Apply", () => this.apply(), { class: "go", "data-act": "apply" }),
      hint?.problem && this.player.reveals ? button("Show a digit", () => this.player.reveals?.(), { "data-act": "reveal", title: "A digit of the solution, without a reason" }) : null,
      step && rung < 4 ? button("Why? Show all", () => { this.rung = 4; this.#show(); }, { "data-act": "why" }) : null,
      step && this.taught && rung >= 2 ? h("a", { class: "button", href: address("learn", { technique: step.technique }) }, "About it") : null,
      step ? button("Put away", () => this.clear(), { class: "plain" }) : null);
    const focused = this.element.contains(document.activeElement);
    this.element.replaceChildren(h("h1", { id: "hint-title" }, title), rungs, ...body, acts);
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector("button.go, button"))?.focus();
    this.player.speaks?.(Boolean(hint));
    if (step) announce(rung >= 4 ? `${step.text} ${step.conclusion}` : /** @type {any} */ (sentences)[rung]);
    else if (hint?.problem) announce(hint.problem);
  }
}
