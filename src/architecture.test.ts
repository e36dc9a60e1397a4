import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const src = import.meta.dirname;
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => path.replaceAll("\\", "/"));

/** What a file really runs with: imports of types vanish before anything runs. */
const importsOf = (path: string): string[] => {
  const text = readFileSync(join(src, path), "utf8");
  const found = [
    ...text.matchAll(
      /^(?:import|export)\s(?!type\s)[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gms,
    ),
  ];
  return found
    .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
    .flatMap((specifier) => {
      if (specifier.startsWith("#")) return [specifier.slice(1)];
      if (specifier.startsWith(".")) return [relative(src, resolve(src, dirname(path), specifier))];
      return [];
    });
};
const roomOf = (path: string): string => path.split("/")[0] ?? "";

/** A room, and the rooms it may import from. */
const rooms: Record<string, string[]> = {
  domain: [],
  contract: ["domain"],
  sandbox: ["domain"],
  server: ["domain", "contract"],
  web: ["domain", "contract"],
};

/** Inside the server a room imports only from rooms further down this list. */
const serverRooms = [
  "commands",
  "",
  "http",
  "api",
  "pipeline",
  "demo",
  "housekeeping",
  "live",
  "auth",
  "store",
  "mail",
  "mapping",
  "connectors",
  "egress",
  "jobs",
  "audit",
  "vault",
  "db",
];
const serverRoomOf = (path: string): string =>
  path.split("/").length === 2 ? "" : (path.split("/")[1] ?? "");
/** Files at the root of the server that every room may use. */
const everywhere = ["server/log.ts", "server/start-error.ts", "server/constant-time.ts"];

describe("the house", () => {
  test("no room imports from a room it may not know", () => {
    const wrong = files.flatMap((path) =>
      importsOf(path)
        .filter((target) => roomOf(target) !== roomOf(path) && !rooms[roomOf(path)]?.includes(roomOf(target)))
        // The root of the server starts the simulators; nothing else knows that they are ours.
        .filter((target) => !(path === "server/worker-thread.ts" && roomOf(target) === "sandbox"))
        .map((target) => `${path} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("inside the server, imports go one way", () => {
    const wrong = files
      .filter((path) => roomOf(path) === "server")
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => roomOf(target) === "server" && !everywhere.includes(target))
          .filter(
            (target) => serverRooms.indexOf(serverRoomOf(path)) > serverRooms.indexOf(serverRoomOf(target)),
          )
          .map((target) => `${path} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test("every room of the server has its place in the list", () => {
    const found = new Set(files.filter((path) => roomOf(path) === "server").map(serverRoomOf));
    expect([...found].filter((room) => !serverRooms.includes(room))).toEqual([]);
  });

  test("a screen never imports a screen", () => {
    const screenOf = (path: string) => /^web\/screens\/([^/]+)\//.exec(path)?.[1];
    const wrong = files.flatMap((path) =>
      importsOf(path)
        .filter((target) => screenOf(path) && screenOf(target) && screenOf(path) !== screenOf(target))
        .map((target) => `${path} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("no import is circular", () => {
    const graph = new Map(
      files.map((path) => [path, importsOf(path).filter((target) => files.includes(target))]),
    );
    const state = new Map<string, "open" | "done">();
    const circles: string[] = [];
    const visit = (path: string, trail: string[]): void => {
      if (state.get(path) === "done") return;
      if (state.get(path) === "open")
        return void circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      state.set(path, "open");
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
      state.set(path, "done");
    };
    for (const path of files) visit(path, []);
    expect(circles).toEqual([]);
  });

  test("every path that ARCHITECTURE.md names exists", () => {
    const text = readFileSync(join(src, "../ARCHITECTURE.md"), "utf8");
    const named = [...text.matchAll(/`((?:src|test|bin|docs|deploy)\/[\w./-]+)`/g)].map(
      ([, path]) => path ?? "",
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(src, "..", path)))).toEqual([]);
  });

  test("both languages have the same texts", () => {
    const keys = (value: object, prefix = ""): string[] =>
      Object.entries(value).flatMap(([key, inner]) =>
        typeof inner === "object" ? keys(inner, `${prefix}${key}.`) : [prefix + key],
      );
    const read = (language: string) =>
      keys(JSON.parse(readFileSync(join(src, `web/locales/${language}.json`), "utf8"))).sort();
    expect(read("es")).toEqual(read("en"));
  });
});
