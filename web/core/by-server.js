// Answers by the server this page came from.

import { AskError } from "./engine.js";
import { LINE_AND_BYTES, Lines } from "./lines.js";

const BASE = "api/v1/";

/** @returns {string | null} */
function token() {
  return sessionStorage.getItem("sudolab.token");
}

/** @returns {Promise<import("./engine.js").Engine>} */
export async function engine() {
  return { ask, get, kind: "server" };
}

/** @returns {Record<string, string>} */
export function credentials() {
  const told = token();
  return told ? { "x-sudolab-token": told } : {};
}

/**
 * @param {string} verb
 * @param {object | null} request
 * @param {import("./engine.js").How} how
 */
async function ask(verb, request, how) {
  const bytes = /** @type {any} */ (request)?.frames === "bytes";
  const accept = bytes ? LINE_AND_BYTES : how.each || how.progress ? "application/x-ndjson" : "application/json";
  /** @type {Record<string, string>} */
  const headers = { accept, ...credentials() };
  if (request) headers["content-type"] = "application/json";
  const response = await fetch(BASE + verb, {
    method: request ? "POST" : "GET",
    headers,
    ...(request ? { body: JSON.stringify(request) } : {}),
    ...(how.signal ? { signal: how.signal } : {}),
  });
  if (!response.ok) throw await failure(response);
  if (how.bytes) return new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith("application/x-ndjson") || type.startsWith(LINE_AND_BYTES) ? told(response, how) : response.json();
}

/** @param {string} path */
async function get(path) {
  const response = await fetch(BASE + path, { headers: credentials() });
  if (!response.ok) throw await failure(response);
  return response.json();
}

/** @param {Response} response */
export async function failure(response) {
  try {
    return new AskError(await response.json());
  } catch {
    return new AskError({ code: "wrong", message: `The server said ${response.status}`, remedy: null, where: null });
  }
}

/**
 * Hands over what is told, line by line: how far it is, each object as it is found, at last the answer.
 * @param {Response} response
 * @param {import("./engine.js").How} how
 */
async function told(response, how) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const lines = new Lines();
  /** @type {any[]} */
  const all = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (value) lines.add(value);
    for (let line = lines.next(); line !== null; line = lines.next()) {
      const found = JSON.parse(line);
      const keys = Object.keys(found);
      if (found.error && keys.length === 1) throw new AskError(found.error);
      if (found.progress && keys.length === 1) how.progress?.(found.progress);
      else if (found.answer) return found.bytes === undefined ? found.answer : { ...found.answer, frames: await lines.rest(reader, found.bytes) };
      else {
        all.push(found);
        how.each?.(found);
      }
    }
    if (done) return all;
  }
}
