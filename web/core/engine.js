// Whoever answers: the server this page came from, or a worker with the laboratory inside. Both take the name of a verb
// and a request, and give what the wire form says (docs/wire.md).

/** @typedef {{code: string, message: string, remedy: string | null, where: {cell?: string, column?: number, field?: string, line?: number} | null}} WireError */

/**
 * How far work is: what is counted, where something is.
 * @typedef {{seconds: number, done?: number, of?: string, total?: number}} Progress
 */

/** @typedef {{signal?: AbortSignal, each?: (found: any) => void, bytes?: boolean, progress?: (far: Progress) => void}} How */

/** @typedef {{ask: (verb: string, request: object | null, how: How) => Promise<any>, get: (path: string) => Promise<any>, kind: "server" | "worker"}} Engine */

/** What went wrong, in words for people. */
export class AskError extends Error {
  /** @param {WireError} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.remedy = error.remedy;
    this.where = error.where;
  }

  /** All of it in one or two sentences. */
  get sentence() {
    const text = this.message.charAt(0).toUpperCase() + this.message.slice(1);
    const place = this.where?.line && this.where?.column ? ` (line ${this.where.line}, column ${this.where.column})` : "";
    // Whoever reads this has no command line.
    const told = this.remedy && /(^|\s)--\w/.test(this.remedy) ? "lines of digits, with dots for blank cells, are always read" : this.remedy;
    const remedy = told ? ` ${told.charAt(0).toUpperCase()}${told.slice(1)}.` : "";
    return `${text}${place}${/[.!?]$/.test(text) && !place ? "" : "."}${remedy}`;
  }
}

/** @type {Promise<Engine> | null} */
let chosen = null;

/** @returns {Promise<Engine>} */
export function engine() {
  const kind = document.documentElement.dataset.engine === "worker" ? "./by-worker.js" : "./by-server.js";
  chosen ??= import(kind).then((module) => module.engine());
  return chosen;
}

/** Whether the page stands alone, without a server that keeps studies and sets. */
export function standsAlone() {
  return document.documentElement.dataset.engine === "worker";
}

/**
 * Asks for something.
 * @param {string} verb
 * @param {object | null} request
 * @param {How} [how]
 * @returns {Promise<any>}
 */
export async function ask(verb, request, how = {}) {
  return (await engine()).ask(verb, request, how);
}

/**
 * How far work is, in words.
 * @param {Progress} far
 */
export function farWords({ done, of, total, seconds }) {
  const time = seconds >= 1 ? `${Math.round(seconds)} s` : "";
  const count = done === undefined ? "" : `${done.toLocaleString("en")}${total === undefined ? "" : ` of ${total.toLocaleString("en")}`} ${of ?? ""}`.trim();
  return [count, time].filter(Boolean).join(", ");
}

/** @type {Map<string, Promise<any>>} */
const lists = new Map();

/**
 * A list that does not change: algorithms, techniques, formats.
 * @param {"algorithms" | "techniques" | "formats" | "verbs"} verb
 * @returns {Promise<any[]>}
 */
export function list(verb) {
  let known = lists.get(verb);
  if (!known) {
    known = ask(verb, null);
    lists.set(verb, known);
    known.catch(() => lists.delete(verb));
  }
  return known;
}

/**
 * What to say of anything that was thrown.
 * @param {unknown} error
 */
export function words(error) {
  if (error instanceof AskError) return error.sentence;
  if (error instanceof DOMException && error.name === "AbortError") return "Stopped.";
  if (error instanceof TypeError) return "The server does not answer. Start it again with “sudolab serve” and reload the page.";
  return error instanceof Error ? error.message : String(error);
}

/** @param {unknown} error */
export function isStop(error) {
  return (error instanceof DOMException && error.name === "AbortError") || (error instanceof AskError && error.code === "cancelled");
}
