// Reads the frames of a trace (docs/traces.md). What a player needs is made while reading: where each keyframe begins, and
// the curves of the whole run. Knows no page.

/** @typedef {{tick: number, at: number, event: number}} Keyframe */

/**
 * One event.
 * @typedef {object} Event
 * @property {number} tick
 * @property {string} kind
 * @property {number} [cell]
 * @property {number} [other]
 * @property {number} [digit]
 * @property {number} [depth]
 * @property {number} [house]
 * @property {boolean} [yes]
 * @property {number} [level]
 * @property {number} [size]
 * @property {string} [text]
 * @property {number} [value]
 * @property {number} [accepted]
 * @property {number} [rejected]
 * @property {Reals} [numbers]
 * @property {number} [number]
 * @property {number} [best]
 * @property {number} [mean]
 * @property {Uint8Array} [board]
 * @property {[number, number][]} [placed]
 * @property {[number, number][]} [removed]
 * @property {{rule: number, house: number, digits: number, fate: number}[]} [instructions]
 * @property {number} [ticks]
 * @property {number} [guesses]
 * @property {number} [temperature]
 * @property {number} [energy]
 */

const KINDS = ["keyframe", "state", "guess", "assign", "retract", "swap", "conflict", "decide", "learn", "step", "temperature", "energy", "moves", "field", "generation", "population", "program", "improved", "restart", "note", "solved", "end"];

export class Frames {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.text = new TextDecoder();
    this.at = 0;
    if (bytes.length < 7 || String.fromCharCode(...bytes.subarray(0, 4)) !== "SLTR") throw new Error("This is no trace.");
    if (bytes[4] !== 1) throw new Error(`Version ${bytes[4]} of traces is not known here.`);
    this.at = 5;
    this.cells = this.#varint();
    this.digits = this.#varint();
    this.start = this.at;
    this.tick = 0;
  }

  /** Back to a place where a frame begins. @param {number} at @param {number} tick */
  seek(at, tick) {
    this.at = at;
    this.tick = tick;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  /** The next event; null at the end. @returns {Event | null} */
  next() {
    if (this.isAtEnd) return null;
    this.tick += this.#varint();
    const kind = KINDS[this.#byte()];
    const tick = this.tick;
    switch (kind) {
      case "keyframe": {
        this.tick = this.#varint();
        const number = this.#varint();
        const depth = this.#varint();
        const [temperature, energy, best] = [this.#real(), this.#real(), this.#real()];
        return { tick: this.tick, kind, number, depth, temperature, energy, best, board: this.#board() };
      }
      case "state": return { tick, kind, board: this.#board() };
      case "guess": {
        const [cell, digit] = [this.#varint(), this.#byte()];
        this.#varint();
        return { tick, kind, cell, digit, depth: this.#varint() };
      }
      case "assign": return { tick, kind, cell: this.#varint(), digit: this.#byte() };
      case "retract": return { tick, kind, cell: this.#varint() };
      case "swap": return { tick, kind, cell: this.#varint(), other: this.#varint() };
      case "conflict": {
        const where = this.#byte();
        if (where === 1) return { tick, kind, cell: this.#varint() };
        return where === 2 ? { tick, kind, house: this.#varint() } : { tick, kind };
      }
      case "decide": return { tick, kind, cell: this.#varint(), digit: this.#byte(), yes: this.#byte() === 1, level: this.#varint() };
      case "learn": return { tick, kind, size: this.#varint(), level: this.#varint() };
      case "step": return { tick, kind, text: this.#words(), placed: this.#marks(false), removed: this.#marks(true) };
      case "temperature": case "energy": return { tick, kind, value: this.#real() };
      case "moves": return { tick, kind, accepted: this.#varint(), rejected: this.#varint() };
      case "field": return { tick, kind, text: this.#words(), numbers: this.#reals() };
      case "generation": return { tick, kind, number: this.#varint(), best: this.#real(), mean: this.#real() };
      case "population": return { tick, kind, numbers: this.#reals() };
      case "program": {
        const event = { tick, kind, number: this.#varint(), best: this.#real(), mean: this.#real(), size: this.#varint(), value: this.#real(), depth: this.#varint() };
        const instructions = Array.from({ length: this.#varint() }, () => ({ rule: this.#byte(), house: this.#byte(), digits: this.#varint(), fate: this.#byte() }));
        return { ...event, instructions };
      }
      case "improved": return { tick, kind, value: this.#real(), board: this.#board() };
      case "restart": return { tick, kind, number: this.#varint() };
      case "note": return { tick, kind, text: this.#words() };
      case "solved": return { tick, kind, board: this.#board() };
      case "end": return { tick, kind, text: this.#words(), ticks: this.#varint(), guesses: this.#varint() };
      default: throw new Error("The trace holds something that is not known here.");
    }
  }

  #byte() {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error("The trace is cut off.");
    return byte;
  }

  #varint() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  #real() {
    if (this.at + 4 > this.bytes.length) throw new Error("The trace is cut off.");
    const value = this.view.getFloat32(this.at, true);
    this.at += 4;
    return value;
  }

  #words() {
    const n = this.#varint();
    const text = this.text.decode(this.bytes.subarray(this.at, this.at + n));
    this.at += n;
    return text;
  }

  #board() {
    const board = this.bytes.subarray(this.at, this.at + this.cells);
    this.at += this.cells;
    return board;
  }

  /** @param {boolean} sets @returns {[number, number][]} */
  #marks(sets) {
    return Array.from({ length: this.#varint() }, () => [this.#varint(), sets ? this.#varint() : this.#byte()]);
  }

  #reals() {
    const n = this.#varint();
    const [low, high] = [this.#real(), this.#real()];
    const numbers = new Reals(this.bytes.subarray(this.at, this.at + n), low, high);
    this.at += n;
    return numbers;
  }
}

/** Numbers as they stand in a frame. Whoever seeks passes thousands of them and draws the last ones only. */
export class Reals {
  /** @param {Uint8Array} bytes @param {number} low @param {number} high */
  constructor(bytes, low, high) {
    this.bytes = bytes;
    this.low = low;
    this.high = high;
  }

  get length() {
    return this.bytes.length;
  }

  /** @returns {Float32Array} */
  read() {
    const { bytes, low, high } = this;
    return Float32Array.from(bytes, (byte) => low + (byte * (high - low)) / 255);
  }
}
