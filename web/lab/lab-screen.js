// Lab: up to six algorithms on one puzzle, each shown as it thinks, side by side and moment by moment.

import { announce, button, field, h, say, select } from "../core/dom.js";
import { ask, farWords, isStop, list, standsAlone, words } from "../core/engine.js";
import { EXAMPLES } from "../core/examples.js";
import { keep, recall } from "../core/keep.js";
import { lost } from "../core/opening.js";
import { address, packed, unpacked } from "../core/route.js";
import { shortTime } from "../core/time.js";
import { ruleLayers } from "../board/overlay.js";
import { Shape } from "../board/shape.js";
import { drawBars, drawBoard, drawCurves, drawRibbon, drawTree, resized, short } from "./pictures.js";
import { Run } from "./run.js";
import { Trail } from "./trail.js";

/** @typedef {{boards: string, family: string, id: string, kind: string, parameters: {name: string, default: string, help: string, takes: string}[], source: string, tick: string, title: string, uses_seed: boolean}} Algorithm */
/** @typedef {{id: string, set: Record<string, string>}} Entry */

const MOST = 6;
/** Events that are asked for one by one; a longer run is looked at from time to time. */
const EVENTS = 60_000;
/** Looks at a long run. */
const LOOKS = 2500;
/** How long runs may take: value, words, limit in seconds, limit in ticks. */
const LIMITS = /** @type {[string, string, number, number | null][]} */ ([
  ["million", "a million ticks", 60, 1_000_000], ["5s", "5 seconds each", 5, null], ["20s", "20 seconds each", 20, null], ["60s", "a minute each", 60, null],
]);
/** What techniques are called, by their ids. @type {Map<string, string>} */
const TECHNIQUES = new Map();
const FIRST = ["backtrack-thesis", "annealing", "boltzmann"];
const FIRST_WITH_RULES = ["fast-general", "cdcl", "annealing"];

/**
 * Whether an algorithm does not take a puzzle, as far as the registry says. What it leaves open is asked.
 * @param {Algorithm} algorithm @param {Shape} shape
 */
function declines({ boards }, shape) {
  if (shape.rules.length && !/with rules/.test(boards)) return true;
  return /^the 9x9 board/.test(boards) && !(shape.size === 9 && shape.isSquare);
}

/** Curves by how much they say, the first ones before the others; three are drawn. */
const CURVES = ["depth", "level", "clause size", "gap", "energy", "temperature", "share accepted", "certainty", "successes", "best", "mean", "best cost", "cells filled"];
/** What the numbers of a field are. @type {Record<string, string>} */
const BARS = {
  activity: "how often each unit was on lately", "share of networks": "share of the networks that hold it", "share of chains": "share of the chains that hold it",
  pheromone: "pheromone", point: "the iterate", belief: "probability", "belief space, price": "belief space, the price of each digit", "belief space, allowed": "belief space, what it allows",
};

/** @type {import("../app.js").Screen} */
export async function screen(root, query) {
  const text = unpacked(query) ?? recall("play", /** @type {any} */ (null))?.document ?? EXAMPLES[0]?.text ?? "";
  root.append(h("p", { class: "busy" }, "Opening…"));
  try {
    const [parsed, algorithms, techniques] = await Promise.all([ask("parse", { puzzle: text }), list("algorithms"), list("techniques")]);
    for (const technique of techniques) TECHNIQUES.set(technique.id, technique.name);
    const lab = new Lab(root, parsed, algorithms, query.get("with"));
    return () => lab.leave();
  } catch (error) {
    root.replaceChildren(lost(words(error)));
  }
}

