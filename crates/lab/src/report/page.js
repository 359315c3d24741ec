"use strict";
// A click on a head sorts the table by that column, a second click the other way.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((h) => h.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (row) => {
      const cell = row.cells[column];
      return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
    };
    const order = (a, b) => {
      const [x, y] = [key(a), key(b)];
      if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
      return typeof x === "number" ? x - y : x.localeCompare(y);
    };
    const body = table.tBodies[0];
    const rows = [...body.rows].sort(order);
    body.append(...(down ? rows.reverse() : rows));
  }));
}
// Folded tables are printed unless they are long.
addEventListener("beforeprint", () => document.querySelectorAll("details:not(.long)").forEach((d) => { d.open = true; }));
// A link to a folded table opens it.
const unfold = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.tagName === "DETAILS") { target.open = true; target.scrollIntoView(); }
};
addEventListener("hashchange", unfold);
unfold();
