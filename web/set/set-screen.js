// Set: a setter writes clues, draws rules and sees at once whether there is one solution, which digits are still possible,
// how many solutions there are, and what would help.

import { announce, button, facts, field, h, say, select, tick } from "../core/dom.js";
import { AskError, ask, isStop, words } from "../core/engine.js";
import { keep, recall } from "../core/keep.js";
import { lost } from "../core/opening.js";
import { address, packed, unpacked } from "../core/route.js";
import { Shape } from "../board/shape.js";
import "../board/board-view.js";
import { contradiction } from "./contradiction.js";
import { RegionPad } from "./region-pad.js";
import { byChance } from "./regions.js";
import { RuleDesk } from "./rule-desk.js";
import { sentence } from "../board/rule-list.js";
import { otherForms } from "../play/forms.js";
import { wayOut } from "../play/way-out.js";

/** Up to how many solutions are counted while one sets. */
const COUNTED = 10_000;

/** Boards to begin with: value, words, puzzle object without givens. */
const BOARDS = /** @type {[string, string, any][]} */ ([
  ["9", "9x9", { size: 9, box: [3, 3] }], ["x", "9x9 with diagonals", { size: 9, box: [3, 3], extra: "diagonals" }], ["w", "9x9 with four windows", { size: 9, box: [3, 3], extra: "windows" }],
  ["4", "4x4", { size: 4, box: [2, 2] }], ["6", "6x6", { size: 6, box: [2, 3] }], ["8", "8x8", { size: 8, box: [2, 4] }], ["10", "10x10", { size: 10, box: [2, 5] }], ["12", "12x12", { size: 12, box: [3, 4] }], ["15", "15x15", { size: 15, box: [3, 5] }], ["16", "16x16", { size: 16, box: [4, 4] }], ["25", "25x25", { size: 25, box: [5, 5] }],
  ...[5, 6, 7, 8, 9].map((n) => /** @type {[string, string, any]} */ ([`i${n}`, `${n}x${n}, regions to draw`, { size: n, irregular: true }])),
]);

/** How regions are called, in a puzzle object and on the page. */
const REGION_NAMES = "123456789ABCDEFGHIJKLMNOP";

/** The largest board whose regions are drawn here. */
const MOST_DRAWN = 16;

/** @param {any} kind @returns {string} */
function blank(kind) {
  const n = kind.size;
  const name = (/** @type {number} */ r, /** @type {number} */ c) => `r${r + 1}c${c + 1}`;
  const range = [...Array(n).keys()];
  /** @type {string[][]} */
  const extra = kind.extra === "diagonals" ? [range.map((i) => name(i, i)), range.map((i) => name(i, n - 1 - i))]
    : kind.extra === "windows" ? [[1, 1], [1, 5], [5, 1], [5, 5]].map(([r, c]) => [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => name(/** @type {number} */ (r) + i, /** @type {number} */ (c) + j)))) : [];
  if (kind.irregular) return JSON.stringify({ v: 1, size: n, regions: byChance(n).map((region) => REGION_NAMES[region]).join(""), givens: ".".repeat(n * n) });
  return JSON.stringify({ v: 1, size: n, box: kind.box, ...(extra.length ? { extra_regions: extra } : {}), givens: ".".repeat(n * n) });
}

/** @type {import("../app.js").Screen} */
export async function screen(root, query) {
  const start = unpacked(query) ?? recall("set", blank(BOARDS[0]?.[2]));
  let parsed;
  try {
    parsed = await ask("parse", { puzzle: start });
  } catch (error) {
    root.append(lost(words(error)));
    return;
  }
  return new Setting(root, parsed).leave;
}

