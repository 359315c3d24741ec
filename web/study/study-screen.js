// Study: a plan by form or as text, carried out here, watched while it runs, reported, and every point a puzzle to open.

import { announce, button, download, draw, facts, field, h, say, select } from "../core/dom.js";
import { list as listOf, standsAlone, words } from "../core/engine.js";
import { credentials, failure } from "../core/by-server.js";
import { address } from "../core/route.js";
import { shortTime } from "../core/time.js";

/** @typedef {{name: string, state: string, done: number, total: number, solved: number, unsolved: number, faults: number, problem: string | null, seconds: number | null}} Study */

/**
 * @param {string} path
 * @param {RequestInit} [how]
 */
async function call(path, how = {}) {
  const response = await fetch(`api/v1/${path}`, { ...how, headers: { ...credentials(), ...(how.body ? { "content-type": "application/json" } : {}) } });
  if (!response.ok) throw await failure(response);
  return response;
}

/** @type {import("../app.js").Screen} */
export async function screen(root, query) {
  if (standsAlone()) {
    root.append(h("section", { class: "card" }, h("h1", {}, "Studies need the program"), h("p", {}, "A study measures for minutes or hours and keeps every run in a file. This page runs in your browser alone. Install Sudolab and start “sudolab serve”, or run “sudolab study”."),
      h("p", {}, h("a", { class: "button go", href: address("lab") }, "Watch algorithms in the Lab"))));
    return;
  }
  const chosen = query.get("name");
  if (chosen) return new Watching(root, chosen).leave;
  await overview(root);
}

/** @param {HTMLElement} root */
async function overview(root) {
  const [algorithms, plans, sets, studies] = await Promise.all([listOf("algorithms"), ...["plans", "sets", "studies"].map((path) => call(path).then((r) => r.json()))]);
  const told = h("div", { "aria-live": "polite" });
  const name = h("input", { type: "text", value: "first-look", pattern: "[a-z0-9][a-z0-9-]*", maxLength: 64, "data-part": "name" });
  const seed = h("input", { type: "number", min: "0", value: "7" });
  const set = select([...sets.map((/** @type {any} */ s) => [s.name, `${s.name}: ${s.about}`]), ["generate", "new puzzles"]], {});
  const take = h("input", { type: "number", min: "1", max: "5000", value: "10" });
  const runs = h("input", { type: "number", min: "1", max: "100", value: "3" });
  const limit = select([["1s", "1 second"], ["5s", "5 seconds"], ["20s", "20 seconds"]], {});
  const picks = h("div", { class: "picks", role: "group", "aria-label": "Algorithms" }, algorithms.map((/** @type {any} */ a) => {
    const box = h("input", { type: "checkbox", value: a.id, checked: ["dlx", "rules-thesis", "backtrack-thesis"].includes(a.id) });
    box.addEventListener("change", write);
    return h("label", { class: "choice" }, box, h("span", {}, a.id));
  }));
  const asked = h("span", { class: "soft" });
  const plan = h("textarea", { rows: 14, spellcheck: false, class: "mono", "data-part": "plan" });
  const token = h("input", { type: "password", autocomplete: "off", value: sessionStorage.getItem("sudolab.token") ?? "", "data-part": "token" });
  token.addEventListener("input", () => sessionStorage.setItem("sudolab.token", token.value.trim()));
  const ready = select([["", "from the form"], ...plans.map((/** @type {any} */ p) => [p.name, `${p.name}: ${p.about}`])], {});
  ready.addEventListener("change", () => {
    const found = plans.find((/** @type {any} */ p) => p.name === ready.value);
    if (found) { plan.value = found.plan; name.value = found.name; } else write();
  });
  function write() {
    const ids = [...picks.querySelectorAll("input")].filter((box) => box.checked).map((box) => `"${box.value}"`);
    const puzzles = set.value === "generate" ? `generate = { count = ${take.value}, clues = "24..30" }` : `builtin = "${set.value}"\ntake = ${take.value}`;
    plan.value = `name = "${name.value}"\nseed = ${seed.value}\nalgorithms = [${ids.join(", ")}]\n\n[[puzzles]]\n${puzzles}\n\n[protocol]\nkind = "fixed"\nruns = ${runs.value}\ntime_limit = "${limit.value}"\n`;
    ready.value = "";
    asked.textContent = ids.length ? `: ${ids.join(", ").replaceAll('"', "")}` : ": none yet";
  }
  for (const control of [name, seed, set, take, runs, limit]) control.addEventListener("input", write);
  write();
  const start = async () => {
    told.replaceChildren(h("p", { class: "busy" }, "Reading the plan…"));
    try {
      await call("studies", { method: "POST", body: JSON.stringify({ name: name.value, plan: plan.value }) });
      location.hash = address("study", { name: name.value });
    } catch (error) {
      told.replaceChildren(say("bad", words(error)));
    }
  };
  root.append(h("div", { class: "stack" },
    h("section", { class: "card stack" }, h("h1", {}, "Compare algorithms"), h("p", {}, "A plan says which algorithms meet which puzzles, how often and for how long. Every run is kept; a study that was stopped goes on with the same plan."),
      h("div", { class: "form" }, field("Begin with a plan", ready), field("Name", name), field("Puzzles", set), field("How many puzzles", take), field("Runs each", runs), field("Time limit of a run", limit), field("Seed", seed)),
      h("details", {}, h("summary", {}, h("span", {}, "Algorithms", asked)), picks),
      h("details", {}, h("summary", {}, "The plan as text"), field("TOML", plan)),
      h("div", { class: "row low" }, field("Token: the second line that “sudolab serve” printed", token, "grow"), button("Run it", () => void start(), { class: "go", "data-act": "run" })), told),
    h("section", { class: "card" }, h("h2", {}, "Studies"), studies.length
      ? h("ul", { class: "techniques" }, studies.map((/** @type {Study} */ s) => h("li", {}, h("a", { href: address("study", { name: s.name }) }, s.name, h("span", { class: "soft" }, s.state === "running" ? `${s.done} of ${s.total}` : s.state)))))
      : h("p", { class: "soft" }, "There is none yet."))));
}

