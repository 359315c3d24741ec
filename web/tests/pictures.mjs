// Pictures of every screen, for the README and for whoever polishes: node web/tests/pictures.mjs FOLDER [NAME,NAME…]
//
// Those of the README are framed by the telephone (SUDOLAB_FRAMED=yes) and go through pngquant (--quality 80-98) before they
// are committed.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { EASY, browse, open, serve, visit } from "./kit.mjs";

const [folder = "target/pictures", which = ""] = process.argv.slice(2);
const HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const FISH = "79......2..527....2438....78....1..6.52.3.79.9..7....43....9625....251..5......49";

/** Screens whose sense lies further down than the others'. @type {Record<string, number>} */
const TALL = { lab: 1220, rate: 960, study: 1060 };

/** What is to be seen first on a telephone, where it is not the top. @type {Record<string, string>} */
const FRAMES = { lab: ".panel", make: ".shelf", study: "[data-part=standing]", set: "header" };

/** @type {[string, string, ((page: any) => Promise<void>)?][]} */
const SHOTS = [
  ["play", `play?p=${FISH}`, async (page) => {
    await page.waitForFunction(() => /proved/.test(document.querySelector(".facts")?.textContent ?? ""));
    await page.click("text=Fill marks");
    for (let i = 0; i < 40; i++) {
      await page.click("[data-act=hint]");
      await page.waitForSelector(".ladder li.done");
      await page.click("[data-act=why]");
      if (/Wing|Fish|Pair|Triple|Candidates/i.test(await page.textContent("#hint-title"))) break;
      await page.click("[data-act=apply]");
    }
  }],
  ["killer", "play", async (page) => {
    await page.click("#open-puzzle");
    await page.click("dialog button:text-is('Killer')");
    await page.waitForFunction(() => /proved/.test(document.querySelector(".facts")?.textContent ?? ""));
    for (const [cell, digit] of [[0, 5], [1, 3], [9, 6], [40, 5]]) { await page.click(`[data-cell="${cell}"]`); await page.keyboard.press(`Digit${digit}`); }
    await page.click('[data-cell="10"]');
    for (const digit of [2, 7, 8]) await page.keyboard.press(`Shift+Digit${digit}`);
  }],
  ["rules", "play", async (page) => {
    await page.click("#open-puzzle");
    await page.click("dialog button:text-is('Many rules')");
    await page.waitForFunction(() => /proved/.test(document.querySelector(".facts")?.textContent ?? ""));
  }],
  ["samurai", "play", async (page) => {
    const [corner, bridge, middle] = [".........###.........".repeat(6), ".".repeat(63), "######.........######".repeat(3)];
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, `53${(corner + bridge + middle + bridge + corner).slice(2)}`);
    await page.waitForFunction(() => document.querySelectorAll(".cell").length === 369);
  }],
  ["set-rules", "set", async (page) => {
    await page.click("#open-puzzle");
    await page.click("dialog button:text-is('Many rules')");
    await page.waitForFunction(() => /exactly one/.test(document.body.textContent ?? ""));
  }],
  ["explain", `explain?p=${HARD}`, async (page) => { for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight"); }],
  ["lab", `lab?p=${HARD}`, async (page) => {
    await page.waitForSelector("html[data-race]", { timeout: 240_000 });
    await page.$eval("[data-part=seek]", (input) => { input.value = "420"; input.dispatchEvent(new Event("input")); });
  }],
  ["make", "make", async (page) => { await page.click("[data-act=make]"); await page.waitForSelector(".pages img"); }],
  ["set", `set?p=${EASY.replace(/^53/, "..")}`, async (page) => { await page.waitForTimeout(1500); }],
  ["regions", `set?p=${".".repeat(81)}`, async (page) => {
    await page.click("[data-part=regions] summary");
    await page.click("[data-act=chance]");
    await page.click("[data-act=use-regions]");
    await page.waitForSelector("[data-act=suggested]");
  }],
  ["blamed", `set?p=5${EASY.slice(1, 80)}5`, async (page) => { await page.waitForSelector("[data-act=take-back]"); }],
  ["algorithm", "learn?algorithm=gauge", async (page) => { await page.waitForSelector("article table"); }],
  ["rate", "rate", async (page) => {
    await page.fill("textarea", [EASY, FISH, HARD, ".6...8.2.312..7..4......71......5.63...8.3...42.1......49......2..5..697.3.2...5."].join("\n"));
    await page.click("[data-act=rate]");
    await page.waitForFunction(() => !document.querySelector(".busy"));
  }],
  ["learn", "learn?technique=xy-wing", async (page) => { await page.click("[data-act=show]"); await page.click("[data-act=show]"); }],
  ["techniques", "learn"],
  ["study", "study", async (page) => {
    if (!(await page.$("text=There is none yet"))) { await page.goto(`${site.base}#/study?name=picture`); await page.waitForSelector("html[data-points]"); return; }
    await page.fill("[data-part=name]", "picture");
    await page.fill("[data-part=token]", site.token);
    await page.click("[data-act=run]");
    await page.waitForSelector('html[data-study="complete"]', { timeout: 240_000 });
    await page.waitForSelector("html[data-points]");
  }],
  ["plan", "study"],
  ["high-contrast", `play?p=${FISH}`, async (page) => { for (let i = 0; i < 3; i++) await page.click("#theme"); await page.click("text=Fill marks"); }],
];

const site = await serve();
const browser = await browse();
await mkdir(folder, { recursive: true });
for (const [name, address, act] of SHOTS) {
  if (which && which !== "all" && !which.split(",").includes(name)) continue;
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const [size, viewport] of /** @type {[string, {width: number, height: number}][]} */ ([["desktop", { width: 1280, height: TALL[name] ?? 860 }], ["phone", { width: 390, height: 844 }]])) {
      const { page, context, faults } = await open(browser, site, { viewport, colorScheme, deviceScaleFactor: size === "phone" && !process.env.SUDOLAB_FRAMED ? 2 : 1 });
      if (name === "lab") await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: ["backtrack-thesis", "boltzmann", "cdcl", "annealing", "genetic", "gauge"].map((id) => ({ id, set: {} })), seed: 7, align: "share", limit: "5s" })));
      // Whoever is greeted sees less of the rest.
      await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.welcomed", "true"));
      try {
        await visit(page, site, address);
        await act?.(page);
        await page.mouse.move(0, 0);
        if (size === "phone" && process.env.SUDOLAB_FRAMED) await page.$eval(FRAMES[name] ?? "header", (element) => element.scrollIntoView());
        await page.waitForTimeout(300);
        await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${size}.png`), fullPage: size === "phone" && !process.env.SUDOLAB_FRAMED });
      } catch (error) {
        console.log(`${name} ${colorScheme} ${size}: ${/** @type {Error} */ (error).message.split("\n")[0]}`);
        await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${size}-failed.png`) }).catch(() => {});
      }
      if (faults.length) console.log(name, faults);
      await context.close();
    }
  }
}
await browser.close();
await site.stop();
