// Regions of a board: whether they hold together, and maps to begin with.

/** Cells beside a cell of a square of n rows. @param {number} cell @param {number} n @returns {number[]} */
export function beside(cell, n) {
  const [row, column] = [Math.floor(cell / n), cell % n];
  return [row > 0 ? cell - n : -1, row < n - 1 ? cell + n : -1, column > 0 ? cell - 1 : -1, column < n - 1 ? cell + 1 : -1].filter((at) => at >= 0);
}

/**
 * Whether the cells of a region touch each other.
 * @param {number[]} map the region of each cell
 * @param {number} region
 * @param {number} n
 */
export function holdsTogether(map, region, n) {
  const first = map.indexOf(region);
  if (first < 0) return false;
  const seen = new Set([first]);
  const open = [first];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    for (const next of beside(cell, n)) {
      if (map[next] === region && !seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
    }
  }
  return seen.size === map.filter((of) => of === region).length;
}

/**
 * What a map still lacks, in words; nothing when it is one.
 * @param {number[]} map
 * @param {number} n
 * @param {(region: number) => string} name
 */
export function lacks(map, n, name) {
  const regions = [...Array(n).keys()];
  const wrong = regions.filter((region) => map.filter((of) => of === region).length !== n);
  if (wrong.length) return `Each region needs ${n} cells: ${wrong.slice(0, 4).map((region) => `${name(region)} has ${map.filter((of) => of === region).length}`).join(", ")}${wrong.length > 4 ? " …" : ""}.`;
  const torn = regions.filter((region) => !holdsTogether(map, region, n));
  return torn.length ? `The cells of a region touch each other; those of ${torn.map(name).join(", ")} do not.` : "";
}

/**
 * A map by chance: rows whose cells change hands as long as every region holds together.
 * @param {number} n
 * @param {() => number} [random]
 */
export function byChance(n, random = Math.random) {
  const map = Array.from({ length: n * n }, (_, cell) => Math.floor(cell / n));
  const any = (/** @type {number[]} */ list) => list[Math.floor(random() * list.length)];
  for (let turn = 0; turn < 500 * n; turn++) {
    // A cell goes to the region beside it, and one of that region comes back.
    const cell = Math.floor(random() * n * n);
    const own = map[cell] ?? 0;
    const to = any(beside(cell, n).map((at) => map[at] ?? 0).filter((of) => of !== own));
    if (to === undefined) continue;
    const tried = map.with(cell, to);
    const back = any(tried.flatMap((of, at) => (of === to && at !== cell && beside(at, n).some((next) => tried[next] === own) ? [at] : [])));
    if (back === undefined) continue;
    const made = tried.with(back, own);
    if (holdsTogether(made, own, n) && holdsTogether(made, to, n)) made.forEach((of, at) => { map[at] = of; });
  }
  return map;
}
