// Answers by workers with the laboratory inside: no server, no network.

import { AskError } from "./engine.js";
import { Lines } from "./lines.js";

/** @typedef {{verb: string, request: object | null, how: import("./engine.js").How, resolve: (value: any) => void, reject: (reason: any) => void, all: any[]}} Task */

/** Workers at the most: one may think long while another gives a hint. */
const MOST = 3;

/** @type {{worker: Worker, task: Task | null}[]} */
const hands = [];
/** @type {Task[]} */
const waiting = [];

/** @returns {Promise<import("./engine.js").Engine>} */
export async function engine() {
  return { ask, get, kind: "worker" };
}

/** @param {string} path @returns {Promise<any>} */
async function get(path) {
  throw new AskError({ code: "not-found", message: `“${path}” needs the server`, remedy: "start it with “sudolab serve”", where: null });
}

/**
 * @param {string} verb
 * @param {object | null} request
 * @param {import("./engine.js").How} how
 */
function ask(verb, request, how) {
  return new Promise((resolve, reject) => {
    /** @type {Task} */
    const task = { verb, request, how, resolve, reject, all: [] };
    if (how.signal?.aborted) return reject(stopped());
    how.signal?.addEventListener("abort", () => leave(task), { once: true });
    waiting.push(task);
    next();
  });
}

function stopped() {
  return new DOMException("Stopped.", "AbortError");
}

/** Nobody waits for it any longer: whoever works on it is replaced. @param {Task} task */
function leave(task) {
  const queued = waiting.indexOf(task);
  if (queued >= 0) waiting.splice(queued, 1);
  const at = hands.findIndex((hand) => hand.task === task);
  if (at >= 0) {
    hands[at]?.worker.terminate();
    hands.splice(at, 1);
  } else if (queued < 0) return;
  task.reject(stopped());
  next();
}

function next() {
  if (!waiting.length) return;
  let hand = hands.find(({ task }) => !task);
  if (!hand && hands.length < MOST) {
    const made = { worker: new Worker(new URL("./worker.js", import.meta.url), { type: "module" }), task: /** @type {Task | null} */ (null) };
    made.worker.addEventListener("message", (event) => hear(made, event.data));
    made.worker.addEventListener("error", () => hear(made, { error: { code: "wrong", message: "the laboratory could not be started in this browser", remedy: "use a current browser", where: null }, fatal: true }));
    hands.push(made);
    hand = made;
  }
  if (!hand) return;
  const task = /** @type {Task} */ (waiting.shift());
  hand.task = task;
  hand.worker.postMessage({ verb: task.verb, body: task.request ? JSON.stringify(task.request) : "" });
  next();
}

/**
 * @param {{worker: Worker, task: Task | null}} hand
 * @param {any} said
 */
function hear(hand, said) {
  const { task } = hand;
  if (said.fatal) {
    hand.worker.terminate();
    // One that was replaced may still have something to say.
    if (hands.includes(hand)) hands.splice(hands.indexOf(hand), 1);
  }
  if (!task) return;
  if (said.found !== undefined) {
    const found = JSON.parse(said.found);
    if (found.progress) task.how.progress?.(found.progress);
    else task.how.each?.(found);
    return;
  }
  hand.task = null;
  if (said.error) task.reject(new AskError(said.error));
  else if (said.bytes && !task.how.bytes) void lineAndBytes(said.bytes).then(task.resolve, task.reject);
  else task.resolve(said.bytes ?? JSON.parse(said.text));
  next();
}

/** An answer whose frames follow it. @param {Uint8Array} bytes */
async function lineAndBytes(bytes) {
  const lines = new Lines();
  lines.add(bytes);
  const told = JSON.parse(lines.next() ?? "null");
  return { ...told.answer, frames: await lines.rest(null, told.bytes) };
}
