// Drawings over and under the cells: links between candidates, and the marks of rules. One unit is one cell.

import { draw } from "../core/dom.js";

/** @typedef {import("./shape.js").Shape} Shape */

/**
 * The middle of a candidate's place.
 * @param {Shape} shape
 * @param {[number, number]} of cell and digit
 * @returns {[number, number]}
 */
function place(shape, [cell, digit]) {
  const m = Math.ceil(Math.sqrt(shape.size));
  const x = shape.column(cell) + 0.04 + (0.92 * (((digit - 1) % m) + 0.5)) / m;
  const y = shape.row(cell) + 0.04 + (0.92 * (Math.floor((digit - 1) / m) + 0.5)) / m;
  return [x, y];
}

/**
 * Curves with heads, strong ones solid and weak ones dashed.
 * @param {Shape} shape
 * @param {{from: [number, number], to: [number, number], strong: boolean}[]} links
 */
export function linkPaths(shape, links) {
  return links.flatMap(({ from, to, strong }) => {
    const [ax, ay] = place(shape, from);
    const [bx, by] = place(shape, to);
    const length = Math.hypot(bx - ax, by - ay);
    if (length < 0.05) return [];
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    // Both ends keep clear of the digits; the curve bends to the side so that it passes other marks.
    const clear = Math.min(0.17, length * 0.28);
    const [sx, sy] = [ax + ux * clear, ay + uy * clear];
    const [ex, ey] = [bx - ux * clear, by - uy * clear];
    const bend = Math.min(0.3, length * 0.16);
    const [mx, my] = [(sx + ex) / 2 - uy * bend, (sy + ey) / 2 + ux * bend];
    const [tx, ty] = [ex - mx, ey - my];
    const t = Math.hypot(tx, ty) || 1;
    const [hx, hy] = [tx / t, ty / t];
    const head = `M${f(ex)} ${f(ey)}L${f(ex - hx * 0.13 - hy * 0.06)} ${f(ey - hy * 0.13 + hx * 0.06)}L${f(ex - hx * 0.13 + hy * 0.06)} ${f(ey - hy * 0.13 - hx * 0.06)}Z`;
    return [
      draw("path", { class: strong ? "link" : "link weak", d: `M${f(sx)} ${f(sy)}Q${f(mx)} ${f(my)} ${f(ex - hx * 0.08)} ${f(ey - hy * 0.08)}` }),
      draw("path", { class: "head", d: head }),
    ];
  });
}

/** @param {number} number */
function f(number) {
  return number.toFixed(3);
}

/**
 * The layers of a board's rules: under and over its cells; none where there is nothing to draw.
 * @param {Shape} shape
 * @returns {{under: SVGElement[], over: SVGElement[]}}
 */
export function ruleLayers(shape) {
  const layer = (/** @type {string} */ name, /** @type {SVGElement[]} */ marks) => (marks.length ? [drawingLayer(shape, name, marks)] : []);
  return { under: layer("overlay under", marksBehind(shape)), over: layer("overlay", marksBefore(shape)) };
}

/** @param {Shape} shape @param {string} name a class @param {SVGElement[]} [marks] */
export function drawingLayer(shape, name, marks = []) {
  return draw("svg", { class: name, viewBox: `0 0 ${shape.columns} ${shape.rows}`, preserveAspectRatio: "none", "aria-hidden": "true" }, marks);
}

/** @typedef {import("./shape.js").RuleMark} RuleMark */
/** @typedef {[number, number]} Point */

/**
 * What lies behind the digits: lines, bulbs, shades, signs, diagonals.
 * @param {Shape} shape
 * @returns {SVGElement[]}
 */
export function marksBehind(shape) {
  const n = shape.size;
  const diagonals = shape.diagonals.map((house) => {
    const falls = house.cells.every((cell) => shape.row(cell) === shape.column(cell));
    return draw("path", { class: "diagonal", d: falls ? `M0 0L${n} ${n}` : `M${n} 0L0 ${n}` });
  });
  return [...diagonals, ...allMarks(shape).flatMap((mark) => behind(shape, mark))];
}

/**
 * What lies over the lines of the board: cages, dots, letters, clues beyond the border.
 * @param {Shape} shape
 * @returns {SVGElement[]}
 */
export function marksBefore(shape) {
  return allMarks(shape).flatMap((mark) => before(shape, mark));
}