class Lab {
  /** @param {HTMLElement} root @param {import("../board/shape.js").Parsed} parsed @param {Algorithm[]} algorithms @param {string | null} wanted one that has to be among them */
  constructor(root, parsed, algorithms, wanted) {
    this.parsed = parsed;
    this.algorithms = algorithms;
    this.shape = new Shape(parsed);
    const first = this.shape.rules.length ? FIRST_WITH_RULES : FIRST;
    const kept = recall("lab", { entries: first.map((id) => ({ id, set: {} })), seed: 7, align: "tick", limit: "20s" });
    /** @type {Entry[]} */
    this.entries = kept.entries.filter((/** @type {Entry} */ e) => algorithms.some((a) => a.id === e.id)).slice(0, MOST);
    if (wanted && algorithms.some((a) => a.id === wanted) && !this.entries.some((e) => e.id === wanted)) this.entries = [{ id: wanted, set: {} }, ...this.entries].slice(0, MOST);
    this.seed = kept.seed;
    this.align = kept.align;
    this.limit = LIMITS.find(([value]) => value === kept.limit) ?? /** @type {typeof LIMITS[0]} */ (LIMITS[2]);
    /** @type {Panel[]} */
    this.panels = [];
    /** Where we are, from 0 to the end of the longest run, in ticks or seconds. */
    this.now = 0;
    this.playing = false;
    this.speed = 0.5;
    this.frame = 0;
    this.asking = new AbortController();
    this.place = h("div", { class: "panels" });
    this.seek = h("input", { type: "range", min: "0", max: "1000", value: "0", "aria-label": "Moment", "data-part": "seek" });
    this.seek.addEventListener("input", () => { this.pause(); this.goTo((Number(this.seek.value) / 1000) * this.length); });
    this.where = h("span", { class: "now soft", "data-part": "where" });
    this.playButton = button("Play", () => (this.playing ? this.pause() : this.play()), { class: "go", "data-act": "play" });
    this.told = h("div", { "aria-live": "polite" });
    this.#build(root);
    this.keys = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, dialog")) return;
      // A button that has the focus is pressed by the space bar; arrows are nothing to it.
      if (event.key === "ArrowRight") this.step(1);
      else if (event.key === "ArrowLeft") this.step(-1);
      else if (event.key === " " && !target.closest("button, summary, a")) this.playing ? this.pause() : this.play();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", this.keys);
    this.sized = new ResizeObserver(() => { resized(); this.show(); });
    this.sized.observe(this.place);
    void this.race();
  }

