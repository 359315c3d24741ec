// Make: an order, puzzles as they are found, each proved, and paper.

import { announce, button, download, field, h, say, select, tick } from "../core/dom.js";
import { ask, isStop, list, words } from "../core/engine.js";
import { keep, recall } from "../core/keep.js";
import { address, packed } from "../core/route.js";
import { Shape, digitOf } from "../board/shape.js";
import "../board/board-view.js";
import { timetables } from "./timetable.js";

const ORDER = { kind: "9", count: 6, clues: "", difficulty: "any", er: "", technique: "", symmetry: "rot180", minimal: false, seed: "", pattern: "", variants: /** @type {string[]} */ ([]) };

/** Boards: value, words, what the request says. */
const BOARDS = /** @type {[string, string, object][]} */ ([["9", "9x9", {}], ["4", "4x4", { size: 4 }], ["6", "6x6", { size: 6 }], ["8", "8x8", { size: 8 }], ["jigsaw", "9x9, irregular regions", { size: 9, regions: "random" }], ["12", "12x12", { size: 12 }], ["16", "16x16", { size: 16 }]]);

/** Rules beyond the houses by what they are about: the name a request takes, and words. */
export const VARIANTS = /** @type {[string, [string, string][]][]} */ ([
  ["Cages and sums", [["killer", "killer cages"], ["arrow", "arrows"], ["little-killer", "little killer"], ["sandwich", "sandwich"], ["x-sum", "X-sums"], ["region-sum", "region sum lines"], ["zipper", "zipper lines"]]],
  ["Lines", [["thermometer", "thermometers"], ["whispers", "whispers"], ["renban", "renban"], ["nabner", "nabner"], ["palindrome", "palindromes"], ["between", "between lines"], ["entropic", "entropic lines"], ["parity", "parity lines"]]],
  ["Dots, signs and clues outside", [["kropki", "Kropki dots"], ["xv", "X and V"], ["greater", "greater than"], ["even-odd", "even and odd"], ["quadruple", "quadruples"], ["skyscraper", "skyscrapers"], ["numbered-room", "numbered rooms"]]],
  ["The whole board", [["diagonal", "both diagonals"], ["windoku", "windoku"], ["disjoint-groups", "disjoint groups"], ["anti-knight", "anti-knight"], ["anti-king", "anti-king"], ["nonconsecutive", "nonconsecutive"]]],
]);

