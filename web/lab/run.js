// One algorithm's run, recorded: read once for its curves and keyframes, then played from any of them. Seeking to a tick
// gives the same picture whichever way one came, because every picture is made from the nearest keyframe on.

import { Frames } from "./frames.js";
import { SearchTree } from "./search-tree.js";

/** @typedef {import("./frames.js").Event} Event */
/** @typedef {import("./frames.js").Reals} Reals */
/** @typedef {NonNullable<Event["instructions"]>} Program */

/**
 * What can be seen at a moment.
 * @typedef {object} Moment
 * @property {number} tick
 * @property {Uint8Array} board
 * @property {Uint32Array} visits how often each cell was filled up to now
 * @property {number} depth
 * @property {number} conflicts
 * @property {Set<number>} clash cells of the last conflict
 * @property {number | null} temperature
 * @property {number | null} energy
 * @property {number | null} best
 * @property {number} accepted
 * @property {number} rejected
 * @property {number} guesses
 * @property {{name: string, numbers: Reals} | null} field
 * @property {Reals | null} population
 * @property {Event | null} generation
 * @property {Program | null} program the fittest program
 * @property {Program | null} earlier the one of the look before
 * @property {string[]} notes the last lines of the audit trail
 * @property {string[]} steps the last steps of rules
 * @property {number} said how many steps or lines of the trail there were
 * @property {number[]} learned sizes of the last clauses
 * @property {number} decided
 * @property {number} level
 * @property {number} restarts
 * @property {number} last the cell that changed last
 * @property {string | null} verdict
 */

/** @typedef {{name: string, ticks: number[], values: number[]}} Curve */

/** Most points of a curve. */
const POINTS = 400;

export class Run {
  /**
   * @param {any} traced the answer to a request for a trace
   * @param {string} algorithm
   * @param {number[][]} houses cells of each house, in the order of the board
   * @param {number} [seconds] time on the wall of the whole run
   * @param {number} [worked] its CPU time, where it is told
   */
  constructor(traced, algorithm, houses, seconds = 0, worked = seconds) {
    this.algorithm = algorithm;
    /** How far projections are still from a solution is a gap. */
    this.energyName = algorithm.startsWith("projections") ? "gap" : "energy";
    this.outcome = traced.outcome;
    this.complete = traced.complete;
    this.houses = houses;
    this.frames = new Frames(traced.frames);
    this.seconds = seconds;
    /** By what runs are laid side by side in time. */
    this.worked = worked;
    /** @type {{tick: number, at: number, moment: Moment}[]} */
    this.keys = [];
    /** @type {Map<string, Curve>} */
    this.curves = new Map();
    this.tree = new SearchTree();
    /** The tick of the first and of the last event. */
    this.first = 0;
    this.last = 0;
    /** Ticks between two looks. */
    this.sample = traced.sample ?? 1;
    /** Ticks of the whole run. */
    this.ticks = 0;
    this.events = 0;
    this.#read();
    /** @type {Moment} */
    this.moment = this.#fresh();
    this.seek(0);
  }

  get clues() {
    return this.keys[0]?.moment.board ?? new Uint8Array(this.frames.cells);
  }

  /** Reads all of it once. */
  #read() {
    const { frames } = this;
    let moment = this.#fresh();
    let place = frames.start;
    let count = 0;
    for (let event = frames.next(); event; event = frames.next()) {
      if (count % 4096 === 0 || event.kind === "keyframe") {
        // The state before this event, so that playing goes on from here.
        this.keys.push({ tick: moment.tick, at: place, moment: this.#copy(moment) });
      }
      if (count === 0) this.first = event.tick;
      this.last = event.kind === "end" && !this.complete ? this.last : event.tick;
      this.#apply(moment, event);
      this.#draw(event, moment);
      this.#branch(event);
      place = frames.at;
      count += 1;
    }
    this.ticks = Math.max(moment.tick, this.outcome?.ticks ?? 0);
    this.events = count;
    for (const curve of this.curves.values()) thin(curve);
  }

  /** @param {Event} event */
  #branch(event) {
    const { tree } = this;
    // Looks from time to time leave most branches out.
    if (this.sample > 1) return;
    switch (event.kind) {
      case "guess": tree.branch(event.tick, Math.max(1, event.depth ?? 1), event.cell ?? 0, event.digit ?? 0); break;
      case "decide": tree.branch(event.tick, Math.max(1, event.level ?? 1), event.cell ?? 0, event.yes ? event.digit ?? 0 : -(event.digit ?? 0)); break;
      case "conflict": tree.conflict(event.tick); break;
      case "restart": tree.restart(event.tick); break;
    }
  }