  leave() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.asking.abort();
    this.sized.disconnect();
    document.removeEventListener("keydown", this.keys);
  }

  /** @param {HTMLElement} root */
  #build(root) {
    const seed = h("input", { type: "number", min: "0", value: String(this.seed), "data-part": "seed" });
    seed.addEventListener("change", () => { this.seed = Math.max(0, Math.floor(Number(seed.value) || 0)); void this.race(); });
    const align = select([["tick", "by tick"], ["time", standsAlone() ? "by time, as measured while recording" : "by CPU time"], ["share", "each at its own pace"]], { value: this.align, "data-part": "align" });
    align.addEventListener("change", () => { this.align = align.value; this.#keep(); this.goTo(0); });
    const limit = select(LIMITS.map(([value, text]) => /** @type {[string, string]} */ ([value, text])), { value: this.limit[0], "data-part": "limit" });
    limit.addEventListener("change", () => { this.limit = LIMITS.find(([value]) => value === limit.value) ?? this.limit; void this.race(); });
    const speed = h("input", { type: "range", min: "0", max: "100", value: "50", "aria-label": "Speed" });
    speed.addEventListener("input", () => { this.speed = Number(speed.value) / 100; });
    const puzzles = select([["", "this puzzle"], ...EXAMPLES.map(({ name, text }) => /** @type {[string, string]} */ ([text, name]))], {});
    puzzles.addEventListener("change", () => { if (puzzles.value) location.hash = address("lab", packed(puzzles.value, puzzles.value)); });
    const families = [...new Set(this.algorithms.map((a) => a.family))];
    const add = h("select", { "data-part": "add" }, h("option", { value: "" }, "choose…"), families.map((family) => h("optgroup", { label: family }, this.algorithms.filter((a) => a.family === family).map((a) => h("option", { value: a.id, disabled: declines(a, this.shape) }, `${a.title} (${a.id})`)))));
    add.addEventListener("change", () => {
      if (!add.value || this.entries.length >= MOST) return;
      this.entries.push({ id: add.value, set: {} });
      add.value = "";
      void this.race();
    });
    this.adding = add;
    root.replaceChildren(h("div", { class: "stack" },
      h("section", { class: "card stack", "aria-label": "Race" },
        h("div", { class: "row apart" }, h("h1", {}, "Watch them think"), h("a", { class: "button", href: address("play", packed(this.parsed.document, this.parsed.puzzle)) }, "To Play")),
        h("div", { class: "form" }, field("Puzzle", puzzles), h("div", { class: "row low pair" }, field("Seed", seed, "grow"), button("↻", () => { seed.value = String((this.seed = this.seed + 1)); void this.race(); }, { "aria-label": "Again with the next seed", title: "Again with the next seed", "data-act": "reseed" })), field(`Add an algorithm, ${MOST} at most`, add), field("Side by side", align), field("Limit of a run", limit)),
        h("div", { class: "transport" },
          button("|◀", () => this.goTo(0), { "aria-label": "To the start" }), button("◀", () => this.step(-1), { "aria-label": "A step back" }), this.playButton, button("▶", () => this.step(1), { "aria-label": "A step on", "data-act": "step" }), button("▶|", () => this.goTo(this.length), { "aria-label": "To the end", "data-act": "end" }),
          this.seek, this.where, h("label", { class: "row" }, h("span", { class: "soft" }, "Speed"), speed)),
        this.told),
      this.place));
  }

  #keep() {
    keep("lab", { entries: this.entries, seed: this.seed, align: this.align, limit: this.limit[0] });
  }

  /** Runs all of them anew. */
  async race() {
    this.pause();
    this.asking.abort();
    this.asking = new AbortController();
    this.#keep();
    this.adding && (this.adding.disabled = this.entries.length >= MOST);
    const { signal } = this.asking;
    this.panels = this.entries.map((entry, i) => new Panel(this, entry, i));
    this.place.replaceChildren(...this.panels.map((panel) => panel.element));
    if (!this.panels.length) this.told.replaceChildren(say("", "Add an algorithm to begin."));
    else this.told.replaceChildren();
    await Promise.all(this.panels.map((panel) => panel.load(signal)));
    if (signal.aborted) return;
    document.documentElement.dataset.race = String(Date.now());
    const solved = this.panels.filter((panel) => panel.run?.outcome?.verdict === "solved").length;
    announce(`${this.panels.length} runs recorded, ${solved} solved.`);
    this.goTo(0);
  }

  get runs() {
    return this.panels.flatMap((panel) => (panel.run ? [panel.run] : []));
  }

  /** The length of the longest run, in the unit of the alignment. */
  get length() {
    if (this.align === "share") return 1;
    return Math.max(1e-9, ...this.runs.map((run) => (this.align === "tick" ? run.ticks : run.worked)));
  }

  /** @param {Run} run the tick at which it stands now */
  tickOf(run) {
    if (this.align === "tick") return Math.min(run.ticks, this.now);
    if (this.align === "share") return this.now * run.ticks;
    return run.worked ? Math.min(run.ticks, (this.now / run.worked) * run.ticks) : run.ticks;
  }

  /** @param {number} now */
  goTo(now) {
    this.now = Math.min(Math.max(0, now), this.length);
    for (const panel of this.panels) if (panel.run) panel.seek(Math.floor(this.tickOf(panel.run) + 1e-6));
    this.show();
  }

  /** To the next or the previous moment at which something happens. @param {number} by */
  step(by) {
    this.pause();
    if (this.align !== "tick") return this.goTo(this.now + (by * this.length) / 200);
    if (by > 0) {
      const next = Math.min(...this.panels.flatMap((panel) => (panel.run && this.tickOf(panel.run) < panel.run.ticks ? [panel.nextTick()] : [])));
      this.goTo(Number.isFinite(next) ? next : this.length);
    } else this.goTo(this.now - Math.max(1, Math.min(...this.runs.map((run) => run.ticks)) / 200));
  }

  play() {
    if (!this.runs.length) return;
    if (this.now >= this.length) this.now = 0;
    // Who wants no motion goes step by step.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.step(1);
    this.playing = true;
    this.playButton.textContent = "Pause";
    let last = performance.now();
    const turn = (/** @type {number} */ time) => {
      if (!this.playing) return;
      // From five minutes for the longest run to a second.
      const seconds = 300 ** (1 - this.speed);
      this.goTo(this.now + (this.length * (time - last)) / 1000 / seconds);
      last = time;
      if (this.now >= this.length) this.pause();
      else this.frame = requestAnimationFrame(turn);
    };
    this.frame = requestAnimationFrame(turn);
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.playButton.textContent = "Play";
  }

  show() {
    this.seek.value = String(Math.round((this.now / this.length) * 1000));
    this.where.textContent = this.align === "tick" ? `tick ${short(Math.floor(this.now))}` : this.align === "time" ? shortTime(this.now) : `${Math.round(this.now * 100)} %`;
    for (const panel of this.panels) panel.show();
  }
}

