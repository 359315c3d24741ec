// Answers by the server this page came from.

import { AskError } from "./engine.js";

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
  /** @type {Record<string, string>} */
  const headers = { accept: how.each ? "application/x-ndjson" : "application/json", ...credentials() };
  if (request) headers["content-type"] = "application/json";
  const response = await fetch(BASE + verb, {
    method: request ? "POST" : "GET",
    headers,
    ...(request ? { body: JSON.stringify(request) } : {}),
    ...(how.signal ? { signal: how.signal } : {}),
  });
  if (!response.ok) throw await failure(response);
  if (how.bytes) return new Uint8Array(await response.arrayBuffer());
  if (how.each && response.headers.get("content-type")?.startsWith("application/x-ndjson")) {
    return lines(response, how.each);
  }
  return response.json();
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
 * Hands over each object as its line arrives.
 * @param {Response} response
 * @param {(found: any) => void} each
 */
async function lines(response, each) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  /** @type {any[]} */
  const all = [];
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const complete = rest.split("\n");
    rest = complete.pop() ?? "";
    for (const line of complete.filter(Boolean)) {
      const found = JSON.parse(line);
      if (found.error && Object.keys(found).length === 1) throw new AskError(found.error);
      all.push(found);
      each(found);
    }
    if (done) return all;
  }
}
