// The rules of a puzzle in words beside the board: one entry for each kind, with a small picture of how it looks.

import { draw, h } from "../core/dom.js";
import { Shape } from "./shape.js";
import { marksBefore, marksBehind } from "./overlay.js";
import { kindOf } from "./rule-words.js";

/** @typedef {import("./shape.js").Rule} Rule */

/**
 * What the kinds of a list of rules ask.
 * @param {Shape} shape
 * @param {Rule[]} rules
 * @returns {HTMLElement}
 */
export function ruleList(shape, rules) {
  /** @type {Map<string, Rule[]>} */
  const kinds = new Map();
  for (const rule of rules) kinds.set(rule.kind, [...(kinds.get(rule.kind) ?? []), rule]);
  const entries = [...kinds].map(([name, all]) => {
    const kind = kindOf(name);
    const notes = [...new Set(all.flatMap((rule) => rule.marks.flatMap((mark) => (mark.kind === "note" && mark.text ? [mark.text] : []))))];
    const broken = all.filter((rule) => rule.breach);
    return h("li", { "data-kind": name }, sample(shape, all.reduce((least, rule) => (extent(shape, rule.cells) < extent(shape, least.cells) ? rule : least))),
      h("div", {}, h("p", {}, h("b", {}, kind.title), ` ${notes.length && notes.length === all.length ? notes.join(" ") : kind.asks}`),
        broken.map((rule) => h("p", { class: "broken" }, sentence(shape, rule)))),
      all.length > 1 ? h("span", { class: "soft" }, `${all.length}×`) : null);
  });
  const houses = [
    ...(shape.diagonals.length ? [h("li", {}, h("span", {}, "⤢"), h("p", {}, h("b", {}, "Diagonals"), " No digit twice on a marked diagonal."))] : []),
    ...(shape.extra.size ? [h("li", {}, h("span", {}, "▨"), h("p", {}, h("b", {}, "Extra regions"), " No digit twice in a hatched region."))] : []),
  ];
  return h("ul", { class: "rules" }, houses, entries);
}

/** How digits break a rule. @param {Shape} shape @param {Rule} rule */
export function sentence(shape, rule) {
  const { breach } = rule;
  if (!breach) return "";
  const names = breach.cells.filter((cell) => shape.places[cell]).map((cell) => shape.name(cell));
  return `${kindOf(rule.kind).title}, ${names.join(" ")}: ${breach.text}.`;
}

/** How wide or high cells lie apart. @param {Shape} shape @param {number[]} cells */
function extent(shape, cells) {
  const [rows, columns] = [cells.map((cell) => shape.row(cell)), cells.map((cell) => shape.column(cell))];
  return Math.max(Math.max(...rows) - Math.min(...rows), Math.max(...columns) - Math.min(...columns));
}

/**
 * A small picture of how a rule looks: its line or cage, or one of its signs from near by.
 * @param {Shape} shape @param {Rule} rule
 */
function sample(shape, rule) {
  const small = rule.marks.find((mark) => ["sign", "dot", "between", "greater", "corner"].includes(mark.kind));
  const marks = small ? [small] : rule.marks.filter((mark) => mark.kind !== "note" && mark.kind !== "outside");
  const cells = [...new Set(marks.flatMap((mark) => [...(mark.cells ?? []), mark.cell, mark.a, mark.b, mark.large, mark.small].filter((cell) => cell !== undefined)))].filter((cell) => shape.places[cell]);
  if (!cells.length) return h("span", { "aria-hidden": "true" }, rule.marks.some((mark) => mark.kind === "outside") ? "→" : "·");
  const rows = cells.map((cell) => shape.row(cell));
  const columns = cells.map((cell) => shape.column(cell));
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const [high, wide] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
  const side = small ? (small.kind === "sign" ? 1 : small.kind === "corner" ? 0.7 : 0.5) : Math.max(high, wide) + 0.1;
  // The board as it is, but with this rule alone.
  const alone = Object.assign(Object.create(Shape.prototype), shape, { rules: [{ ...rule, marks }], diagonals: [] });
  return draw("svg", { class: "overlay", viewBox: `${left + wide / 2 - side / 2} ${top + high / 2 - side / 2} ${side} ${side}`, "aria-hidden": "true" }, marksBehind(alone), marksBefore(alone));
}