/** @param {number} n @param {string} one @param {string} [more] */
function many(n, one, more = `${one}s`) {
  return `${short(n)} ${n === 1 ? one : more}`;
}

/** One algorithm of the race. */
class Panel {
  /** @param {Lab} lab @param {Entry} entry @param {number} series */
  constructor(lab, entry, series) {
    this.lab = lab;
    this.entry = entry;
    this.series = series;
    this.algorithm = /** @type {Algorithm} */ (lab.algorithms.find((a) => a.id === entry.id));
    /** @type {Run | null} all of it, with a look from time to time where it is long */
    this.run = null;
    /** @type {Run | null} every event of a part of it */
    this.window = null;
    /** @type {Run | null} the one that is shown */
    this.shown = null;
    this.trail = new Trail((board, last) => this.#trailBoard(board, last));
    this.closer = button("Every event from here", () => void this.#look(), { hidden: true, "data-act": "closer" });
    this.tree = h("canvas", { class: "lab-tree", role: "img", "aria-label": "The search tree", hidden: true });
    this.board = h("canvas", { class: "lab-board", role: "img" });
    // What the puzzle asks beyond its houses lies under and over the moving picture.
    const { under, over } = ruleLayers(lab.shape);
    this.field = h("div", { class: "lab-place" }, under, this.board, over);
    // As high as it will be, before the first picture is there.
    this.board.style.aspectRatio = `${lab.shape.columns} / ${lab.shape.rows}`;
    const rim = lab.shape.hasRim ? 1 : 0;
    this.field.style.setProperty("--rim", String(rim));
    this.field.style.setProperty("--columns", String(lab.shape.columns + 2 * rim));
    this.curves = h("canvas", { class: "lab-curves", role: "img", "aria-label": "Curves of the run" });
    this.more = h("canvas", { class: "lab-more", role: "img", hidden: true });
    this.steps = h("ol", { class: "history", tabIndex: 0, "aria-label": "Last steps", hidden: true });
    this.facts = h("p", { class: "soft facts-line" });
    this.told = h("div", {}, h("p", { class: "busy" }, "Running…"));
    this.title = h("h2", {}, this.algorithm.title);
    this.element = h("section", { class: "card panel", "aria-label": this.algorithm.title, "data-algorithm": entry.id },
      h("div", { class: "row apart" }, h("div", {}, this.title, h("p", { class: "soft named" }, `${entry.id} · ${this.algorithm.kind === "as-published" ? "as published" : "ours"} · `, h("a", { href: address("learn", { algorithm: entry.id }), "aria-label": `About ${entry.id}` }, "about"))),
        button("✕", () => { lab.entries.splice(lab.panels.indexOf(this), 1); void lab.race(); }, { class: "plain", "aria-label": `Remove ${entry.id}` })),
      this.told, this.field, this.tree, this.curves, this.more, this.steps, this.facts, this.closer, this.trail.element, this.#parameters());
  }

  #parameters() {
    const { parameters } = this.algorithm;
    const about = h("p", { class: "soft" }, `A tick is ${this.algorithm.tick}. Source: ${this.algorithm.source}.`);
    if (!parameters.length) return about;
    return h("details", { "data-part": "parameters" }, h("summary", {}, "Parameters"), about,
      parameters.map((p) => {
        const input = h("input", { type: "text", value: this.entry.set[p.name] ?? p.default, "data-parameter": p.name });
        input.addEventListener("change", () => {
          if (input.value.trim() === p.default || !input.value.trim()) delete this.entry.set[p.name];
          else this.entry.set[p.name] = input.value.trim();
          void this.lab.race();
        });
        return field(`${p.name}: ${p.help} (${p.takes})`, input);
      }),
      button("As it was", () => { this.entry.set = {}; void this.lab.race(); }));
  }

  /** What is asked for whatever is recorded of this run. */
  get #asked() {
    return { puzzle: this.lab.parsed.document, algorithm: this.entry.id, seed: this.lab.seed, set: this.entry.set, events: EVENTS, frames: "bytes" };
  }

  /**
   * Asks for a recording and shows how far it is: by ticks where their number is known, otherwise by the time it may take.
   * @param {object} more @param {number} seconds the longest time @param {string} words @param {AbortSignal} signal
   */
  async #record(more, seconds, words, signal) {
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
    const far = h("span", { class: "soft", "data-part": "far" });
    const before = [...this.told.childNodes];
    this.told.replaceChildren(h("p", { class: "busy" }, words), bar, far);
    /** @param {import("../core/engine.js").Progress} told */
    const progress = (told) => {
      const share = told.total && told.done !== undefined ? told.done / told.total : 0;
      // Whichever comes first ends the run.
      bar.value = Math.max(bar.value, Math.min(1, Math.max(share, told.seconds / seconds)));
      if (told.done !== undefined) far.textContent = farWords(told);
      this.element.dataset.far = String(bar.value);
    };
    try {
      return await ask("trace", { ...this.#asked, ...more, time_limit: seconds }, { signal, progress });
    } finally {
      this.told.replaceChildren(...before);
    }
  }

  /**
   * Records the run: everything where it is short, a look from time to time where it is long.
   * @param {AbortSignal} signal
   */
  async load(signal) {
    const [, , seconds, ticks] = this.lab.limit;
    const houses = this.lab.shape.houses.map((house) => house.cells);
    if (declines(this.algorithm, this.lab.shape)) {
      this.told.replaceChildren(say("warn", this.lab.shape.rules.length && !/with rules/.test(this.algorithm.boards) ? "This one knows no rules beyond rows, columns and regions." : "This one takes 9x9 boards only."));
      this.field.hidden = this.curves.hidden = true;
      return;
    }
    try {
      const first = await this.#record({ tick_limit: ticks }, seconds, "Running…", signal);
      const { outcome } = first;
      let traced = first;
      if (!first.complete) {
        const sample = Math.max(2, Math.ceil(outcome.ticks / LOOKS));
        // The same run up to the same tick: what ended it the first time is what counts.
        traced = await this.#record({ sample, tick_limit: Math.max(1, outcome.ticks) }, Math.max(30, outcome.seconds * 4), `A long run of ${short(outcome.ticks)} ticks; once more, with a look every ${short(sample)}…`, signal);
      }
      this.run = this.shown = new Run({ ...traced, outcome }, this.entry.id, houses, outcome.seconds, first.cpu_seconds);
      const { verdict } = outcome;
      this.told.replaceChildren(h("p", { class: `verdict ${verdict === "solved" ? "is-good" : "is-open"}`, "data-verdict": verdict }, `${verdict === "solved" ? "solved" : verdict.replaceAll("-", " ")} · ${short(outcome.ticks)} ticks · ${shortTime(this.run.worked)}${first.cpu_seconds === undefined ? "" : " CPU"}${traced.sample > 1 ? ` · a look every ${short(traced.sample)}` : ""}`));
      this.trail.read(outcome.trail ?? [], this.lab.shape, this.lab.parsed.givens);
    } catch (error) {
      if (!isStop(error)) this.told.replaceChildren(say("bad", words(error)));
      this.field.hidden = this.curves.hidden = true;
    }
    this.lab.show();
  }

  /** Records every event from this moment on: a run again, for the server keeps nothing. */
  async #look() {
    const { run, lab } = this;
    if (!run) return;
    lab.pause();
    const from = Math.max(0, Math.floor(lab.tickOf(run)));
    const share = run.ticks ? from / run.ticks : 1;
    try {
      const traced = await this.#record({ from, sample: 1, tick_limit: Math.min(run.ticks, from + EVENTS) || 1 }, Math.max(30, run.seconds * share * 4), `Once more up to tick ${short(from)}, then every event…`, lab.asking.signal);
      this.window = new Run(traced, this.entry.id, run.houses, run.seconds, run.worked);
      // Whatever comes after the last event of the window is told by the whole run.
      if (traced.complete) this.window.last = Math.min(run.ticks, from + EVENTS);
      this.element.dataset.window = `${this.window.first} ${this.window.last}`;
      announce(`Every event from tick ${from} to ${this.window.last}.`);
    } catch (error) {
      if (!isStop(error)) this.told.append(say("bad", words(error)));
    }
    lab.goTo(lab.now);
  }

  /** @param {number} tick */
  seek(tick) {
    const { run, window } = this;
    if (!run) return;
    const inside = window !== null && tick >= window.first && tick <= window.last;
    this.shown = inside ? window : run;
    this.shown.seek(tick);
    this.now = tick;
  }

  /** The tick of the next event after this moment. */
  nextTick() {
    return this.shown?.nextTick() ?? 0;
  }

  /** A board of the audit trail. @param {number[] | null} board @param {number} last */
  #trailBoard(board, last) {
    const { run, lab } = this;
    if (!run) return;
    if (!board) return lab.show();
    lab.pause();
    const moment = { ...run.moment, board: Uint8Array.from(board), visits: new Uint32Array(board.length), clash: new Set(), last, verdict: null, field: null };
    drawBoard(this.board, lab.shape, { moment, outcome: run.outcome }, lab.parsed.givens, this.series);
    this.board.setAttribute("aria-label", `The board of the audit trail, ${board.filter(Boolean).length} filled`);
    this.element.dataset.trail = board.join(",");
  }

