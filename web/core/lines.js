// What comes in pieces of bytes: lines of text, and bytes after the last of them.

/** The media type of a line of JSON with bytes after it. */
export const LINE_AND_BYTES = "application/vnd.sudolab.line-and-bytes";

const NEW_LINE = 10;

export class Lines {
  /** @type {Uint8Array} */
  #kept = new Uint8Array(0);

  /** @param {Uint8Array} piece */
  add(piece) {
    const both = new Uint8Array(this.#kept.length + piece.length);
    both.set(this.#kept);
    both.set(piece, this.#kept.length);
    this.#kept = both;
  }

  /** The next whole line that says something. @returns {string | null} */
  next() {
    for (;;) {
      const end = this.#kept.indexOf(NEW_LINE);
      if (end < 0) return null;
      const line = new TextDecoder().decode(this.#kept.subarray(0, end));
      this.#kept = this.#kept.subarray(end + 1);
      if (line) return line;
    }
  }

  /**
   * So many bytes after the last line.
   * @param {ReadableStreamDefaultReader<Uint8Array> | null} reader where more comes from
   * @param {number} length
   */
  async rest(reader, length) {
    const bytes = new Uint8Array(length);
    bytes.set(this.#kept.subarray(0, length));
    let at = Math.min(length, this.#kept.length);
    while (at < length) {
      const piece = await reader?.read();
      if (!piece?.value) throw new Error("The answer was broken off.");
      bytes.set(piece.value.subarray(0, length - at), at);
      at += piece.value.length;
    }
    return bytes;
  }
}
