// Lengths of time for people.

/** @param {number} seconds */
export function shortTime(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds >= 1) return `${seconds.toFixed(seconds >= 10 ? 0 : 1)} s`;
  return seconds >= 1e-3 ? `${(seconds * 1e3).toPrecision(3)} ms` : `${(seconds * 1e6).toPrecision(3)} µs`;
}
