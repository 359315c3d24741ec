// The frame of the page: screens by address, colours, opening puzzles by paste, drop or dialog.

import { announce, h } from "./core/dom.js";
import { keep, recall } from "./core/keep.js";
import { go, route } from "./core/route.js";
import { list } from "./core/engine.js";
import { openDialog, openText } from "./core/opening.js";

/**
 * A screen: builds itself into an element and gives back how to leave it.
 * @typedef {(root: HTMLElement, query: URLSearchParams) => Promise<(() => void) | void> | (() => void) | void} Screen
 */

/** @type {Record<string, {title: string, load: () => Promise<{screen: Screen}>}>} */
const SCREENS = {
  play: { title: "Play", load: () => import("./play/play-screen.js") },
  explain: { title: "Explain", load: () => import("./explain/explain-screen.js") },
  lab: { title: "Lab", load: () => import("./lab/lab-screen.js") },
  study: { title: "Study", load: () => import("./study/study-screen.js") },
  make: { title: "Make", load: () => import("./make/make-screen.js") },
  set: { title: "Set", load: () => import("./set/set-screen.js") },
  rate: { title: "Rate", load: () => import("./rate/rate-screen.js") },
  learn: { title: "Learn", load: () => import("./learn/learn-screen.js") },
};

/** @type {() => void} */
let leave = () => {};
let turn = 0;

async function arrive() {
  const { screen, query } = route();
  const told = query.get("token");
  if (told) {
    sessionStorage.setItem("sudolab.token", told);
    history.replaceState(null, "", `#/${screen}`);
    query.delete("token");
  }
  const known = SCREENS[screen];
  if (!known) return go("play");
  const mine = ++turn;
  delete document.documentElement.dataset.ready;
  leave();
  leave = () => {};
  document.title = `${known.title} · Sudolab`;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.getAttribute("href") === `#/${screen}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  centre();
  const root = /** @type {HTMLElement} */ (document.getElementById("screen"));
  const module = await known.load();
  if (mine !== turn) return;
  const place = h("div", { class: `screen ${screen}` });
  root.replaceChildren(place);
  const left = await module.screen(place, query);
  if (mine !== turn) return left?.();
  leave = left ?? (() => {});
  document.documentElement.dataset.ready = screen;
}

const THEMES = /** @type {const} */ ([["", "as the system", "◐"], ["light", "light", "○"], ["dark", "dark", "●"], ["contrast", "high contrast", "◉"]]);

function themes() {
  const control = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));
  let at = Math.max(0, THEMES.findIndex(([name]) => name === recall("theme", "")));
  const show = () => {
    const [name, words, sign] = THEMES[at] ?? THEMES[0];
    if (name) document.documentElement.dataset.theme = name;
    else delete document.documentElement.dataset.theme;
    control.textContent = sign;
    control.setAttribute("aria-label", `Colours: ${words}`);
    control.title = `Colours: ${words}`;
    keep("theme", name);
  };
  control.addEventListener("click", () => {
    at = (at + 1) % THEMES.length;
    show();
    announce(control.title);
  });
  show();
}

function help() {
  /** @type {[string, string][]} */
  const keys = [
    ["1 – 9", "enter a digit or mark (letters on larger boards)"], ["Shift + digit", "corner mark"], ["Ctrl or Alt + digit", "centre mark"],
    ["Z  X  C  V", "digit, corner, centre, colour, where the letter is no digit of the board"], ["Space", "next kind of entry"], ["Arrows", "move; with Shift choose more"],
    ["Backspace", "clear"], ["Ctrl + Z, Ctrl + Y", "undo, redo"], ["Ctrl + A", "choose all"], ["H", "hint, and its next rung"], ["Enter", "apply the hint"], ["Escape", "put the hint away"],
    ["← →", "in Explain and Lab: a step back, a step on"],
  ];
  const dialog = h("dialog", { "aria-labelledby": "help-title" },
    h("h1", { id: "help-title" }, "Keys and help"),
    h("p", {}, "Paste a puzzle anywhere, or drop a file: lines, grids, links and files of many programs are read. Nothing leaves this machine."),
    h("table", {}, h("tbody", {}, keys.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what))))),
    h("form", { method: "dialog", class: "row" }, h("button", { class: "go" }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
  dialog.addEventListener("close", () => dialog.remove());
}

/** On a narrow screen the names of the screens can be moved; that of this screen comes to the middle. */
function centre() {
  const link = document.querySelector("header nav a[aria-current]");
  const nav = link?.parentElement;
  if (!link || !nav) return;
  const [mine, all] = [link.getBoundingClientRect(), nav.getBoundingClientRect()];
  nav.scrollLeft += mine.left + mine.width / 2 - all.left - all.width / 2;
}

/** Puzzles come by paste and drop, wherever one is. */
function doors() {
  document.addEventListener("paste", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest?.("input, textarea, [contenteditable]")) return;
    const text = event.clipboardData?.getData("text");
    if (text?.trim()) openText(text);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData("text");
    if (text?.trim()) openText(text);
  });
}

document.getElementById("open-puzzle")?.addEventListener("click", () => openDialog());
document.getElementById("help")?.addEventListener("click", help);
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("screen")?.focus();
});
themes();
doors();
// Whoever answers may not record runs; then there is nothing to watch.
list("verbs").then((verbs) => {
  if (verbs.some((verb) => verb.name === "trace")) document.documentElement.dataset.traces = "yes";
  centre();
}).catch(() => {});
addEventListener("hashchange", arrive);
arrive();

if (document.documentElement.dataset.engine === "worker" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("offline.js").then(() => navigator.serviceWorker.ready).then((kept) => {
    const later = window.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 2000));
    later(() => kept.active?.postMessage("rest"));
  }).catch(() => {});
}