  /** @returns {Moment} */
  #fresh() {
    const n = this.frames.cells;
    return {
      tick: 0, board: new Uint8Array(n), visits: new Uint32Array(n), depth: 0, conflicts: 0, clash: new Set(), temperature: null, energy: null, best: null, accepted: 0, rejected: 0, guesses: 0,
      field: null, population: null, generation: null, program: null, earlier: null, notes: [], steps: [], said: 0, learned: [], decided: 0, level: 0, restarts: 0, last: -1, verdict: null,
    };
  }

  /** @param {Moment} moment @returns {Moment} */
  #copy(moment) {
    return { ...moment, board: moment.board.slice(), visits: moment.visits.slice(), clash: new Set(moment.clash), notes: [...moment.notes], steps: [...moment.steps], learned: [...moment.learned] };
  }

  /**
   * Goes to a tick.
   * @param {number} tick
   */
  seek(tick) {
    const behind = tick < this.moment.tick || this.moment.tick === 0;
    let key = this.keys[0];
    for (const known of this.keys) if (known.tick <= tick) key = known;
    if (key && (behind || key.tick > this.moment.tick)) {
      this.moment = this.#copy(key.moment);
      this.frames.seek(key.at, key.tick);
    }
    while (!this.frames.isAtEnd) {
      const { at, tick: now } = this.frames;
      const event = this.frames.next();
      if (!event) break;
      if (event.tick > tick) {
        this.frames.seek(at, now);
        break;
      }
      this.#apply(this.moment, event);
    }
    return this.moment;
  }

  /** The tick of the next event, or the last one. */
  nextTick() {
    const { at, tick } = this.frames;
    let found = this.ticks;
    for (let event = this.frames.next(); event; event = this.frames.next()) {
      if (event.tick > this.moment.tick) { found = event.tick; break; }
    }
    this.frames.seek(at, tick);
    return found;
  }

  /** @param {Moment} moment @param {Event} event */
  #apply(moment, event) {
    moment.tick = event.tick;
    const cell = event.cell ?? -1;
    switch (event.kind) {
      case "keyframe":
        moment.board = /** @type {Uint8Array} */ (event.board).slice();
        moment.depth = event.depth ?? 0;
        break;
      case "state": case "solved":
        moment.board = /** @type {Uint8Array} */ (event.board).slice();
        moment.clash = new Set();
        break;
      case "guess":
        moment.guesses += 1;
        moment.depth = event.depth ?? 0;
        this.#fill(moment, cell, event.digit ?? 0);
        break;
      case "assign": this.#fill(moment, cell, event.digit ?? 0); break;
      case "retract":
        moment.board[cell] = 0;
        moment.last = cell;
        break;
      case "swap": {
        const other = event.other ?? 0;
        const digit = moment.board[cell] ?? 0;
        this.#fill(moment, cell, moment.board[other] ?? 0);
        this.#fill(moment, other, digit);
        break;
      }
      case "conflict":
        moment.conflicts += 1;
        moment.clash = new Set(event.cell !== undefined ? [event.cell] : event.house !== undefined ? this.houses[event.house] ?? [] : []);
        break;
      case "decide":
        moment.decided += 1;
        moment.level = event.level ?? 0;
        // A decision is about a candidate; what it fills is told by itself.
        moment.visits[cell] = (moment.visits[cell] ?? 0) + 1;
        moment.last = cell;
        break;
      case "learn":
        moment.learned = [...moment.learned.slice(-59), event.size ?? 0];
        moment.level = event.level ?? 0;
        break;
      case "step":
        moment.steps = [...moment.steps.slice(-30), event.text ?? ""];
        moment.said += 1;
        break;
      case "temperature": moment.temperature = event.value ?? null; break;
      case "energy": moment.energy = event.value ?? null; break;
      case "moves":
        moment.accepted = event.accepted ?? 0;
        moment.rejected = event.rejected ?? 0;
        break;
      case "field": moment.field = event.numbers ? { name: event.text ?? "", numbers: event.numbers } : null; break;
      case "population": moment.population = event.numbers ?? null; break;
      case "generation": moment.generation = event; break;
      case "program":
        moment.earlier = moment.program;
        moment.program = event.instructions ?? null;
        break;
      case "improved": moment.best = event.value ?? null; break;
      case "restart": moment.restarts = event.number ?? 0; break;
      case "note":
        moment.notes = [...moment.notes.slice(-40), event.text ?? ""];
        if (!moment.steps.length) moment.said += 1;
        break;
      case "end": moment.verdict = event.text ?? null; break;
    }
  }

  /** @param {Moment} moment @param {number} cell @param {number} digit */
  #fill(moment, cell, digit) {
    moment.board[cell] = digit;
    moment.visits[cell] = (moment.visits[cell] ?? 0) + 1;
    moment.last = cell;
    moment.clash = new Set();
  }

  /** Adds what an event says to the curves. @param {Event} event @param {Moment} moment */
  #draw(event, moment) {
    const add = (/** @type {string} */ name, /** @type {number | null | undefined} */ value) => {
      if (value === null || value === undefined || !Number.isFinite(value)) return;
      let curve = this.curves.get(name);
      if (!curve) this.curves.set(name, (curve = { name, ticks: [], values: [] }));
      curve.ticks.push(event.tick);
      curve.values.push(value);
      // Long runs are thinned while they are read, so that memory stays small.
      if (curve.ticks.length > POINTS * 64) thin(curve, POINTS * 8);
    };
    switch (event.kind) {
      case "guess": add("depth", event.depth); break;
      case "retract": break;
      case "decide": add("level", event.level); break;
      case "learn": add("clause size", event.size); break;
      case "temperature": add("temperature", event.value); break;
      case "energy": add(this.energyName, event.value); break;
      case "field": if (/^(belief|pheromone)$/.test(event.text ?? "") && event.numbers) add("certainty", certainty(event.numbers, this.frames.digits)); break;
      case "improved": add("best cost", event.value); break;
      case "generation":
        add("best", event.best);
        add("mean", event.mean);
        break;
      case "program": add("successes", event.size); break;
      case "assign": if (!this.curves.has("depth")) add("cells filled", moment.board.reduce((n, d) => n + (d ? 1 : 0), 0)); break;
      case "moves": {
        const all = (event.accepted ?? 0) + (event.rejected ?? 0);
        if (all) add("share accepted", (event.accepted ?? 0) / all);
        break;
      }
    }
  }
}

