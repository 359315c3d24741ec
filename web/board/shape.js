// The board as data: cells, places, houses, peers, and how cells and digits are called.

/** @typedef {{cells: number[], name: string}} House */
/** @typedef {"grey" | "green" | "purple" | "blue" | "orange" | "teal" | "yellow" | "lavender" | "red"} Colour */
/** @typedef {"plain" | "bulb" | "circle" | "diamond" | "arrow"} End */

/**
 * Something drawn for a rule; `kind` says which of the other fields are there.
 * @typedef {object} RuleMark
 * @property {"cage" | "shade" | "line" | "pill" | "sign" | "dot" | "between" | "greater" | "corner" | "outside" | "note"} kind
 * @property {number[]} [cells]
 * @property {number} [cell]
 * @property {number} [a]
 * @property {number} [b]
 * @property {number} [large]
 * @property {number} [small]
 * @property {boolean} [filled]
 * @property {string | null} [label]
 * @property {string | null} [text]
 * @property {Colour} [colour]
 * @property {End} [from]
 * @property {End} [to]
 * @property {"square" | "disc" | "circle" | "low" | "high"} [sign]
 */

/** @typedef {{breach: {cells: number[], text: string} | null, cells: number[], kind: string, marks: RuleMark[], text: string}} Rule */

/**
 * What the verb `parse` says of a puzzle.
 * @typedef {object} Parsed
 * @property {number[][] | null} candidates
 * @property {number} clues
 * @property {number} columns
 * @property {string} document
 * @property {string} format
 * @property {number[]} givens
 * @property {House[]} houses
 * @property {Record<string, string>} meta
 * @property {string[]} notes
 * @property {([number, number] | null)[]} places
 * @property {boolean} player_notes
 * @property {string} puzzle
 * @property {number[] | null} regions
 * @property {number} rows
 * @property {Rule[]} rules
 * @property {number} size
 * @property {string[]} symbols
 * @property {number[]} values
 */

const SYMBOLS = "123456789ABCDEFGHIJKLMNOP";

