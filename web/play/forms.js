// The same puzzle in another form: turned, mirrored, with other digits and rows, or in the form all its isomorphs share.

import { announce, button, h, say } from "../core/dom.js";
import { ask, words } from "../core/engine.js";
import { go, packed } from "../core/route.js";

/** @type {[string, string, () => object][]} words, what it is for, the request beside the puzzle */
const FORMS = [
  ["Turn", "a quarter turn, clockwise", () => ({ rotate: "90" })],
  ["Mirror", "left and right change places", () => ({ mirror: "horizontal" })],
  ["Rows ↔ columns", "reflected in the diagonal", () => ({ mirror: "diagonal" })],
  ["Digits in order", "named by where they come first", () => ({ relabel: "order" })],
  ["Shuffle", "a random isomorph: nobody sees at once that it is the same", () => ({ shuffle: true, seed: Math.floor(Math.random() * 2 ** 31) })],
  ["Canonical", "the one form that all isomorphs of a 9x9 puzzle share", () => ({ canonical: true })],
];

/**
 * @param {() => string} puzzle its document
 * @param {string} screen where the other form is opened
 */
export function otherForms(puzzle, screen) {
  const told = h("div", { "aria-live": "polite" });
  const change = async (/** @type {string} */ name, /** @type {object} */ how) => {
    try {
      const made = await ask("transform", { puzzle: puzzle(), ...how });
      const parsed = await ask("parse", { puzzle: made.puzzle });
      announce(`${name}: done.${made.automorphisms ? ` ${made.automorphisms} automorphisms.` : ""}`);
      go(screen, packed(parsed.document, parsed.puzzle));
    } catch (error) { told.replaceChildren(say("bad", words(error))); }
  };
  return h("div", { class: "stack", "data-part": "forms" }, h("div", { class: "row", role: "group", "aria-label": "Other forms" },
    FORMS.map(([name, about, how]) => button(name, () => void change(name, how()), { title: about, "data-form": name }))), told);
}