class Setting {
  /** @param {HTMLElement} root @param {import("../board/shape.js").Parsed} parsed */
  constructor(root, parsed) {
    this.parsed = parsed;
    this.shape = new Shape(parsed);
    /** @type {number[]} */
    this.clues = [...parsed.givens];
    /** @type {string[]} */
    this.rules = parsed.rules.map((rule) => rule.text);
    /** What was before, with the whole document where the board itself was another. @type {{clues: number[], rules: string[], document?: string}[]} */
    this.past = [];
    this.cursor = 0;
    /** @type {Set<number>} */
    this.chosen = new Set([0]);
    /** @type {number[][] | null} digits that stand in some solution */
    this.possible = null;
    this.showsPossible = recall("set-possible", true);
    /** @type {Set<number>} */
    this.open = new Set();
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.board = /** @type {import("../board/board-view.js").SudokuBoard} */ (document.createElement("sudoku-board"));
    this.board.setShape(this.shape, { live: true, label: "The puzzle you set" });
    this.desk = new RuleDesk({
      shape: () => this.shape, chosen: () => [...this.chosen], rules: () => this.rules, changes: (rules) => this.setRules(rules),
    });
    this.verdict = h("div", { "aria-live": "polite" });
    this.numbers = h("div", {});
    this.advice = h("div", { class: "stack" });
    this.#build(root);
    this.board.addEventListener("choose", (event) => {
      const { cell, adds } = /** @type {CustomEvent} */ (event).detail;
      this.cursor = cell;
      this.chosen = adds ? new Set([...this.chosen, cell]) : new Set([cell]);
      this.desk.show();
      this.show();
    });
    const keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", keys);
    this.leave = () => {
      document.removeEventListener("keydown", keys);
      clearTimeout(this.timer);
      this.asking?.abort();
    };
    this.show();
    void this.#look();
  }