/** A board. */
export class Shape {
  /** @param {Parsed} parsed */
  constructor(parsed) {
    /** How many digits there are. */
    this.size = parsed.size;
    this.rows = parsed.rows;
    this.columns = parsed.columns;
    this.count = parsed.givens.length;
    this.places = parsed.places;
    this.houses = parsed.houses;
    this.regions = parsed.regions;
    this.rules = parsed.rules ?? [];
    this.symbols = parsed.symbols;
    /** @type {Map<number, number>} cells by where they lie */
    this.byPlace = new Map(parsed.places.flatMap((place, cell) => (place ? [[place[0] * parsed.columns + place[1], cell]] : [])));
    /** @type {Set<number>[]} */
    this.peers = Array.from({ length: this.count }, () => new Set());
    for (const house of this.houses) {
      for (const a of house.cells) for (const b of house.cells) if (a !== b) this.peers[a]?.add(b);
    }
    const extra = this.houses.filter((house) => !/^(row|column|box)\b/.test(house.name));
    /** Houses that run from corner to corner; they are drawn as lines. */
    this.diagonals = extra.filter((house) => this.#isDiagonal(house.cells));
    /** Cells of regions beside rows, columns, boxes and diagonals. */
    this.extra = new Set(extra.filter((house) => !this.#isDiagonal(house.cells)).flatMap((house) => house.cells));
    /** Whether something is written beyond the border. */
    this.hasRim = this.rules.some((rule) => rule.marks.some((mark) => mark.kind === "outside"));
  }

  /** Whether every place of the square has a cell. */
  get isSquare() {
    return this.rows === this.size && this.columns === this.size && this.count === this.size ** 2;
  }

  /** Whether it is the classic board: nine by nine with square boxes and no further rule. */
  get isClassic() {
    const boxes = this.regions?.every((region, cell) => region === Math.floor(this.row(cell) / 3) * 3 + Math.floor(this.column(cell) / 3));
    return this.size === 9 && this.isSquare && boxes === true && !this.extra.size && !this.diagonals.length && !this.rules.length && this.symbols[0] === "1";
  }

  /** @param {number[]} cells */
  #isDiagonal(cells) {
    const n = this.size;
    if (!this.isSquare || cells.length !== n) return false;
    return cells.every((cell) => this.row(cell) === this.column(cell)) || cells.every((cell) => this.row(cell) + this.column(cell) === n - 1);
  }

  /** Cells that are drawn; others are only spoken of by rules. */
  get drawn() {
    return [...this.byPlace.values()];
  }

  /** @param {number} cell */
  row(cell) {
    return this.places[cell]?.[0] ?? -1;
  }

  /** @param {number} cell */
  column(cell) {
    return this.places[cell]?.[1] ?? -1;
  }

  /** The cell of a place; -1 for a hole and beyond the border. @param {number} row @param {number} column */
  at(row, column) {
    if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return -1;
    return this.byPlace.get(row * this.columns + column) ?? -1;
  }

  /** The next cell in a direction, around the border and over holes. @param {number} cell @param {number} down @param {number} right */
  beside(cell, down, right) {
    let [row, column] = [this.row(cell), this.column(cell)];
    for (let i = 0; i < Math.max(this.rows, this.columns); i++) {
      row = (row + down + this.rows) % this.rows;
      column = (column + right + this.columns) % this.columns;
      const found = this.at(row, column);
      if (found >= 0) return found;
    }
    return cell;
  }

  /** @param {number} cell such as `r2c5` */
  name(cell) {
    return `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  /** @param {string} name */
  cell(name) {
    const found = /^r(\d+)c(\d+)$/.exec(name);
    return found ? this.at(Number(found[1]) - 1, Number(found[2]) - 1) : -1;
  }

  /**
   * The cells of a house by its name, such as `box 3`.
   * @param {string} name
   */
  house(name) {
    return this.houses.find((house) => house.name === name)?.cells ?? [];
  }

  /** @param {number} digit */
  symbol(digit) {
    return digit === 0 ? "." : (this.symbols[digit - 1] ?? symbol(digit));
  }

  /** The digit of a key or symbol; 0 for none. @param {string} text */
  digitOf(text) {
    return this.symbols.indexOf(text.toUpperCase()) + 1;
  }

  /** The digit that stands for a value; the same on boards whose values begin with 1. @param {number} value */
  ofValue(value) {
    return value - Number(this.symbols[0] ?? 1) + 1;
  }

  /** The digits of a text of values, with blanks between them where some have two figures. @param {string} text @returns {number[]} */
  ofValues(text) {
    const wide = Number(this.symbols[0] ?? 1) + this.size - 1 > 9;
    return (wide ? text.split(" ") : [...text]).filter(Boolean).map((value) => this.ofValue(Number(value)));
  }

  /** Digits as a line, `#` where no cell is. @param {number[]} values */
  line(values) {
    const placed = Array.from({ length: this.rows * this.columns }, (_, i) => this.byPlace.get(i));
    return placed.map((cell) => (cell === undefined ? "#" : this.symbol(values[cell] ?? 0))).join(this.symbols.some((text) => text.length > 1) ? "," : "");
  }

  /** The digits of such a line. @param {string} line @returns {number[]} */
  read(line) {
    const values = Array.from({ length: this.count }, () => 0);
    (line.includes(",") ? line.split(",") : [...line]).forEach((text, i) => {
      const cell = this.byPlace.get(i);
      if (cell !== undefined) values[cell] = this.digitOf(text);
    });
    return values;
  }

  /**
   * Pairs of equal digits in a house.
   * @param {number[]} values
   * @returns {Set<number>}
   */
  clashes(values) {
    const found = new Set();
    for (const house of this.houses) {
      /** @type {Map<number, number>} */
      const seen = new Map();
      for (const cell of house.cells) {
        const digit = values[cell] ?? 0;
        if (!digit) continue;
        const other = seen.get(digit);
        if (other === undefined) seen.set(digit, cell);
        else found.add(other).add(cell);
      }
    }
    return found;
  }

  /**
   * The digits that no peer holds.
   * @param {number[]} values
   * @param {number} cell
   */
  open(values, cell) {
    const taken = new Set([...(this.peers[cell] ?? [])].map((peer) => values[peer]));
    return Array.from({ length: this.size }, (_, i) => i + 1).filter((digit) => !taken.has(digit));
  }
}

/** @param {number} digit */
export function symbol(digit) {
  return digit === 0 ? "." : (SYMBOLS[digit - 1] ?? String(digit));
}

/**
 * The digit of a key or symbol; 0 for none.
 * @param {string} text
 */
export function digitOf(text) {
  return text.length === 1 ? SYMBOLS.indexOf(text.toUpperCase()) + 1 : 0;
}

/** The shapes that stand for colours, so that nobody depends on hue. */
export const COLOUR_SHAPES = ["●", "▲", "■", "◆", "★", "✚", "▼", "⬟", "✖"];
export const COLOUR_NAMES = ["blue", "orange", "green", "pink", "yellow", "violet", "grey", "red", "teal"];
