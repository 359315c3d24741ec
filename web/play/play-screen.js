// Play: a puzzle on the desk, with marks, checks, hints and a way out to every other program.

import { announce, button, facts, field, h, say, select, tick } from "../core/dom.js";
import { ask, isStop, words } from "../core/engine.js";
import { EXAMPLES } from "../core/examples.js";
import { keep, recall } from "../core/keep.js";
import { lost } from "../core/opening.js";
import { address, packed, unpacked } from "../core/route.js";
import { COLOUR_NAMES, COLOUR_SHAPES } from "../board/shape.js";
import "../board/board-view.js";
import { ruleList, sentence } from "../board/rule-list.js";
import { Game } from "./game.js";
import { HintLadder } from "./hint-ladder.js";
import { otherForms } from "./forms.js";
import { wayOut } from "./way-out.js";

/** @typedef {import("../board/board-view.js").SudokuBoard} SudokuBoard */
/** @typedef {import("./game.js").Mode} Mode */

/** @type {[Mode, string, string][]} */
const MODES = [["digit", "Digit", "Z"], ["corner", "Corner", "X"], ["centre", "Centre", "C"], ["colour", "Colour", "V"]];

const CHOICES = { fixed: true, cleans: true, autoMarks: false, peers: true, clashes: true, timer: true, order: "human" };

/** @type {import("../app.js").Screen} */
export async function screen(root, query) {
  const kept = recall("play", /** @type {any} */ (null));
  const asked = unpacked(query);
  root.append(h("p", { class: "busy" }, "Opening…"));
  let parsed;
  try {
    parsed = await ask("parse", { puzzle: asked ?? kept?.document ?? EXAMPLES[0]?.text ?? "" });
  } catch (error) {
    root.replaceChildren(lost(words(error)));
    return;
  }
  return new Play(root, parsed, kept).leave;
}

/** What to do first, told until it is put away. */
function welcome() {
  if (recall("welcomed", false)) return null;
  const card = h("section", { class: "card welcome", "aria-label": "Welcome" },
    h("h2", {}, "Welcome to the laboratory"),
    h("p", {}, "Play this puzzle, or paste any other, anywhere on the page: lines, grids, links and files of many programs are read."),
    h("p", {}, "Stuck? Hint, or ", h("kbd", {}, "H"), ", tells where to look first. In ", h("a", { href: address("lab") }, "Lab"), " algorithms race on the same puzzle; in ", h("a", { href: address("set") }, "Set"), " you make your own."),
    h("div", { class: "row" }, button("Got it", () => { keep("welcomed", true); card.remove(); announce("Put away."); })));
  return card;
}

