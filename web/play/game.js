// A puzzle being played: what stands where, and every change so far. Knows no page and no engine.

import { Shape } from "../board/shape.js";

/** @typedef {import("../board/shape.js").Parsed} Parsed */
/** @typedef {import("../board/board-view.js").Shown} Shown */
/** @typedef {"digit" | "corner" | "centre" | "colour"} Mode */
/** @typedef {{cell: number, before: Shown, after: Shown}} Change */
/** @typedef {{what: string, changes: Change[]}} Move */
/** @typedef {[string, [number, number, number[], number[], number[]][]]} PackedMove what it was called, and for each cell what stands there after it */

export class Game extends EventTarget {
  /** @param {Parsed} parsed */
  constructor(parsed) {
    super();
    this.parsed = parsed;
    this.shape = new Shape(parsed);
    const notes = parsed.player_notes ? parsed.candidates : null;
    /** @type {Shown[]} */
    this.cells = parsed.givens.map((given, cell) => ({
      value: given || (parsed.values[cell] ?? 0),
      given: given !== 0,
      corner: notes && !given && !parsed.values[cell] && (notes[cell]?.length ?? 0) < parsed.size ? notes[cell] ?? [] : [],
      centre: [],
      colours: [],
    }));
    /** How it began. */
    this.start = [...this.cells];
    /** @type {Move[]} */
    this.past = [];
    /** @type {Move[]} */
    this.future = [];
    /** Seconds played so far. */
    this.seconds = 0;
  }

  get values() {
    return this.cells.map((cell) => cell.value);
  }

  get left() {
    return this.cells.filter((cell, i) => !cell.value && this.shape.places[i]).length;
  }

  get isFull() {
    return this.left === 0;
  }

  /**
   * Changes cells as one move that can be taken back.
   * @param {string} what
   * @param {Iterable<number>} cells
   * @param {(shown: Shown, cell: number) => Partial<Shown> | null} change
   */
  change(what, cells, change) {
    /** @type {Change[]} */
    const changes = [];
    for (const cell of cells) {
      const before = this.cells[cell];
      if (!before) continue;
      const made = change(before, cell);
      if (!made) continue;
      const after = { ...before, ...made };
      if (JSON.stringify(before) !== JSON.stringify(after)) changes.push({ cell, before, after });
    }
    if (!changes.length) return;
    for (const { cell, after } of changes) this.cells[cell] = after;
    this.past.push({ what, changes });
    this.future = [];
    this.#tell();
  }

  /**
   * Enters a digit or a mark in the chosen cells: once more takes it away.
   * @param {Mode} mode
   * @param {Set<number>} chosen
   * @param {number} digit
   * @param {boolean} cleans whether marks of cells that see a new digit go
   */
  enter(mode, chosen, digit, cleans) {
    const cells = [...chosen];
    if (mode === "digit") {
      const free = cells.filter((cell) => !this.cells[cell]?.given);
      const takes = free.length > 0 && free.every((cell) => this.cells[cell]?.value === digit);
      const seen = new Set(cleans && !takes ? free.flatMap((cell) => [...(this.shape.peers[cell] ?? [])]) : []);
      const what = takes ? `${this.#names(free)} cleared` : `${this.#names(free)} = ${this.shape.symbol(digit)}`;
      this.change(what, new Set([...free, ...seen]), (shown, cell) => {
        if (free.includes(cell)) return { value: takes ? 0 : digit };
        if (shown.value) return null;
        return { corner: without(shown.corner, digit), centre: without(shown.centre, digit) };
      });
      return;
    }
    const name = mode === "colour" ? "colours" : mode;
    const fits = cells.filter((cell) => mode === "colour" || !this.cells[cell]?.value);
    const has = fits.length > 0 && fits.every((cell) => this.cells[cell]?.[name].includes(digit));
    const what = `${mode} ${mode === "colour" ? digit : this.shape.symbol(digit)} in ${this.#names(fits)}`;
    this.change(what, fits, (shown) => ({ [name]: has ? without(shown[name], digit) : withOne(shown[name], digit) }));
  }

  /**
   * Empties the chosen cells: digits first, then marks, then colours.
   * @param {Set<number>} chosen
   */
  clear(chosen) {
    const cells = [...chosen].filter((cell) => !this.cells[cell]?.given);
    const digits = cells.some((cell) => this.cells[cell]?.value);
    const marks = cells.some((cell) => this.cells[cell]?.corner.length || this.cells[cell]?.centre.length);
    this.change(`${this.#names(cells)} cleared`, digits || marks ? cells : chosen, () => {
      if (digits) return { value: 0 };
      return marks ? { corner: [], centre: [] } : { colours: [] };
    });
  }

  /** Writes every digit that no peer holds into the empty cells. */
  fillMarks() {
    const values = this.values;
    this.change("all marks", values.keys(), (shown, cell) => (shown.value ? null : { corner: this.shape.open(values, cell), centre: [] }));
  }

  /** Removes marks that a peer holds. */
  cleanMarks() {
    const values = this.values;
    this.change("marks cleaned up", values.keys(), (shown, cell) => {
      const open = new Set(this.shape.open(values, cell));
      return { corner: shown.corner.filter((d) => open.has(d)), centre: shown.centre.filter((d) => open.has(d)) };
    });
  }