/** @type {import("../app.js").Screen} */
export function screen(root) {
  const order = { ...ORDER, ...recall("make-order", {}) };
  /** @type {any[]} */
  let found = [];
  /** @type {AbortController | null} */
  let asking = null;
  const told = h("div", { "aria-live": "polite" });
  const shelf = h("ul", { class: "shelf" });
  const sheet = h("div", { class: "stack" });
  const techniques = select([["", "any"]], {});
  void list("techniques").then((all) => {
    techniques.replaceChildren(h("option", { value: "" }, "any"), ...all.map((t) => h("option", { value: t.id }, t.name)));
    techniques.value = order.technique;
  }).catch(() => {});
  /** @param {string} name @param {Record<string, any>} props */
  const text = (name, props) => {
    const input = h("input", { type: "text", value: /** @type {any} */ (order)[name], ...props });
    input.addEventListener("input", () => { /** @type {any} */ (order)[name] = input.value.trim(); });
    return input;
  };
  /** @param {string} name @param {[string, string][]} options */
  const choose = (name, options) => {
    const control = select(options, { value: /** @type {any} */ (order)[name] });
    control.addEventListener("change", () => { /** @type {any} */ (order)[name] = control.value; });
    return control;
  };
  techniques.addEventListener("change", () => { order.technique = techniques.value; });
  const count = h("input", { type: "number", min: "1", max: "100", value: String(order.count) });
  count.addEventListener("input", () => { order.count = Math.min(100, Math.max(1, Number(count.value) || 1)); });

  /** Ratings and patterns are those of 9x9 boards without further rules. */
  const isPlain = () => order.kind === "9" && !order.variants.length;
  const difficulty = choose("difficulty", [["any", "any"], ...["beginner", "easy", "medium", "hard", "expert", "fiendish", "extreme"].map((w) => /** @type {[string, string]} */ ([w, w]))]);
  const er = text("er", { placeholder: "any" });
  const pattern = patternPad(order);
  const fit = () => {
    for (const control of [difficulty, er, techniques, ...pattern.querySelectorAll("button, input")]) /** @type {HTMLInputElement} */ (control).disabled = !isPlain();
    const n = order.variants.length;
    asked.textContent = n ? `: ${VARIANTS.flatMap(([, all]) => all).filter(([name]) => order.variants.includes(name)).map(([, words]) => words).join(", ")}` : "";
  };
  const asked = h("span", { class: "soft", "data-part": "variants" });
  const kind = choose("kind", BOARDS.map(([value, words]) => [value, words]));
  kind.addEventListener("change", fit);
  const variants = h("div", { class: "kinds" }, VARIANTS.map(([title, all]) => h("fieldset", {}, h("legend", {}, title), all.map(([name, words]) => {
    const choice = tick(words, order.variants.includes(name), (on) => {
      order.variants = on ? [...order.variants, name] : order.variants.filter((other) => other !== name);
      fit();
    });
    choice.dataset.variant = name;
    return choice;
  }))));
  fit();

  const make = button("Make puzzles", () => void start(), { class: "go", "data-act": "make" });
  const stop = button("Stop", () => asking?.abort(), { hidden: true, "data-act": "stop" });

  function request() {
    const seed = /^\d+$/.test(order.seed) ? Number(order.seed) : Math.floor(Math.random() * 2 ** 31);
    const board = BOARDS.find(([value]) => value === order.kind)?.[2] ?? {};
    const classic = isPlain();
    const { variants } = order;
    return {
      request: {
        ...board, ...(variants.length ? { variants } : {}), count: order.count, seed, symmetry: order.symmetry, minimal: order.minimal, time_limit: 300,
        ...(order.clues ? { clues: order.clues } : {}),
        ...(classic && order.er ? { er: order.er } : {}),
        ...(classic && !order.er && order.difficulty !== "any" ? { word: order.difficulty } : {}),
        ...(classic && order.technique ? { technique: order.technique } : {}),
        ...(classic && order.pattern.includes("x") ? { pattern: order.pattern, symmetry: "none" } : {}),
      },
      seed,
    };
  }

  async function start() {
    asking?.abort();
    const mine = (asking = new AbortController());
    keep("make-order", order);
    found = [];
    shelf.replaceChildren();
    sheet.replaceChildren();
    const { request: asked, seed } = request();
    told.replaceChildren(h("p", { class: "busy" }, "Looking for puzzles…"));
    stop.hidden = false;
    let problem = null;
    try {
      await ask("generate", asked, {
        signal: mine.signal,
        each: (made) => {
          found.push(made);
          shelf.append(item(made, found.length));
          told.replaceChildren(h("p", { class: "busy" }, `${found.length} of ${order.count} found`));
        },
      });
    } catch (error) {
      if (!isStop(error)) problem = words(error);
    }
    if (asking !== mine) return;
    stop.hidden = true;
    const short = found.length < order.count;
    told.replaceChildren(problem ? say("bad", problem) : say(short ? "warn" : "good", `${found.length} ${found.length === 1 ? "puzzle" : "puzzles"}, each proved to have exactly one solution; seed ${seed}.${short ? " Stopped before all were found." : ""}`));
    announce(`${found.length} puzzles made.`);
    if (found.length) showSheet();
  }

  /** @param {any} made @param {number} number */
  function item(made, number) {
    const size = made.size ?? Math.round(Math.sqrt(made.puzzle.length));
    const document_ = documentOf(made);
    const place = h("div", { class: "mini-place" });
    void mini(document_, place);
    const rules = made.rules?.length ?? 0;
    const grade = [made.er ? `ER ${made.er.toFixed(1)}` : null, made.word, `${made.clues} ${made.clues === 1 ? "clue" : "clues"}`, rules ? `${rules} ${rules === 1 ? "rule" : "rules"}` : null].filter(Boolean).join(" · ");
    return h("li", { class: "card" }, place, h("div", { class: "soft" }, `${number}. ${grade || `${size}x${size}`}`),
      h("div", { class: "row" }, h("a", { href: address("play", packed(document_, made.puzzle)) , "aria-label": `Play puzzle ${number}` }, "Play"), h("a", { href: address("explain", packed(document_, made.puzzle)), "aria-label": `Explain puzzle ${number}` }, "Explain")));
  }

  function showSheet() {
    const paper = select([["a4", "A4"], ["a5", "A5"], ["letter", "Letter"]], {});
    const per = select([["1", "1"], ["2", "2"], ["4", "4"], ["6", "6"]], { value: "4" });
    const title = h("input", { type: "text", value: "Sudoku", maxLength: 80 });
    const ratings = select([["none", "no difficulty"], ["er", "Explainer rating"], ["level", "level"]], {});
    const pages = h("div", { class: "pages" });
    let solutions = true;
    const asked = () => ({ puzzles: found.map(documentOf), paper: paper.value, per_page: Number(per.value), title: title.value, ratings: ratings.value, solutions });
    const said = h("div", { "aria-live": "polite" });
    const preview = async () => {
      said.replaceChildren(h("p", { class: "busy" }, "Setting the pages…"));
      try {
        const { pages: drawn } = await ask("pages", asked());
        pages.replaceChildren(...drawn.map((/** @type {string} */ svg, /** @type {number} */ i) => {
          const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
          const image = h("img", { src: url, alt: `Page ${i + 1}` });
          image.addEventListener("load", () => URL.revokeObjectURL(url));
          return image;
        }));
        said.replaceChildren();
      } catch (error) { said.replaceChildren(say("bad", words(error))); }
    };
    for (const control of [paper, per, ratings, title]) control.addEventListener("change", () => void preview());
    sheet.replaceChildren(h("section", { class: "card stack" }, h("h2", {}, "On paper"),
      h("div", { class: "row low" }, field("Title", title), field("Paper", paper), field("Puzzles on a page", per), field("Difficulty", ratings)),
      tick("Solutions at the back", true, (on) => { solutions = on; void preview(); }),
      h("div", { class: "row" },
        button("Save PDF", () => void (async () => {
          try { download("sudoku.pdf", await ask("print", asked(), { bytes: true }), "application/pdf"); } catch (error) { said.replaceChildren(say("bad", words(error))); }
        })(), { class: "go", "data-act": "pdf" }),
        button("Save as text", () => download("sudoku.txt", found.map((made) => (made.regions || made.box || made.rules || made.extra_regions ? documentOf(made) : made.puzzle)).join("\n") + "\n", "text/plain")),
        button("Rate them", () => { sessionStorage.setItem("sudolab.list", found.map(documentOf).join("\n")); location.hash = address("rate", { list: String(Date.now()) }); })),
      said, pages));
    void preview();
  }

  root.append(h("div", { class: "stack" },
    h("section", { class: "card stack" },
      h("h1", {}, "Puzzles to order"),
      h("div", { class: "form" },
        field("Board", kind),
        field("How many", count),
        field("Symmetry of the clues", choose("symmetry", [["none", "none"], ["rot180", "half turn"], ["rot90", "quarter turn"], ["mirror", "mirror"], ["diagonal", "diagonal"], ["full", "full"]])),
        field("Clues, such as 24..28", text("clues", { placeholder: "any", inputMode: "text" })),
        field("Difficulty (9x9)", difficulty),
        field("or rating, such as 6.6..7.2", er),
        field("Hardest technique (9x9)", techniques),
        field("Seed", text("seed", { placeholder: "random", inputMode: "numeric" }))),
      tick("No clue can go", order.minimal, (on) => { order.minimal = on; }),
      h("details", { "data-part": "rules" }, h("summary", {}, h("span", {}, "Rules beyond the houses", asked)), h("p", { class: "soft" }, "Difficulty, rating, technique and drawn clues are for 9x9 puzzles without them."), variants),
      h("details", {}, h("summary", {}, "Draw where clues stand (9x9)"), pattern),
      h("div", { class: "row" }, make, stop), told),
    shelf, sheet,
    h("details", { class: "card", "data-part": "timetables" }, h("summary", {}, "A timetable instead: courses in slots and rooms"), timetables())));
  return () => asking?.abort();
}

