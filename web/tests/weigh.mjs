// What a module of the page is made of: node web/tests/weigh.mjs FILE [DEPTH], for a build that kept its names, such as
// CARGO_PROFILE_BROWSER_STRIP=none ./web/build-static makes below target (before wasm-opt).
//
// Bytes of code by room and, with a depth, by file. What is generic in a library and does not name one of our types counts as
// the library's.

import { readFile } from "node:fs/promises";

const [file, depth = "2"] = process.argv.slice(2);
if (!file) throw new Error("which module? node web/tests/weigh.mjs FILE [DEPTH]");
const bytes = await readFile(file);
let at = 8;

function number() {
  let [value, shift] = [0, 0];
  for (;;) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    shift += 7;
    if (byte < 128) return value;
  }
}
const text = () => { const n = number(); at += n; return bytes.toString("utf8", at - n, at); };

/** The parts of a mangled name, outermost first. */
function parts(name) {
  if (!name.startsWith("_ZN")) return [...name.matchAll(/(?<!\d)(\d+)_?([A-Za-z_]\w*)/g)].map(([, n, word]) => word.slice(0, Number(n)));
  const found = [];
  for (let i = 3; /\d/.test(name[i] ?? "");) {
    const [digits] = /^\d+/.exec(name.slice(i));
    found.push(name.slice(i + digits.length, i + digits.length + Number(digits)));
    i += digits.length + Number(digits);
  }
  return found.filter((part) => !/^h[0-9a-f]{16}$/.test(part)).join("::").replaceAll("..", "::").split(/::|\$\w+\$/).filter(Boolean);
}

/** Whose code it is: of the first room of ours in its name, otherwise of a library. */
function owner(name) {
  const all = parts(name);
  const ours = all.findIndex((part) => part.startsWith("sudolab"));
  if (ours < 0) return "libraries";
  return all.slice(ours, ours + Number(depth)).filter((part) => /^[a-z][a-z_0-9]*$/.test(part)).join("::");
}

let imported = 0;
const sizes = [];
const names = new Map();
const sections = new Map();
while (at < bytes.length) {
  const id = bytes[at++];
  const end = number() + at;
  const title = id === 0 ? text() : /** @type {any} */ ({ 10: "code", 11: "data" })[id];
  if (title) sections.set(title, end - at);
  if (id === 2) for (let n = number(); n > 0; n--) {
    text(); text();
    if (bytes[at++] !== 0) throw new Error("an import that is no function");
    number();
    imported += 1;
  }
  if (id === 10) for (let n = number(); n > 0; n--) { const size = number(); sizes.push(size); at += size; }
  if (title === "name") while (at < end) {
    const kind = bytes[at++];
    const stop = number() + at;
    if (kind === 1) for (let n = number(); n > 0; n--) names.set(number(), text());
    at = stop;
  }
  at = end;
}
if (!names.size) throw new Error("this module has no names; build it with CARGO_PROFILE_BROWSER_STRIP=none");
const weights = new Map();
sizes.forEach((size, i) => { const of = owner(names.get(imported + i) ?? ""); weights.set(of, (weights.get(of) ?? 0) + size); });
console.log(`code ${sections.get("code")} bytes in ${sizes.length} functions, data ${sections.get("data")}`);
for (const [of, weight] of [...weights].sort((a, b) => b[1] - a[1])) if (weight > 999) console.log(`${String(weight).padStart(9)} ${of}`);
