// Pictures of a moment of a run, on canvas: the board with what the family has to show, and its curves. Knows no playing.

import { h } from "../core/dom.js";

/** @typedef {import("./run.js").Run} Run */
/** @typedef {import("./run.js").Moment} Moment */
/** @typedef {import("../board/shape.js").Shape} Shape */

const NAMES = ["ink", "soft", "line", "rule", "sheet", "found", "given", "bad", "bad-soft", "good", "focus", "accent", "s1", "s2", "s3", "s4", "s5", "s6"];
const PREFERENCES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) => matchMedia(query));

/** @type {{key: string, colours: Record<string, string>, series: string[], unit: number} | null} */
let read = null;

/** Colours and letter size of the page; the browser is asked for them anew only when something changed them. */
function looks() {
  const key = [document.documentElement.dataset.theme, ...PREFERENCES.map((preference) => preference.matches), innerWidth].join();
  if (read?.key === key) return read;
  const probe = h("span", { hidden: true });
  document.body.append(probe);
  /** @type {Record<string, string>} */
  const colours = {};
  for (const name of NAMES) {
    // Custom properties with light-dark() are only resolved where they are used.
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  const series = NAMES.slice(-6).map((name) => colours[name] ?? "");
  const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return (read = { key, colours, series, unit });
}

function colours() {
  const { colours: of, series } = looks();
  const colour = (/** @type {string} */ name) => of[name] ?? "";
  return { ink: colour("ink"), soft: colour("soft"), line: colour("line"), rule: colour("rule"), sheet: colour("sheet"), found: colour("found"), given: colour("given"), bad: colour("bad"), badSoft: colour("bad-soft"), good: colour("good"), focus: colour("focus"), accent: colour("accent"), series };
}

/** @type {WeakMap<HTMLCanvasElement, number>} */
let widths = new WeakMap();

/** Canvases may be as wide as never before. */
export function resized() {
  widths = new WeakMap();
}

/** @param {HTMLCanvasElement} canvas asking a canvas lays the page out, which is slow while one draws */
function widthOf(canvas) {
  const known = widths.get(canvas) ?? canvas.clientWidth;
  if (known) widths.set(canvas, known);
  return known || 240;
}

/**
 * A canvas as sharp as the screen.
 * @param {HTMLCanvasElement} canvas
 * @param {number} ratio height by width
 */
function sharp(canvas, ratio) {
  const width = widthOf(canvas);
  const scale = Math.min(3, devicePixelRatio || 1);
  const [w, h] = [Math.round(width * scale), Math.round(width * ratio * scale)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  // Letters and lines grow with the letters of the page.
  const { unit } = looks();
  context.setTransform(scale * unit, 0, 0, scale * unit, 0, 0);
  context.clearRect(0, 0, width / unit, (width * ratio) / unit);
  return { context, width: width / unit, height: (width * ratio) / unit };
}

/**
 * The board: digits over heat, or nine bars in each cell where the algorithm thinks in numbers.
 * @param {HTMLCanvasElement} canvas
 * @param {Shape} shape
 * @param {{moment: Moment, outcome: any}} run
 * @param {number[]} givens
 * @param {number} series
 */
export function drawBoard(canvas, shape, run, givens, series) {
  const { rows, columns } = shape;
  const { context: c, width, height } = sharp(canvas, rows / columns);
  const colour = colours();
  const { moment } = run;
  const n = shape.size;
  const side = width / columns;
  const main = colour.series[series % 6] ?? colour.accent;
  const most = Math.log1p(Math.max(1, ...moment.visits));
  const bars = moment.field && moment.field.numbers.length === shape.count * n ? moment.field.numbers.read() : null;
  let [low, high] = [0, 0];
  if (bars) for (const value of bars) { if (value < low) low = value; if (value > high) high = value; }
  const clashes = run.outcome?.verdict !== "impossible" && fullBoard(moment.board) ? shape.clashes([...moment.board]) : moment.clash;
  c.textAlign = "center";
  c.textBaseline = "middle";
  for (const i of shape.drawn) {
    const [x, y] = [shape.column(i) * side, shape.row(i) * side];
    const given = (givens[i] ?? 0) !== 0;
    const heat = Math.log1p(moment.visits[i] ?? 0) / most;
    if (!bars && heat > 0 && !given) {
      c.globalAlpha = 0.08 + heat * 0.42;
      c.fillStyle = main;
      c.fillRect(x, y, side, side);
      c.globalAlpha = 1;
    }
    if (clashes.has(i)) {
      c.fillStyle = colour.badSoft;
      c.fillRect(x, y, side, side);
      c.fillStyle = colour.bad;
      c.beginPath();
      c.moveTo(x + side * 0.72, y + side * 0.06);
      c.lineTo(x + side * 0.94, y + side * 0.06);
      c.lineTo(x + side * 0.94, y + side * 0.28);
      c.fill();
    }
    if (bars && !given) {
      const wide = (side * 0.84) / n;
      const zero = y + side * (0.92 - (0.84 * -low) / (high - low || 1));
      for (let d = 0; d < n; d++) {
        const value = bars[i * n + d] ?? 0;
        const tall = (side * 0.84 * value) / (high - low || 1);
        c.fillStyle = moment.board[i] === d + 1 ? main : colour.soft;
        c.globalAlpha = moment.board[i] === d + 1 ? 1 : 0.55;
        c.fillRect(x + side * 0.08 + d * wide, zero - Math.max(0, tall), Math.max(0.5, wide - 0.6), Math.max(0.5, Math.abs(tall)));
      }
      c.globalAlpha = 1;
      continue;
    }
    const digit = moment.board[i] ?? 0;
    if (!digit) continue;
    c.font = `${given ? 640 : 440} ${side * 0.56}px Inter, system-ui, sans-serif`;
    c.fillStyle = clashes.has(i) ? colour.bad : given ? colour.given : colour.found;
    c.fillText(shape.symbol(digit), x + side / 2, y + side * 0.54);
  }
  c.strokeStyle = colour.line;
  c.lineWidth = 1;
  c.beginPath();
  for (const i of shape.drawn) c.rect(shape.column(i) * side, shape.row(i) * side, side, side);
  c.stroke();
  c.strokeStyle = colour.rule;
  c.lineWidth = 1.75;
  c.beginPath();
  for (const i of shape.drawn) {
    const [row, column] = [shape.row(i), shape.column(i)];
    const [x, y] = [column * side, row * side];
    const parted = (/** @type {number} */ other) => other < 0 || (shape.regions !== null && shape.regions[i] !== shape.regions[other]);
    if (parted(shape.at(row, column - 1))) { c.moveTo(Math.max(0.9, x), y); c.lineTo(Math.max(0.9, x), y + side); }
    if (parted(shape.at(row - 1, column))) { c.moveTo(x, Math.max(0.9, y)); c.lineTo(x + side, Math.max(0.9, y)); }
    if (shape.at(row, column + 1) < 0) { c.moveTo(Math.min(width - 0.9, x + side), y); c.lineTo(Math.min(width - 0.9, x + side), y + side); }
    if (shape.at(row + 1, column) < 0) { c.moveTo(x, Math.min(height - 0.9, y + side)); c.lineTo(x + side, Math.min(height - 0.9, y + side)); }
  }
  c.stroke();
  if (moment.last >= 0 && moment.verdict === null) {
    c.strokeStyle = colour.focus;
    c.lineWidth = 2.5;
    c.strokeRect(shape.column(moment.last) * side + 1.5, shape.row(moment.last) * side + 1.5, side - 3, side - 3);
  }
}

/** Nodes of a tree that are shown at once. */
const SHOWN = 140;

/**
 * The search up to a moment: what was tried last, each node below the one it hangs on, in the order of trying. What led
 * nowhere ends in a bar; the way to the node of this moment is strong.
 * @param {HTMLCanvasElement} canvas
 * @param {import("./search-tree.js").SearchTree} tree
 * @param {number} tick
 * @param {Shape} shape
 * @param {number} series
 */
export function drawTree(canvas, tree, tick, shape, series) {
  const { context: c, width, height } = sharp(canvas, 0.5);
  const colour = colours();
  const main = colour.series[series % 6] ?? colour.accent;
  const end = tree.until(tick);
  const last = end - 1;
  const path = tree.path(last);
  // The way down is always shown, then as many of the latest nodes as there is room for.
  const older = [...path].filter((node) => node < end - SHOWN).sort((a, b) => a - b);
  const nodes = [...older, ...Array.from({ length: Math.min(SHOWN, end) }, (_, i) => end - Math.min(SHOWN, end) + i)];
  const at = new Map(nodes.map((node, i) => [node, i]));
  let deepest = 1;
  for (const node of nodes) deepest = Math.max(deepest, tree.depths[node] ?? 1);
  const [left, top] = [8, 20];
  const x = (/** @type {number} */ node) => left + ((width - 2 * left) * ((at.get(node) ?? 0) + 0.5)) / Math.max(24, nodes.length);
  const y = (/** @type {number} */ depth) => top + ((height - top - 8) * depth) / deepest;
  c.font = "12px Inter, system-ui, sans-serif";
  c.textBaseline = "top";
  c.textAlign = "left";
  c.fillStyle = colour.soft;
  const dead = nodes.filter((node) => (tree.dead[node] ?? Infinity) <= tick).length;
  c.fillText(end > nodes.length ? `search tree: the last ${nodes.length} of ${short(end)} branches` : `search tree: ${short(end)} branches, ${short(dead)} given up`, 2, 1);
  const line = (/** @type {number} */ node, /** @type {boolean} */ strong) => {
    const above = tree.parents[node] ?? -1;
    const [nx, ny] = [x(node), y(tree.depths[node] ?? 1)];
    const [px, py] = above >= 0 && at.has(above) ? [x(above), y(tree.depths[above] ?? 1)] : [nx, y(0)];
    c.strokeStyle = strong ? main : colour.line;
    c.lineWidth = strong ? 2.25 : 1;
    c.beginPath();
    c.moveTo(px, py);
    // Down along the parent, then across: siblings share a bar.
    c.lineTo(px, (py + ny) / 2);
    c.lineTo(nx, (py + ny) / 2);
    c.lineTo(nx, ny);
    c.stroke();
  };
  for (const node of nodes) if (!path.has(node)) line(node, false);
  for (const node of nodes) if (path.has(node)) line(node, true);
  const r = Math.max(1.5, Math.min(4, (width / Math.max(24, nodes.length)) * 0.42));
  for (const node of nodes) {
    const [nx, ny] = [x(node), y(tree.depths[node] ?? 1)];
    const gone = (tree.dead[node] ?? Infinity) <= tick;
    if (gone) {
      c.fillStyle = path.has(node) ? colour.bad : colour.soft;
      c.fillRect(nx - r, ny - 1, 2 * r, 2);
    } else {
      c.fillStyle = main;
      c.beginPath();
      c.arc(nx, ny, r, 0, 7);
      c.fill();
    }
  }
  if (last >= 0) {
    const digit = tree.digits[last] ?? 0;
    const text = `${shape.name(tree.cells[last] ?? 0)} ${digit < 0 ? "≠" : "="} ${shape.symbol(Math.abs(digit))}`;
    c.fillStyle = colour.ink;
    c.textAlign = "right";
    c.fillText(text, width - 2, 1);
  }
}

/** @param {Uint8Array} board */
function fullBoard(board) {
  return board.every((digit) => digit !== 0);
}

const SHAPES = [[], [5, 3], [2, 2], [8, 3, 2, 3], [1, 3], [10, 4]];

/**
 * The curves of the whole run, with the moment marked.
 * @param {HTMLCanvasElement} canvas
 * @param {{moment: Moment, ticks: number, curves: Map<string, import("./run.js").Curve>}} run
 * @param {string[]} names which curves
 * @param {number} series
 */
export function drawCurves(canvas, run, names, series) {
  const { context: c, width, height } = sharp(canvas, 0.34);
  const colour = colours();
  const all = run.ticks || 1;
  const left = 4;
  const inner = width - 8;
  c.font = "12px Inter, system-ui, sans-serif";
  c.textBaseline = "top";
  let label = left;
  names.forEach((name, k) => {
    const curve = run.curves.get(name);
    if (!curve?.values.length) return;
    const low = Math.min(0, ...curve.values);
    const high = Math.max(...curve.values, low + 1e-9);
    const stroke = colour.series[(series + k * 2) % 6] ?? colour.accent;
    c.strokeStyle = stroke;
    c.lineWidth = 1.75;
    c.setLineDash(SHAPES[k % SHAPES.length] ?? []);
    c.beginPath();
    curve.values.forEach((value, i) => {
      const x = left + (inner * (curve.ticks[i] ?? 0)) / all;
      const y = height - 4 - ((height - 24) * (value - low)) / (high - low);
      if (i) c.lineTo(x, y); else c.moveTo(x, y);
    });
    c.stroke();
    c.setLineDash([]);
    c.fillStyle = stroke;
    if (name === "depth" || name === "level") {
      // How deep the search stands, as a strip.
      c.lineTo(left + (inner * (curve.ticks.at(-1) ?? 0)) / all, height - 4);
      c.lineTo(left + (inner * (curve.ticks[0] ?? 0)) / all, height - 4);
      c.globalAlpha = 0.22;
      c.fill();
      c.globalAlpha = 1;
    }
    const now = at(curve, run.moment.tick);
    const text = `${name}${now === null ? "" : ` ${short(now)}`}`;
    c.fillText(text, label, 2);
    label += c.measureText(text).width + 14;
  });
  c.strokeStyle = colour.line;
  c.lineWidth = 1;
  c.beginPath();
  c.moveTo(left, height - 3.5);
  c.lineTo(left + inner, height - 3.5);
  c.stroke();
  const x = left + (inner * Math.min(run.moment.tick, all)) / all;
  c.strokeStyle = colour.ink;
  c.beginPath();
  c.moveTo(x, 18);
  c.lineTo(x, height - 2);
  c.stroke();
}

/** @param {import("./run.js").Curve} curve @param {number} tick */
function at(curve, tick) {
  let [low, high] = [0, curve.ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((curve.ticks[middle] ?? 0) <= tick) low = middle + 1; else high = middle;
  }
  return low ? curve.values[low - 1] ?? null : null;
}

/** @param {number} value */
export function short(value) {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 1 ? value.toFixed(2) : value.toPrecision(3);
}

/**
 * Values as bars in order: costs of a population, sizes of clauses.
 * @param {HTMLCanvasElement} canvas
 * @param {ArrayLike<number>} values
 * @param {string} label
 * @param {number} series
 */
export function drawBars(canvas, values, label, series) {
  const { context: c, width, height } = sharp(canvas, 0.22);
  const colour = colours();
  const sorted = Array.from(values);
  const n = sorted.length || 1;
  const high = Math.max(...sorted, 1e-9);
  c.fillStyle = colour.series[series % 6] ?? colour.accent;
  sorted.forEach((value, i) => {
    const tall = ((height - 18) * value) / high;
    c.fillRect((width * i) / n, height - tall, Math.max(0.6, width / n - (n < 120 ? 1 : 0)), tall);
  });
  c.fillStyle = colour.soft;
  c.font = "12px Inter, system-ui, sans-serif";
  c.textBaseline = "top";
  c.fillText(`${label}, up to ${short(high)}`, 2, 1);
}

/** What instructions of GAuGE do, by number. */
const RULES = ["SD", "RF", "CF", "RN", "LR", "PT", "CL", "NS", "HS", "FI", "TR"];

/** @typedef {import("./run.js").Program} Program */

/** Instructions on a line of the ribbon. */
const ACROSS = 18;

/**
 * Where each instruction stood in an earlier program, -1 for a new one.
 * @param {Program} earlier
 * @param {Program} program
 */
export function origins(earlier, program) {
  const key = (/** @type {Program[0]} */ { rule, house, digits }) => `${rule} ${house} ${digits}`;
  /** @type {Map<string, number[]>} */
  const stood = new Map();
  earlier.forEach((instruction, i) => stood.set(key(instruction), [...(stood.get(key(instruction)) ?? []), i]));
  return program.map((instruction) => stood.get(key(instruction))?.shift() ?? -1);
}

/**
 * The program as a ribbon: one block for each instruction, filled where it placed something. Above it stands the program
 * of the look before, with a line from where each instruction was to where it is: those that work move to the front.
 * @param {HTMLCanvasElement} canvas
 * @param {Program} program
 * @param {Program | null} earlier
 * @param {number} series
 */
export function drawRibbon(canvas, program, earlier, series) {
  const rows = Math.max(1, Math.ceil(program.length / ACROSS));
  const { context: c, width, height } = sharp(canvas, rows * 0.07 + 0.31);
  const colour = colours();
  const main = colour.series[series % 6] ?? colour.accent;
  const from = origins(earlier ?? [], program);
  const moved = from.filter((old, i) => old > i).length;
  const fresh = from.filter((old) => old < 0).length;
  c.font = "12px Inter, system-ui, sans-serif";
  c.textBaseline = "top";
  c.textAlign = "left";
  c.fillStyle = colour.soft;
  c.fillText(earlier ? `${moved} moved forward, ${fresh} new since the look before` : "the first program", 2, 0);
  const [top, foot] = [18, 18 + width * 0.17];
  const longest = Math.max(earlier?.length ?? 0, program.length, 1);
  const at = (/** @type {number} */ i) => (width * (i + 0.5)) / longest;
  const tick = Math.max(1, Math.min(6, width / longest - 1));
  c.fillStyle = colour.line;
  for (let i = 0; i < (earlier?.length ?? 0); i++) c.fillRect(at(i) - tick / 2, top, tick, 3);
  from.forEach((old, i) => {
    c.strokeStyle = c.fillStyle = old > i ? main : old < 0 ? colour.focus : colour.soft;
    c.fillRect(at(i) - tick / 2, foot - 3, tick, 3);
    if (old < 0) return;
    c.globalAlpha = old > i ? 0.9 : 0.3;
    c.lineWidth = old > i ? 1.5 : 1;
    c.beginPath();
    c.moveTo(at(old), top + 4);
    c.bezierCurveTo(at(old), (top + foot) / 2, at(i), (top + foot) / 2, at(i), foot - 4);
    c.stroke();
    c.globalAlpha = 1;
  });
  const begin = foot + 20;
  c.fillStyle = colour.soft;
  c.fillText("the fittest program, first instruction first", 2, foot + 4);
  const side = width / ACROSS;
  const tall = (height - begin) / rows;
  c.textAlign = "center";
  c.textBaseline = "middle";
  program.forEach(({ rule, fate }, i) => {
    const [x, y] = [(i % ACROSS) * side, begin + Math.floor(i / ACROSS) * tall];
    const works = fate === 0 || fate === 1 || fate === 4;
    c.globalAlpha = fate === 3 ? 0.35 : 1;
    c.fillStyle = works ? main : colour.line;
    c.fillRect(x + 0.75, y + 0.75, side - 1.5, tall - 1.5);
    if (fate === 1) { c.fillStyle = colour.focus; c.fillRect(x + 0.75, y + tall - 3.5, side - 1.5, 2.75); }
    c.fillStyle = works ? colour.sheet : colour.ink;
    c.font = `600 ${Math.min(10, side * 0.5)}px Inter, system-ui, sans-serif`;
    c.fillText(RULES[rule] ?? "?", x + side / 2, y + tall / 2);
    c.globalAlpha = 1;
  });
}
