// The figures of docs/page.md: SUDOLAB_BIN=target/release/sudolab [SUDOLAB_STATIC=target/static] node web/tests/measure.mjs
//
// Key to frame: from the time stamp of a key that the browser was sent to the first task after the frame that shows it, on
// the Play screen; and to the beginning of the frame after that one, which is a frame later. Hints: from the request to the answer, in the page, on 17-clue puzzles. Seeks: a jump to a random moment of a
// recorded race, drawing included. The load of the machine stands beside the figures: on a busy one they are upper bounds.

import { gzipSync, brotliCompressSync } from "node:zlib";
import { readFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import path from "node:path";
import { EASY, browse, files, open, serve, visit } from "./kit.mjs";

const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];
const told = (name, values, unit = "ms") => console.log(`${name.padEnd(44)} median ${quantile(values, 0.5).toFixed(1)} ${unit}, p95 ${quantile(values, 0.95).toFixed(1)} ${unit}, n ${values.length}`);

console.log(`load of the last minute ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`);
const browser = await browse();
const list = (await readFile(new URL("../../data/puzzles/royle17-400.txt", import.meta.url), "utf8")).split("\n").filter((l) => /^[\d.]{81}$/.test(l)).slice(0, 100);

async function measure(site) {
  const { page, context } = await open(browser, site);
  const loaded = [];
  page.on("response", async (response) => { if (response.url().startsWith(site.base) && !response.url().includes("/api/") && !response.url().endsWith(".wasm")) loaded.push(await response.body().catch(() => Buffer.alloc(0))); });
  await visit(page, site, `play?p=${EASY}`);
  await page.waitForTimeout(1500);
  console.log(`${`${site.kind}: first screen`.padEnd(44)} ${(loaded.reduce((n, body) => n + gzipSync(body, { level: 9 }).length, 0) / 1000).toFixed(1)} kB gzip in ${loaded.length} files`);
  await page.click('[data-cell="2"]');
  await page.evaluate(() => {
    const drawn = (/** @type {any} */ (window).drawn = []);
    const next = (/** @type {any} */ (window).next = []);
    addEventListener("keydown", (event) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => drawn.push(performance.now() - event.timeStamp);
      port2.postMessage(null);
      requestAnimationFrame(() => next.push(performance.now() - event.timeStamp));
    }), { capture: true });
  });
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press(`Digit${(i % 9) + 1}`);
    await page.waitForFunction((n) => /** @type {any} */ (window).next.length === n, i + 1);
  }
  told(`${site.kind}: key to frame`, await page.evaluate(() => /** @type {any} */ (window).drawn));
  told(`${site.kind}: key to the frame after it`, await page.evaluate(() => /** @type {any} */ (window).next));
  const hints = await page.evaluate(async (list) => {
    const { ask } = await import(new URL("core/engine.js", document.baseURI).href);
    await ask("hint", { puzzle: list[0], drawing: true });
    const times = [];
    for (const puzzle of list) {
      const began = performance.now();
      await ask("hint", { puzzle, drawing: true });
      times.push(performance.now() - began);
    }
    return times;
  }, list);
  told(`${site.kind}: hint on 17 clues`, hints);
  if (process.env.SUDOLAB_TRACES !== "none") {
    await visit(page, site, `lab?p=${list[0]}`);
    await page.waitForSelector("html[data-race]", { timeout: 240_000 });
    const seeks = await page.evaluate(async () => {
      const input = document.querySelector("[data-part=seek]");
      const times = [];
      for (let i = 0; i < 60; i++) {
        input.value = String((i * 7919) % 1000);
        const began = performance.now();
        input.dispatchEvent(new Event("input"));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        times.push(performance.now() - began);
      }
      return times;
    });
    told(`${site.kind}: seek in a race of three`, seeks);
  }
  await context.close();
}

const server = await serve();
await measure(server);
await server.stop();
if (process.env.SUDOLAB_STATIC) {
  const folder = path.resolve(process.env.SUDOLAB_STATIC);
  for (const name of ["sudolab.wasm", "sudolab-all.wasm", "sudolab-print.wasm"]) {
    const bytes = await readFile(path.join(folder, name));
    console.log(`${name.padEnd(44)} ${(bytes.length / 1000).toFixed(0)} kB, ${(brotliCompressSync(bytes).length / 1000).toFixed(0)} kB Brotli`);
  }
  const site = await files(folder);
  await measure(site);
  await site.stop();
}
await browser.close();
