// What a person does with the page, told once and run against the server, against the static folder on a plain file server,
// and against what the browser kept of that folder after the file server is gone.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { CHAINS, CHAINS_SOLVED, EASY, SEVENTEEN, SOLVED, browse, files, keptAll, open, pagesOf, paste, serve, values, violations, visit, withoutNetwork } from "./kit.mjs";

const folder = process.env.SUDOLAB_STATIC;
// Whether runs can be recorded by what is tested.
const traces = process.env.SUDOLAB_TRACES !== "none";
const kinds = ["server", ...(folder ? ["static", "offline"] : [])].filter((kind) => !process.env.SUDOLAB_ONLY || process.env.SUDOLAB_ONLY.split(",").includes(kind));

for (const kind of kinds) describe(`the page by ${kind}`, () => {
  /** @type {any} */ let site;
  /** @type {any} */ let browser;
  before(async () => {
    browser = await browse();
    const files_ = path.resolve(folder ?? ".");
    site = kind === "server" ? await serve() : kind === "static" ? await files(files_) : await withoutNetwork(browser, files_);
  });
  after(async () => {
    await site?.stop();
    await browser?.close();
  });

  /** Runs a story and looks at what should not have happened. */
  const once = async (tell, how) => {
    const { page, context, faults } = site.open ? await site.open(how) : await open(browser, site, how);
    try {
      await tell(page, context, faults);
      assert.deepEqual(faults, []);
    } catch (error) {
      error.seen = await page.locator("main").innerText({ timeout: 2000 }).catch(() => "nothing");
      throw error;
    } finally {
      if (site.open) for (const other of context.pages()) await other.close();
      else await context.close();
    }
  };

  /** A story that waited in vain is told once more, and what the page showed then is told aloud: a browser among other work may lose its turn. */
  const story = (name, tell, how = {}) => it(name, { timeout: 240_000 }, async () => {
    try {
      await once(tell, how);
    } catch (error) {
      if (error.name !== "TimeoutError") throw error;
      console.error(`AGAIN: “${name}” by ${kind}: ${error.message}\nThe page showed:\n${error.seen}`);
      await once(tell, how);
    }
  });

  story("a puzzle is solved by keyboard alone, with every rung of a hint", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    await page.keyboard.press("h");
    await page.waitForSelector(".ladder li:nth-child(1).done");
    assert.match(await page.textContent("#hint-title"), /^Look at box \d$/);
    for (const [rung, word] of [[2, /look for a/i], [3, /These cells change/], [4, /So r\dc\d is/]]) {
      await page.keyboard.press("h");
      await page.waitForSelector(`.ladder li:nth-child(${rung}).done`);
      assert.match(await page.textContent("section[aria-labelledby=hint-title]"), word);
    }
    assert.ok(await page.$(".marks .comes"), "the step is drawn");
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => [...document.querySelectorAll(".cell.found")].length === n, 1);
    await page.keyboard.press("Control+z");
    assert.equal(await values(page), EASY);
    await page.keyboard.press("Control+y");
    // Corner and centre marks by their keys, then away again.
    // From the first cell on by arrows alone: no cell is ever focused by a script.
    const at = () => page.$eval(".cell.cursor", (cell) => Number(cell.dataset.cell));
    assert.equal(await at(), 0);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await at(), 2);
    await page.keyboard.press("Shift+Digit1");
    await page.keyboard.press("x");
    await page.keyboard.press("Digit2");
    assert.match(await page.getAttribute('[data-cell="2"]', "aria-label"), /row 1 column 3, empty, marks 1 2/);
    await page.keyboard.press("c");
    await page.keyboard.press("Digit4");
    assert.match(await page.getAttribute('[data-cell="2"]', "aria-label"), /centre marks 4/);
    await page.keyboard.press("z");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    for (let row = 0; row < 9; row++) {
      for (let column = 0; column < 9; column++) {
        const cell = row * 9 + column;
        assert.equal(await at(), cell);
        const label = await page.getAttribute(`[data-cell="${cell}"]`, "aria-label");
        if (/empty/.test(label)) await page.keyboard.press(`Digit${SOLVED[cell]}`);
        // Beyond the last column one is in the first again.
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("ArrowDown");
    }
    assert.equal(await values(page), SOLVED);
    await page.waitForFunction(() => /Solved/.test(document.querySelector(".say.good")?.textContent ?? ""));
  });

  story("a puzzle is solved by touch on a telephone", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
    const small = await page.$$eval("button, .top a", (all) => all.filter((e) => e.offsetParent && (e.offsetHeight < 43.5 || e.offsetWidth < 43.5)).map((e) => e.textContent));
    assert.deepEqual(small, []);
    for (let cell = 0; cell < 81; cell++) {
      if (EASY[cell] !== ".") continue;
      await page.tap(`[data-cell="${cell}"]`);
      await page.tap(`.pad [data-digit="${SOLVED[cell]}"]`);
    }
    assert.equal(await values(page), SOLVED);
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  story("a hint on a telephone stands under the board, where both are seen", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    await page.tap("button:text-is('Got it')");
    await page.tap(".acts button:text-is('Hint')");
    await page.waitForSelector(".ladder li.done");
    const seen = () => page.evaluate(() => {
      const [board, hint] = ["sudoku-board", "section[aria-labelledby=hint-title]"].map((what) => document.querySelector(what).getBoundingClientRect());
      return { board: board.top >= 0 && board.bottom <= innerHeight, hint: hint.top >= board.bottom && hint.bottom <= innerHeight + 1 };
    });
    assert.deepEqual(await seen(), { board: true, hint: true });
    await page.tap("[data-act=why]");
    assert.deepEqual(await seen(), { board: true, hint: true });
    await page.tap("[data-act=apply]");
    await page.waitForSelector(".cell.found");
    await visit(page, site, "play");
    assert.equal(await page.$(".welcome"), null, "whoever was welcomed is not welcomed again");
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  story("check tells a broken rule from a digit that differs from the solution", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    await page.waitForFunction(() => /proved/.test(document.querySelector(".facts")?.textContent ?? ""));
    await page.click('[data-cell="2"]');
    await page.keyboard.press("Digit5");
    await page.click("[data-act=check]");
    assert.match(await page.textContent(".say"), /breaks a rule.*r1c1, r1c3/);
    await page.keyboard.press("Digit1");
    await page.click("[data-act=check]");
    await page.waitForFunction(() => /differs from the solution: r1c3/.test(document.querySelector(".say")?.textContent ?? ""));
    assert.ok(await page.$('.cell.differs[data-cell="2"]'));
  });

  story("ten formats are pasted and become the same puzzle", async (page) => {
    await visit(page, site, "play?p=" + EASY.replace(/^53/, ".."));
    const names = ["line", "sdm", "grid", "pencilmarks", "sdk", "ss", "hodoku", "opensudoku", "fpuzzles", "scf", "sudokuwiki", "coach", "exchange", "csv", "json"];
    let read = 0;
    for (const name of names) {
      const text = await page.evaluate(async ([puzzle, to]) => {
        const { ask } = await import(new URL("core/engine.js", document.baseURI).href);
        return (await ask("convert", { puzzle, to })).text;
      }, [EASY, name]);
      await paste(page, "." .repeat(80) + "1");
      await page.waitForFunction(() => [...document.querySelectorAll(".cell")].filter((c) => /given/.test(c.getAttribute("aria-label"))).length === 1);
      await paste(page, text);
      await page.waitForFunction(() => [...document.querySelectorAll(".cell")].filter((c) => /given/.test(c.getAttribute("aria-label"))).length === 30);
      assert.equal(await values(page), EASY, name);
      read += 1;
    }
    assert.ok(read >= 10);
    await paste(page, "this is no puzzle");
    await page.waitForSelector("dialog .say.bad");
    await page.keyboard.press("Escape");
  });

  story("a link brings back the puzzle with what was played", async (page, context) => {
    await visit(page, site, `play?p=${EASY}`);
    await page.click('[data-cell="2"]');
    await page.keyboard.press("Digit4");
    await page.click("details[data-part=out] summary");
    await page.click("[data-act=share]");
    const link = await page.inputValue("textarea[aria-label='The text']");
    assert.ok(link.startsWith(site.base));
    const other = await context.newPage();
    await other.goto(link);
    await other.waitForSelector('html[data-ready="play"]');
    assert.equal(await values(other), EASY.slice(0, 2) + "4" + EASY.slice(3));
    assert.match(await other.getAttribute('[data-cell="2"]', "aria-label"), /digit 4/);
    assert.match(await other.getAttribute('[data-cell="0"]', "aria-label"), /given 5/);
  });

  story("a game is kept and goes on where it was left", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    await page.click('[data-cell="2"]');
    await page.keyboard.press("Digit4");
    await page.goto(`${site.base}#/learn`);
    await page.waitForSelector('html[data-ready="learn"]');
    await visit(page, site, "play");
    assert.equal((await values(page))[2], "4");
  });

  story("cells are chosen by dragging, and take a mark together", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    const middle = async (cell) => { const box = await (await page.$(`[data-cell="${cell}"]`)).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    await page.mouse.move(...await middle(2));
    await page.mouse.down();
    for (const cell of [3, 12, 11]) await page.mouse.move(...await middle(cell), { steps: 4 });
    await page.mouse.up();
    assert.deepEqual(await page.$$eval(".cell.chosen", (cells) => cells.map((cell) => Number(cell.dataset.cell))), [2, 3, 11, 12]);
    await page.keyboard.press("Shift+Digit4");
    for (const cell of [2, 3, 11]) assert.match(await page.getAttribute(`[data-cell="${cell}"]`, "aria-label"), /marks 4/);
  });

  story("every move can be taken back after the page was left, however many there were", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    await page.click('[data-cell="2"]');
    // More than two hundred moves, made as fast as the page takes them.
    await page.evaluate(() => {
      for (let i = 0; i < 231; i++) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "x", code: `Digit${(i % 9) + 1}`, bubbles: true }));
    });
    await visit(page, site, "play");
    await page.evaluate(() => { for (let i = 0; i < 231; i++) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true })); });
    assert.equal(await values(page), EASY);
    assert.equal(await page.isDisabled("button:text-is('Undo')"), true);
    assert.equal(await page.isDisabled("button:text-is('Redo')"), false);
  });

  story("a killer puzzle is played: cages are drawn, a broken one is named, and the end is known", async (page) => {
    await visit(page, site, "play");
    await page.click("#open-puzzle");
    await page.click("dialog button:text-is('Killer')");
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .cage").length === 33);
    const sums = await page.$$eval("sudoku-board .cage-sum", (all) => all.map((text) => text.textContent));
    assert.equal(sums.length, 33);
    assert.equal(sums.reduce((sum, text) => sum + Number(text), 0), 405);
    assert.match(await page.textContent("section[aria-label='Rules of this puzzle']"), /Cage.*No digit twice/);
    await page.waitForFunction(() => /proved/.test(document.querySelector(".facts")?.textContent ?? ""));
    // The cage of one cell is the first step: told rung by rung, drawn, and done.
    for (const [rung, word] of [[1, /found in box 7/], [2, /what a rule of this puzzle leaves/], [3, /These cells change: r8c2/], [4, /cage 8 r8c2.*leaves 8.*So r8c2 is not 1, 2, 3, 4, 5, 6, 7 or 9/]]) {
      await page.keyboard.press("h");
      await page.waitForSelector(`.ladder li:nth-child(${rung}).done`);
      assert.match(await page.textContent("section[aria-labelledby=hint-title]"), word);
    }
    assert.ok(await page.$(".marks .goes"), "what the cage forbids is struck on the board");
    await page.keyboard.press("Enter");
    await page.keyboard.press("h");
    await page.waitForSelector(".ladder li:nth-child(1).done");
    await page.click("[data-act=why]");
    assert.doesNotMatch(await page.textContent("section[aria-labelledby=hint-title]"), /leaves 8 to r8c2/, "the next hint is another step");
    await page.click("button:text-is('Put away')");
    // The link for another program holds the cages.
    await page.evaluate(() => { window.open = (link) => { document.documentElement.dataset.opened = String(link); return null; }; });
    await page.click("details[data-part=out] summary");
    await page.click("button:text-is('SudokuPad')");
    await page.waitForSelector("html[data-opened]");
    const link = await page.getAttribute("html", "data-opened");
    assert.match(link, /^https:\/\/sudokupad\.app\/scl/);
    const there = await page.evaluate(async (puzzle) => {
      const { ask } = await import(new URL("core/engine.js", document.baseURI).href);
      return (await ask("parse", { puzzle })).rules.length;
    }, link);
    assert.equal(there, 33);
    // A cage with a wrong sum breaks a rule although no house does.
    const cage = await page.evaluate(async () => {
      const { ask } = await import(new URL("core/engine.js", document.baseURI).href);
      const { EXAMPLES } = await import(new URL("core/examples.js", document.baseURI).href);
      const parsed = await ask("parse", { puzzle: EXAMPLES.find((e) => e.name === "Killer").text });
      return parsed.rules.find((rule) => rule.cells.length === 2 && rule.cells[0] > 20);
    });
    const [one, two] = cage.cells;
    const sum = Number(cage.text.split(" ")[1]);
    const wrong = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => d !== Number(SOLVED[one]) && d + Number(SOLVED[two]) !== sum && d !== Number(SOLVED[two]));
    await page.click(`[data-cell="${two}"]`);
    await page.keyboard.press(`Digit${SOLVED[two]}`);
    await page.click(`[data-cell="${one}"]`);
    await page.keyboard.press(`Digit${wrong[0]}`);
    await page.waitForSelector(`.cell.clash[data-cell="${one}"]`);
    await page.click("[data-act=check]");
    await page.waitForFunction(() => /breaks a rule. Cage.*sum/.test(document.querySelector(".say.bad")?.textContent ?? ""));
    for (let cell = 0; cell < 81; cell++) {
      await page.click(`[data-cell="${cell}"]`);
      if (!new RegExp(`digit ${SOLVED[cell]}`).test(await page.getAttribute(`[data-cell="${cell}"]`, "aria-label"))) await page.keyboard.press(`Digit${SOLVED[cell]}`);
    }
    await page.waitForFunction(() => /Solved/.test(document.querySelector(".say.good")?.textContent ?? ""));
    // Another killer without givens is another puzzle: nothing of this one is on it.
    const other = JSON.stringify({ v: 1, size: 9, box: [3, 3], givens: ".".repeat(81), rules: ["cage 3 r1c1 r1c2", "cage r5c5 r5c6", "even r3c3 r7c7"] });
    await paste(page, other);
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .cage").length === 2);
    assert.equal(await values(page), ".".repeat(81));
    assert.deepEqual(await page.$$eval("sudoku-board .cage-sum", (all) => all.map((text) => text.textContent)), ["3"]);
    assert.equal(await page.$$eval("sudoku-board .sign", (all) => all.length), 2);
    assert.equal((await page.$$("sudoku-board .rule-line")).length, 0);
  });

  story("rules of many kinds are drawn and told", async (page) => {
    // What others do not know they refuse.
    await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: ["fast", "cdcl", "dlx"].map((id) => ({ id, set: {} })), seed: 7, align: "tick", limit: "5s" })));
    await visit(page, site, "play");
    await page.click("#open-puzzle");
    await page.click("dialog button:text-is('Many rules')");
    await page.waitForSelector("sudoku-board .overlay .bulb");
    const counts = await page.evaluate(() => Object.fromEntries(["rule-line.green", "rule-line.purple", "bulb", "pill", "shaft", "dot-mark.filled", "letter", "sign", "quad", "rim", "rim-arrow"].map((name) => [name, document.querySelectorAll(`sudoku-board .overlay .${name}`).length])));
    assert.deepEqual(counts, { "rule-line.green": 1, "rule-line.purple": 1, bulb: 2, pill: 1, shaft: 2, "dot-mark.filled": 3, letter: 4, sign: 6, quad: 1, rim: 3, "rim-arrow": 1 });
    assert.equal(await page.$$eval(".rules [data-kind]", (all) => all.length), 13);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    assert.equal(wide, false);
    if (!traces) return;
    // In the Lab they lie where the cells of the moving picture lie.
    await page.click("a:text-is('Watch algorithms')");
    await page.waitForSelector("html[data-race]", { timeout: 180_000 });
    const apart = await page.$eval(".panel .lab-place", (place) => {
      const [canvas, over] = [place.querySelector("canvas"), place.querySelector(".overlay:not(.under)")].map((part) => part.getBoundingClientRect());
      return ["left", "top", "width", "height"].map((side) => Math.abs(canvas[side] - over[side]));
    });
    assert.ok(Math.max(...apart) < 1, String(apart));
    assert.equal(await page.$$eval(".panel .lab-place", (all) => all.filter((place) => !place.hidden && place.querySelectorAll(".bulb").length === 2).length), 2);
    // Who does not know such rules says so without being asked.
    assert.match(await page.textContent(".panel[data-algorithm=dlx] .say"), /knows no rules beyond rows, columns and regions/);
    assert.ok(await page.$("[data-part=add] option[value=dlx]:disabled") && await page.$("[data-part=add] option[value=fast-general]:enabled"));
  });

  story("a board with holes is drawn where its cells lie, and walked over", async (page) => {
    const corner = ".........###.........".repeat(6);
    const bridge = ".".repeat(63);
    const middle = "######.........######".repeat(3);
    await visit(page, site, "play");
    await paste(page, `12${(corner + bridge + middle + bridge + corner).slice(2)}`);
    await page.waitForFunction(() => document.querySelectorAll(".cell").length === 369);
    assert.equal(await page.$$eval(".hole", (holes) => holes.length), 72);
    const right = await page.$eval('[data-cell="9"]', (cell) => cell.getAttribute("aria-label"));
    assert.match(right, /row 1 column 13, empty/);
    await page.click('[data-cell="8"]');
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.$eval(".cell.cursor", (cell) => cell.dataset.cell), "9");
    await page.keyboard.press("Digit7");
    assert.match(await page.getAttribute('[data-cell="9"]', "aria-label"), /digit 7/);
  });

  story("boards of other sizes and shapes are played", async (page) => {
    await visit(page, site, "play?p=1.3.............");
    assert.equal(await page.$$eval(".cell", (cells) => cells.length), 16);
    await page.click("#open-puzzle");
    await page.click("dialog button:text-is('Jigsaw')");
    await page.waitForFunction(() => document.querySelectorAll(".cell").length === 81);
    assert.ok((await page.$$(".wall-left")).length > 20);
  });

  story("letters choose the kind of entry on a large board too, but for those that are its digits", async (page) => {
    await visit(page, site, "play");
    await page.click("#open-puzzle");
    await page.click("dialog button:text-is('16x16')");
    await page.waitForFunction(() => document.querySelectorAll(".cell").length === 256);
    const told = (cell) => page.getAttribute(`[data-cell="${cell}"]`, "aria-label");
    assert.match(await told(0), /empty/);
    await page.click('[data-cell="0"]');
    await page.keyboard.press("x");
    await page.keyboard.press("Digit2");
    await page.keyboard.press("c");
    assert.match(await told(0), /row 1 column 1, empty, marks 2 C/);
    await page.keyboard.press("z");
    await page.keyboard.press("c");
    assert.match(await told(0), /digit C/);
    // The digit, then the marks under it: with 2 and C alone in this cell there would be nothing to hint at.
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    assert.match(await told(0), /row 1 column 1, empty$/);
    await page.keyboard.press("h");
    await page.waitForSelector(".ladder li:nth-child(1).done");
  });

  story("an explanation is walked by arrow keys, and goes on in Play", async (page) => {
    await visit(page, site, `explain?p=${EASY}`);
    assert.match(await page.textContent(".transport"), /1 of 51/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent(".transport"), /3 of 51/);
    await page.keyboard.press("ArrowLeft");
    assert.match(await page.textContent(".transport"), /2 of 51/);
    assert.match(await page.textContent(".conclusion"), /So r\dc\d is \d/);
    // A chain is told link by link, one below the other.
    const links = await page.evaluate(async () => {
      const { reason } = await import(new URL("board/reason.js", document.baseURI).href);
      const made = reason("Suppose that r1c1 is 3. (1) From the assumption that r1c1 is 3: r1c2 is not 3. (1.1) It sees it. (2) From (1): r1c2 is 4. (1) and (2) contradict each other, so the assumption is false.");
      return made.map((/** @type {Element} */ part) => (part.tagName === "P" ? part.textContent : [...part.children].map((line) => [...line.children].map((piece) => piece.textContent))));
    });
    assert.deepEqual(links, ["Suppose that r1c1 is 3.", [["1", "From the assumption that r1c1 is 3: r1c2 is not 3."], ["1.1", "It sees it."], ["2", "From (1): r1c2 is 4."]], "(1) and (2) contradict each other, so the assumption is false."]);
    await page.click("[data-act=continue]");
    await page.waitForSelector('html[data-ready="play"]');
    assert.equal((await values(page)).replaceAll(".", "").length, 31);
  });

  story("a list is rated, sorted and saved", async (page) => {
    await visit(page, site, "rate");
    await page.fill("textarea", `${EASY}\nthis is no puzzle at all and says so\n.6...8.2.312..7..4......71......5.63...8.3...42.1......49......2..5..697.3.2...5.\n`);
    await page.click("[data-act=rate]");
    await page.waitForFunction(() => document.querySelectorAll(".ratings tbody tr").length >= 2 && /median ER/.test(document.body.textContent ?? "") && !document.querySelector(".busy"));
    await page.click("[data-sort=er]");
    await page.click("[data-sort=er]");
    const first = await page.textContent(".ratings tbody tr:first-child td:nth-child(3)");
    assert.ok(Number(first) > 1.5, `${first} is the hardest`);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-act=csv]")]);
    assert.equal(file.suggestedFilename(), "ratings.csv");
  });

  story("puzzles are made to order and go on paper", async (page) => {
    await visit(page, site, "make");
    await page.selectOption(".form select >> nth=0", "4");
    await page.fill("input[type=number]", "3");
    await page.click("[data-act=make]");
    await page.waitForFunction(() => document.querySelectorAll(".shelf li").length === 3);
    await page.waitForSelector(".pages img");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-act=pdf]")]);
    assert.equal(file.suggestedFilename(), "sudoku.pdf");
    assert.ok(pagesOf(await readFile(await file.path())) >= 2, "the puzzles and their solutions");
  });

  story("a timetable is completed, and contradicting demands are named", async (page) => {
    await visit(page, site, "make");
    await page.click("[data-part=timetables] summary");
    await page.click("[data-act=timetable]");
    await page.waitForSelector("[data-part=timetable] td");
    const cells = await page.$$eval("[data-part=timetable] td", (all) => all.map((cell) => cell.textContent));
    assert.equal(cells.length, 12);
    assert.deepEqual([cells[0], cells[11]], ["Algebra", "–"], "what is fixed and what is closed");
    assert.equal(new Set(cells.slice(0, 3)).size, 3, "three courses at once");
    await page.fill("[data-part=timetable-text]", "slots: Mon, Tue\nrooms: Hall, Lab\ncourses: Algebra, Drama\nfixed: Algebra, Mon, Hall\nfixed: Algebra, Tue, Hall\n");
    await page.click("[data-act=timetable]");
    await page.waitForFunction(() => /exclude each other|Algebra/.test(document.querySelector("[data-part=timetables] .say.bad")?.textContent ?? ""));
  });

  story("a pattern is drawn with the mouse, and clues stand there alone", async (page) => {
    await visit(page, site, "make");
    await page.click("summary:has-text('Draw where')");
    const box = await (await page.$(".stencil")).boundingBox();
    const middle = (row, column) => [box.x + ((column + 0.5) * box.width) / 9, box.y + ((row + 0.5) * box.height) / 9];
    const drag = async (row, from, to) => {
      await page.mouse.move(...middle(row, from));
      await page.mouse.down();
      await page.mouse.move(...middle(row, to), { steps: 12 });
      await page.mouse.up();
    };
    // Two rows and the ends of two more, and by the half turn as many below.
    await drag(0, 0, 4);
    await drag(1, 3, 8);
    await drag(2, 0, 2);
    await drag(3, 6, 8);
    // What was drawn is wiped by drawing over it from a cell that holds a clue.
    await drag(1, 3, 4);
    const drawn = await page.$$eval(".spot", (all) => all.map((spot) => (spot.getAttribute("aria-pressed") === "true" ? "x" : ".")).join(""));
    assert.equal(drawn.slice(0, 36), "xxxxx.........xxxxxxx............xxx".slice(0, 36));
    assert.equal(drawn, [...drawn].reverse().join(""), "the half turn is drawn too");
    await page.fill("input[type=number]", "1");
    await page.click("button:text-is('Clear')");
    for (const [row, from, to] of [[0, 0, 3], [1, 2, 6], [2, 5, 8], [3, 0, 3]]) await drag(row, from, to);
    await page.click("[data-act=make]");
    await page.waitForSelector(".pages img");
    const clues = (await values(page)).split("").map((digit) => (digit === "." ? "." : "x")).join("");
    const pattern = await page.$$eval(".spot", (all) => all.map((spot) => (spot.getAttribute("aria-pressed") === "true" ? "x" : ".")).join(""));
    assert.equal(clues, pattern);
  });

  story("puzzles with rules are made to order, as many kinds as are known", async (page, context, faults) => {
    await visit(page, site, "make");
    await page.click("[data-part=rules] summary");
    const offered = await page.$$eval("[data-variant]", (all) => all.map((choice) => /** @type {any} */ (choice).dataset.variant));
    const refused = await page.evaluate(async () => {
      const { ask } = await import(new URL("core/engine.js", document.baseURI).href);
      return ask("generate", { variants: ["none such"] }).then(() => "", (error) => error.message);
    });
    // A browser tells of every reply that refuses.
    faults.length = 0;
    const known = refused.split("use one of ")[1].split(", ");
    // Irregular regions are a board of the form.
    assert.deepEqual([...offered, "jigsaw"].sort(), known.sort());
    await page.selectOption(".form select >> nth=0", "6");
    await page.fill("input[type=number]", "2");
    await page.check("[data-variant=killer] input");
    await page.check("[data-variant=diagonal] input");
    assert.match(await page.textContent("[data-part=variants]"), /killer cages, both diagonals/);
    await page.click("[data-act=make]");
    await page.waitForFunction(() => document.querySelectorAll(".shelf li").length === 2);
    await page.waitForSelector(".shelf sudoku-board .cage");
    await page.waitForSelector(".pages img");
    await page.click(".shelf a:text-is('Play')");
    await page.waitForSelector('html[data-ready="play"]');
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .cage").length > 2 && /proved/.test(document.querySelector(".facts")?.textContent ?? ""));
  });

  story("a setter sees at once whether there is one solution", async (page) => {
    await visit(page, site, `set?p=${EASY}`);
    await page.waitForFunction(() => /exactly one solution/.test(document.body.textContent ?? ""));
    for (const cell of [0, 1, 4]) {
      await page.click(`[data-cell="${cell}"]`);
      await page.keyboard.press("Backspace");
    }
    await page.waitForFunction(() => /more than one solution|exactly one/.test(document.querySelector(".say")?.textContent ?? ""));
    await page.click('[data-cell="0"]');
    await page.keyboard.press("Digit6");
    await page.waitForFunction(() => /no solution/.test(document.querySelector(".say")?.textContent ?? ""));
  });

  story("a setter draws a rule on the board, edits the text of all, and sees what they leave open", async (page) => {
    await visit(page, site, "set?p=1.3.............");
    await page.waitForFunction(() => /more than one solution/.test(document.querySelector(".say")?.textContent ?? ""));
    await page.selectOption("[data-part=kind]", "cage");
    await page.fill("[data-part=number]", "3");
    await page.click('[data-cell="4"]');
    await page.keyboard.press("Shift+ArrowRight");
    assert.match(await page.textContent("[data-part=cells]"), /r2c1 r2c2/);
    await page.click("[data-act=add-rule]");
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .cage").length === 1);
    // 1 stands in that box already.
    await page.waitForFunction(() => /no solution/i.test(document.querySelector(".say.bad")?.textContent ?? ""));
    await page.click("summary:text-is('All rules as text')");
    await page.fill("[data-part=rules]", "cage 7 r2c1 r2c2\nthermometer r4c4 r4c3 r4c2 r4c1\nwhite-dot 1 r1c1 r1c2");
    await page.press("[data-part=rules]", "Tab");
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .overlay .bulb").length === 1);
    await page.waitForFunction(() => /exactly one solution|more than one solution/.test(document.querySelector(".say")?.textContent ?? ""));
    await page.fill("[data-part=rules]", "cage 6 r2c1 r2c9");
    await page.press("[data-part=rules]", "Tab");
    await page.waitForFunction(() => /r2c9/.test(document.querySelector("section[aria-label=Rules] .say.bad")?.textContent ?? ""));
    await page.click("button:text-is('Undo')");
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .overlay .cage").length === 1 && !document.querySelector("sudoku-board .overlay .bulb"));
  });

  story("a technique is learnt by a position, and by another one", async (page) => {
    // The third position is always a new puzzle.
    await page.addInitScript(() => { Math.random = () => 0.001; });
    await visit(page, site, "learn?technique=naked-pair");
    await page.click("[data-act=show]");
    await page.click("[data-act=show]");
    assert.match(await page.textContent(".conclusion"), /So /);
    assert.ok(await page.$(".marks .goes, .marks .comes"));
    const seen = new Set([await values(page)]);
    for (const n of [2, 3]) {
      await page.click("[data-act=another]");
      await page.waitForFunction((known) => {
        const now = [...document.querySelectorAll("sudoku-board .cell")].map((cell) => /(?:given|digit) (\S+?)(?:,|$)/.exec(cell.getAttribute("aria-label") ?? "")?.[1] ?? ".").join("");
        return document.querySelector("[data-act=show]") && now.length === 81 && !known.includes(now);
      }, [...seen]);
      seen.add(await values(page));
      assert.equal(seen.size, n);
    }
    // Two presses show the step of the new puzzle as well.
    await page.click("[data-act=show]");
    await page.click("[data-act=show]");
    assert.match(await page.textContent(".conclusion"), /So /);
  });

  story("algorithms have their pages, from which they are watched", async (page) => {
    await visit(page, site, "learn");
    await page.click("a[href='#/learn?algorithm=gauge']");
    await page.waitForSelector("article h2:text-is('Where it fails')");
    assert.ok(await page.$("article table td") && await page.$("article pre"));
    await page.click("article a[href='#/learn?algorithm=gauge-2006']");
    await page.waitForFunction(() => /gauge-2006/.test(document.querySelector("article h1")?.textContent ?? ""));
    if (!traces) return;
    await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: [], seed: 7, align: "tick", limit: "million" })));
    await visit(page, site, "learn?algorithm=lds");
    await page.click("[data-act=watch]");
    await page.waitForSelector(".panel[data-algorithm=lds] .verdict");
  });

  story("a puzzle takes other forms, and its proof goes into a file", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    await page.click("[data-part=other-forms] summary");
    await page.click("[data-form=Turn]");
    const turned = Array.from({ length: 81 }, (_, cell) => EASY[(8 - (cell % 9)) * 9 + Math.floor(cell / 9)]).join("");
    await page.waitForFunction((wanted) => [...document.querySelectorAll("sudoku-board .cell")].map((cell) => /given (\S+?)(?:,|$)/.exec(cell.getAttribute("aria-label") ?? "")?.[1] ?? ".").join("") === wanted, turned);
    await page.click("details[data-part=out] summary");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-act=proof]")]);
    assert.match(await readFile(await file.path(), "utf8"), /^sudolab-certificate 1\nsize 9\n[^]*claim exactly 1\n/);
  });

  story("regions are drawn by mouse and by keys, and become the board", async (page) => {
    await visit(page, site, "set?p=................");
    await page.click("[data-part=regions] summary");
    // By mouse: the first column belongs to the first region.
    await page.click(".brush[data-region='0']");
    const map = await page.$(".stencil.map");
    await map.scrollIntoViewIfNeeded();
    const box = await map.boundingBox();
    const middle = (row, column) => [box.x + ((column + 0.5) * box.width) / 4, box.y + ((row + 0.5) * box.height) / 4];
    await page.mouse.move(...middle(0, 0));
    await page.mouse.down();
    await page.mouse.move(...middle(3, 0), { steps: 12 });
    await page.mouse.up();
    assert.equal(await page.isDisabled("[data-act=use-regions]"), true);
    assert.match(await page.textContent("[data-part=regions]"), /Each region needs 4 cells/);
    // By keys: the other columns.
    await page.focus(".map [data-spot='0']");
    for (const digit of [2, 3, 4]) {
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press(String(digit));
      for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("ArrowDown");
    }
    assert.equal(await page.$$eval(".map [data-spot]", (all) => all.map((cell) => cell.textContent).join("")), "1234".repeat(4));
    await page.click("[data-act=use-regions]");
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .wall-left").length >= 12);
    // Columns that are regions ask nothing more: so many Latin squares there are.
    await page.waitForFunction(() => /576/.test(document.querySelector(".facts")?.textContent ?? ""));
    await page.click("button:text-is('Undo')");
    await page.waitForFunction(() => /288/.test(document.querySelector(".facts")?.textContent ?? ""));
  });

  story("a setter is told what would help, and what contradicts what", async (page) => {
    // Nothing at all stands there: clues are proposed all the same, and taken.
    await visit(page, site, `set?p=${".".repeat(81)}`);
    await page.waitForSelector("[data-act=suggested]");
    await page.click("[data-act=suggested]");
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .cell").length === 81 && /clues\D*1\b/.test(document.querySelector(".facts")?.textContent ?? ""));
    // A wrong clue far from any clash: few of thirty are to blame, and one of those can go.
    await visit(page, site, `set?p=${EASY.slice(0, 80)}5`.replace("set?p=53", "set?p=5."));
    await page.waitForSelector("[data-act=take-back]");
    const blamed = await page.$$eval("[data-part=blamed] li", (all) => all.map((part) => part.textContent));
    assert.ok(blamed.length >= 2 && blamed.length < 29, String(blamed));
    assert.ok(blamed.includes("r9c9 = 5"), String(blamed));
    await page.click("button:text-is('Without r9c9 = 5')");
    await page.waitForFunction(() => /solution/.test(document.querySelector(".say:not(.bad)")?.textContent ?? ""));
    // A rule can be to blame too.
    await visit(page, site, "set?p=1.3.............");
    await page.click("summary:text-is('All rules as text')");
    await page.fill("[data-part=rules]", "white-dot 1 r4c3 r4c4\nthermometer r3c1 r2c1 r1c1");
    await page.press("[data-part=rules]", "Tab");
    await page.waitForFunction(() => /Without thermometer r3c1 r2c1 r1c1/.test(document.querySelector("[data-act=take-back]")?.parentElement?.textContent ?? ""));
    assert.deepEqual((await page.$$eval("[data-part=blamed] li", (all) => all.map((part) => part.textContent))).sort(), ["r1c1 = 1", "thermometer r3c1 r2c1 r1c1"]);
    await page.click("button:text-is('Without thermometer r3c1 r2c1 r1c1')");
    await page.waitForFunction(() => document.querySelectorAll("sudoku-board .overlay .dot-mark").length === 1 && !document.querySelector("sudoku-board .bulb"));
  });

  story("an explanation has a second order", async (page) => {
    await visit(page, site, `explain?p=${CHAINS}`);
    const steps = () => page.$$eval(".steps .what", (all) => all.map((step) => step.textContent));
    const rated = await steps();
    await page.selectOption(".low select", "human");
    await page.waitForFunction((before) => JSON.stringify([...document.querySelectorAll(".steps .what")].map((step) => step.textContent)) !== before, JSON.stringify(rated));
    assert.ok((await steps()).length > 20);
    assert.match(await page.textContent(".transport"), /1 of \d+/);
  });

  story("cells are chosen by a finger that moves over them", async (page, context) => {
    await visit(page, site, `play?p=${EASY}`);
    const middle = async (cell) => { const box = await (await page.$(`[data-cell="${cell}"]`)).boundingBox(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };
    const touch = await context.newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await middle(2)] });
    for (const cell of [3, 12, 11]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [await middle(cell)] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    assert.deepEqual(await page.$$eval(".cell.chosen", (cells) => cells.map((cell) => Number(cell.dataset.cell))), [2, 3, 11, 12]);
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  if (kind === "server") story("a puzzle is chosen from the sets that the program carries", async (page) => {
    await visit(page, site, "play");
    await page.click("#open-puzzle");
    await page.selectOption("[data-part=set]", "top95");
    await page.fill("[data-part=set-number]", "2");
    await page.click("[data-act=open-set]");
    await page.waitForSelector("dialog", { state: "detached" });
    const [line] = (await (await page.request.get(`${site.base}api/v1/sets/top95?first=1&take=1`)).json()).puzzles;
    assert.equal(await values(page), line.replaceAll("0", "."));
  });

  if (traces) story("racers are chosen by the form, and a parameter changes the run", async (page) => {
    await page.addInitScript(() => location.protocol === "http:" && !localStorage.getItem("sudolab.lab") && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: [], seed: 7, align: "tick", limit: "million" })));
    await visit(page, site, `lab?p=${EASY}`);
    const raced = async (act) => {
      const before = await page.getAttribute("html", "data-race");
      await act();
      await page.waitForFunction((race) => document.documentElement.dataset.race && document.documentElement.dataset.race !== race, before);
    };
    await raced(() => page.selectOption("[data-part=add]", "dlx"));
    await raced(() => page.selectOption("[data-part=add]", "annealing"));
    assert.deepEqual(await page.$$eval(".panel", (all) => all.map((panel) => panel.dataset.algorithm)), ["dlx", "annealing"]);
    const told = () => page.textContent(".panel[data-algorithm=annealing] .verdict");
    const before = await told();
    await page.click(".panel[data-algorithm=annealing] [data-part=parameters] summary");
    const field = ".panel[data-algorithm=annealing] [data-parameter=temperature]";
    await page.fill(field, "0.8");
    await raced(() => page.press(field, "Tab"));
    assert.notEqual(await told(), before);
    await raced(() => page.click("[aria-label='Remove dlx']"));
    assert.equal((await page.$$(".panel")).length, 1);
  });

  if (traces) story("six algorithms race to solved boards, and seeking gives the same picture", async (page) => {
    await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: ["backtrack-thesis", "dlx", "cdcl", "rules-thesis", "annealing", "boltzmann"].map((id) => ({ id, set: {} })), seed: 7, align: "share" })));
    await visit(page, site, `lab?p=${CHAINS}`);
    await page.waitForSelector("html[data-race]", { timeout: 180_000 });
    assert.equal(await page.$$eval("[data-verdict=solved]", (all) => all.length), 6);
    await page.click("[data-act=end]");
    const boards = () => page.$$eval(".panel", (all) => all.map((panel) => panel.dataset.board));
    assert.deepEqual((await boards()).map((b) => b.replaceAll(",", "")), Array(6).fill(CHAINS_SOLVED));
    // All of them had to search: there are guesses, decisions or thousands of moves.
    assert.deepEqual(await page.$$eval(".panel", (all) => all.filter((panel) => /\b0 guesses/.test(panel.textContent ?? "") || !/guesses|decisions|accepted|energy/.test(panel.textContent ?? "")).map((panel) => panel.dataset.algorithm)), []);
    assert.equal(await page.$$eval(".lab-tree:not([hidden])", (all) => all.length), 4, "searches show their tree");
    const seek = async (at) => {
      await page.$eval("[data-part=seek]", (input, at) => { input.value = String(at); input.dispatchEvent(new Event("input")); }, at);
      return boards();
    };
    const there = await seek(400);
    await seek(900);
    await seek(100);
    assert.deepEqual(await seek(400), there);
    await page.click("[data-act=step]");
    // By time: the server knows how long a thread worked, a browser only how long one waited.
    assert.equal(await page.$$eval(".verdict", (all) => all.filter((verdict) => /CPU/.test(verdict.textContent ?? "")).length), kind === "server" ? 6 : 0);
    await page.selectOption("[data-part=align]", "time");
    await seek(1000);
    assert.deepEqual((await boards()).map((b) => b.replaceAll(",", "")), Array(6).fill(CHAINS_SOLVED));
    assert.match(await page.textContent("[data-part=where]"), /\d/);
  });

  if (traces) story("long runs go to their end, and a part of one is looked at closely", async (page) => {
    await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: ["annealing", "boltzmann", "backtrack-first"].map((id) => ({ id, set: {} })), seed: 7, align: "share", limit: "60s" })));
    await visit(page, site, `lab?p=${SEVENTEEN}`);
    await page.waitForSelector("html[data-race]", { timeout: 200_000 });
    // More than a million ticks each, and no limit on ticks ended them.
    const told = await page.$$eval(".verdict", (all) => all.map((verdict) => verdict.textContent ?? ""));
    assert.equal(told.length, 3);
    for (const text of told) {
      assert.match(text, /^solved/);
      assert.ok(Number(/([\d,]+) ticks/.exec(text)?.[1]?.replaceAll(",", "")) > 1_000_000, text);
    }
    const seek = (at) => page.$eval("[data-part=seek]", (input, at) => { input.value = String(at); input.dispatchEvent(new Event("input")); }, at);
    await seek(250);
    const panel = ".panel[data-algorithm=backtrack-first]";
    assert.equal(await page.isVisible(`${panel} .lab-tree`), false, "looks from time to time show no tree");
    await page.click(`${panel} [data-act=closer]`);
    await page.waitForSelector(`${panel}[data-window]`, { timeout: 200_000 });
    assert.ok(Number(await page.getAttribute(panel, "data-far")) > 0, "the second run told how far it was");
    const [first, last] = (await page.getAttribute(panel, "data-window")).split(" ").map(Number);
    assert.ok(first > 1_000_000 && last > first, `${first} ${last}`);
    assert.equal(await page.isVisible(`${panel} .lab-tree`), true, "every event shows the tree");
    const board = () => page.getAttribute(panel, "data-board");
    const here = await board();
    await seek(900);
    assert.notEqual(await board(), here);
    await seek(250);
    assert.equal(await board(), here);
  });

  if (traces) story("each family shows what it thinks in", async (page) => {
    const ids = ["genetic", "genetic-cultural", "gauge-2006", "ant-colony", "projections", "belief"];
    // The belief space of one of them is off unless it is asked for.
    await page.addInitScript((ids) => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: ids.map((id) => ({ id, set: id === "genetic" ? { belief: "yes" } : {} })), seed: 7, align: "share", limit: "5s" })), ids);
    await visit(page, site, `lab?p=${SEVENTEEN}`);
    await page.waitForSelector("html[data-race]", { timeout: 180_000 });
    await page.$eval("[data-part=seek]", (input) => { input.value = "500"; input.dispatchEvent(new Event("input")); });
    const told = await page.$$eval(".panel", (all) => Object.fromEntries(all.map((panel) => [panel.dataset.algorithm, `${panel.querySelector(".lab-curves").getAttribute("aria-label")}; ${panel.querySelector(".lab-more").hidden ? "" : panel.querySelector(".lab-more").getAttribute("aria-label")}; ${panel.querySelector(".facts-line").textContent}`])));
    const wanted = {
      genetic: /best.*mean.*Costs of the population.*belief space/, "genetic-cultural": /best.*mean.*Costs of the population.*belief space/,
      "gauge-2006": /successes.*best.*mean.*fittest program, \d+ instructions/, "ant-colony": /certainty.*bars: pheromone/, projections: /gap.*bars: the iterate/, belief: /certainty.*bars: probability/,
    };
    for (const [id, words] of Object.entries(wanted)) assert.match(told[id], words, id);
    // Instructions are followed from one program to the next by what they do.
    const from = await page.evaluate(async () => {
      const { origins } = await import(new URL("lab/pictures.js", document.baseURI).href);
      const does = (rule, house) => ({ rule, house, digits: 1, fate: 0 });
      return origins([does(1, 4), does(2, 5), does(2, 5)], [does(2, 5), does(3, 6), does(1, 4), does(2, 5)]);
    });
    assert.deepEqual(from, [1, -1, 0, 2]);
    // The next seed is another run.
    const ticks = () => page.$$eval(".verdict", (all) => all.map((verdict) => /([\d,]+) ticks/.exec(verdict.textContent ?? "")?.[1]));
    const before = await ticks();
    const race = await page.getAttribute("html", "data-race");
    await page.click("[data-act=reseed]");
    await page.waitForFunction((race) => document.documentElement.dataset.race !== race, race, { timeout: 180_000 });
    assert.equal(await page.inputValue("[data-part=seed]"), "8");
    assert.notDeepEqual(await ticks(), before);
  });

  if (traces) story("the audit trail of an evolved program is walked line by line", async (page) => {
    await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: [{ id: "gauge", set: {} }], seed: 7, align: "tick", limit: "60s" })));
    await visit(page, site, `lab?p=${EASY}`);
    await page.waitForSelector("html[data-race]", { timeout: 180_000 });
    await page.click("[data-part=trail] summary");
    await page.waitForFunction(() => /1 of 51/.test(document.querySelector("[data-part=trail-now]")?.textContent ?? ""));
    await page.click("[data-act=trail-on]");
    assert.match(await page.textContent("[data-part=trail-now]"), /2 of 51/);
    const filled = (await page.getAttribute(".panel", "data-trail")).split(",").filter((d) => d !== "0").length;
    assert.equal(filled, 32);
  });

  if (kind === "server") story("a study goes from the form to its report", async (page) => {
    await visit(page, site, "study");
    await page.fill("[data-part=name]", "by-page");
    await page.fill(".form input[type=number] >> nth=0", "2");
    await page.fill(".form input[type=number] >> nth=1", "1");
    await page.fill("[data-part=token]", site.token);
    await page.click("[data-act=run]");
    await page.waitForSelector('html[data-study="complete"]', { timeout: 180_000 });
    await page.locator("[data-part=standing]", { hasText: "dlx" }).waitFor({ timeout: 60_000 });
    await page.selectOption("[data-part=export]", "json");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("[data-act=export]")]);
    assert.equal(saved.suggestedFilename(), "by-page.json");
    assert.ok(JSON.parse(await readFile(await saved.path(), "utf8")).length >= 6);
    await page.waitForSelector("html[data-points]");
    assert.ok(Number(await page.getAttribute("html", "data-points")) >= 6);
    // The report opens beside the page; its tables are sorted and saved, and nothing complains.
    const [report] = await Promise.all([page.waitForEvent("popup"), page.click("[data-act=report]")]);
    const complaints = [];
    report.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
    await report.waitForLoadState();
    await report.reload();
    await report.waitForSelector("table th button");
    await report.click("table th button");
    assert.equal(await report.$$eval("th[aria-sort]", (all) => all.length), 1);
    for (const link of await report.$$eval("a[href^='tables/'], a[href^='figures/']", (all) => all.map((a) => a.href))) {
      assert.equal((await page.request.get(link)).status(), 200, link);
    }
    assert.deepEqual(complaints, []);
    await report.close();
    // By keys: the points are one stop, arrows go from run to run, and Enter opens the puzzle.
    await page.focus(".chart a[tabindex='0']");
    const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    const first = await label();
    await page.keyboard.press("ArrowRight");
    const second = await label();
    assert.notEqual(second, first);
    await page.keyboard.press("ArrowDown");
    assert.notEqual((await label())?.split(",")[0], second?.split(",")[0]);
    await page.keyboard.press("Enter");
    await page.waitForSelector('html[data-ready="lab"]');
    // It is found again among the earlier ones.
    await visit(page, site, "study");
    await page.click("a[href='#/study?name=by-page']");
    await page.waitForSelector("html[data-points]");
    const refused = await page.request.post(`${site.base}api/v1/studies`, { data: { name: "x", plan: "" } });
    assert.equal(refused.status(), 403);
  });

  if (kind === "server") story("a study is cancelled by the page, and goes on with the same plan", async (page) => {
    await visit(page, site, "study");
    await page.fill("[data-part=name]", "cut-short");
    await page.fill(".form input[type=number] >> nth=0", "90");
    await page.fill(".form input[type=number] >> nth=1", "100");
    await page.fill("[data-part=token]", site.token);
    await page.click("[data-act=run]");
    await page.click("button:text-is('Cancel')");
    await page.waitForSelector('html[data-study="stopped"]');
    assert.match(await page.textContent(".facts"), /stopped/);
  });

  story("the page prints as one sheet", async (page) => {
    await visit(page, site, `play?p=${EASY}`);
    const pdf = await page.pdf({ format: "A4" });
    assert.ok(pdf.length > 5000);
    assert.equal(pagesOf(pdf), 1);
  });

  if (kind === "server") story("a hint stays when the rating of the puzzle arrives after it", async (page) => {
    /** @type {() => void} */ let release = () => {};
    const asked = new Promise((resolve) => { release = () => resolve(undefined); });
    await page.route("**/api/v1/rate", async (route) => { await asked; await route.continue(); });
    await visit(page, site, `play?p=${EASY}`);
    await page.keyboard.press("h");
    await page.waitForSelector(".ladder li:nth-child(1).done");
    release();
    await page.getByText("Explainer rating").waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.ok(await page.$(".ladder li:nth-child(1).done"), "the hint is still there");
  });

  if (kind === "static") story("after the first visit it works without a network", async (page, context) => {
    await visit(page, site, `play?p=${EASY}`);
    await keptAll(page);
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector('html[data-ready="play"]');
    await page.keyboard.press("h");
    await page.waitForSelector(".ladder li:nth-child(1).done");
    // Paper needs a module of its own, which was never asked for while there was a network; it is kept all the same.
    await page.click("details[data-part=out] summary");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-act=pdf]")]);
    assert.ok(pagesOf(await readFile(await file.path())) >= 1);
  });

  story("dialogs, panels and high contrast can be used by everybody", async (page) => {
    const wrong = [];
    const look = async (where) => wrong.push(...(await violations(page)).map((text) => `${where}: ${text}`));
    await visit(page, site, `play?p=${EASY}`);
    await page.click("#open-puzzle");
    await page.waitForSelector("dialog[open]");
    await look("open");
    await page.keyboard.press("Escape");
    await page.click("#help");
    await page.waitForSelector("dialog[open]");
    await look("help");
    await page.keyboard.press("Escape");
    for (const summary of await page.$$("details:not([open]) > summary")) await summary.click();
    await look("play, everything open");
    while (await page.getAttribute("html", "data-theme") !== "contrast") await page.click("#theme");
    for (const name of ["play", "explain", "set", "learn?technique=x-wing"]) {
      await visit(page, site, name.includes("?") ? name : `${name}?p=${EASY}`);
      assert.equal(await page.getAttribute("html", "data-theme"), "contrast", "the choice is kept");
      await look(`${name}, high contrast`);
    }
    await visit(page, site, `set?p=${EASY}`);
    await page.click("#open-puzzle");
    await page.click("dialog button:text-is('Many rules')");
    await page.waitForSelector("sudoku-board .overlay .bulb");
    await look("set, many rules");
    assert.deepEqual(wrong, []);
  }, { reducedMotion: "reduce" });

  if (traces) story("who wants no motion goes step by step, and the Lab is led by keys", async (page) => {
    await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: [{ id: "backtrack-thesis", set: {} }], seed: 7, align: "tick", limit: "5s" })));
    await visit(page, site, `lab?p=${CHAINS}`);
    await page.waitForSelector("html[data-race]", { timeout: 180_000 });
    const where = () => page.textContent("[data-part=where]");
    assert.equal(await where(), "tick 0");
    await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
    for (const tick of [1, 2, 3]) {
      await page.keyboard.press("ArrowRight");
      assert.equal(await where(), `tick ${tick}`);
    }
    await page.keyboard.press("ArrowLeft");
    assert.equal(await where(), "tick 2");
    await page.keyboard.press(" ");
    assert.equal(await where(), "tick 3", "to play is to go a step");
    // Arrows lead whatever has the focus, but for what needs them itself.
    await page.focus("[data-act=play]");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await where(), "tick 2");
    await page.keyboard.press(" ");
    assert.equal(await where(), "tick 3", "the space bar presses the button, once");
    await page.waitForTimeout(300);
    assert.equal(await where(), "tick 3", "and nothing moves by itself");
    assert.equal(await page.textContent("[data-act=play]"), "Play");
  }, { reducedMotion: "reduce" });

  const screens = ["play", "explain", "lab", "study", "make", "set", "rate", "learn", "learn?technique=x-wing"].filter((s) => s !== "lab" || traces);
  for (const [name, viewport] of /** @type {const} */ ([["at twice the size", { width: 640, height: 450 }], ["on 4K", { width: 3840, height: 2160 }]])) {
    story(`no screen is wider than its window ${name}`, async (page) => {
      const wide = [];
      for (const screen of screens) {
        await visit(page, site, screen.includes("?") ? screen : `${screen}?p=${EASY}`);
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)) wide.push(screen);
      }
      assert.deepEqual(wide, []);
    }, { viewport });
  }
  // Screens with what they come to: tables, pictures, sheets, steps. They are the same whoever answers.
  const results = /** @type {[string, string, (page: any) => Promise<unknown>][]} */ ([
    ["make, with puzzles", "make", async (page) => {
      await page.selectOption(".form select >> nth=0", "4");
      await page.fill("input[type=number]", "2");
      await page.click("[data-act=make]");
      await page.waitForSelector(".pages img");
    }],
    ["rate, with a table", "rate", async (page) => {
      await page.fill("textarea", `${EASY}\nno puzzle\n${CHAINS}`);
      await page.click("[data-act=rate]");
      await page.waitForFunction(() => document.querySelector(".histogram") && !document.querySelector(".busy"));
    }],
    ["lab, after the race", `lab?p=${CHAINS}`, async (page) => {
      await page.waitForSelector("html[data-race]", { timeout: 180_000 });
      await page.$eval("[data-part=seek]", (input) => { input.value = "500"; input.dispatchEvent(new Event("input")); });
      await page.click("[data-part=parameters] summary");
    }],
    ["learn, with the step", "learn?technique=xy-wing", async (page) => {
      await page.click("[data-act=show]");
      await page.click("[data-act=show]");
    }],
    ["learn, an algorithm", "learn?algorithm=annealing", (page) => page.waitForSelector("article table")],
    ["set, with a contradiction", `set?p=5${EASY.slice(1, 80)}5`, async (page) => {
      await page.waitForSelector("[data-act=take-back]");
      await page.click("[data-part=regions] summary");
      await page.waitForSelector(".map .spot");
    }],
    ["study, its own screen", "study?name=looked-at", (page) => page.waitForSelector("html[data-points]")],
  ]);
  if (kind === "server" && traces) for (const colorScheme of /** @type {const} */ (["light", "dark"])) for (const width of [320, 1280]) {
    story(`every screen with its results can be used by everybody: ${colorScheme}, ${width} px`, async (page) => {
      await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("sudolab.lab", JSON.stringify({ entries: ["backtrack-thesis", "boltzmann", "gauge"].map((id) => ({ id, set: {} })), seed: 7, align: "share", limit: "million" })));
      const there = await page.request.get(`${site.base}api/v1/studies/looked-at`);
      if (there.status() === 404) {
        const plan = 'name = "looked-at"\nseed = 7\nalgorithms = ["dlx", "fast", "rules-singles"]\n[[puzzles]]\nbuiltin = "top95"\ntake = 3\n[protocol]\nkind = "fixed"\nruns = 1\ntime_limit = "1s"\n';
        const made = await page.request.post(`${site.base}api/v1/studies`, { headers: { "x-sudolab-token": site.token }, data: { name: "looked-at", plan } });
        assert.equal(made.status(), 200, await made.text());
      }
      const wrong = [];
      for (const [name, where, act] of results) {
        await visit(page, site, where);
        await act(page);
        wrong.push(...(await violations(page)).map((text) => `${name}: ${text}`));
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)) wrong.push(`${name}: wider than the screen`);
      }
      assert.deepEqual(wrong, []);
    }, { colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" });
  }
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) for (const width of [320, 1280]) {
    story(`every screen can be used by everybody: ${colorScheme}, ${width} px`, async (page) => {
      const wrong = [];
      for (const screen of screens) {
        const [name, query] = screen.split("?");
        await visit(page, site, query ? screen : `${name}?p=${EASY}`);
        if (name === "play") { await page.keyboard.press("h"); await page.waitForSelector(".ladder li.done"); await page.click("[data-act=why]"); }
        wrong.push(...(await violations(page)).map((text) => `${screen}: ${text}`));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
        if (wide) wrong.push(`${screen}: wider than the screen`);
      }
      assert.deepEqual(wrong, []);
    }, { colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" });
  }
});
