// The service worker of a page on a host: it keeps the page's files, so that the page works without a network. When a
// file has changed, the new ones are kept beside the old ones, which stay as long as a window shows them.
//
// The build puts in what the files are, the hash of each, so that nothing damaged is kept, and that of all.
const VERSION = "{{version}}";
const FILES = "{{files}}".split(" ");
const PREFIX = "uur-";
const worker = /** @type {any} */ (globalThis);

async function keep() {
  const cache = await caches.open(PREFIX + VERSION);
  const requests = [];
  for (let at = 0; at < FILES.length; at += 2) requests.push(new Request(FILES[at], { cache: "no-cache", integrity: FILES[at + 1] }));
  await cache.addAll(requests);
}

async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION).map((name) => caches.delete(name)));
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(PREFIX + VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forget()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