/** Wide things first, so that what is small lies on top. @param {Shape} shape */
function allMarks(shape) {
  const order = ["shade", "line", "pill", "sign", "cage", "dot", "between", "greater", "corner", "outside"];
  return shape.rules.flatMap((rule) => rule.marks).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** @param {Shape} shape @param {number} cell @returns {Point} */
function middle(shape, cell) {
  return [shape.column(cell) + 0.5, shape.row(cell) + 0.5];
}

/** @param {Shape} shape @param {number[]} cells */
function path(shape, cells) {
  return cells.map((cell, i) => `${i ? "L" : "M"}${middle(shape, cell).join(" ")}`).join("");
}

/** @param {Shape} shape @param {RuleMark} mark @returns {SVGElement[]} */
function behind(shape, mark) {
  const cells = mark.cells ?? [];
  switch (mark.kind) {
    case "shade":
      return cells.map((cell) => draw("rect", { class: `shade ${mark.colour}`, x: shape.column(cell), y: shape.row(cell), width: 1, height: 1 }));
    case "line": {
      const arrow = mark.to === "arrow";
      const points = cells.map((cell) => middle(shape, cell));
      const made = [draw("path", { class: arrow ? "shaft" : `rule-line ${mark.colour}`, d: path(shape, cells) })];
      made.push(...end(mark.from, points[0], points[1], mark.colour), ...end(mark.to, points.at(-1), points.at(-2), mark.colour));
      return made;
    }
    case "pill": {
      const made = [draw("path", { class: "pill-edge", d: `${path(shape, cells)}${cells.length === 1 ? "h0.001" : ""}` }), draw("path", { class: "pill", d: `${path(shape, cells)}${cells.length === 1 ? "h0.001" : ""}` })];
      return made;
    }
    case "sign": {
      const [x, y] = middle(shape, mark.cell ?? 0);
      if (mark.sign === "square") return [draw("rect", { class: "sign", x: x - 0.36, y: y - 0.36, width: 0.72, height: 0.72, rx: 0.04 })];
      if (mark.sign === "disc") return [draw("circle", { class: "sign", cx: x, cy: y, r: 0.38 })];
      if (mark.sign === "circle") return [draw("circle", { class: "ring", cx: x, cy: y, r: 0.41 })];
      const [tip, base] = mark.sign === "low" ? [0.37, 0.46] : [0.46, 0.37];
      const wedge = (/** @type {number} */ dx, /** @type {number} */ dy) => {
        const at = (/** @type {number} */ reach, /** @type {number} */ across) => `${f(x + dx * reach - dy * across)} ${f(y + dy * reach + dx * across)}`;
        return `M${at(base, 0.1)}L${at(tip, 0)}L${at(base, -0.1)}`;
      };
      return [draw("path", { class: "wedge", d: wedge(1, 0) + wedge(-1, 0) + wedge(0, 1) + wedge(0, -1) })];
    }
    default: return [];
  }
}

/**
 * What stands at the end of a line.
 * @param {import("./shape.js").End | undefined} kind
 * @param {Point | undefined} at
 * @param {Point | undefined} from
 * @param {string | undefined} colour
 * @returns {SVGElement[]}
 */
function end(kind, at, from, colour) {
  if (!at) return [];
  const [x, y] = at;
  switch (kind) {
    case "bulb": return [draw("circle", { class: `bulb ${colour}`, cx: x, cy: y, r: 0.36 })];
    case "circle": return [draw("circle", { class: "ring filled", cx: x, cy: y, r: 0.38 })];
    case "diamond": return [draw("path", { class: "ring filled", d: `M${x} ${y - 0.43}L${x + 0.43} ${y}L${x} ${y + 0.43}L${x - 0.43} ${y}Z` })];
    case "arrow": {
      if (!from) return [];
      const length = Math.hypot(x - from[0], y - from[1]) || 1;
      const [ux, uy] = [(x - from[0]) / length, (y - from[1]) / length];
      const side = (/** @type {number} */ turn) => `${f(x - 0.2 * (ux + turn * uy * 0.75))} ${f(y - 0.2 * (uy - turn * ux * 0.75))}`;
      return [draw("path", { class: "shaft", d: `M${side(1)}L${x} ${y}L${side(-1)}` })];
    }
    default: return [];
  }
}

/** @param {Shape} shape @param {RuleMark} mark @returns {SVGElement[]} */
function before(shape, mark) {
  const between = (/** @type {number} */ a, /** @type {number} */ b) => {
    const [[ax, ay], [bx, by]] = [middle(shape, a), middle(shape, b)];
    return /** @type {Point} */ ([(ax + bx) / 2, (ay + by) / 2]);
  };
  switch (mark.kind) {
    case "cage": return cage(shape, mark.cells ?? [], mark.label ?? "");
    case "dot": {
      const [x, y] = between(mark.a ?? 0, mark.b ?? 0);
      return [draw("circle", { class: mark.filled ? "dot-mark filled" : "dot-mark", cx: x, cy: y, r: 0.13 }), ...(mark.text ? [draw("text", { class: mark.filled ? "dot-text filled" : "dot-text", x, y: y + 0.065 }, mark.text)] : [])];
    }
    case "between": {
      const [x, y] = between(mark.a ?? 0, mark.b ?? 0);
      return [draw("circle", { class: "letter-ground", cx: x, cy: y, r: 0.15 }), draw("text", { class: "letter", x, y: y + 0.1 }, mark.text ?? "")];
    }
    case "greater": {
      const [x, y] = between(mark.large ?? 0, mark.small ?? 0);
      const [sx, sy] = middle(shape, mark.small ?? 0);
      const length = Math.hypot(sx - x, sy - y) || 1;
      const [ux, uy] = [(sx - x) / length, (sy - y) / length];
      const side = (/** @type {number} */ turn) => `${f(x - 0.09 * (ux + turn * uy))} ${f(y - 0.09 * (uy - turn * ux))}`;
      return [draw("circle", { class: "letter-ground", cx: x, cy: y, r: 0.14 }), draw("path", { class: "greater", d: `M${side(1)}L${f(x + ux * 0.09)} ${f(y + uy * 0.09)}L${side(-1)}` })];
    }
    case "corner": {
      const points = (mark.cells ?? []).map((cell) => middle(shape, cell));
      const x = points.reduce((sum, [px]) => sum + px, 0) / (points.length || 1);
      const y = points.reduce((sum, [, py]) => sum + py, 0) / (points.length || 1);
      const text = mark.text ?? "";
      return [draw("circle", { class: "quad-ground", cx: x, cy: y, r: 0.25 }), draw("text", { class: text.length > 3 ? "quad small" : "quad", x, y: y + (text.length > 3 ? 0.055 : 0.075) }, text)];
    }
    case "outside": return outside(shape, mark.cells ?? [], mark.text ?? "");
    default: return [];
  }
}

/**
 * A clue beyond the border, opposite to the way its line goes; a diagonal gets a small arrow.
 * @param {Shape} shape @param {number[]} line @param {string} text
 */
function outside(shape, line, text) {
  const first = line[0] ?? 0;
  const second = line[1];
  const [x, y] = middle(shape, first);
  const [right, down] = second !== undefined ? [shape.column(second) - shape.column(first), shape.row(second) - shape.row(first)] : shape.row(first) === 0 ? [0, 1] : [1, 0];
  const made = [draw("text", { class: text.length > 2 ? "rim small" : "rim", x: x - right * 0.85, y: y - down * 0.85 + 0.14 }, text)];
  if (right && down) {
    const [tx, ty] = [x - right * 0.5, y - down * 0.5];
    made.push(draw("path", { class: "rim-arrow", d: `M${f(x - right * 0.66)} ${f(y - down * 0.66)}L${f(tx)} ${f(ty)}M${f(tx - right * 0.13)} ${f(ty)}L${f(tx)} ${f(ty)}L${f(tx)} ${f(ty - down * 0.13)}` }));
  }
  return made;
}

/**
 * A dashed outline inside the cells, with a label in the first corner.
 * @param {Shape} shape @param {number[]} cells @param {string} label
 */
function cage(shape, cells, label) {
  const inset = 0.075;
  const inside = new Set(cells);
  const has = (/** @type {number} */ row, /** @type {number} */ column) => inside.has(shape.at(row, column));
  let d = "";
  for (const cell of cells) {
    const [r, c] = [shape.row(cell), shape.column(cell)];
    for (const [down, right] of /** @type {Point[]} */ ([[-1, 0], [1, 0], [0, -1], [0, 1]])) {
      if (has(r + down, c + right)) continue;
      const [alongDown, alongRight] = [Math.abs(right), Math.abs(down)];
      // An end goes to the edge where the cage goes on straight, beyond it where it turns in.
      const reach = (/** @type {number} */ turn) => {
        if (!has(r + turn * alongDown, c + turn * alongRight)) return 0.5 - inset;
        return has(r + turn * alongDown + down, c + turn * alongRight + right) ? 0.5 + inset : 0.5;
      };
      const point = (/** @type {number} */ turn) => `${f(c + 0.5 + right * (0.5 - inset) + alongRight * turn * reach(turn))} ${f(r + 0.5 + down * (0.5 - inset) + alongDown * turn * reach(turn))}`;
      d += `M${point(-1)}L${point(1)}`;
    }
  }
  const first = cells.reduce((best, cell) => (shape.row(cell) < shape.row(best) || (shape.row(cell) === shape.row(best) && shape.column(cell) < shape.column(best)) ? cell : best), cells[0] ?? 0);
  const [x, y] = [shape.column(first), shape.row(first)];
  return [
    draw("path", { class: "cage", d }),
    ...(label ? [draw("rect", { class: "label-ground", x: x + 0.03, y: y + 0.03, width: 0.06 + 0.125 * label.length, height: 0.22 }), draw("text", { class: "cage-sum", x: x + 0.06, y: y + 0.215 }, label)] : []),
  ];
}
