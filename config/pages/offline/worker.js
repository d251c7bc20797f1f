// The service worker. Files are kept by the address that names their content. Pages of the desk, of
// one's own table and of events are asked of the network first; the copy of the last answer is shown
// when there is none, with its time. Copies belong to one reader: another session, signing out and
// two days delete them. GIVEN is written above by offline.py.
"use strict";

const FILES = "files-1";
const PAGES = "pages-1";
const ABOUT = "about-1"; // the page without a network, and whose the copies are
const MOST_FILES = 120;
const MOST_PAGES = 60;
const OLDEST = 2 * 24 * 3600 * 1000; // milliseconds
const PATIENCE = 8000; // milliseconds until a copy is shown instead of waiting
const AS_OF = "Roadhouse-As-Of"; // milliseconds since 1970
const READER = "Roadhouse-Reader";
const TITLE = "Roadhouse-Title";
const LIVE = "HX-Request";
// Not those that show secrets, such as links, or who is kept apart.
const KEPT = [
  /^\/$/,
  /^\/me\/$/,
  /^\/e\/[^/]+\/$/,
  /^\/events\/[^/]+\/((wall|players|standings|crosstable|bracket)\/|rounds\/\d+\/)?$/,
  /^\/manage\/$/,
  /^\/manage\/[^/]+\/((players|checkin|rounds|results|late)\/|rounds\/\d+\/|games\/\d+\/\d+\/)?$/,
];
const WALL = /^\/events\/[^/]+\/wall\/$/;
const LINK = /^\/e\//;
const HASHED = /[?&]v=[0-9a-f]+$|\.[0-9a-f]{12}\.\w+$/;
const GONE = [401, 403, 404, 410];

let emptiedAt = 0; // of performance.now(): answers to what was asked before are not kept
let last = Promise.resolve(); // changes of the copies, one after the other
const inTurn = (act) => (last = last.then(act, act));

const isKept = (url) => KEPT.some((pattern) => pattern.test(url.pathname));
const addressOf = (url) => url.pathname + url.search;

// --- whose the copies are

const note = async (name) => {
  const found = await (await caches.open(ABOUT)).match(`/${name}`);
  return found ? found.text() : null;
};
const setNote = async (name, text) => (await caches.open(ABOUT)).put(`/${name}`, new Response(text));

const empty = async () => {
  emptiedAt = performance.now();
  await caches.delete(PAGES);
};

// Whether a page of this reader may be kept. Pages of the reader before are deleted.
const takeReader = async (reader) => {
  if (reader === (await note("left"))) return false;
  if (reader === (await note("reader"))) return true;
  await empty();
  await setNote("reader", reader);
  return true;
};

// --- copies of pages

const store = async (url, answer) => {
  const body = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of ["Vary", "Content-Encoding", "Content-Length", "Set-Cookie"]) headers.delete(name);
  headers.set(AS_OF, Date.now());
  headers.set(TITLE, encodeURIComponent((/<title>([^<]*)<\/title>/.exec(body) || ["", ""])[1].trim()));
  const cache = await caches.open(PAGES);
  await cache.delete(addressOf(url)); // so that the newest is last
  await cache.put(addressOf(url), new Response(body, { headers }));
  await prune(cache, MOST_PAGES);
};

const prune = async (cache, most) => {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
};

const restamp = async (url) => {
  const found = await (await caches.open(PAGES)).match(addressOf(url));
  if (found) await store(url, found);
};

const keep = (request, answer, began) => inTurn(async () => {
  const reader = answer.headers.get(READER);
  if (reader === null || began < emptiedAt || !(await takeReader(reader))) return;
  const url = new URL(request.url);
  if (!isKept(url) || answer.redirected) return;
  const isPage = (answer.headers.get("Content-Type") || "").startsWith("text/html");
  if (answer.status === 200 && isPage) await store(url, answer);
  else if (answer.status === 304) await restamp(url);
  else if (GONE.includes(answer.status)) await (await caches.open(PAGES)).delete(addressOf(url));
});

const copyOf = async (url) => {
  const cache = await caches.open(PAGES);
  const found = await cache.match(addressOf(url), { ignoreSearch: WALL.test(url.pathname) && !url.search });
  if (!found || Date.now() - Number(found.headers.get(AS_OF)) > OLDEST) return null;
  return found;
};

// A copy says its time in <html data-as-of>; offline.js writes it into the page.
const shown = async (found, mark, status = 200) => {
  const text = (await found.text()).replace("<html ", `<html ${mark} `);
  return new Response(text, { status, headers: found.headers });
};

