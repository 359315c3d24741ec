// From a step of the wire form to what the board draws.

/** @typedef {import("./board-view.js").Drawing} Drawing */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {{cell: string, digit: number}} Mark */

/**
 * A step of an explanation or a hint.
 * @typedef {object} Step
 * @property {string[]} cells
 * @property {string} conclusion
 * @property {Mark[]} eliminations
 * @property {string} name
 * @property {number} number
 * @property {Mark[]} placements
 * @property {number | null} se
 * @property {string} technique
 * @property {string} text
 * @property {{candidates: string[], cells: string[], houses: string[], links: {from: Mark, to: Mark, strong: boolean}[], off: Mark[], on: Mark[], values: string}} [drawing]
 */

/**
 * All that a step points at.
 * @param {Shape} shape
 * @param {Step} step
 * @returns {Drawing}
 */
export function drawingOf(shape, step) {
  /** @type {NonNullable<Drawing["candidates"]>} */
  const candidates = new Map();
  /** @param {Mark} mark @param {"on" | "off" | "goes" | "comes"} kind */
  const put = (mark, kind) => {
    const cell = shape.cell(mark.cell);
    let digits = candidates.get(cell);
    if (!digits) candidates.set(cell, (digits = new Map()));
    digits.set(shape.ofValue(mark.digit), kind);
  };
  const shown = step.drawing;
  shown?.off.forEach((mark) => put(mark, "off"));
  shown?.on.forEach((mark) => put(mark, "on"));
  step.eliminations.forEach((mark) => put(mark, "goes"));
  step.placements.forEach((mark) => put(mark, "comes"));
  /** @param {Mark} mark @returns {[number, number]} */
  const end = (mark) => [shape.cell(mark.cell), shape.ofValue(mark.digit)];
  return {
    houses: new Set(shown?.houses.flatMap((name) => shape.house(name)) ?? []),
    pattern: new Set(shown?.cells.map((name) => shape.cell(name)) ?? []),
    targets: new Set(step.cells.map((name) => shape.cell(name))),
    candidates,
    links: shown?.links.map((link) => ({ from: end(link.from), to: end(link.to), strong: link.strong })) ?? [],
  };
}

/**
 * What the signs of a drawing mean.
 * @param {Drawing} drawing
 * @returns {[string, string][]} class of the swatch, and words
 */
export function legendOf(drawing) {
  const kinds = new Set([...(drawing.candidates?.values() ?? [])].flatMap((digits) => [...digits.values()]));
  /** @type {[string, string][]} */
  const all = [];
  if (drawing.houses?.size) all.push(["house", "the houses it lies in"]);
  if (drawing.pattern?.size) all.push(["pattern", "the cells that matter"]);
  if (kinds.has("on")) all.push(["on", "holds, or true on the way"]);
  if (kinds.has("off")) all.push(["off", "false on the way"]);
  if (kinds.has("comes")) all.push(["on", "is placed"]);
  if (kinds.has("goes")) all.push(["goes", "goes"]);
  if (drawing.links?.some((link) => link.strong)) all.push(["strong", "one of both is true"]);
  if (drawing.links?.some((link) => !link.strong)) all.push(["weak", "not both are true"]);
  return all;
}