/**
 * Cells to switch on and off, by mouse or keyboard.
 * @param {{pattern: string}} order
 */
function patternPad(order) {
  const on = [...(order.pattern.length === 81 ? order.pattern : ".".repeat(81))].map((c) => c === "x");
  const said = h("span", { class: "soft" });
  let mirrored = true;
  // A click without a pointer is the keyboard's.
  const cells = on.map((_, i) => button("", (event) => { if (event.detail === 0) set(i, !on[i]); }, { class: "spot", "data-spot": i }));
  const stencil = h("div", { class: "stencil", role: "group", "aria-label": "Cells that hold clues" }, cells);
  // Whoever presses draws or wipes, as the first cell was, with mouse, pen or finger, until letting go.
  let draws = /** @type {boolean | null} */ (null);
  const under = (/** @type {PointerEvent} */ event) => {
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
    return hit instanceof HTMLElement && stencil.contains(hit) && !hit.matches(":disabled") ? Number(hit.dataset.spot) : -1;
  };
  stencil.addEventListener("pointerdown", (event) => {
    const at = under(event);
    if (at < 0 || event.button !== 0) return;
    stencil.setPointerCapture(event.pointerId);
    set(at, (draws = !on[at]));
  });
  stencil.addEventListener("pointermove", (event) => {
    const at = draws === null ? -1 : under(event);
    if (at >= 0 && draws !== null && on[at] !== draws) set(at, draws);
  });
  for (const end of ["pointerup", "pointercancel"]) stencil.addEventListener(end, () => { draws = null; });
  const show = () => {
    cells.forEach((control, i) => {
      control.setAttribute("aria-pressed", on[i] ? "true" : "false");
      control.setAttribute("aria-label", `row ${Math.floor(i / 9) + 1} column ${(i % 9) + 1}${on[i] ? ", clue" : ""}`);
    });
    const n = on.filter(Boolean).length;
    order.pattern = n ? on.map((x) => (x ? "x" : ".")).join("") : "";
    said.textContent = n ? `${n} cells hold clues; 24 to 32 make quick work.` : "Nothing is drawn: clues may stand anywhere.";
  };
  /** @param {number} i @param {boolean} value */
  const set = (i, value) => {
    on[i] = value;
    if (mirrored) on[80 - i] = value;
    show();
  };
  show();
  return h("div", { class: "stack" }, stencil,
    h("div", { class: "row" }, tick("Half turn", true, (value) => { mirrored = value; }), button("Clear", () => { on.fill(false); show(); }), said));
}