class Play {
  /**
   * @param {HTMLElement} root
   * @param {import("../board/shape.js").Parsed} parsed
   * @param {any} kept
   */
  constructor(root, parsed, kept) {
    this.choices = { ...CHOICES, ...recall("choices", {}) };
    this.game = new Game(parsed);
    const same = kept && kept.key === this.game.key && !parsed.values.some((v, i) => v && !parsed.givens[i]);
    if (same) this.game.restore(kept);
    else if (this.choices.autoMarks) this.game.fillMarks();
    /** @type {Set<number>} */
    this.chosen = new Set([0]);
    this.cursor = 0;
    /** @type {Mode} */
    this.mode = "digit";
    /** @type {import("../board/board-view.js").Drawing | null} */
    this.drawing = null;
    /** @type {Set<number>} */
    this.differs = new Set();
    /** @type {number[] | null} the digits of the one solution, once known */
    this.solution = null;
    /** @type {import("../board/shape.js").Rule[]} rules that the digits break */
    this.broken = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.judging = undefined;
    this.solved = false;
    this.board = /** @type {SudokuBoard} */ (document.createElement("sudoku-board"));
    this.board.setShape(this.game.shape, { live: true, label: parsed.meta["title"] ?? "Sudoku board" });
    this.told = h("div", { "aria-live": "polite" });
    this.about = h("div", {});
    this.rules = h("div", {});
    this.time = h("span", {}, "0:00");
    this.pad = h("div", { class: parsed.size > 9 ? "pad wide" : "pad", role: "group", "aria-label": "Entries" });
    this.modes = h("div", { class: "modes", role: "group", "aria-label": "Kind of entry" });
    this.undoing = button("Undo", () => this.game.undo());
    this.redoing = button("Redo", () => this.game.redo());
    this.history = h("ol", { class: "history", "aria-label": "What you did", tabIndex: 0 });
    this.ladder = new HintLadder({
      game: () => this.game,
      how: () => ({ marks: true, fixed: this.choices.fixed, order: this.choices.order }),
      draws: (drawing) => { this.drawing = drawing; this.show(); },
      // Its first word comes while it is made.
      speaks: (speaking) => this.#placeHint(speaking),
      applies: (step) => this.game.apply(step, this.choices.cleans),
      reveals: () => this.#reveal(),
    });
    // On a narrow screen a hint stands where board and words are seen together, not a page further down.
    this.underBoard = h("div", { class: "no-print" });
    this.besideBoard = h("div", {});
    this.#build(root);
    this.game.addEventListener("change", () => this.#changed());
    this.board.addEventListener("choose", (event) => this.#choose(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("arrive", (event) => this.#arrive(/** @type {CustomEvent} */ (event).detail.cell));
    const keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", keys);
    let last = performance.now();
    const clock = setInterval(() => {
      const now = performance.now();
      if (!document.hidden && !this.solved) this.game.seconds += (now - last) / 1000;
      last = now;
      this.#clock();
      if (Math.round(this.game.seconds) % 15 === 0) this.#save();
    }, 1000);
    /** @type {AbortController} */
    this.asking = new AbortController();
    this.leave = () => {
      document.removeEventListener("keydown", keys);
      clearInterval(clock);
      clearTimeout(this.judging);
      this.asking.abort();
      this.ladder.clear();
      this.#save();
    };
    this.show();
    this.#list();
    this.#save();
    void this.#learn();
  }

  /** @param {HTMLElement} root */
  #build(root) {
    const { parsed } = this.game;
    const title = parsed.meta["title"];
    const { shape } = this.game;
    const hasRules = shape.rules.length > 0 || shape.extra.size > 0 || shape.diagonals.length > 0;
    if (hasRules) this.rules.replaceChildren(ruleList(shape, shape.rules));
    this.besideBoard.append(this.ladder.element);
    root.replaceChildren(h("div", { class: "desk" },
      h("section", { class: "stack stays", "aria-label": "Board" },
        title ? h("h1", {}, title, parsed.meta["author"] ? h("span", { class: "soft" }, ` by ${parsed.meta["author"]}`) : null) : null,
        this.board, this.underBoard,
        h("div", { class: "stack no-print" }, this.modes, this.pad,
          h("div", { class: "acts" }, this.undoing, this.redoing, button("Hint", () => void this.ladder.next(), { title: "Hint (H)" }), button("Check", () => void this.check(), { "data-act": "check" })))),
      h("div", { class: "stack no-print" },
        this.told,
        welcome(),
        hasRules ? h("section", { class: "card", "aria-label": "Rules of this puzzle" }, h("h2", {}, "Rules"), this.rules) : null,
        this.besideBoard,
        h("section", { class: "card", "aria-label": "About this puzzle" }, this.about),
        this.#more())));
    if (parsed.notes.length) this.#say("warn", parsed.notes.join(" "));
    for (const [mode, text, key] of MODES) {
      this.modes.append(button(text, () => this.#setMode(mode), { "data-mode": mode, title: `${text} (${key})`, "aria-pressed": mode === this.mode ? "true" : "false" }));
    }
    this.#buildPad();
  }

  /** @param {boolean} speaking whether there is a hint to read */
  #placeHint(speaking) {
    const { ladder, underBoard, besideBoard } = this;
    if (!ladder) return;
    const place = speaking && matchMedia("(max-width: 54rem)").matches ? underBoard : besideBoard;
    if (ladder.element.parentElement !== place) {
      const focused = /** @type {HTMLElement | null} */ (ladder.element.contains(document.activeElement) ? document.activeElement : null);
      place.append(ladder.element);
      focused?.focus({ preventScroll: true });
    }
    if (place !== underBoard) return;
    const [top, foot] = [this.board.getBoundingClientRect().top, ladder.element.getBoundingClientRect().bottom];
    if (top >= 0 && foot <= innerHeight) return;
    if (foot - top <= innerHeight) this.board.scrollIntoView({ block: "start" });
    else ladder.element.scrollIntoView({ block: "nearest" });
  }

  #buildPad() {
    const n = this.mode === "colour" ? 9 : this.game.shape.size;
    const clear = button("⌫", () => this.game.clear(this.chosen), { "aria-label": "Clear", title: "Clear (Backspace)" });
    this.pad.replaceChildren(...Array.from({ length: n }, (_, i) => {
      const digit = i + 1;
      if (this.mode === "colour") {
        return button(h("span", { class: `dot c${digit}`, "aria-hidden": "true" }, COLOUR_SHAPES[i] ?? ""), () => this.enter(digit), { "aria-label": COLOUR_NAMES[i] });
      }
      return button(this.game.shape.symbol(digit), () => this.enter(digit), { "data-digit": digit });
    }), clear);
    this.#countPad();
  }

  /** How often each digit is still to be placed. */
  #countPad() {
    if (this.mode === "colour") return;
    const { shape } = this.game;
    // On a square each digit stands in every row; elsewhere nobody knows how often.
    const n = shape.isSquare ? shape.size : 0;
    for (const key of this.pad.querySelectorAll("button[data-digit]")) {
      if (!(key instanceof HTMLElement)) continue;
      const digit = Number(key.dataset.digit);
      const left = n - this.game.cells.filter((cell) => cell.value === digit).length;
      if (!n) continue;
      key.replaceChildren(shape.symbol(digit), h("small", {}, left > 0 ? String(left) : "✓", h("span", { class: "unseen" }, left > 0 ? " left" : " done")));
      key.classList.toggle("done", left <= 0);
    }
  }

  #more() {
    const { choices } = this;
    const set = (/** @type {Partial<typeof CHOICES>} */ more) => {
      Object.assign(choices, more);
      keep("choices", choices);
      this.ladder.clear();
      this.show();
      this.#clock();
    };
    return h("section", { class: "card" },
      h("div", { class: "row" },
        button("Fill marks", () => this.game.fillMarks()), button("Clean up marks", () => this.game.cleanMarks()), button("Start again", () => this.game.restart())),
      h("details", {}, h("summary", {}, "Choices"),
        tick("Corner marks stand on fixed places, and hints take them as candidates", choices.fixed, (fixed) => set({ fixed })),
        tick("A new digit removes marks that it rules out", choices.cleans, (cleans) => set({ cleans })),
        tick("New puzzles begin with all marks", choices.autoMarks, (autoMarks) => set({ autoMarks })),
        tick("Show what the cell sees", choices.peers, (peers) => set({ peers })),
        tick("Show at once what breaks a rule", choices.clashes, (clashes) => set({ clashes })),
        tick("Show the time", choices.timer, (timer) => set({ timer })),
        field("Order of hints", select([["human", "easiest to see first"], ["rating", "as the rating counts"]], { value: choices.order, onchange: (/** @type {Event} */ e) => set({ order: /** @type {HTMLSelectElement} */ (e.target).value }) }))),
      h("details", { "data-part": "out" }, h("summary", {}, "Share, export, print"), wayOut(() => ({ document: this.game.document({ marks: false }), line: this.game.parsed.puzzle, plain: this.game.shape.isClassic, title: this.game.parsed.meta["title"] }))),
      h("details", { "data-part": "other-forms" }, h("summary", {}, "Turn, mirror, shuffle"), otherForms(() => this.game.parsed.document, "play")),
      h("details", {}, h("summary", {}, "What you did"), this.history),
      h("div", { class: "row" },
        h("a", { class: "button", href: address("explain", packed(this.game.parsed.document, this.game.parsed.puzzle)) }, "Explain it"),
        h("a", { class: "button", href: address("lab", packed(this.game.parsed.document, this.game.parsed.puzzle)) }, "Watch algorithms")));
  }

  /** Asks what there is to know: whether it has one solution, and how hard it is. */
  async #learn() {
    const puzzle = this.game.parsed.document;
    const { signal } = this.asking;
    /** @type {[string, string][]} */
    const known = [];
    const show = () => this.about.replaceChildren(facts([...known, ["cells left", String(this.game.left)], ...(this.choices.timer ? [/** @type {[string, any]} */ (["time", this.time])] : [])]));
    this.facts = show;
    show();
    const { shape } = this.game;
    this.#judgeSoon();
    try {
      const solved = await ask("solve", { puzzle, time_limit: 20 }, { signal });
      const many = { solved: "1", multiple: "2+", none: "0", conflict: "0" };
      known.push([solved.status === "solved" ? "solution, proved" : "solutions", /** @type {any} */ (many)[solved.status] ?? "?"]);
      if (solved.status === "solved") this.solution = shape.read(solved.solution);
      else if (solved.status === "multiple") this.#say("warn", "This puzzle has more than one solution. Hints and checks say only what holds in all of them.");
      else if (solved.status === "none" || solved.status === "conflict") this.#say("bad", "This puzzle has no solution.");
      show();
      if (this.solution && this.game.shape.isClassic) {
        const rated = await ask("rate", { puzzle, profiles: ["se-1.2.1"], time_limit: 30 }, { signal });
        known.push(["Explainer rating", rated["se-1.2.1"].er.toFixed(1)], ["in a word", rated.word]);
        show();
      }
      // The position is what it was: a hint that was asked for meanwhile stays.
      this.show();
      this.#endsWhenFull();
    } catch {
      show();
    }
  }

  /** @param {"" | "good" | "bad" | "warn"} kind @param {string} text */
  #say(kind, text) {
    this.told.replaceChildren(text ? say(kind, text) : "");
  }

