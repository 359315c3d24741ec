// The little of Markdown that our own pages use, as elements: headings, paragraphs, lists, tables, code, bold and italic
// words. Links lead to where the page knows the way; others are told as words.

import { h } from "../core/dom.js";

/**
 * @param {string} text
 * @param {(target: string) => string | null} way the address on this page for the target of a link, if there is one
 * @returns {HTMLElement[]}
 */
export function elements(text, way) {
  /** @type {HTMLElement[]} */
  const made = [];
  for (const block of text.replaceAll("\r", "").split(/\n{2,}/)) {
    let lines = block.split("\n").filter((line) => line.trim());
    const heading = /^(#{1,6}) (.*)$/.exec(lines[0] ?? "");
    if (heading) {
      made.push(h(heading[1]?.length === 1 ? "h1" : "h2", {}, inline(heading[2] ?? "", way)));
      lines = lines.slice(1);
    }
    const [first] = lines;
    if (first === undefined) continue;
    if (first.startsWith("```")) made.push(code(lines.slice(1).filter((line) => !line.startsWith("```"))));
    else if (/^ {4}/.test(first)) made.push(code(lines.map((line) => line.replace(/^ {4}/, ""))));
    else if (first.startsWith("|")) made.push(table(lines, way));
    else if (/^(-|\*|\d+\.) /.test(first)) {
      const items = lines.reduce((/** @type {string[]} */ all, line) => (/^(-|\*|\d+\.) /.test(line) || !all.length ? [...all, line.replace(/^(-|\*|\d+\.) /, "")] : all.with(-1, `${all.at(-1)} ${line.trim()}`)), []);
      made.push(h(/^\d/.test(first) ? "ol" : "ul", {}, items.map((item) => h("li", {}, inline(item, way)))));
    } else made.push(h("p", {}, inline(lines.join(" "), way)));
  }
  return made;
}

/** @param {string[]} lines */
function code(lines) {
  return h("pre", { class: "scroll mono", tabIndex: 0, role: "region", "aria-label": "A command" }, lines.join("\n"));
}

/** @param {string[]} lines @param {(target: string) => string | null} way */
function table(lines, way) {
  const cells = (/** @type {string} */ line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim());
  const [head = [], , ...rows] = lines.map(cells);
  return h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": head.join(", ") }, h("table", {},
    h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, inline(cell, way))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, inline(cell, way))))))));
}

/** @param {string} text @param {(target: string) => string | null} way @returns {(Node | string)[]} */
function inline(text, way) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[(?:[^\]`]|`[^`]*`)+\]\([^)]+\))/).filter(Boolean).map((piece) => {
    const link = /^\[(.+)\]\(([^)]+)\)$/.exec(piece);
    if (link) {
      const to = way(link[2] ?? "");
      const words = inline(link[1] ?? "", way);
      return to ? h("a", { href: to }, words) : h("span", {}, words);
    }
    if (/^`.+`$/.test(piece)) return h("code", {}, piece.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(piece)) return h("strong", {}, piece.slice(2, -2));
    if (/^\*.+\*$/.test(piece)) return h("em", {}, piece.slice(1, -1));
    return piece;
  });
}
