// Why a step holds, to be read: a chain comes as numbered sentences, which stand below each other.

import { h } from "../core/dom.js";

/** Lists longer than this can be moved by themselves, so that what follows from them stays in sight. */
const LONG = 10;

/**
 * The reason of a step as paragraphs and numbered lists.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function reason(text) {
  /** @type {(string | [string, string][])[]} */
  const parts = [];
  for (const sentence of text.split(/(?<=\.) (?=[A-Z(])/)) {
    const [, number, said] = /^\((\d+(?:\.\d+)*)\) ([^a-z].*)$/s.exec(sentence) ?? [];
    const last = parts.at(-1);
    if (number && said) {
      if (Array.isArray(last)) last.push([number, said]);
      else parts.push([[number, said]]);
    } else if (typeof last === "string") parts[parts.length - 1] = `${last} ${sentence}`;
    else parts.push(sentence);
  }
  return parts.map((part) => (typeof part === "string" ? h("p", {}, part) : list(part)));
}

/** @param {[string, string][]} lines */
function list(lines) {
  const long = lines.length > LONG;
  return h("ol", { class: `proof${long ? " long" : ""}`, tabIndex: long ? 0 : undefined, "aria-label": long ? "Links of the chain" : undefined },
    lines.map(([number, said]) => h("li", number.includes(".") ? { class: "within" } : {}, h("span", {}, number), h("span", {}, said))));
}