  /**
   * Does what a step says.
   * @param {import("../board/drawing.js").Step} step
   * @param {boolean} cleans
   */
  apply(step, cleans) {
    const placed = new Map(step.placements.map((mark) => [this.shape.cell(mark.cell), this.shape.ofValue(mark.digit)]));
    /** @type {Map<number, number[]>} */
    const gone = new Map();
    for (const mark of step.eliminations) {
      const cell = this.shape.cell(mark.cell);
      gone.set(cell, [...(gone.get(cell) ?? []), this.shape.ofValue(mark.digit)]);
    }
    /** @type {Map<number, number[]>} */
    const seen = new Map();
    if (cleans) for (const [cell, digit] of placed) for (const peer of this.shape.peers[cell] ?? []) seen.set(peer, [...(seen.get(peer) ?? []), digit]);
    const values = this.values;
    this.change(step.name, new Set([...placed.keys(), ...gone.keys(), ...seen.keys()]), (shown, cell) => {
      const digit = placed.get(cell);
      if (digit) return { value: digit };
      if (shown.value) return null;
      const goes = [...(gone.get(cell) ?? []), ...(seen.get(cell) ?? [])];
      const drop = (/** @type {number[]} */ marks) => marks.filter((d) => !goes.includes(d));
      // A cell without marks gets those that are left, so that what was learnt is not lost.
      if (gone.has(cell) && !shown.corner.length && !shown.centre.length) return { corner: drop(this.shape.open(values, cell)) };
      return { corner: drop(shown.corner), centre: drop(shown.centre) };
    });
  }

  /** Takes everything back. */
  restart() {
    this.change("started again", this.cells.keys(), (shown) => ({ value: shown.given ? shown.value : 0, corner: [], centre: [], colours: [] }));
  }

  undo() {
    if (this.#back()) this.#tell();
  }

  #back() {
    const move = this.past.pop();
    if (!move) return false;
    for (const { cell, before } of move.changes) this.cells[cell] = before;
    this.future.push(move);
    return true;
  }

  redo() {
    const move = this.future.pop();
    if (!move) return;
    for (const { cell, after } of move.changes) this.cells[cell] = after;
    this.past.push(move);
    this.#tell();
  }

  /**
   * The position as a puzzle object, as every request takes it.
   * @param {{marks?: boolean, fixed?: boolean}} [how] whether marks count as candidates, and whether those in the corners do
   * @returns {string}
   */
  document(how = {}) {
    const text = this.parsed.document;
    const object = text.startsWith("{") ? JSON.parse(text) : { givens: text };
    const values = this.shape.line(this.values);
    object.values = this.cells.some((cell) => cell.value && !cell.given) ? values : null;
    delete object.notes;
    if (how.marks) {
      const all = Array.from({ length: this.shape.size }, (_, i) => i + 1);
      const stated = this.parsed.player_notes ? null : this.parsed.candidates;
      const of = (/** @type {Shown} */ shown, /** @type {number} */ cell) => {
        const marks = shown.centre.length ? shown.centre : how.fixed ? shown.corner : [];
        const open = stated?.[cell] ?? all;
        return shown.value ? [shown.value] : marks.length ? open.filter((d) => marks.includes(d)) : open;
      };
      const sets = this.cells.map(of);
      const told = this.cells.some((shown, cell) => !shown.value && (sets[cell]?.length ?? 0) < this.shape.size);
      if (told) object.candidates = sets.map((digits) => digits.map((digit) => this.shape.symbol(digit)).join(""));
    }
    return JSON.stringify(object);
  }

  /** What a puzzle is known by: board, givens and rules, without what was played. */
  get key() {
    return keyOf(this.parsed.document);
  }

  /** What has to be kept to go on later: every move. */
  snapshot() {
    return { document: this.parsed.document, key: this.key, start: this.start, moves: [...this.past, ...[...this.future].reverse()].map(packMove), made: this.past.length, seconds: Math.round(this.seconds) };
  }

  /**
   * Goes on where it was left.
   * @param {{start: Shown[], moves: PackedMove[], made: number, seconds: number}} kept
   */
  restore(kept) {
    if (kept.start?.length !== this.cells.length || !Array.isArray(kept.moves)) return;
    this.start = kept.start;
    this.cells = [...kept.start];
    this.past = [];
    this.future = [];
    // Moves are kept as what they left behind; what was there before follows from the moves before.
    for (const [what, changes] of kept.moves) {
      const move = { what, changes: changes.map(([cell, value, corner, centre, colours]) => {
        const before = /** @type {Shown} */ (this.cells[cell]);
        return { cell, before, after: { value, given: before.given, corner, centre, colours } };
      }) };
      for (const { cell, after } of move.changes) this.cells[cell] = after;
      this.past.push(move);
    }
    while (this.past.length > kept.made) this.#back();
    this.seconds = kept.seconds ?? 0;
  }

  /** @param {number[]} cells */
  #names(cells) {
    const names = cells.slice(0, 3).map((cell) => this.shape.name(cell));
    return names.join(" ") + (cells.length > 3 ? ` and ${cells.length - 3} more` : "");
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {number[]} list @param {number} digit */
function without(list, digit) {
  return list.includes(digit) ? list.filter((d) => d !== digit) : list;
}

/** @param {number[]} list @param {number} digit */
function withOne(list, digit) {
  return list.includes(digit) ? list : [...list, digit].sort((a, b) => a - b);
}

/** @param {Move} move @returns {PackedMove} */
function packMove({ what, changes }) {
  return [what, changes.map(({ cell, after }) => [cell, after.value, after.corner, after.centre, after.colours])];
}

/**
 * What a puzzle is known by, whatever was played on it: two puzzles with the same givens and other rules are two puzzles.
 * @param {string} text a document
 */
export function keyOf(text) {
  if (!text.startsWith("{")) return text;
  const { size, box, regions, extra_regions, board, first_value, rules, givens, candidates } = JSON.parse(text);
  return JSON.stringify({ size, box, regions, extra_regions, board, first_value, rules, givens, candidates });
}
