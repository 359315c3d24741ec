// The page without a network: everything it is made of is kept at the first visit. `build-static` writes the list and the
// version, so that a new page replaces the old one as a whole.

const VERSION = "@version@";
const FILES = /** @type {string[]} */ (JSON.parse('["@files@"]'));

const here = /** @type {any} */ (self);

here.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => here.skipWaiting()));
});

here.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)))).then(() => here.clients.claim()));
});

here.addEventListener("fetch", (/** @type {any} */ event) => {
  const request = /** @type {Request} */ (event.request);
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.match(request, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
});

// The large modules are not needed at once: they are kept when the page has nothing else to do.
here.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data !== "rest") return;
  event.waitUntil(caches.open(VERSION).then(async (cache) => {
    for (const file of ["sudolab-all.wasm", "sudolab-print.wasm"]) if (!(await cache.match(file))) await cache.add(file);
  }).catch(() => {}));
});