class Watching {
  /** @param {HTMLElement} root @param {string} name */
  constructor(root, name) {
    this.name = name;
    this.asking = new AbortController();
    this.leave = () => this.asking.abort();
    this.state = h("div", { class: "stack", "aria-live": "polite" });
    this.points = h("div", { class: "stack" });
    this.standing = h("div", { "data-part": "standing" });
    /** When the runs were last looked at. */
    this.looked = 0;
    const kinds = select([["csv", "runs as CSV"], ["json", "runs as JSON"], ["html", "report as HTML"]], { "aria-label": "What to save", "data-part": "export" });
    this.report = h("div", {});
    this.told = h("div", {});
    this.cancel = button("Cancel", () => void this.#cancel(), { hidden: true });
    root.append(h("div", { class: "stack" },
      h("section", { class: "card stack" }, h("div", { class: "row apart" }, h("h1", {}, name), h("a", { href: address("study") }, "All studies")), this.state,
        h("div", { class: "row" }, this.cancel,
          h("a", { class: "button", href: `api/v1/studies/${name}/report`, target: "_blank", "data-act": "report" }, "Report"),
          h("span", { class: "row" }, kinds, button("Save", () => void this.#save(kinds.value), { "data-act": "export" }))), this.told),
      this.standing, this.points, this.report));
    void this.#watch();
  }

  async #watch() {
    try {
      const response = await call(`studies/${this.name}/events`, { signal: this.asking.signal });
      const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
      const decoder = new TextDecoder();
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        rest += decoder.decode(value, { stream: !done });
        const events = rest.split("\n\n");
        rest = events.pop() ?? "";
        const last = events.at(-1);
        if (last) this.#show(JSON.parse(last.replace(/^data: /, "")));
        if (done) break;
      }
      await this.#draw();
    } catch (error) {
      if (!this.asking.signal.aborted) this.told.replaceChildren(say("bad", words(error)));
    }
  }

  /** @param {Study} study */
  #show(study) {
    const running = study.state === "running";
    this.cancel.hidden = !running;
    const left = running && study.seconds && study.done ? Math.round((study.seconds / study.done) * (study.total - study.done)) : null;
    const state = { running: "running", complete: "complete", stopped: "stopped; the same plan goes on with it", failed: "failed", earlier: "from an earlier start" };
    /** @type {[string, string][]} */
    const known = [["state", /** @type {any} */ (state)[study.state] ?? study.state]];
    if (study.total) {
      known.push(["runs done", `${study.done} of ${study.total}`], ["solved", String(study.solved)]);
      known.push(["unsolved", String(study.unsolved)], ["faults", String(study.faults)]);
    }
    if (left !== null) known.push(["time left", left > 90 ? `${Math.round(left / 60)} min` : `${left} s`]);
    this.state.replaceChildren(
      facts(known),
      running ? h("progress", { max: study.total || 1, value: study.done, "aria-label": "Progress" }) : "",
      study.problem ? say("bad", study.problem) : "");
    document.documentElement.dataset.study = study.state;
    if (!running) announce(`The study is ${study.state}.`);
    // A look at the runs so far, seldom enough not to disturb what is measured.
    else if (study.done && performance.now() - this.looked > 4000) this.#draw().catch(() => { /* the next look tells */ });
  }

  async #cancel() {
    try { await call(`studies/${this.name}`, { method: "DELETE" }); } catch (error) { this.told.replaceChildren(say("bad", words(error))); }
  }

  /** @param {string} kind */
  async #save(kind) {
    const [path, type] = kind === "html" ? ["report", "text/html"] : ["export", kind === "json" ? "application/json" : "text/csv"];
    try {
      const text = await (await call(`studies/${this.name}/${path}`)).text();
      download(`${this.name}.${kind}`, kind === "json" ? JSON.stringify(table(text), null, 1) : text, type);
    } catch (error) { this.told.replaceChildren(say("bad", words(error))); }
  }

