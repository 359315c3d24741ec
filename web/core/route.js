// Where the reader is: the fragment of the address, such as `#/play?p=53..7…`. Everything that is shared travels in it,
// and fragments are never sent to a server.

/** @typedef {{screen: string, query: URLSearchParams}} Route */

/** @returns {Route} */
export function route() {
  const text = location.hash.replace(/^#\/?/, "");
  const at = text.indexOf("?");
  const screen = at < 0 ? text : text.slice(0, at);
  return { screen: screen || "play", query: new URLSearchParams(at < 0 ? "" : text.slice(at + 1)) };
}

/**
 * The address of a screen.
 * @param {string} screen
 * @param {Record<string, string | undefined>} [query]
 */
export function address(screen, query = {}) {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parts.set(name, value);
  const text = parts.toString();
  return `#/${screen}${text ? `?${text}` : ""}`;
}

/**
 * Goes to a screen.
 * @param {string} screen
 * @param {Record<string, string | undefined>} [query]
 */
export function go(screen, query = {}) {
  location.hash = address(screen, query);
}

/**
 * A puzzle as part of an address: its line where that says everything, otherwise its document, packed so that it
 * survives whatever mail programs do to links.
 * @param {string} document
 * @param {string} line
 * @returns {Record<string, string>}
 */
export function packed(document, line) {
  const object = document.startsWith("{") ? JSON.parse(document) : null;
  const plain = !object || ((object.size ?? 9) === 9 && String(object.box === undefined ? "3,3" : object.box) === "3,3" && !object.regions && !object.values && !object.candidates && !object.notes && !object.extra_regions && !object.rules?.length && !object.board && !object.first_value);
  if (plain && line.length === 81) return { p: line };
  const bytes = new TextEncoder().encode(document);
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { d: btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") };
}

/**
 * The puzzle of an address, as text to be read.
 * @param {URLSearchParams} query
 * @returns {string | null}
 */
export function unpacked(query) {
  const line = query.get("p");
  if (line) return line;
  const packed = query.get("d");
  if (!packed) return null;
  try {
    const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  } catch {
    return packed;
  }
}
