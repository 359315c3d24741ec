// The worker: loads the laboratory and answers one request after the other. It comes in modules: a small one for plain
// puzzles, the whole, and paper. Each is loaded when it is first needed; what the small one leaves out it says, and the
// whole is asked.

/** @typedef {{memory: WebAssembly.Memory, room: (n: number) => number, ask: (n: number) => number, reply: () => number, reply_length: () => number}} Laboratory */

const [SMALL, WHOLE, PAPER] = ["sudolab.wasm", "sudolab-all.wasm", "sudolab-print.wasm"];

/** What the small module answers, all or some of it. */
const PLAIN = ["parse", "records", "check", "solve", "count", "candidates", "hint", "explain", "rate", "techniques", "verbs"];

/** What a module says when another one has to be asked. */
const ELSEWHERE = 3;

/** @param {string} verb */
function moduleOf(verb) {
  if (verb === "print" || verb === "pages") return PAPER;
  return PLAIN.includes(verb) && !loaded.has(WHOLE) ? SMALL : WHOLE;
}

/** @type {Map<string, Promise<Laboratory>>} */
const loaded = new Map();

/** @param {string} file */
function laboratory(file) {
  let known = loaded.get(file);
  if (!known) {
    known = load(file);
    loaded.set(file, known);
  }
  return known;
}

/** @param {string} file @returns {Promise<Laboratory>} */
async function load(file) {
  /** @type {Laboratory} */
  let lab;
  const page = {
    now: () => performance.now(),
    tell: (/** @type {number} */ at, /** @type {number} */ length) => {
      postMessage({ found: new TextDecoder().decode(new Uint8Array(lab.memory.buffer, at, length)) });
    },
  };
  const response = await fetch(new URL(`../${file}`, import.meta.url));
  if (!response.ok) throw new Error(`${file} is not there`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), { page });
  lab = /** @type {any} */ (instance.exports);
  return lab;
}

/** @param {Laboratory} lab @param {string} verb @param {string} body */
function answer(lab, verb, body) {
  const name = new TextEncoder().encode(verb);
  const text = new TextEncoder().encode(body);
  const at = lab.room(name.length + text.length);
  const room = new Uint8Array(lab.memory.buffer, at, name.length + text.length);
  room.set(name);
  room.set(text, name.length);
  const kind = lab.ask(name.length);
  return { kind, bytes: new Uint8Array(lab.memory.buffer, lab.reply(), lab.reply_length()).slice() };
}

addEventListener("message", async (event) => {
  const { verb, body } = /** @type {{verb: string, body: string}} */ (event.data);
  try {
    let { kind, bytes } = answer(await laboratory(moduleOf(verb)), verb, body);
    if (kind === ELSEWHERE) ({ kind, bytes } = answer(await laboratory(WHOLE), verb, body));
    if (kind === 1) postMessage({ bytes });
    else {
      const said = new TextDecoder().decode(bytes);
      postMessage(kind === 0 ? { text: said } : { error: JSON.parse(said) });
    }
  } catch (error) {
    // A trap leaves the module in an unknown state: whoever asks next gets a new worker.
    postMessage({ error: { code: "wrong", message: `the laboratory made a mistake (${/** @type {Error} */ (error).message})`, remedy: "please report it with the puzzle", where: null }, fatal: true });
  }
});
