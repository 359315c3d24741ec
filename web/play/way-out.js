// Ways out: a link to share, every format, other programs, paper.

import { announce, button, download, field, h, say, select } from "../core/dom.js";
import { ask, list, words } from "../core/engine.js";
import { address, packed } from "../core/route.js";

/** Formats that are links of other programs: for plain puzzles, for those with rules or regions of their own, and the program. */
const ELSEWHERE = /** @type {[string, string, string][]} */ ([["scf", "scl", "SudokuPad"], ["coach", "coach", "sudoku.coach"], ["sudokuwiki", "sudokuwiki", "SudokuWiki"], ["exchange", "exchange", "Sudoku Exchange"], ["fpuzzles", "fpuzzles", "f-puzzles"]]);

/**
 * @param {() => {document: string, line: string, plain: boolean, title: string | undefined}} puzzle
 * @returns {HTMLElement}
 */
export function wayOut(puzzle) {
  const told = h("div", { "aria-live": "polite" });
  const text = h("textarea", { rows: 3, readOnly: true, "aria-label": "The text", hidden: true, class: "mono" });
  const formats = select([["line", "line"]], { "aria-label": "Format" });
  void list("formats").then((all) => {
    formats.replaceChildren(...all.filter((f) => f.writable).map((f) => h("option", { value: f.name }, `${f.name}: ${f.title}`)));
  }).catch(() => {});
  /** @param {string} value @param {string} what */
  const give = async (value, what) => {
    text.hidden = false;
    text.value = value;
    text.select();
    try {
      await navigator.clipboard.writeText(value);
      announce(`${what} copied.`);
      told.replaceChildren(say("good", `${what} copied.`));
    } catch {
      told.replaceChildren(say("", `${what} is ready to be copied.`));
    }
  };
  /** @param {string} to */
  const convert = (to) => ask("convert", { puzzle: puzzle().document, to });
  /** @param {() => Promise<void>} act */
  const tried = async (act) => {
    try { await act(); } catch (error) { told.replaceChildren(say("bad", words(error))); }
  };
  return h("div", { class: "stack" },
    h("div", { class: "row" },
      button("Copy link", () => void give(new URL(address("play", packed(puzzle().document, puzzle().line)), location.href).href, "The link"), { "data-act": "share" }),
      button("Print this page", () => print()),
      button("PDF", () => void tried(async () => {
        told.replaceChildren(h("p", { class: "busy" }, "Setting the page…"));
        const bytes = await ask("print", { puzzles: [puzzle().document], per_page: 1, title: puzzle().title ?? "" }, { bytes: true });
        download("sudoku.pdf", bytes, "application/pdf");
        told.replaceChildren(say("good", "The PDF is ready."));
      }), { "data-act": "pdf" }),
      button("Proof", () => void tried(async () => {
        told.replaceChildren(h("p", { class: "busy" }, "Proving it…"));
        const made = await ask("certify", { puzzle: puzzle().document, time_limit: 60 });
        download("sudoku.cert", made.certificate, "text/plain");
        told.replaceChildren(say("good", made.exact ? `The certificate lists ${made.solutions === 1 ? "the one solution" : `${made.solutions} solutions`} and proves that there is no other; “sudolab-witness sudoku.cert” checks it.` : `The certificate lists ${made.solutions} solutions; there are more.`));
      }), { "data-act": "proof", title: "A certificate that an independent checker reads" })),
    h("div", { class: "row low" }, field("As text or file", formats, "grow"),
      button("Copy", () => void tried(async () => {
        const made = await convert(formats.value);
        await give(made.text.trimEnd(), "The text");
        if (made.losses.length) told.append(say("warn", `Left out: ${made.losses.join("; ")}`));
      }), { "data-act": "copy-format" }),
      button("Save", () => void tried(async () => {
        const made = await convert(formats.value);
        download(`sudoku.${made.extension ?? "txt"}`, made.text, "text/plain");
      }))),
    h("div", { class: "row", role: "group", "aria-label": "Open in another program" }, h("span", { class: "soft" }, "Open in"), ELSEWHERE.map(([plain, full, program]) => button(program, () => void tried(async () => {
      // The short link of a puzzle holds its digits and nothing else.
      const made = await convert(puzzle().plain ? plain : full);
      const link = /https?:\/\/\S+/.exec(made.text)?.[0];
      if (link) window.open(link, "_blank", "noopener,noreferrer");
      else await give(made.text.trim(), `The text for ${program}`);
      if (made.losses.length) told.replaceChildren(say("warn", `Left out: ${made.losses.join("; ")}`));
    })))),
    text, told);
}
