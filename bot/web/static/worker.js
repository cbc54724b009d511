// Shows notices, and the last boards when Furlong cannot be reached. It keeps nothing but what this browser has shown lately.

const KEPT = "boards", MOST = 60; // answers that are kept
const BOARD = /^\/(matches\/\d+)?$/, PICTURE = /^\/(static\/.*|matches\/\d+\/picture)$/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && /^\/(enter|leave|guest|as|activity|invited\/.+)$/.test(pathname)) event.waitUntil(caches.delete(KEPT)); // another person
  if (request.method !== "GET") return;
  if (request.mode === "navigate" ? BOARD.test(pathname) : request.destination && PICTURE.test(pathname)) event.respondWith(latest(event));
});

// A page that was there before this worker sends the addresses of itself and of what it has loaded.
addEventListener("message", (event) => event.waitUntil(Promise.all(event.data.map(async (address) => {
  const { origin, pathname } = new URL(address);
  if (origin !== location.origin || !(BOARD.test(pathname) || PICTURE.test(pathname))) return;
  const answer = await fetch(address);
  if (answer.ok && !answer.redirected) await keep(address, answer);
}))));

async function latest(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) event.waitUntil(keep(request.url, answer.clone()));
    if (answer.status === 401) event.waitUntil(caches.delete(KEPT));
    return answer;
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: KEPT });
    if (!kept) throw error;
    return request.mode === "navigate" ? asKept(kept) : kept;
  }
}

async function keep(address, answer) {
  const whole = new Response(await answer.blob(), answer); // what breaks off on the way must not cost what is kept
  const cache = await caches.open(KEPT);
  await cache.delete(address); // so that the oldest come first
  await cache.put(address, whole);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((one) => cache.delete(one)));
}

// The page says by itself that Furlong cannot be reached.
async function asKept(answer) {
  const text = (await answer.text()).replace("<body>", '<body class="offline">');
  return new Response(text, { headers: answer.headers });
}

addEventListener("push", (event) => {
  const { title, text, address, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body: text, tag, renotify: true, icon: "/static/icon-192.png", data: address }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(address) {
  const open = await clients.matchAll({ type: "window" });
  const page = open.find((one) => new URL(one.url).pathname === address) ?? open[0];
  if (!page) return clients.openWindow(address);
  await page.focus();
  if (new URL(page.url).pathname !== address) await page.navigate(address);
}