const copyToShow = async (url) => {
  const found = await copyOf(url);
  return found && shown(found, `data-as-of="${found.headers.get(AS_OF)}"`);
};

const offlinePage = async (mark = "data-offline") => {
  const found = await (await caches.open(ABOUT)).match(GIVEN.offline);
  return found ? shown(found, mark, 503) : Response.error();
};

const renewOfflinePage = async () =>
  (await caches.open(ABOUT)).add(new Request(GIVEN.offline, { cache: "reload" }));

// --- requests

const openPage = async (event) => {
  const url = new URL(event.request.url);
  const began = performance.now();
  const asked = fetch(event.request).then((answer) => {
    if ([502, 503, 504].includes(answer.status)) return copyToShow(url).then((copy) => copy || answer);
    if (answer.type === "basic") event.waitUntil(keep(event.request, answer.clone(), began));
    return answer;
  });
  const orCopy = asked.catch(async () => (await copyToShow(url)) || offlinePage());
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
  return Promise.race([orCopy, late.then(() => copyToShow(url)).then((copy) => copy || orCopy)]);
};

// A page that refreshes itself. The wall turns its sheets without a network too.
const refreshPage = async (event) => {
  const began = performance.now();
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keep(event.request, answer.clone(), began));
    return answer;
  } catch {
    const url = new URL(event.request.url);
    return (WALL.test(url.pathname) && (await copyOf(url))) || Response.error();
  }
};

const openFile = async (request) => {
  const cache = await caches.open(FILES);
  const isHashed = HASHED.test(request.url);
  const found = isHashed && (await cache.match(request));
  if (found) return found;
  try {
    const answer = await fetch(request);
    if (answer.ok && isHashed) {
      await cache.put(request, answer.clone());
      await prune(cache, MOST_FILES);
    }
    return answer;
  } catch {
    return (await cache.match(request, { ignoreSearch: true })) || Response.error();
  }
};

// Signing out deletes the copies at once, whether the server hears of it or not. Pages that other
// windows still get with this session are not kept.
const signOut = async (event) => {
  event.waitUntil(stopNotices());
  await inTurn(async () => {
    await setNote("left", (await note("reader")) || "?");
    await empty();
  });
  return fetch(event.request).catch(() => offlinePage("data-offline data-left"));
};

// Who signs out here is not told here any more; the push service tells the server.
const stopNotices = async () => {
  const found = await registration.pushManager?.getSubscription();
  if (found) await found.unsubscribe();
};

const forgetLinks = async (event) => {
  await inTurn(async () => {
    emptiedAt = performance.now();
    const cache = await caches.open(PAGES);
    const keys = await cache.keys();
    await Promise.all(keys.filter((key) => LINK.test(new URL(key.url).pathname)).map((key) => cache.delete(key)));
  });
  return fetch(event.request).catch(() => offlinePage());
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === GIVEN.logout) event.respondWith(signOut(event));
  else if (request.method === "POST" && url.pathname === GIVEN.links) event.respondWith(forgetLinks(event));
  else if (request.method !== "GET") return;
  else if (url.pathname.startsWith(GIVEN.staticPrefix)) event.respondWith(openFile(request));
  else if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (request.headers.get(LIVE) && isKept(url)) event.respondWith(refreshPage(event));
});

addEventListener("install", (event) => {
  skipWaiting();
  const files = caches.open(FILES).then((cache) => cache.addAll(GIVEN.files));
  event.waitUntil(Promise.all([files, renewOfflinePage()]));
});

addEventListener("activate", (event) => {
  const ours = [FILES, PAGES, ABOUT];
  const dropOthers = async () => {
    const others = (await caches.keys()).filter((name) => !ours.includes(name));
    await Promise.all(others.map((name) => caches.delete(name)));
  };
  event.waitUntil(Promise.all([clients.claim(), dropOthers()]));
});

// --- notices (config/notices/push/payloads.py)

addEventListener("push", (event) => {
  const { title, body, path, lang, dir, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, lang, dir, tag, icon: GIVEN.icon, data: { path } }));
});

const openNotice = async (path) => {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return;
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = open.find((each) => each.url === url.href);
  await (found ? found.focus() : clients.openWindow(url.href));
};

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openNotice(event.notification.data.path));
});

// Pages say their language, and that the reader wants the copies deleted.
addEventListener("message", (event) => {
  const { language, leave } = event.data || {};
  if (leave) event.waitUntil(inTurn(empty));
  if (!language) return;
  event.waitUntil(inTurn(async () => {
    if (language === (await note("language"))) return;
    await renewOfflinePage();
    await setNote("language", language);
  }));
});
