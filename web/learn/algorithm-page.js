// The page of an algorithm: idea, source, parameters, where it shines and where it fails, what was measured.

import { h } from "../core/dom.js";
import { list } from "../core/engine.js";
import { lost } from "../core/opening.js";
import { address } from "../core/route.js";
import { elements } from "./markdown.js";

/** @param {HTMLElement} root @param {string} id */
export async function algorithmPage(root, id) {
  const known = /** @type {{id: string, title: string}[]} */ (await list("algorithms"));
  const at = known.findIndex((algorithm) => algorithm.id === id);
  const response = at < 0 ? null : await fetch(new URL(`../algorithms/${id}.md`, import.meta.url));
  if (!response?.ok) {
    root.append(lost(`There is no page about ${id}.`));
    return;
  }
  // Other algorithms have their pages here; whatever else a page names lies in the repository.
  const way = (/** @type {string} */ target) => {
    const other = /^([a-z0-9-]+)\.md$/.exec(target)?.[1];
    return other && known.some((algorithm) => algorithm.id === other) ? address("learn", { algorithm: other }) : null;
  };
  const [before, after] = [known[at - 1], known[at + 1]];
  root.append(h("article", { class: "card stack prose" },
    h("div", { class: "row apart" }, h("a", { href: address("learn") }, "All techniques and algorithms"), h("a", { class: "button go", href: address("lab", { with: id }), "data-act": "watch" }, "Watch it in the Lab")),
    elements(await response.text(), way),
    h("div", { class: "row apart" }, before ? h("a", { class: "button", href: address("learn", { algorithm: before.id }) }, `‹ ${before.id}`) : "", after ? h("a", { class: "button", href: address("learn", { algorithm: after.id }) }, `${after.id} ›`) : "")));
}
