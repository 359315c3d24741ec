// Rate: a list of puzzles becomes a table that can be sorted, a picture of how hard they are, and a file.

import { announce, button, download, draw, facts, field, h, say } from "../core/dom.js";
import { AskError, ask, farWords, isStop, list, words } from "../core/engine.js";
import { keep, recall } from "../core/keep.js";
import { address, packed } from "../core/route.js";

/** @typedef {{number: number, line: string, document: string | null, clues: number | null, er: number | null, ep: number | null, ed: number | null, level: string, score: number | null, hardest: string, word: string, guesses: number | null, problem: string}} Row */

/** @type {[keyof Row, string, boolean][]} field, words, whether it is a number */
const COLUMNS = [["number", "#", true], ["clues", "Clues", true], ["er", "ER", true], ["ep", "EP", true], ["ed", "ED", true], ["word", "Word", false], ["level", "Level", false], ["score", "Score", true], ["hardest", "Hardest technique", false], ["guesses", "Guesses", true]];

/** @type {Map<string, string>} what techniques are called, by their ids */
const NAMES = new Map();

/** Puzzles rated at the same time. */
const ABREAST = 2;

/** @type {import("../app.js").Screen} */
export function screen(root, query) {
  const given = query.get("list") ? sessionStorage.getItem("sudolab.list") : null;
  const area = h("textarea", { rows: 6, spellcheck: false, class: "mono", value: given ?? recall("rate-list", ""), placeholder: "One puzzle on a line, or the content of any puzzle file" });
  const told = h("div", { "aria-live": "polite" });
  const result = h("div", { class: "stack" });
  /** @type {AbortController | null} */
  let asking = null;
  /** @type {Row[]} */
  let rows = [];
  /** @type {{by: keyof Row, up: boolean}} */
  let order = { by: "number", up: true };

  const start = button("Rate them", () => void rate(), { class: "go", "data-act": "rate" });
  const stop = button("Stop", () => asking?.abort(), { hidden: true });

  async function rate() {
    asking?.abort();
    const mine = (asking = new AbortController());
    keep("rate-list", area.value.length < 200_000 ? area.value : "");
    told.replaceChildren(h("p", { class: "busy" }, "Reading…"));
    try {
      const records = /** @type {any[]} */ (await ask("records", { text: area.value }, { signal: mine.signal }));
      for (const technique of NAMES.size ? [] : await list("techniques")) NAMES.set(technique.id, technique.name);
      if (!records.length) throw new Error("There is no puzzle in it. Paste some lines first.");
      rows = records.map((record, i) => ({
        number: i + 1, line: record.puzzle ?? "", document: record.document, clues: record.clues, er: null, ep: null, ed: null, level: "", score: null, hardest: "", word: "", guesses: null,
        problem: record.problem ? new AskError(record.problem).sentence : "",
      }));
    } catch (error) {
      told.replaceChildren(say("bad", words(error)));
      return;
    }
    stop.hidden = false;
    let done = 0;
    const began = performance.now();
    const todo = rows.filter((row) => row.document);
    const tell = (/** @type {string} */ more) => {
      const left = done ? Math.round(((performance.now() - began) / done) * todo.length / 1000) : 0;
      told.replaceChildren(h("p", { class: "busy" }, `${done} rated, ${todo.length} to go${left > 1 ? `, about ${left} s` : ""}${more}`));
    };
    const work = async () => {
      for (let row = todo.shift(); row && !mine.signal.aborted; row = todo.shift()) {
        try {
          const rated = await ask("rate", { puzzle: row.document, profiles: ["se-1.2.1", "hodoku-2.2"], time_limit: 60 }, { signal: mine.signal, progress: (far) => tell(`, number ${row.number}: ${farWords(far)}`) });
          const se = rated["se-1.2.1"];
          const hodoku = rated["hodoku-2.2"];
          Object.assign(row, { er: se.er, ep: se.ep, ed: se.ed, word: rated.word, level: hodoku.level, score: hodoku.score, hardest: se.hardest, guesses: rated.search.guesses });
        } catch (error) {
          if (isStop(error)) return;
          row.problem = words(error);
        }
        done += 1;
        tell("");
        if (done % 10 === 0 || !todo.length) show();
      }
    };
    show();
    await Promise.all(Array.from({ length: ABREAST }, work));
    if (asking !== mine) return;
    stop.hidden = true;
    told.replaceChildren();
    show();
    announce(`${done} puzzles rated.`);
  }

  function show() {
    const rated = rows.filter((row) => row.er !== null);
    const sorted = [...rows].sort((a, b) => compare(a[order.by], b[order.by], order.up) || a.number - b.number);
    const heads = COLUMNS.map(([by, text, number]) => {
      const mine = order.by === by;
      return h("th", { scope: "col", class: number ? "number" : "", "aria-sort": mine ? (order.up ? "ascending" : "descending") : "none" },
        button(text + (mine ? (order.up ? " ↑" : " ↓") : ""), () => { order = { by, up: mine ? !order.up : true }; show(); }, { class: "plain sort", "data-sort": by }));
    });
    const body = sorted.slice(0, 500).map((row) => h("tr", {},
      row.problem
        ? [h("td", { class: "number" }, row.number), h("td", { colSpan: COLUMNS.length - 1 }, say("warn", row.problem))]
        : COLUMNS.map(([by, , number]) => h("td", { class: number ? "number" : "" }, cell(by, row[by]))),
      h("td", {}, row.document ? h("a", { href: address("play", packed(row.document, row.line)), "aria-label": `Play puzzle ${row.number}` }, "Play") : null, " ",
        row.document ? h("a", { href: address("explain", packed(row.document, row.line)), "aria-label": `Explain puzzle ${row.number}` }, "Explain") : null)));
    const ers = rated.map((row) => /** @type {number} */ (row.er)).sort((a, b) => a - b);
    result.replaceChildren(
      rated.length ? h("section", { class: "card rated" },
        facts([["rated", String(rated.length)], ["median ER", (ers[Math.floor(ers.length / 2)] ?? 0).toFixed(1)], ["hardest ER", (ers.at(-1) ?? 0).toFixed(1)], ["not rated", String(rows.filter((row) => row.problem).length)]]),
        histogram(ers)) : "",
      h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Ratings" }, h("table", { class: "ratings" },
        h("caption", { class: "unseen" }, "Puzzles with their ratings"), h("thead", {}, h("tr", {}, heads, h("th", { scope: "col" }, "Open"))), h("tbody", {}, body))),
      h("div", { class: "row" }, rows.length > 500 ? h("span", { class: "soft" }, `The first 500 of ${rows.length} are shown; the file has all.`) : null,
        button("Save as CSV", () => download("ratings.csv", csv(rows), "text/csv"), { "data-act": "csv" })));
  }

  root.append(h("div", { class: "stack" },
    h("section", { class: "card stack" }, h("h1", {}, "How hard are these?"), field("Puzzles", area), h("div", { class: "row" }, start, stop), told), result));
  if (given) void rate();
  return () => asking?.abort();
}

