import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { project } from "../process.ts";

const read = (name: string) => readFileSync(join(project, "src/web/public", name));
const origin = "https://faro.example.com";

type Client = { url: string; answers: boolean; focus: () => void; postMessage: (...args: any[]) => void };

/** Runs the service worker beside fakes of what a browser gives it, and records what it does. */
const startWorker = ({
  clients = [],
  network,
}: {
  clients?: Client[];
  network?: () => Promise<Response>;
} = {}) => {
  const listeners = new Map<string, (event: any) => void>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  const stored = new Map<string, string>();
  const cache = {
    addAll: async (requests: Request[]) => {
      for (const { url } of requests) stored.set(new URL(url).pathname, `stored ${new URL(url).pathname}`);
    },
    match: async (path: string) => (stored.has(path) ? new Response(stored.get(path)) : undefined),
  };
  const names = new Set(["offline-before"]);
  runInContext(
    read("sw.js").toString(),
    createContext({
      URL,
      Response,
      Promise,
      MessageChannel,
      // The time in which a window must answer ends at once where none does.
      setTimeout: (run: () => void) => clients.every(({ answers }) => !answers) && run(),
      Request: class {
        url: string;
        constructor(path: string) {
          this.url = origin + path;
        }
      },
      location: { origin },
      addEventListener: (name: string, listener: (event: any) => void) => listeners.set(name, listener),
      skipWaiting: async () => {},
      caches: {
        open: async (name: string) => {
          names.add(name);
          return cache;
        },
        keys: async () => [...names],
        delete: async (name: string) => names.delete(name),
      },
      fetch: network ?? (async () => new Response("from the network")),
      registration: {
        showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
      },
      clients: { matchAll: async () => clients, openWindow: async (link: string) => void opened.push(link) },
    }),
  );
  const dispatch = async (name: string, event: object): Promise<unknown> => {
    let work: unknown;
    listeners.get(name)?.({
      ...event,
      waitUntil: (promise: unknown) => (work = promise),
      respondWith: (promise: unknown) => (work = promise),
    });
    return work;
  };
  return { dispatch, shown, opened, names };
};

const navigation = (path: string, change: object = {}) => ({
  request: { url: origin + path, method: "GET", mode: "navigate", destination: "document", ...change },
});
const textOf = async (response: unknown) => (response instanceof Response ? response.text() : response);
const noNetwork = async () => {
  throw new TypeError("Failed to fetch");
};

describe("the service worker", () => {
  test("is changed with the offline page, because a browser installs it only then", () => {
    const hash = createHash("sha256").update(read("offline.html")).update(read("offline.js")).digest("hex");
    expect(read("sw.js").toString()).toContain(`const offlineVersion = "${hash.slice(0, 12)}";`);
  });

  test("keeps the offline page and removes that of an earlier version", async () => {
    const { dispatch, names } = startWorker();
    await dispatch("install", {});
    await dispatch("activate", {});
    expect([...names]).toEqual([expect.stringMatching(/^offline-[0-9a-f]{12}$/)]);
  });

  test.each([
    ["a page that comes", "/inbox", undefined, "from the network"],
    ["a page that does not come", "/inbox", noNetwork, "stored /offline.html"],
    [
      "a page of a gateway without its server",
      "/",
      async () => new Response("", { status: 502 }),
      "stored /offline.html",
    ],
    ["a page that the server refuses", "/", async () => new Response("no", { status: 500 }), "no"],
    ["the script of the offline page", "/offline.js", noNetwork, "stored /offline.js"],
  ])("answers %s", async (_name, path, network, expected) => {
    const { dispatch } = startWorker(network ? { network } : {});
    await dispatch("install", {});
    expect(await textOf(await dispatch("fetch", navigation(path)))).toBe(expected);
  });

  test.each([
    ["an answer of the API", "/api/people", {}],
    ["live updates", "/api/live", { mode: "cors", destination: "" }],
    ["a hashed file", "/assets/index-abc.js", { mode: "cors", destination: "script" }],
    ["a form of the workspace", "/f/contact", {}],
    ["what a page sends", "/", { method: "POST" }],
    ["another site", "", { url: "https://elsewhere.example/" }],
  ])("leaves %s to the browser", async (_name, path, change) => {
    const { dispatch } = startWorker({ network: noNetwork });
    expect(await dispatch("fetch", navigation(path, change))).toBeUndefined();
  });

  test("shows a message, and one that it cannot read without words", async () => {
    const { dispatch, shown } = startWorker();
    const message = { title: "Luz", body: "New message · SMS", link: "/inbox/1", tag: "/inbox/1" };
    await dispatch("push", { data: { json: () => message } });
    await dispatch("push", { data: { json: () => JSON.parse("no JSON") } });
    await dispatch("push", { data: null });
    expect(shown).toMatchObject([
      { title: "Luz", body: "New message · SMS", tag: "/inbox/1", data: { link: "/inbox/1" } },
      { title: "Faro", tag: "faro", data: { link: "/" } },
      { title: "Faro", tag: "faro", data: { link: "/" } },
    ]);
  });

  const clickOn = (link: unknown) => ({ notification: { close: () => {}, data: { link } } });
  const createClient = (path: string, answers: boolean, log: string[]): Client => ({
    url: origin + path,
    answers,
    focus: () => void log.push(`focus ${path}`),
    postMessage: ({ link }, [port]) => {
      log.push(`${path} shows ${link}`);
      if (answers) port.postMessage(true);
    },
  });

  test("shows the page of a clicked notification in an open window of the app", async () => {
    const log: string[] = [];
    const clients = [createClient("/f/contact", true, log), createClient("/people", true, log)];
    const { dispatch, opened } = startWorker({ clients });
    await dispatch("notificationclick", clickOn("/inbox/1?item=2"));
    expect(log).toEqual(["/people shows /inbox/1?item=2", "focus /people"]);
    expect(opened).toEqual([]);
  });

  test.each([
    ["/inbox/1", "/inbox/1"],
    ["https://elsewhere.example/phishing", "/"],
    ["//elsewhere.example", "/"],
    ["javascript:alert(1)", "/"],
    [undefined, "/"],
  ])("opens a window where none answers: %s as %s", async (link, expected) => {
    const { dispatch, opened } = startWorker({ clients: [createClient("/sign-in", false, [])] });
    await dispatch("notificationclick", clickOn(link));
    expect(opened).toEqual([expected]);
  });
});