  #clock() {
    const s = Math.floor(this.game.seconds);
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    this.time.textContent = s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
  }

  #save() {
    keep("play", this.game.snapshot());
  }

  /** A move was made, taken back or made again. */
  #changed() {
    this.differs = new Set();
    this.ladder.clear();
    this.#countPad();
    this.undoing.disabled = !this.game.past.length;
    this.redoing.disabled = !this.game.future.length;
    this.facts?.();
    this.#judgeSoon();
    this.show();
    this.#list();
    this.#save();
    this.#endsWhenFull();
  }

  /** Asks which rules the digits break; what houses say is known at once. */
  #judgeSoon() {
    if (!this.game.shape.rules.length) return;
    clearTimeout(this.judging);
    this.judging = setTimeout(() => void this.#judge().catch(() => {}), 60);
  }

  async #judge() {
    const { shape } = this.game;
    if (!shape.rules.length) return;
    const { rules } = /** @type {import("../board/shape.js").Parsed} */ (await ask("parse", { puzzle: this.game.document() }, { signal: this.asking.signal }));
    this.broken = rules.filter((rule) => rule.breach);
    if (this.choices.clashes || this.showClashes) this.rules.replaceChildren(ruleList(shape, rules));
    this.show();
  }

  /** Shows a digit of the solution, where the cursor is or where the fewest are open. */
  #reveal() {
    const { solution, game } = this;
    if (!solution) return this.#say("warn", "The solution is not known yet.");
    const values = game.values;
    const empty = game.shape.drawn.filter((cell) => !values[cell]);
    const cell = empty.includes(this.cursor) ? this.cursor : empty.sort((a, b) => game.shape.open(values, a).length - game.shape.open(values, b).length)[0];
    if (cell === undefined) return;
    const digit = solution[cell] ?? 0;
    game.change(`${game.shape.name(cell)} = ${game.shape.symbol(digit)}, shown`, [cell], () => ({ value: digit }));
    this.#choose({ cell, adds: false, drags: false });
    announce(`${game.shape.name(cell)} is ${game.shape.symbol(digit)}.`);
  }

  /** Cells that break something. */
  get clashing() {
    return new Set([...this.game.shape.clashes(this.game.values), ...this.broken.flatMap((rule) => rule.breach?.cells ?? [])]);
  }

  #endsWhenFull() {
    if (this.game.isFull && !this.game.shape.clashes(this.game.values).size) void this.#finish();
    else if (this.solved) { this.solved = false; this.#say("", ""); }
  }

  #list() {
    this.undoing.disabled = !this.game.past.length;
    this.redoing.disabled = !this.game.future.length;
    this.history.replaceChildren(...this.game.past.slice(-60).map((move) => h("li", {}, move.what)));
  }

  async #finish() {
    const { values, shape } = this.game;
    let right = false;
    if (this.solution) right = shape.drawn.every((cell) => this.solution?.[cell] === values[cell]);
    else {
      try {
        await this.#judge();
        right = !this.broken.length;
      } catch { right = false; }
    }
    if (!right) return;
    this.solved = true;
    this.#say("good", `Solved${this.choices.timer ? ` in ${this.time.textContent}` : ""}. Well done.`);
    announce("Solved. Well done.");
  }

  /** Says what is wrong, and which kind of wrong it is. */
  async check() {
    const { shape } = this.game;
    const clashes = shape.clashes(this.game.values);
    this.showClashes = true;
    if (clashes.size) {
      const names = [...clashes].map((cell) => shape.name(cell)).join(", ");
      this.#say("bad", `This breaks a rule: equal digits share a house in ${names}.`);
      this.show();
      return;
    }
    try {
      await this.#judge();
    } catch (error) {
      if (!isStop(error)) this.#say("bad", words(error));
      return;
    }
    if (this.broken.length) {
      this.#say("bad", `This breaks a rule. ${this.broken.slice(0, 4).map((rule) => sentence(shape, rule)).join(" ")}`);
      this.show();
      return;
    }
    if (!this.solution) {
      try {
        const checked = await ask("check", { puzzle: JSON.stringify({ ...JSON.parse(this.game.document()), givens: shape.line(this.game.values), values: null }), time_limit: 20 });
        const good = checked.status === "unique" || checked.status === "multiple";
        const known = good || checked.status === "none" || checked.status === "conflict";
        this.#say(good ? "good" : known ? "bad" : "warn", good ? "No rule is broken, and it can still be solved." : known ? "No rule is broken yet, but from here there is no solution." : `No rule is broken; whether it can still be solved is not known: ${checked.reason ?? checked.status}.`);
      } catch (error) { this.#say("bad", words(error)); }
      return;
    }
    const wrong = this.game.cells.flatMap((shown, cell) => (shown.value && shape.places[cell] && shown.value !== this.solution?.[cell] ? [cell] : []));
    this.differs = new Set(wrong);
    const names = wrong.map((cell) => shape.name(cell)).join(", ");
    if (wrong.length) this.#say("warn", `No rule is broken, but ${wrong.length === 1 ? "one digit differs" : `${wrong.length} digits differ`} from the solution: ${names}.`);
    else if (this.game.isFull) void this.#finish();
    else this.#say("good", `So far everything is right; ${this.game.left} cells are left.`);
    this.show();
  }

  show() {
    this.board?.show({
      cells: this.game.cells, chosen: this.chosen, cursor: this.cursor, drawing: this.drawing, differs: this.differs,
      clashes: this.choices.clashes || this.showClashes ? this.clashing : new Set(),
      fixed: this.choices.fixed, peers: this.choices.peers && !this.drawing,
    });
  }

  /** @param {Mode} mode */
  #setMode(mode) {
    const rebuild = (mode === "colour") !== (this.mode === "colour");
    this.mode = mode;
    for (const control of this.modes.children) control.setAttribute("aria-pressed", /** @type {HTMLElement} */ (control).dataset.mode === mode ? "true" : "false");
    if (rebuild) this.#buildPad();
  }

  /** @param {number} digit @param {Mode} [mode] */
  enter(digit, mode = this.mode) {
    if (mode === "colour" ? digit <= 9 : digit <= this.game.shape.size) this.game.enter(mode, this.chosen, digit, this.choices.cleans);
  }

  /** @param {{cell: number, adds: boolean, drags: boolean}} detail */
  #choose({ cell, adds, drags }) {
    if (adds) {
      if (!drags && this.chosen.has(cell) && this.chosen.size > 1) this.chosen.delete(cell);
      else this.chosen.add(cell);
      this.chosen = new Set(this.chosen);
    } else this.chosen = new Set([cell]);
    this.cursor = cell;
    this.show();
  }

  /** @param {number} cell */
  #arrive(cell) {
    if (cell === this.cursor) return;
    this.cursor = cell;
    if (!this.chosen.has(cell)) this.chosen = new Set([cell]);
    this.show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
    const inside = this.board.contains(target) || target === document.body || target.id === "screen";
    const { shape } = this.game;
    const n = shape.size;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key;
    const does = (/** @type {() => void} */ act) => { event.preventDefault(); act(); };
    if (command && key.toLowerCase() === "z") return does(() => (event.shiftKey ? this.game.redo() : this.game.undo()));
    if (command && key.toLowerCase() === "y") return does(() => this.game.redo());
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
    const move = steps[key];
    if (move && inside && !event.altKey) {
      return does(() => {
        const cell = shape.beside(this.cursor, move[0], move[1]);
        this.cursor = cell;
        this.chosen = event.shiftKey || command ? new Set([...this.chosen, cell]) : new Set([cell]);
        this.show();
        this.board.focusCell(cell);
      });
    }
    if (command && key.toLowerCase() === "a" && inside) return does(() => { this.chosen = new Set(shape.drawn); this.show(); });
    if (key === "Escape") return does(() => { this.ladder.clear(); this.chosen = new Set([this.cursor]); this.show(); });
    const digit = /^(Digit|Numpad)[0-9]$/.test(event.code) ? (this.mode === "colour" ? Number(event.code.slice(-1)) : shape.digitOf(event.code.slice(-1))) : n > 9 && !command ? shape.digitOf(key) : 0;
    if (digit > 0) {
      const mode = event.shiftKey && /^(Digit|Numpad)/.test(event.code) ? "corner" : command || event.altKey ? "centre" : this.mode;
      return does(() => this.enter(digit, mode));
    }
    if (command || event.altKey) return;
    if (key === "Backspace" || key === "Delete" || (key === "0" && inside)) return does(() => this.game.clear(this.chosen));
    if (key === " " && inside) return does(() => this.#setMode(MODES[(MODES.findIndex(([m]) => m === this.mode) + 1) % 4]?.[0] ?? "digit"));
    if (key === "Enter" && inside) return does(() => this.ladder.apply());
    // On large boards some letters are digits, which came first; the others mean what they mean everywhere.
    const mode = MODES.find(([, , letter]) => letter === key.toUpperCase());
    if (mode) return does(() => this.#setMode(mode[0]));
    if (key.toLowerCase() === "h") return does(() => void this.ladder.next());
  }
}
