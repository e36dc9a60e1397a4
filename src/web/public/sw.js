// The service worker shows the offline page when no page can be loaded, and notifications. It stores nothing but the
// offline page, and leaves every other request to the browser.

/** The beginning of the hash of the offline page; a test compares them, because only a changed file is installed. */
const offlineVersion = "126ddd91ef43";
const cacheName = `offline-${offlineVersion}`;
const offlinePage = "/offline.html";
const offlineScript = "/offline.js";
/** Paths that are no pages of the app. */
const foreignPaths = /^\/(api|hooks|sandbox|mcp|sso|f|files|\.well-known)(\/|$)/;
/** What a gateway answers while the server behind it is away. */
const gatewayErrors = [502, 503, 504];
const answerMs = 1000;

addEventListener("install", (event) => {
  const store = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll([offlinePage, offlineScript].map((path) => new Request(path, { cache: "reload" })));
    await skipWaiting();
  };
  event.waitUntil(store());
});

addEventListener("activate", (event) => {
  const removeOthers = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  };
  event.waitUntil(removeOthers());
});

const fromCache = async (path) => (await (await caches.open(cacheName)).match(path)) ?? Response.error();

const openPage = async (request) => {
  try {
    const response = await fetch(request);
    return gatewayErrors.includes(response.status) ? await fromCache(offlinePage) : response;
  } catch {
    return fromCache(offlinePage);
  }
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (pathname === offlineScript) event.respondWith(fromCache(offlineScript));
  else if (request.destination === "document" && request.mode === "navigate" && !foreignPaths.test(pathname))
    event.respondWith(openPage(request));
});

/** The browser demands a notification for each message, also for one that cannot be read. */
const readMessage = (data) => {
  try {
    const { title, body, link, tag } = data.json();
    if (typeof title === "string") return { title, body, link, tag };
  } catch {
    // Shown without words.
  }
  return { title: "Faro", body: "", link: "/", tag: "faro" };
};

addEventListener("push", (event) => {
  const { title, body, link, tag } = readMessage(event.data);
  event.waitUntil(
    registration.showNotification(title, {
      body,
      tag,
      // Another message of the same conversation is announced like the first.
      renotify: true,
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      data: { link },
    }),
  );
});

/** Asks a window to show a page without loading it anew; false where it does not answer, such as on the sign-in page. */
const showIn = (client, link) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    setTimeout(() => resolve(false), answerMs);
    port1.onmessage = () => resolve(true);
    client.postMessage({ kind: "open", link }, [port2]);
  });

const open = async (given) => {
  const url = new URL(given ?? "/", location.origin);
  const link = url.origin === location.origin ? url.pathname + url.search : "/";
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const client of windows) {
    if (foreignPaths.test(new URL(client.url).pathname)) continue;
    if (await showIn(client, link)) return client.focus();
  }
  return clients.openWindow(link);
};

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});
