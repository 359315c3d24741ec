// Opening a puzzle from any text: one goes to where the reader is, several to the list.

import { announce, button, field, h, say } from "./dom.js";
import { AskError, ask, engine, standsAlone, words } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { address, go, packed, route } from "./route.js";

/** Screens that show one puzzle. */
const SINGLE = ["play", "explain", "lab", "set"];

/**
 * Opens what a text holds.
 * @param {string} text
 * @param {(problem: string) => void} [refused]
 * @returns {Promise<boolean>}
 */
export async function openText(text, refused = showProblem) {
  const here = route().screen;
  try {
    const records = /** @type {any[]} */ (await ask("records", { text }));
    const good = records.filter((record) => record.document);
    if (good.length > 1 || here === "rate") {
      sessionStorage.setItem("sudolab.list", text);
      go("rate", { list: String(Date.now()) });
      return true;
    }
    const [record] = good;
    if (!record) {
      const problem = records.find((r) => r.problem)?.problem;
      refused(problem ? new AskError(problem).sentence : "There is no puzzle in it.");
      return false;
    }
    announce(`Opened a puzzle with ${record.clues} givens.`);
    go(SINGLE.includes(here) ? here : "play", packed(record.document, record.puzzle));
    return true;
  } catch (error) {
    refused(words(error));
    return false;
  }
}

/**
 * What a screen shows that cannot show its puzzle: why, and ways on.
 * @param {string} why
 * @param {...Node} more further ways on
 */
export function lost(why, ...more) {
  return h("section", { class: "card stack" }, h("h1", {}, "This puzzle cannot be shown here"), say("bad", why),
    h("div", { class: "row" }, more, button("Open another puzzle", () => openDialog(), { class: "go" }), h("a", { class: "button", href: address(route().screen, { p: EXAMPLES[0]?.text }) }, "Take an easy one")));
}

/** @param {string} problem */
function showProblem(problem) {
  openDialog("", problem);
}

/**
 * The sets of puzzles that the program carries; a page without a server has none.
 * @param {(puzzle: string) => void} open
 */
function sets(open) {
  const place = h("div", { class: "row low", "data-part": "sets" });
  if (standsAlone()) return place;
  const told = h("span", { class: "soft", "aria-live": "polite" });
  const number = h("input", { type: "number", min: "1", value: "1", "data-part": "set-number" });
  const names = h("select", { "data-part": "set" });
  const take = async (/** @type {boolean} */ any) => {
    try {
      const { get } = await engine();
      if (any) number.value = String(1 + Math.floor(Math.random() * (await get(`sets/${names.value}?first=0&take=0`)).count));
      const found = await get(`sets/${names.value}?first=${Math.max(0, Number(number.value) - 1)}&take=1`);
      const [puzzle] = found.puzzles;
      if (puzzle) open(puzzle);
      else told.textContent = `It has ${found.count} puzzles.`;
    } catch (error) { told.textContent = words(error); }
  };
  void engine().then(({ get }) => get("sets")).then((all) => {
    names.append(...all.map((/** @type {{name: string, about: string}} */ set) => h("option", { value: set.name }, `${set.name}: ${set.about}`)));
    place.append(field("A set of puzzles", names, "grow"), field("Number", number), button("Open it", () => void take(false), { "data-act": "open-set" }), button("Any of it", () => void take(true)), told);
  }).catch(() => place.remove());
  return place;
}

/**
 * Asks for a puzzle.
 * @param {string} [text]
 * @param {string} [problem]
 */
export function openDialog(text = "", problem = "") {
  const area = h("textarea", { rows: 5, value: text, spellcheck: false, placeholder: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" });
  const told = h("div", { "aria-live": "polite" }, problem ? say("bad", problem) : null);
  const file = h("input", { type: "file", "aria-label": "A file" });
  const dialog = h("dialog", { "aria-labelledby": "open-title" },
    h("h1", { id: "open-title" }, "Open a puzzle"),
    h("div", { class: "stack" },
      field("A line, a grid, a link, or the content of a file", area),
      h("label", { class: "field" }, h("span", {}, "Or a file"), file),
      told,
      h("div", { class: "row" }, button("Open", () => void open(area.value), { class: "go" }), button("Cancel", () => dialog.close())),
      sets((text) => void open(text)),
      h("h2", {}, "Or one of these"),
      h("div", { class: "row" }, EXAMPLES.map(({ name, about, text }) => button(name, () => void open(text), { title: about })))));
  /** @param {string} value */
  const open = async (value) => {
    if (!(await openText(value, (why) => told.replaceChildren(say("bad", why))))) return;
    dialog.close();
    // Keys are for what was opened now, not for the button that opened it.
    document.getElementById("screen")?.focus();
  };
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) area.value = await chosen.text();
  });
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
  dialog.addEventListener("close", () => dialog.remove());
}