/**
 * How much of its cell's numbers the highest one has, on average: 1 when every cell is decided.
 * @param {Reals} numbers
 * @param {number} digits
 */
function certainty(numbers, digits) {
  const all = numbers.read();
  const cells = all.length / digits;
  let sum = 0;
  for (let cell = 0; cell < cells; cell++) {
    let [most, total] = [0, 0];
    for (let d = 0; d < digits; d++) {
      const value = all[cell * digits + d] ?? 0;
      total += value;
      if (value > most) most = value;
    }
    sum += total > 0 ? most / total : 1;
  }
  return sum / cells;
}

/**
 * Keeps the highest and lowest of each stretch, so that no peak is lost.
 * @param {Curve} curve
 * @param {number} [points]
 */
function thin(curve, points = POINTS) {
  const n = curve.ticks.length;
  if (n <= points * 2) return;
  /** @type {number[]} */
  const ticks = [];
  /** @type {number[]} */
  const values = [];
  for (let i = 0; i < points; i++) {
    const from = Math.floor((i * n) / points);
    const to = Math.floor(((i + 1) * n) / points);
    let [low, high] = [from, from];
    for (let j = from; j < to; j++) {
      if ((curve.values[j] ?? 0) < (curve.values[low] ?? 0)) low = j;
      if ((curve.values[j] ?? 0) > (curve.values[high] ?? 0)) high = j;
    }
    for (const j of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      ticks.push(curve.ticks[j] ?? 0);
      values.push(curve.values[j] ?? 0);
    }
  }
  curve.ticks = ticks;
  curve.values = values;
}