/** @param {any} made @returns {string} */
export function documentOf(made) {
  const shape = { ...(made.size ? { size: made.size } : {}), ...(made.box ? { box: made.box } : {}), ...(made.regions ? { regions: made.regions } : {}), ...(made.extra_regions ? { extra_regions: made.extra_regions } : {}), ...(made.rules ? { rules: made.rules } : {}) };
  return JSON.stringify({ v: 1, ...shape, givens: made.puzzle });
}

/** @type {Map<string, Promise<any>>} */
const shapes = new Map();

/**
 * A small picture of a puzzle.
 * @param {string} text
 * @param {HTMLElement} place
 */
export async function mini(text, place) {
  const object = JSON.parse(text);
  const key = JSON.stringify([object.givens.length, object.box, object.regions, object.extra_regions, object.rules]);
  let known = shapes.get(key);
  if (!known) shapes.set(key, (known = ask("parse", { puzzle: text })));
  const parsed = await known;
  const board = /** @type {import("../board/board-view.js").SudokuBoard} */ (document.createElement("sudoku-board"));
  board.setShape(new Shape(parsed), { label: "A puzzle" });
  board.show({ cells: [...object.givens].map((c) => ({ value: digitOf(c), given: true, corner: [], centre: [], colours: [] })) });
  place.replaceChildren(board);
}
