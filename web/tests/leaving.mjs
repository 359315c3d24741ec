// How soon work ends after its client has left: SUDOLAB_BIN=target/release/sudolab node web/tests/leaving.mjs [TIMES]
//
// A server with one place for each class of work is asked for something long; after 300 ms the connection is closed, and the
// next request of that class waits until the place is free. From the closing to that answer, what the answer takes alone
// taken off: the median of as many answers with nothing before them.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";

const times = Number(process.argv[2] ?? 20);
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const EMPTY = ".".repeat(81);
const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];

const folder = await mkdtemp(path.join(tmpdir(), "sudolab-leaving-"));
const server = spawn(process.env.SUDOLAB_BIN ?? "target/release/sudolab", ["serve", "--port", "0", "--jobs", "1", "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
const base = await new Promise((resolve) => {
  let text = "";
  server.stdout.on("data", (data) => { text += data; if (text.includes("token ")) resolve(text.split("\n")[0].replace("listening on ", "")); });
});

const post = (verb, body, accept = "application/json") => {
  const asked = request(`${base}api/v1/${verb}`, { method: "POST", agent: false, headers: { "content-type": "application/json", accept } });
  asked.end(JSON.stringify(body));
  const answered = new Promise((resolve, reject) => {
    asked.on("response", (response) => { response.resume(); response.on("end", () => resolve(response.statusCode)); response.on("error", reject); });
    asked.on("error", reject);
  });
  return { asked, answered };
};

/** @type {[string, string, any, string, string, any][]} what it is, the verb, its request, its form, the verb that waits, its request */
const KINDS = [
  ["count", "count", { puzzle: EMPTY, limit: "all" }, "application/json", "check", { puzzle: EASY }],
  ["count, told line by line", "count", { puzzle: EMPTY, limit: "all" }, "application/x-ndjson", "check", { puzzle: EASY }],
  ["trace", "trace", { puzzle: HARD, algorithm: "annealing", set: { temperature: "10" }, events: 60_000, tick_limit: null, frames: "bytes" }, "application/vnd.sudolab.line-and-bytes", "check", { puzzle: EASY }],
  ["solve", "solve", { puzzle: HARD, algorithm: "annealing", set: { temperature: "10" } }, "application/x-ndjson", "check", { puzzle: EASY }],
  ["true candidates of 25x25", "candidates", { puzzle: JSON.stringify({ v: 1, size: 25, box: [5, 5], givens: ".".repeat(625) }) }, "application/json", "check", { puzzle: EASY }],
  ["generate", "generate", { count: 10_000, clues: "17..17" }, "application/x-ndjson", "print", { puzzles: [EASY] }],
  ["print", "print", { puzzles: Array(500).fill(EASY) }, "application/pdf", "print", { puzzles: [EASY] }],
];

console.log(`load of the last minute ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`);
for (const [name, verb, body, accept, next, then] of KINDS) {
  const alone = [];
  const after = [];
  let early = 0;
  await post(next, then).answered;
  for (let i = 0; i < times; i++) {
    let began = performance.now();
    await post(next, then).answered;
    alone.push(performance.now() - began);
    const long = post(verb, body, accept);
    let ended = false;
    long.answered.then(() => { ended = true; }, () => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (ended) early += 1;
    long.asked.destroy();
    began = performance.now();
    await post(next, then).answered;
    after.push(performance.now() - began);
  }
  const off = quantile(alone, 0.5);
  const freed = after.map((time) => Math.max(0, time - off));
  console.log(`${name.padEnd(28)} median ${quantile(freed, 0.5).toFixed(1)} ms, p95 ${quantile(freed, 0.95).toFixed(1)} ms, most ${Math.max(...freed).toFixed(1)} ms, n ${times}${early ? `, ${early} had ended by themselves` : ""}`);
}
server.kill("SIGINT");
await rm(folder, { recursive: true, force: true });