  show() {
    const { lab } = this;
    const run = this.shown;
    if (!run || !this.run) return;
    const { moment } = run;
    this.closer.hidden = this.run.sample <= 1 || run !== this.run;
    const tree = !run.tree.isEmpty;
    this.tree.hidden = !tree;
    if (tree) drawTree(this.tree, run.tree, this.now ?? moment.tick, lab.shape, this.series);
    drawBoard(this.board, lab.shape, run, lab.parsed.givens, this.series);
    const { curves } = this.run;
    // The best of each generation falls with the best of all, which then says nothing more.
    const wanted = CURVES.filter((name) => curves.has(name) && !(name === "best cost" && curves.has("best")));
    drawCurves(this.curves, { ...this.run, moment }, wanted.slice(0, 3), this.series);
    this.curves.setAttribute("aria-label", `Curves of the run: ${wanted.slice(0, 3).join(", ")}`);
    const filled = moment.board.reduce((n, d) => n + (d ? 1 : 0), 0);
    if (moment.program) { this.more.hidden = false; drawRibbon(this.more, moment.program, moment.earlier, this.series); this.more.setAttribute("aria-label", `The fittest program, ${moment.program.length} instructions`); }
    else if (moment.population) { this.more.hidden = false; drawBars(this.more, moment.population.read(), "costs of the population", this.series); this.more.setAttribute("aria-label", "Costs of the population"); }
    else if (moment.learned.length) { this.more.hidden = false; drawBars(this.more, moment.learned, "sizes of the last clauses learnt", this.series); this.more.setAttribute("aria-label", "Sizes of the clauses learnt"); }
    else this.more.hidden = true;
    if (run !== this.run) moment.verdict = null;
    const said = moment.steps.length ? moment.steps.map((s) => TECHNIQUES.get(s) ?? s.replaceAll("-", " ")) : moment.notes.map((line) => line.replace(/^\d+\. /, ""));
    this.steps.hidden = !said.length;
    if (said.length) {
      this.steps.replaceChildren(...said.slice(-6).map((text) => h("li", {}, text)));
      this.steps.start = Math.max(1, moment.said - Math.min(6, said.length) + 1);
    }
    /** @type {string[]} */
    const parts = [`tick ${short(moment.tick)}`];
    if (moment.guesses) parts.push(many(moment.guesses, "guess", "guesses"));
    if (moment.decided) parts.push(many(moment.decided, "decision"));
    if (moment.conflicts) parts.push(many(moment.conflicts, "conflict"));
    if (moment.temperature !== null) parts.push(`T ${short(moment.temperature)}`);
    if (moment.energy !== null) parts.push(`${run.energyName} ${short(moment.energy)}`);
    if (moment.accepted + moment.rejected) parts.push(`${short(moment.accepted)} of ${short(moment.accepted + moment.rejected)} accepted`);
    if (moment.generation) parts.push(`generation ${short(moment.generation.number ?? 0)}`);
    if (moment.field) parts.push(`bars: ${BARS[moment.field.name] ?? moment.field.name}`);
    if (moment.restarts) parts.push(many(moment.restarts, "restart"));
    parts.push(`${filled} filled`);
    this.facts.textContent = parts.join(" · ");
    this.board.setAttribute("aria-label", `${this.algorithm.title} at ${parts.join(", ")}${moment.verdict ? `, ${moment.verdict}` : ""}`);
    this.element.dataset.board = [...moment.board].join(",");
  }
}