  /** Who stands where, by the runs so far. @param {Record<string, string>[]} rows @param {number[]} times @param {string[]} labels */
  #stand(rows, times, labels) {
    const lines = labels.map((label) => {
      const mine = rows.flatMap((row, i) => ((row["label"] ?? row["algorithm"]) === label ? [{ row, time: times[i] ?? 0 }] : []));
      const solved = mine.filter(({ row }) => (row["verdict"] ?? row["class"]) === "solved").map(({ time }) => time).sort((a, b) => a - b);
      const [below, above] = [solved[Math.ceil(solved.length / 2) - 1], solved[Math.floor(solved.length / 2)]];
      return { label, runs: mine.length, solved: solved.length, median: below !== undefined && above !== undefined ? (below + above) / 2 : Infinity, worst: Math.max(0, ...mine.map(({ time }) => time)) };
    }).sort((a, b) => b.solved / b.runs - a.solved / a.runs || a.median - b.median);
    this.standing.replaceChildren(h("section", { class: "card" }, h("h2", {}, "So far"), h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "So far" },
      h("table", {}, h("thead", {}, h("tr", {}, ["Algorithm", "Runs", "Solved", "Median CPU time of solved runs", "Longest run"].map((t) => h("th", { scope: "col" }, t)))),
        h("tbody", {}, lines.map((line) => h("tr", {}, h("th", { scope: "row" }, line.label), h("td", {}, String(line.runs)), h("td", {}, `${line.solved} (${Math.round((100 * line.solved) / line.runs)} %)`), h("td", {}, shortTime(line.median)), h("td", {}, shortTime(line.worst))))))),
    h("p", { class: "soft" }, "A first look; the report weighs it: intervals, tests, and what cannot be told yet.")));
  }

  /** The runs as points: a click opens the puzzle. */
  async #draw() {
    this.looked = performance.now();
    const text = await (await call(`studies/${this.name}/export`, { signal: this.asking.signal })).text();
    const rows = table(text);
    if (!rows.length) return;
    const labels = [...new Set(rows.map((row) => row["label"] ?? row["algorithm"] ?? ""))].slice(0, 40);
    const times = rows.map((row) => Math.max(1e-7, Number(row["cpu_seconds"] ?? row["cpu"] ?? row["seconds"]) || 1e-7));
    const [low, high] = [Math.floor(Math.log10(Math.min(...times))), Math.ceil(Math.log10(Math.max(...times)))];
    this.#stand(rows, times, labels);
    // Few algorithms have room for their points.
    const lane = Math.max(26, Math.min(72, 270 / labels.length));
    const tall = lane * labels.length + 40;
    const x = (/** @type {number} */ seconds) => 150 + (420 * (Math.log10(seconds) - low)) / Math.max(1, high - low);
    const marks = rows.slice(0, 4000).map((row, i) => {
      const k = labels.indexOf(row["label"] ?? row["algorithm"] ?? "");
      const spread = ((((i * 7919) % 13) - 6) / 26) * lane;
      const solved = (row["verdict"] ?? row["class"]) === "solved";
      const puzzle = row["puzzle"] ?? "";
      const y = 10 + (k + 0.5) * lane + spread;
      const shape = solved ? draw("circle", { cx: x(times[i] ?? 1e-7), cy: y, r: 3, fill: `var(--s${(k % 6) + 1})`, "fill-opacity": 0.55 }) : draw("path", { d: `M${x(times[i] ?? 1e-7) - 3.5} ${y - 3.5}l7 7m0 -7l-7 7`, stroke: "var(--bad)", "stroke-width": 1.5 });
      const link = draw("a", { href: address(document.documentElement.dataset.traces ? "lab" : "explain", { p: puzzle }), "aria-label": `${labels[k]}, ${row["verdict"] ?? ""}, ${times[i]} s` }, draw("title", {}, `${labels[k]}: ${(times[i] ?? 0).toPrecision(3)} s, ${row["verdict"] ?? ""}; opens its puzzle`), shape);
      link.setAttribute("tabindex", "-1");
      link.dataset["label"] = String(k);
      return link;
    });
    const chart = draw("svg", { viewBox: `0 0 600 ${tall}`, class: "chart", role: "group", "aria-label": "CPU time of each run by algorithm; arrow keys go from run to run" });
    walked(chart, marks, times);
    const axis = Array.from({ length: high - low + 1 }, (_, i) => {
      const at = x(10 ** (low + i));
      return draw("g", {}, draw("line", { x1: at, x2: at, y1: 10, y2: tall - 26, stroke: "var(--line)" }), draw("text", { x: at, y: tall - 10, "text-anchor": "middle", "font-size": 11, fill: "var(--soft)" }, second(low + i)));
    });
    const names = labels.map((label, k) => draw("text", { x: 142, y: 14 + (k + 0.5) * lane, "text-anchor": "end", "font-size": 12, fill: "var(--ink)" }, label));
    chart.append(...axis, ...names, ...marks);
    const worst = rows.map((row, i) => ({ row, time: times[i] ?? 0 })).sort((a, b) => b.time - a.time).slice(0, 8);
    this.points.replaceChildren(h("section", { class: "card stack" }, h("h2", {}, "CPU time of each run"), h("p", { class: "soft" }, "A point is a run, a cross one that did not solve; a click opens its puzzle."),
      h("div", { class: "runs" },
        h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Runs as points" }, chart),
        h("div", {}, h("h3", {}, "The slowest runs"),
          h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "The slowest runs" }, h("table", {}, h("thead", {}, h("tr", {}, ["Algorithm", "Verdict", "CPU time", "Open"].map((t) => h("th", { scope: "col" }, t)))),
            h("tbody", {}, worst.map(({ row, time }) => h("tr", {}, h("td", {}, row["label"] ?? row["algorithm"] ?? ""), h("td", {}, row["verdict"] ?? ""), h("td", {}, shortTime(time)),
              h("td", {}, h("a", { href: address("lab", { p: row["puzzle"] }) }, "Lab"), " ", h("a", { href: address("explain", { p: row["puzzle"] }) }, "Explain")))))))))));
    document.documentElement.dataset.points = String(marks.length);
  }
}

