// What the stories share: a server or a folder of files, a browser, and eyes for what must not happen.

import { spawn } from "node:child_process";
import { createServer, request as ask } from "node:http";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createRequire } from "node:module";

const require = createRequire(path.join(process.env.SUDOLAB_WEB_MODULES ?? process.cwd(), "package.json"));
export const { chromium } = require("playwright-core");
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
export const SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/** Every algorithm has to search here, and none for long. */
export const CHAINS = ".....291........6.58.1....3.32..5.9.8.......2.1.2..73.2....4.57.7........418.....";
export const CHAINS_SOLVED = "763582914129473568584196273432765891857319642916248735298634157375921486641857329";
/** As few clues as there can be. */
export const SEVENTEEN = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/** How many pages a PDF has; what is no PDF has none. */
export function pagesOf(bytes) {
  const text = Buffer.from(bytes).toString("latin1");
  if (!text.startsWith("%PDF-") || !text.trimEnd().endsWith("%%EOF")) return 0;
  return [...text.matchAll(/\/Type\s*\/Page(?!s)/g)].length || Number(/\/Count (\d+)/.exec(text)?.[1] ?? 0);
}

/**
 * Starts the real server on a free port. With SUDOLAB_PAGE=web the files of the page come from that folder as they are
 * now, so that whoever works on them need not build the program anew.
 */
export async function serve() {
  const server = await program();
  return process.env.SUDOLAB_PAGE ? beside(server, path.resolve(process.env.SUDOLAB_PAGE)) : server;
}

/** The server with its page taken from a folder. */
async function beside(server, folder) {
  const policy = (await fetch(server.base)).headers.get("content-security-policy") ?? "";
  const { host, hostname, port } = new URL(server.base);
  const front = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    if (!pathname.startsWith("/api/")) {
      const file = path.join(folder, pathname === "/" ? "index.html" : decodeURIComponent(pathname));
      if (!file.startsWith(folder) || !existsSync(file)) { response.writeHead(404).end(); return; }
      response.writeHead(200, { "content-type": MEDIA[path.extname(file)] ?? "text/plain", "content-security-policy": policy });
      response.end(await readFile(file));
      return;
    }
    const headers = { ...request.headers, host, ...(request.headers.origin ? { origin: `http://${host}` } : {}) };
    const asked = ask({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    response.on("close", () => asked.destroy());
    request.pipe(asked);
  });
  await new Promise((resolve) => front.listen(0, "127.0.0.1", resolve));
  return { ...server, base: `http://127.0.0.1:${front.address().port}/`, stop: async () => { front.closeAllConnections(); front.close(); await server.stop(); } };
}

/** Starts the program. */
async function program() {
  const folder = await mkdtemp(path.join(tmpdir(), "sudolab-page-"));
  const server = spawn(process.env.SUDOLAB_BIN ?? "target/debug/sudolab", ["serve", "--port", "0", "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (data) => {
      text += data;
      const told = text.split("\n");
      if (told.length > 2) resolve(told);
    });
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    kind: "server", base: lines[0].replace("listening on ", ""), token: lines[1].replace("token ", ""),
    stop: async () => { server.kill("SIGINT"); await rm(folder, { recursive: true, force: true }); },
  };
}

const MEDIA = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".txt": "text/plain" };

/** A plain file server, as any web host has one. */
export async function files(folder) {
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://x").pathname);
    const file = path.join(folder, name.endsWith("/") ? `${name}index.html` : name);
    if (!file.startsWith(folder) || !existsSync(file)) { response.writeHead(404).end(); return; }
    response.writeHead(200, { "content-type": MEDIA[path.extname(file)] ?? "application/octet-stream" });
    response.end(await readFile(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { kind: "static", base: `http://127.0.0.1:${server.address().port}/`, token: "", stop: async () => { server.closeAllConnections(); server.close(); } };
}

export async function browse() {
  return chromium.launch({ executablePath: process.env.SUDOLAB_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
}

/** A page that remembers whatever should not have happened. */
export async function open(browser, site, how = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...how });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(site.base).origin }).catch(() => {});
  return watch(context, site);
}

/** Waits until everything is kept for times without a network. */
export async function keptAll(page) {
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Asked one time after the other: waitForFunction takes the promise of an answer for the answer.
  const kept = () => page.evaluate(async () => Promise.all(["sudolab-all.wasm", "sudolab-print.wasm"].map(async (file) => (await caches.match(file)) !== undefined)));
  for (let left = 600; !(await kept()).every(Boolean); left -= 1) {
    if (!left) throw new Error("the large modules were not kept within a minute");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * The page from a plain file server that is gone since the first visit: what is seen then comes from what the browser kept.
 * Stories share the browser's memory, so each begins by forgetting what the one before wrote.
 */
export async function withoutNetwork(browser, folder) {
  const site = await files(folder);
  /** @type {any[]} */
  const contexts = [];
  for (const how of [{ viewport: { width: 1280, height: 900 } }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
    const context = await browser.newContext({ acceptDownloads: true, ...how });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(site.base).origin }).catch(() => {});
    const page = await context.newPage();
    await visit(page, site, "play");
    await keptAll(page);
    await page.close();
    await context.setOffline(true);
    contexts.push(context);
  }
  await site.stop();
  return {
    ...site, kind: "offline", stop: async () => { for (const context of contexts) await context.close(); },
    open: async (how = {}) => {
      const opened = await watch(contexts[how.isMobile ? 1 : 0], site);
      const { page } = opened;
      if (how.viewport) await page.setViewportSize(how.viewport);
      await page.emulateMedia({ colorScheme: how.colorScheme ?? null, reducedMotion: how.reducedMotion ?? null });
      await page.goto(site.base);
      await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
      await page.goto("about:blank");
      return opened;
    },
  };
}

/** A page in a context. */
async function watch(context, site) {
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => { if (message.type() === "error") faults.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site.base) && !url.startsWith("data:") && !url.startsWith("blob:")) faults.push(`asks ${url}`);
  });
  page.setDefaultTimeout(Number(process.env.SUDOLAB_PATIENCE ?? 60_000));
  return { page, context, faults };
}

/** Goes to a screen and waits until it stands. */
export async function visit(page, site, address) {
  await page.goto("about:blank");
  await page.goto(`${site.base}#/${address}`);
  const screen = address.split("?")[0];
  await page.waitForSelector(`html[data-ready="${screen}"]`);
}

/** What the board holds, row by row, `.` for a blank. */
export async function values(page) {
  return page.$$eval("sudoku-board .cell", (cells) => cells.map((cell) => /(?:given|digit) (\S+?)(?:,|$)/.exec(cell.getAttribute("aria-label"))?.[1] ?? ".").join(""));
}

/** Pastes as a person does. */
export async function paste(page, text) {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
}

/** What axe finds wrong. */
export async function violations(page) {
  // A screen that is still being built has no heading yet.
  await page.waitForSelector("html[data-ready]");
  // Told by the browser itself: the policy of the page stays as it is.
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const axe = /** @type {any} */ (window).axe;
    const result = await axe.run(document, { resultTypes: ["violations"] });
    return result.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 4).map((n) => n.target.join(" ") + " " + (n.failureSummary ?? "").split("\n").slice(0, 3).join(" ")).join(" | ")}`);
  });
  return found;
}
