// Elements, made in one call. Nothing here writes markup as text, so nothing can be injected.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. Properties that begin with `on` are listeners, `class` and names with a hyphen are attributes,
 * everything else is set as a property.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "role" || name === "for" || name.includes("-")) element.setAttribute(name, value === true ? "" : String(value));
    else /** @type {any} */ (element)[name] = value;
  }
  element.append(...kept(children));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...kept(children));
  return /** @type {SVGElement} */ (element);
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function kept(children) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    nodes.push(child instanceof Node ? child : String(child));
  }
  return nodes;
}

/**
 * Says something to those who listen to the page.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (!live) return;
  live.textContent = "";
  // The same words twice are said twice.
  setTimeout(() => { live.textContent = text; }, 30);
}

/**
 * A button.
 * @param {string | Node} text
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, any>} [props]
 */
export function button(text, act, props = {}) {
  return h("button", { type: "button", onclick: act, ...props }, text);
}

/**
 * A field with its label.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [more] a class
 */
export function field(text, control, more = "") {
  return h("label", { class: `field ${more}` }, h("span", {}, text), control);
}

/**
 * A list to choose from.
 * @param {[string, string][]} options values and what is shown
 * @param {Record<string, any>} [props]
 */
export function select(options, props = {}) {
  const { value, ...rest } = props;
  const made = h("select", rest, options.map(([of, text]) => h("option", { value: of }, text)));
  if (value !== undefined) made.value = value;
  return made;
}

/**
 * A box to tick.
 * @param {string} text
 * @param {boolean} checked
 * @param {(checked: boolean) => void} act
 */
export function tick(text, checked, act) {
  const box = h("input", { type: "checkbox", checked });
  box.addEventListener("change", () => act(box.checked));
  return h("label", { class: "choice" }, box, h("span", {}, text));
}

/**
 * Something said in a frame.
 * @param {"" | "good" | "bad" | "warn"} kind
 * @param {...Child} text
 */
export function say(kind, ...text) {
  return h("div", { class: `say ${kind}`.trim() }, ...text.map((t) => (typeof t === "string" ? h("p", {}, t) : t)));
}

/**
 * Facts with their names.
 * @param {[string, string | Node][]} pairs what it is, and its value
 */
export function facts(pairs) {
  return h("dl", { class: "facts" }, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

/**
 * Offers bytes or a text as a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
