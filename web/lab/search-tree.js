// The tree of a search, gathered while a recorded run is read: each guess or decision is a node below the one before it.
// Knows no page; `drawTree` in pictures.js shows it.

/** Most nodes that are remembered. */
const MOST = 200_000;

export class SearchTree {
  constructor() {
    /** @type {number[]} when each node was tried */
    this.ticks = [];
    /** @type {number[]} the node above, -1 for none */
    this.parents = [];
    /** @type {number[]} */
    this.depths = [];
    /** @type {number[]} */
    this.cells = [];
    /** @type {number[]} */
    this.digits = [];
    /** @type {number[]} when it was found that a node leads nowhere; Infinity where that never showed */
    this.dead = [];
    /** @type {number[]} the last node of each depth */
    this.open = [];
  }

  get isEmpty() {
    return !this.ticks.length;
  }

  /** @param {number} tick @param {number} depth from 1 @param {number} cell @param {number} digit 0 or less for a digit that is ruled out */
  branch(tick, depth, cell, digit) {
    if (this.ticks.length >= MOST) return;
    // Whatever stood at this depth or deeper was left without a solution.
    for (let d = depth; d < this.open.length; d++) this.#bury(this.open[d], tick);
    this.open.length = Math.min(this.open.length, depth);
    const node = this.ticks.length;
    let above = -1;
    for (let d = Math.min(depth, this.open.length) - 1; d > 0 && above < 0; d--) above = this.open[d] ?? -1;
    this.ticks.push(tick);
    this.parents.push(above);
    this.depths.push(depth);
    this.cells.push(cell);
    this.digits.push(digit);
    this.dead.push(Infinity);
    this.open[depth] = node;
  }

  /** What was tried last leads nowhere. @param {number} tick */
  conflict(tick) {
    this.#bury(this.open.at(-1), tick);
  }

  /** Everything begins anew. @param {number} tick */
  restart(tick) {
    for (const node of this.open) this.#bury(node, tick);
    this.open = [];
  }

  /** How many nodes there are up to a tick. @param {number} tick */
  until(tick) {
    let [low, high] = [0, this.ticks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ticks[middle] ?? 0) <= tick) low = middle + 1; else high = middle;
    }
    return low;
  }

  /** The nodes above one, and itself. @param {number} node */
  path(node) {
    const found = new Set();
    for (let at = node; at >= 0; at = this.parents[at] ?? -1) found.add(at);
    return found;
  }

  /** @param {number | undefined} node @param {number} tick */
  #bury(node, tick) {
    if (node !== undefined && this.dead[node] === Infinity) this.dead[node] = tick;
  }
}