  /** @param {HTMLElement} root */
  #build(root) {
    const n = this.shape.size;
    const boards = select([["", "this board"], ...BOARDS.map(([value, text]) => /** @type {[string, string]} */ ([value, text]))], {});
    boards.addEventListener("change", () => {
      const kind = BOARDS.find(([value]) => value === boards.value)?.[2];
      if (!kind) return;
      const object = blank(kind);
      keep("set", object);
      location.hash = address("set", packed(object, ""));
    });
    root.replaceChildren(h("div", { class: "desk" },
      h("section", { class: "stack stays", "aria-label": "Board" }, this.board,
        h("div", { class: n > 9 ? "pad wide" : "pad", role: "group", "aria-label": "Clues" }, Array.from({ length: n }, (_, i) => button(this.shape.symbol(i + 1), () => this.enter(i + 1), { "data-digit": i + 1 })), button("⌫", () => this.enter(0), { "aria-label": "Clear" })),
        h("div", { class: "acts" }, button("Undo", () => this.undo()), button("Empty", () => this.set(this.clues.map(() => 0)), { title: "Take all clues away; rules stay" }), button("Fill up", () => void this.#complete(), { title: "Add clues until there is one solution" }))),
      h("div", { class: "stack" },
        h("section", { class: "card stack" }, h("h1", {}, "Set a puzzle"), this.verdict, this.numbers),
        h("section", { class: "card" }, h("h2", {}, "What to do next"), this.advice),
        this.desk.element,
        h("section", { class: "card stack" }, field("Begin with a new board", boards), this.#regions(), tick("Show the digits that are still possible", this.showsPossible, (on) => { this.showsPossible = on; keep("set-possible", on); this.show(); }),
          h("details", { "data-part": "other-forms" }, h("summary", {}, "Turn, mirror, shuffle"), otherForms(() => this.document(), "set")),
          h("details", {}, h("summary", {}, "Share, export, print"), wayOut(() => ({ document: this.document(), line: this.line(), plain: this.shape.isClassic && !this.rules.length, title: undefined })))))));
  }

  /** Where the regions of the board are drawn anew; nothing for boards that are no square. */
  #regions() {
    const { size, isSquare, regions } = this.shape;
    if (!isSquare || size > MOST_DRAWN) return "";
    const place = h("div", {});
    const desk = h("details", { "data-part": "regions" }, h("summary", {}, "Draw the regions"), place);
    desk.addEventListener("toggle", () => {
      if (!desk.open || place.childElementCount) return;
      const pad = new RegionPad(size, regions ?? byChance(size), (region) => REGION_NAMES[region] ?? "", (map) => void this.#divide(map));
      place.replaceChildren(pad.element);
    });
    return desk;
  }

  /** Other regions; clues and rules stay. @param {number[]} map */
  async #divide(map) {
    const object = JSON.parse(this.document());
    delete object.box;
    object.regions = map.map((region) => REGION_NAMES[region]).join("");
    try {
      const parsed = await ask("parse", { puzzle: JSON.stringify(object) });
      this.past.push({ clues: this.clues, rules: this.rules, document: this.document() });
      this.#adopt(parsed);
      announce("The board has these regions now.");
    } catch (error) {
      this.verdict.replaceChildren(say("bad", words(error)));
    }
  }

  line(clues = this.clues) {
    return this.shape.line(clues);
  }

  /** The puzzle as an object. */
  document(clues = this.clues, rules = this.rules) {
    const text = this.parsed.document;
    const object = text.startsWith("{") ? JSON.parse(text) : {};
    delete object.notes;
    return JSON.stringify({ v: 1, ...object, rules: rules.length ? rules : undefined, givens: this.line(clues), values: null });
  }

  /** @param {number} digit 0 clears */
  enter(digit) {
    const same = digit && [...this.chosen].every((cell) => this.clues[cell] === digit);
    this.set(this.clues.map((clue, cell) => (this.chosen.has(cell) ? (same ? 0 : digit) : clue)));
  }

  /** @param {number[]} clues */
  set(clues) {
    this.past.push({ clues: this.clues, rules: this.rules });
    this.clues = clues;
    this.#changed();
  }

  /**
   * Other rules, if they can be read.
   * @param {string[]} rules
   * @returns {Promise<string | null>} what is wrong with them
   */
  async setRules(rules) {
    try {
      const puzzle = this.document(this.clues, rules);
      // What is wrong with a text is an answer here, no failure.
      const [record] = await ask("records", { text: puzzle });
      if (record?.problem) return new AskError(record.problem).sentence;
      const parsed = await ask("parse", { puzzle });
      this.past.push({ clues: this.clues, rules: this.rules });
      this.#adopt(parsed);
      return null;
    } catch (error) {
      return words(error);
    }
  }

  /** Draws the board with the rules it has now. @param {import("../board/shape.js").Parsed} parsed */
  #adopt(parsed) {
    this.parsed = parsed;
    this.rules = parsed.rules.map((rule) => rule.text);
    this.shape = new Shape(parsed);
    const focused = this.board.contains(document.activeElement);
    this.board.setShape(this.shape, { live: true, label: "The puzzle you set" });
    this.#changed();
    if (focused) this.board.focusCell(this.cursor);
    this.desk.show();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.clues = before.clues;
    if (before.document) return void ask("parse", { puzzle: before.document }).then((parsed) => this.#adopt(parsed)).catch(() => {});
    if (String(before.rules) === String(this.rules)) return this.#changed();
    void ask("parse", { puzzle: this.document(before.clues, before.rules) }).then((parsed) => this.#adopt(parsed)).catch(() => {});
  }

  #changed() {
    this.possible = null;
    this.open = new Set();
    this.show();
    keep("set", this.document());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#look(), 120);
  }

  /** Asks what the clues leave open; an answer to an older question is never shown. */
  async #look() {
    this.asking?.abort();
    const mine = (this.asking = new AbortController());
    const { signal } = mine;
    const puzzle = this.document();
    const n = this.clues.filter(Boolean).length;
    const clashes = this.shape.clashes(this.clues);
    /** @type {[string, string][]} */
    const numbers = [["clues", String(n)]];
    const tell = (/** @type {"" | "good" | "bad" | "warn"} */ kind, /** @type {string} */ text) => {
      this.verdict.replaceChildren(say(kind, text));
      this.numbers.replaceChildren(facts(numbers));
    };
    this.advice.replaceChildren();
    const broken = this.parsed.rules.length ? await this.#broken(signal) : [];
    if (signal.aborted) return;
    if (clashes.size) {
      tell("bad", "Two equal clues share a house: there is no solution.");
      return void this.#blame(signal);
    }
    if (broken.length) {
      tell("bad", `The clues break a rule. ${broken.slice(0, 3).map((rule) => sentence(this.shape, rule)).join(" ")}`);
      return void this.#blame(signal);
    }
    if (this.rules.length) numbers.push(["rules", String(this.rules.length)]);
    try {
      const checked = await ask("check", { puzzle, time_limit: 20 }, { signal });
      if (checked.status === "unique") {
        numbers.unshift(["solution", "1"]);
        tell("good", "There is exactly one solution.");
        announce("Exactly one solution.");
        const possible = await ask("candidates", { puzzle, time_limit: 20 }, { signal });
        this.possible = possible.candidates;
        this.show();
        void this.#praise(puzzle, signal, numbers);
        return;
      }
      if (checked.status === "none" || checked.status === "conflict") {
        numbers.unshift(["solutions", "0"]);
        tell("bad", this.rules.length ? "There is no solution: take a clue or a rule back." : "There is no solution: take a clue back.");
        announce("No solution.");
        return void this.#blame(signal);
      }
      if (checked.status !== "multiple") return tell("warn", `Not decided: ${checked.reason ?? checked.status}.`);
      numbers.unshift(["solutions", "2+"]);
      tell("warn", "There is more than one solution.");
      const possible = await ask("candidates", { puzzle, time_limit: 20 }, { signal });
      this.possible = possible.candidates;
      this.open = new Set(possible.candidates.flatMap((/** @type {number[]} */ digits, /** @type {number} */ cell) => (digits.length > 1 ? [cell] : [])));
      this.show();
      const counted = await ask("count", { puzzle, limit: COUNTED, time_limit: 5 }, { signal, progress: ({ done }) => {
        if (done) this.numbers.replaceChildren(facts([["solutions", `${done.toLocaleString("en")}+`], ...numbers.slice(1)]));
      } });
      numbers[0] = ["solutions", counted.complete ? counted.solutions.toLocaleString("en") : `${counted.solutions.toLocaleString("en")}+`];
      numbers.push(["cells open", String(this.open.size)]);
      tell("warn", "There is more than one solution.");
      if (counted.complete) await this.#suggest(signal);
      else await this.#narrow(signal);
    } catch (error) {
      if (!isStop(error)) tell("bad", words(error));
    }
  }