/**
 * Points that are one stop of the tabulator: left and right go along the times of an algorithm, up and down to the
 * nearest time of another one, Home and End to the ends.
 * @param {SVGElement} chart
 * @param {SVGElement[]} points
 * @param {number[]} times
 */
function walked(chart, points, times) {
  const time = (/** @type {SVGElement} */ point) => times[points.indexOf(point)] ?? 0;
  /** @type {SVGElement[][]} */
  const lanes = [];
  for (const point of points) (lanes[Number(point.dataset["label"])] ??= []).push(point);
  for (const lane of lanes) lane.sort((a, b) => time(a) - time(b));
  lanes[0]?.[0]?.setAttribute("tabindex", "0");
  chart.addEventListener("keydown", (event) => {
    const here = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("a"));
    const lane = lanes[Number(here?.dataset["label"])] ?? [];
    if (!here) return;
    const at = lane.indexOf(here);
    const beside = lanes[Number(here.dataset["label"]) + (event.key === "ArrowUp" ? -1 : 1)];
    const nearest = beside && [...beside].sort((a, b) => Math.abs(Math.log(time(a) / time(here))) - Math.abs(Math.log(time(b) / time(here))))[0];
    const to = /** @type {Record<string, SVGElement | undefined>} */ ({ ArrowLeft: lane[at - 1], ArrowRight: lane[at + 1], Home: lane[0], End: lane.at(-1), ArrowUp: nearest, ArrowDown: nearest })[event.key];
    if (!to) return;
    event.preventDefault();
    here.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus();
  });
}

/** @param {number} power */
function second(power) {
  const units = /** @type {[number, string][]} */ ([[0, "s"], [-3, "ms"], [-6, "µs"], [-9, "ns"]]);
  const [base, unit] = units.find(([b]) => power >= b) ?? [0, "s"];
  return `${10 ** (power - base)} ${unit}`;
}

/**
 * A table with commas, fields with quotes allowed.
 * @param {string} text
 * @returns {Record<string, string>[]}
 */
function table(text) {
  const split = (/** @type {string} */ line) => [...line.matchAll(/("([^"]|"")*"|[^,]*)(,|$)/g)].map((m) => (m[1] ?? "").replace(/^"|"$/g, "").replaceAll('""', '"'));
  const [head, ...lines] = text.split("\n").filter(Boolean);
  const names = split(head ?? "");
  return lines.map((line) => {
    const fields = split(line);
    return Object.fromEntries(names.map((name, i) => [name, fields[i] ?? ""]));
  });
}
