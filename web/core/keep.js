// What the browser keeps for the reader: choices and unfinished puzzles. A browser that keeps nothing is no error.

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`sudolab.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(`sudolab.${name}`);
    else localStorage.setItem(`sudolab.${name}`, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the page works without.
  }
}