/** @param {keyof Row} by @param {Row[keyof Row]} value */
function cell(by, value) {
  if (value === null || value === "") return "–";
  if (by === "er" || by === "ep" || by === "ed") return Number(value).toFixed(1);
  return by === "hardest" ? h("a", { href: address("learn", { technique: String(value) }) }, NAMES.get(String(value)) ?? String(value)) : String(value);
}

/** What is not known comes last, whichever way. @param {Row[keyof Row]} a @param {Row[keyof Row]} b @param {boolean} up */
function compare(a, b, up) {
  const [noA, noB] = [a === null || a === "", b === null || b === ""];
  if (noA || noB) return Number(noA) - Number(noB);
  const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  return up ? order : -order;
}

/**
 * How many puzzles have which rating.
 * @param {number[]} ers
 */
function histogram(ers) {
  const [low, high] = [1, 12];
  const counts = Array.from({ length: (high - low) * 2 }, () => 0);
  for (const er of ers) {
    const at = Math.min(counts.length - 1, Math.max(0, Math.floor((er - low) * 2)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const most = Math.max(...counts, 1);
  const label = `Histogram of ratings: ${counts.map((n, i) => (n ? `${n} from ${(low + i / 2).toFixed(1)}` : "")).filter(Boolean).join(", ")}`;
  const bars = counts.map((n, i) => draw("rect", { x: 30 + i * 25, y: 90 - (80 * n) / most, width: 22, height: (80 * n) / most, fill: "var(--s1)" }));
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => draw("text", { x: 30 + i * 50, y: 111, "text-anchor": "middle", "font-size": 11, fill: "var(--soft)" }, low + i));
  return draw("svg", { viewBox: "0 0 600 116", role: "img", "aria-label": label, class: "chart histogram" }, bars,
    draw("line", { x1: 28, x2: 585, y1: 90.5, y2: 90.5, stroke: "var(--edge)" }), ticks,
    draw("text", { x: 24, y: 16, "text-anchor": "end", "font-size": 11, fill: "var(--soft)" }, most));
}

/** @param {Row[]} rows */
function csv(rows) {
  const quote = (/** @type {unknown} */ v) => (/[",\n]/.test(String(v ?? "")) ? `"${String(v).replaceAll('"', '""')}"` : String(v ?? ""));
  const head = "puzzle,clues,er,ep,ed,word,level,score,hardest,guesses,problem";
  return [head, ...rows.map((r) => [r.line, r.clues, r.er, r.ep, r.ed, r.word, r.level, r.score, r.hardest, r.guesses, r.problem].map(quote).join(","))].join("\n") + "\n";
}