  /** Rules that the clues break. @param {AbortSignal} signal */
  async #broken(signal) {
    try {
      const parsed = /** @type {import("../board/shape.js").Parsed} */ (await ask("parse", { puzzle: this.document() }, { signal }));
      return parsed.rules.filter((rule) => rule.breach);
    } catch { return []; }
  }

  /**
   * Which clue would forbid most, where there are too many solutions to be counted: what is left is told by the digits that
   * still stand in some solution.
   * @param {AbortSignal} signal
   */
  async #narrow(signal) {
    const possible = this.possible ?? [];
    const sum = (/** @type {number[][]} */ sets) => sets.reduce((n, digits) => n + digits.length, 0);
    const all = sum(possible);
    // Where little is known, far from other clues, a clue says most; of equal cells the ones apart from each other are tried.
    const loose = [...this.open].sort((a, b) => (possible[b]?.length ?? 0) - (possible[a]?.length ?? 0));
    const cells = [0, 0.21, 0.43, 0.67, 0.89].flatMap((share) => loose[Math.floor(share * Math.min(loose.length, 40))] ?? []);
    /** @type {{cell: number, digit: number, left: number}[]} */
    const tried = [];
    const began = performance.now();
    this.advice.replaceChildren(h("p", { class: "busy" }, "Looking for clues that say much…"));
    for (const cell of new Set(cells)) {
      for (const digit of (possible[cell] ?? []).slice(0, 4)) {
        if (performance.now() - began > 4000) break;
        const left = await ask("candidates", { puzzle: this.document(this.clues.with(cell, digit)), time_limit: 5 }, { signal });
        tried.push({ cell, digit, left: sum(left.candidates) });
      }
    }
    tried.sort((a, b) => a.left - b.left);
    const best = tried.filter(({ cell }, i) => tried.findIndex((other) => other.cell === cell) === i);
    this.advice.replaceChildren(h("p", {}, `There are too many solutions to count them all. Of ${all.toLocaleString("en")} possible digits in the cells these clues leave the fewest:`),
      h("div", { class: "row" }, best.slice(0, 5).map(({ cell, digit, left }) => button(`${this.shape.name(cell)} = ${this.shape.symbol(digit)}: ${left.toLocaleString("en")} left`, () => this.set(this.clues.with(cell, digit)), { "data-act": "suggested" }))),
      h("p", { class: "soft" }, "“Fill up” under the board adds clues until there is one solution."));
  }

  /**
   * Which clues and rules contradict each other, and which of them could be taken back.
   * @param {AbortSignal} signal
   */
  async #blame(signal) {
    /** @typedef {{cell: number} | {rule: string}} Part */
    const parts = /** @type {Part[]} */ ([...this.rules.map((rule) => ({ rule })), ...this.clues.flatMap((clue, cell) => (clue ? [{ cell }] : []))]);
    const named = (/** @type {Part} */ part) => ("cell" in part ? `${this.shape.name(part.cell)} = ${this.shape.symbol(this.clues[part.cell] ?? 0)}` : part.rule);
    const document = (/** @type {Part[]} */ some) => {
      const cells = new Set(some.flatMap((part) => ("cell" in part ? [part.cell] : [])));
      return this.document(this.clues.map((clue, cell) => (cells.has(cell) ? clue : 0)), some.flatMap((part) => ("rule" in part ? [part.rule] : [])));
    };
    const contradict = async (/** @type {Part[]} */ some) => {
      const { status } = await ask("check", { puzzle: document(some), time_limit: 2 }, { signal });
      return status === "none" || status === "conflict";
    };
    this.advice.replaceChildren(h("p", { class: "busy" }, "Looking for what contradicts what…"));
    try {
      if (!(await contradict([]))) {
        const few = await contradiction(parts, contradict);
        const enough = [];
        for (const part of few) if (!(await contradict(parts.filter((other) => other !== part)))) enough.push(part);
        const without = (/** @type {Part} */ part) => ("cell" in part ? this.set(this.clues.with(part.cell, 0)) : void this.setRules(this.rules.filter((rule) => rule !== part.rule)));
        this.advice.replaceChildren(
          h("p", {}, few.length === 1 ? "This one cannot be met by itself:" : "These contradict each other, and none of them can be missed:"),
          h("ul", { class: "blamed", "data-part": "blamed" }, few.map((part) => h("li", {}, named(part)))),
          h("p", {}, enough.length ? "To take back one of these is enough:" : "More than one has to be taken back; begin with one of these:"),
          h("div", { class: "row" }, (enough.length ? enough : few).slice(0, 8).map((part) => button(`Without ${named(part)}`, () => without(part), { "data-act": "take-back" }))));
        announce(`${few.length} contradict each other: ${few.map(named).join(", ")}.`);
      } else this.advice.replaceChildren(h("p", {}, "The board has no solution even without clues and rules."));
    } catch (error) {
      if (!isStop(error)) this.advice.replaceChildren(say("warn", words(error)));
    }
  }

  /**
   * Which clue would leave the fewest solutions.
   * @param {AbortSignal} signal
   */
  async #suggest(signal) {
    const cells = [...this.open].sort((a, b) => (this.possible?.[b]?.length ?? 0) - (this.possible?.[a]?.length ?? 0)).slice(0, 6);
    /** @type {{cell: number, digit: number, left: number}[]} */
    const tried = [];
    for (const cell of cells) {
      for (const digit of this.possible?.[cell] ?? []) {
        const clues = this.clues.with(cell, digit);
        const counted = await ask("count", { puzzle: this.document(clues), limit: COUNTED, time_limit: 5 }, { signal });
        tried.push({ cell, digit, left: counted.solutions });
        if (tried.length >= 24) break;
      }
    }
    tried.sort((a, b) => a.left - b.left);
    this.advice.replaceChildren(h("p", {}, "These clues would help most:"), h("div", { class: "row" }, tried.slice(0, 6).map(({ cell, digit, left }) =>
      button(`${this.shape.name(cell)} = ${this.shape.symbol(digit)}: ${left === 1 ? "one solution" : `${left} left`}`, () => this.set(this.clues.with(cell, digit)), { "data-act": "suggested" }))));
  }

  /**
   * What is left to make better: how hard it is, and clues that can go.
   * @param {string} puzzle @param {AbortSignal} signal @param {[string, string][]} numbers
   */
  async #praise(puzzle, signal, numbers) {
    const links = h("div", { class: "row" }, h("a", { class: "button go", href: address("play", packed(puzzle, this.line())) }, "Play it"), h("a", { class: "button", href: address("explain", packed(puzzle, this.line())) }, "Explain it"));
    this.advice.replaceChildren(links);
    try {
      const checked = await ask("check", { puzzle, minimal: true, time_limit: 30 }, { signal });
      const spare = /** @type {string[]} */ (checked.redundant ?? []);
      const least = checked.minimal_form ? button("Take spare clues away", () => void this.#least(checked.minimal_form), { "data-act": "minimal" }) : "";
      const clues = this.clues.filter(Boolean).length;
      const easier = clues + 4 < this.shape.count ? button("Four clues more", () => void this.#ease(clues + 4), { "data-act": "ease", title: "Digits of the solution, chosen by chance: an easier puzzle" }) : "";
      this.advice.replaceChildren(links, h("p", {}, spare.length ? `Each of these clues could go alone: ${spare.join(", ")}.` : "No clue can go: the puzzle is minimal."), h("div", { class: "row" }, least, easier));
      if (this.shape.isClassic) {
        const rated = await ask("rate", { puzzle, profiles: ["se-1.2.1"], time_limit: 30 }, { signal });
        numbers.push(["Explainer rating", rated["se-1.2.1"].er.toFixed(1)], ["in a word", rated.word]);
        this.numbers.replaceChildren(facts(numbers));
      }
    } catch { /* What is shown stays true. */ }
  }

  /** Keeps the clues of a puzzle with fewer of them. @param {string} puzzle */
  async #least(puzzle) {
    try {
      const parsed = await ask("parse", { puzzle });
      this.set(this.clues.map((clue, cell) => (parsed.givens[cell] ? clue : 0)));
    } catch (error) { this.verdict.replaceChildren(say("bad", words(error))); }
  }

  /** More clues of the one solution. @param {number} clues */
  async #ease(clues) {
    try {
      const easier = await ask("ease", { puzzle: this.document(), clues, seed: Math.floor(Math.random() * 2 ** 31), time_limit: 20 });
      this.set(this.shape.read(easier.puzzle));
    } catch (error) { this.verdict.replaceChildren(say("bad", words(error))); }
  }

  /** Adds clues of a solution until there is one. */
  async #complete() {
    try {
      const solved = await ask("solve", { puzzle: this.document(), time_limit: 20 });
      if (!solved.solution) return;
      const solution = this.shape.read(solved.solution);
      const order = this.shape.drawn.filter((cell) => !this.clues[cell]).sort(() => Math.random() - 0.5);
      let clues = this.clues;
      for (;;) {
        const checked = await ask("check", { puzzle: this.document(clues), time_limit: 20 });
        if (checked.status !== "multiple") break;
        const differ = (checked.differ_in ?? []).map((/** @type {string} */ name) => this.shape.cell(name));
        const cell = differ.length ? differ[Math.floor(Math.random() * differ.length)] : order.pop();
        if (cell === undefined || clues[cell]) break;
        clues = clues.with(cell, solution[cell] ?? 0);
      }
      this.set(clues);
    } catch (error) {
      this.verdict.replaceChildren(say("bad", words(error)));
    }
  }

  show() {
    this.board.show({
      cells: this.clues.map((value, cell) => {
        const only = !value && this.possible?.[cell]?.length === 1;
        return { value, given: true, corner: !value && this.showsPossible && !only ? this.possible?.[cell] ?? [] : [], centre: only && this.showsPossible ? this.possible?.[cell] ?? [] : [], colours: [], sure: only && this.showsPossible };
      }),
      chosen: this.chosen, cursor: this.cursor, clashes: this.shape.clashes(this.clues), fixed: true, peers: true,
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, dialog")) return;
    const inside = this.board.contains(target) || target === document.body;
    const n = this.shape.size;
    const does = (/** @type {() => void} */ act) => { event.preventDefault(); act(); };
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") return does(() => this.undo());
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] })[event.key];
    if (move && inside) {
      return does(() => {
        this.cursor = this.shape.beside(this.cursor, move[0], move[1]);
        this.chosen = event.shiftKey ? new Set([...this.chosen, this.cursor]) : new Set([this.cursor]);
        this.desk.show();
        this.show();
        this.board.focusCell(this.cursor);
      });
    }
    const digit = this.shape.digitOf(event.key);
    if (digit > 0 && digit <= n) return does(() => this.enter(digit));
    if (["Backspace", "Delete", "0", ".", " "].includes(event.key) && (inside || event.key !== " ")) return does(() => this.enter(0));
  }
}
