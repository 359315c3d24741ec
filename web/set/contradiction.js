// Which clues and rules contradict each other: as few as there are, found by taking away what is not needed.

/**
 * @template T
 * @param {T[]} parts clues and rules that together have no solution
 * @param {(parts: T[]) => Promise<boolean>} contradict whether some of them have none either; what is not decided does not count
 * @returns {Promise<T[]>} none of these can be missed: without any one of them there would be a solution
 */
export async function contradiction(parts, contradict) {
  let kept = [...parts];
  // Large pieces first: of sixty parts few are to blame.
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length;) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await contradict(fewer)) kept = fewer;
      else at += size;
    }
  }
  return kept;
}
