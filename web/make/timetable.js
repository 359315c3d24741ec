// A timetable: slots are rows, rooms are columns, courses are the digits.

import { button, download, field, h, say } from "../core/dom.js";
import { ask, words } from "../core/engine.js";
import { keep, recall } from "../core/keep.js";

const EXAMPLE = "slots: Mon 9, Mon 11, Tue 9, Tue 11\nrooms: Hall, Lab, Attic\ncourses: Algebra, Biology, Chemistry, Drama, English\nfixed: Algebra, Mon 9, Hall\nnever: Drama, Mon 9\nnever: Biology, Hall\nclosed: Tue 11, Attic\nclash: English, Drama\n";

/** @returns {HTMLElement} */
export function timetables() {
  const text = h("textarea", { rows: 8, spellcheck: false, class: "mono", value: recall("timetable", EXAMPLE), "data-part": "timetable-text" });
  const place = h("div", { class: "stack", "aria-live": "polite" });
  const complete = async () => {
    keep("timetable", text.value);
    place.replaceChildren(h("p", { class: "busy" }, "Completing it…"));
    try {
      const done = await ask("timetable", { text: text.value, time_limit: 30 });
      place.replaceChildren(...shown(done));
    } catch (error) { place.replaceChildren(say("bad", words(error))); }
  };
  return h("div", { class: "stack" },
    h("p", { class: "soft" }, "Lines that begin with slots, rooms and courses, then what is demanded: fixed, never, clash, closed. Or a table with commas, as spreadsheets write it."),
    field("Slots, rooms, courses and demands", text), h("div", { class: "row" }, button("Complete it", () => void complete(), { class: "go", "data-act": "timetable" })), place);
}

/** @param {any} done @returns {HTMLElement[]} */
function shown(done) {
  if (done.status === "syntax") return [say("bad", `${done.problem}.`)];
  if (done.status === "none") return [say("bad", done.clashing.length ? "There is no timetable: these exclude each other." : "There is no timetable, whatever is booked."), h("ul", {}, done.clashing.map((/** @type {string} */ demand) => h("li", {}, demand)))];
  if (!done.table) return [say("warn", `Not decided: ${done.status.replaceAll("-", " ")}.`)];
  const rows = /** @type {(string | null)[][]} */ (done.table);
  const quoted = (/** @type {string} */ name) => (/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
  const csv = () => [["slot", ...done.rooms], ...rows.map((row, i) => [done.slots[i], ...row.map((course) => course ?? "-")])].map((line) => line.map(quoted).join(",")).join("\n") + "\n";
  return [
    say("good", done.unique ? "Complete; there is no other timetable." : done.unique === false ? "Complete; there are others." : "Complete."),
    h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "The timetable" }, h("table", { "data-part": "timetable" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "slot"), done.rooms.map((/** @type {string} */ room) => h("th", { scope: "col" }, room)))),
      h("tbody", {}, rows.map((row, i) => h("tr", {}, h("th", { scope: "row" }, done.slots[i]), row.map((course) => h("td", {}, course ?? "–"))))))),
    h("details", {}, h("summary", {}, "Why each course is where it is"), h("ol", {}, done.trail.map((/** @type {{text: string}} */ step) => h("li", {}, step.text)))),
    h("div", { class: "row" }, button("Save as CSV", () => download("timetable.csv", csv(), "text/csv"))),
  ];
}
