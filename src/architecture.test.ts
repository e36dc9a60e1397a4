import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const src = import.meta.dirname;
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => path.replaceAll("\\", "/"));
const texts = new Map(files.map((path) => [path, readFileSync(join(src, path), "utf8")]));

/** The files that a file imports, also those of which it imports only types. */
const importsOf = (path: string): string[] => {
  const text = texts.get(path) ?? "";
  const specifiers = [
    ...text.matchAll(/^(?:import|export)\s[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gms),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith("#")) return [specifier.slice(1)];
    if (specifier.startsWith(".")) return [relative(src, resolve(src, dirname(path), specifier))];
    return [];
  });
};
const layerOf = (path: string): string => path.split("/")[0] ?? "";

/** A layer, and the layers it may import from. */
const layers: Record<string, string[]> = {
  domain: [],
  contract: ["domain"],
  sandbox: ["domain"],
  server: ["domain", "contract"],
  web: ["domain", "contract"],
};

/** Inside the server a folder imports only from folders further down this list; "" holds the files at its root. */
const serverFolders = [
  "commands",
  "",
  "replay",
  "http",
  "mcp",
  "voice",
  "agent",
  "api",
  "demo",
  "batches",
  "sync",
  "integrations",
  "pipeline",
  "housekeeping",
  "backups",
  "learning",
  "live",
  "auth",
  "jobs",
  "ai",
  "store",
  "mail",
  "mapping",
  "places",
  "connectors",
  "egress",
  "audit",
  "vault",
  "db",
];
const serverFolderOf = (path: string): string =>
  path.split("/").length === 2 ? "" : (path.split("/")[1] ?? "");
/** Files at the root of the server that every folder may use. */
const usableEverywhere = [
  "batch",
  "clock",
  "concurrency-limit",
  "config",
  "constant-time",
  "error-text",
  "log",
  "start-error",
  "throttle",
  "tracing",
  "version",
].map((name) => `server/${name}.ts`);

const arrow = (path: string, target: string): string => `${path} → ${target}`;

describe("imports", () => {
  test("go from a layer only to the layers it may know", () => {
    const wrong = files.flatMap((path) =>
      importsOf(path)
        .filter(
          (target) => layerOf(target) !== layerOf(path) && !layers[layerOf(path)]?.includes(layerOf(target)),
        )
        // The worker thread starts the simulators; no other file of the server knows them.
        .filter((target) => !(path === "server/worker-thread.ts" && layerOf(target) === "sandbox"))
        .map((target) => arrow(path, target)),
    );
    expect(wrong).toEqual([]);
  });

  test("go one way inside the server", () => {
    const wrong = files
      .filter((path) => layerOf(path) === "server")
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => layerOf(target) === "server" && !usableEverywhere.includes(target))
          .filter(
            (target) =>
              serverFolders.indexOf(serverFolderOf(path)) > serverFolders.indexOf(serverFolderOf(target)),
          )
          .map((target) => arrow(path, target)),
      );
    expect(wrong).toEqual([]);
  });

  test("leave no folder of the server out of the list", () => {
    const found = new Set(files.filter((path) => layerOf(path) === "server").map(serverFolderOf));
    expect([...found].filter((folder) => !serverFolders.includes(folder))).toEqual([]);
  });

  test("never go from one screen to another, nor from primitives to screens or components", () => {
    const screenOf = (path: string) => /^web\/screens\/([^/]+)\//.exec(path)?.[1];
    const wrong = files.flatMap((path) =>
      importsOf(path)
        .filter((target) => {
          const isOtherScreen = screenOf(target) !== undefined && screenOf(path) !== screenOf(target);
          if (path.startsWith("web/screens/")) return isOtherScreen;
          if (path.startsWith("web/components/")) return screenOf(target) !== undefined;
          return path.startsWith("web/ui/") && /^web\/(screens|components)\//.test(target);
        })
        .map((target) => arrow(path, target)),
    );
    expect(wrong).toEqual([]);
  });

  test("are never circular, types included", () => {
    const graph = new Map(files.map((path) => [path, importsOf(path).filter((target) => texts.has(target))]));
    const state = new Map<string, "open" | "done">();
    const cycles: string[] = [];
    const visit = (path: string, trail: string[]): void => {
      if (state.get(path) === "done") return;
      if (state.get(path) === "open")
        return void cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      state.set(path, "open");
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
      state.set(path, "done");
    };
    for (const path of files) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test("use the path alias instead of parent folders", () => {
    expect(files.filter((path) => /from "\.\.\//.test(texts.get(path) ?? ""))).toEqual([]);
  });
});

test("no exported type name is defined twice", () => {
  const definitions = files.flatMap((path) =>
    [...(texts.get(path) ?? "").matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(
      ([, name = ""]) => ({
        name,
        path,
      }),
    ),
  );
  const repeated = [...Map.groupBy(definitions, ({ name }) => name)]
    .filter(([, defined]) => defined.length > 1)
    .map(([name, defined]) => `${name}: ${defined.map(({ path }) => path).join(", ")}`);
  expect(repeated).toEqual([]);
});

/** The two halves of a voice call: its states, and what they do. */
const mayBeLong = ["domain/agent/call-machine.ts", "server/voice/call-session.ts"];
test("no other file is longer than 400 lines", () => {
  const longFiles = files.filter((path) => (texts.get(path) ?? "").trimEnd().split("\n").length > 400);
  expect(longFiles.filter((path) => !mayBeLong.includes(path))).toEqual([]);
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

/** Tables of a person, and the only files that write them. */
const personWriters: Record<string, readonly string[]> = {
  people: [
    "server/store/people/person-sql.ts",
    // What a carrier reports of a number, and values whose field changes its kind: both keep the person's version.
    "server/store/people/matching.ts",
    "server/store/people/person-fields.ts",
  ],
  person_addresses: [
    "server/store/people/apply-plans.ts",
    // What happens to an address: messages from it, bounces, its hash.
    "server/store/people/person-addresses.ts",
    "server/store/people/matching.ts",
    "server/store/people/merge.ts",
  ],
  // The end of the demo withdraws what was granted in it.
  consent_records: [
    "server/store/compliance/consents.ts",
    "server/store/people/undo-merge.ts",
    "server/store/delivery/demo-sends.ts",
  ],
  suppressions: [
    "server/store/compliance/suppressions.ts",
    "server/store/people/erase-people.ts",
    "server/store/delivery/demo-sends.ts",
  ],
};

/** Who deletes from them: an undo, an erasure, a merge, the end of the demo. */
const personDeleters: Record<string, readonly string[]> = {
  people: [
    "server/demo/remove-demo.ts",
    "server/store/batches/undo-import.ts",
    "server/store/people/erase-people.ts",
    "server/store/people/merge.ts",
  ],
  person_addresses: ["server/store/people/apply-plans.ts", "server/store/people/undo-merge.ts"],
  consent_records: [
    "server/demo/remove-demo.ts",
    "server/store/batches/undo-import.ts",
    "server/store/people/erase-people.ts",
  ],
  suppressions: ["server/demo/remove-demo.ts"],
};

test("people are changed in one way", () => {
  for (const [table, writers] of Object.entries(personWriters)) {
    const statement = new RegExp(`(?:INSERT INTO|UPDATE) ${table}\\b`);
    const found = files.filter((path) => path.startsWith("server/") && statement.test(texts.get(path) ?? ""));
    expect(found.sort(), table).toEqual([...writers].sort());
  }
  for (const [table, deleters] of Object.entries(personDeleters)) {
    const statement = new RegExp(`DELETE FROM ${table}\\b`);
    const found = files.filter((path) => path.startsWith("server/") && statement.test(texts.get(path) ?? ""));
    expect(found.sort(), `deletes from ${table}`).toEqual([...deleters].sort());
  }
  const importers = (name: string) =>
    files.filter((path) => new RegExp(`import[^;]*\\b${name}\\b[^;]*from`).test(texts.get(path) ?? ""));
  expect(importers("insertPeopleSql")).toEqual(["server/store/people/apply-plans.ts"]);
  expect(importers("updatePeopleSql")).toEqual(["server/store/people/apply-plans.ts"]);
  expect(importers("insertConsents")).toEqual(["server/store/people/apply-plans.ts"]);
  // A reply, a complaint or an erasure opts an address out, which may be of several people or of none.
  expect(importers("insertSuppression").sort()).toEqual([
    "server/pipeline/deliver/opt-out.ts",
    "server/store/people/erase-people.ts",
  ]);
  // What the undo of an import keeps of the people whom it removes.
  expect(importers("insertOptOuts").sort()).toEqual([
    "server/store/batches/undo-import.ts",
    "server/store/people/apply-plans.ts",
  ]);
  // Rows of a merged person come back as they were, whatever columns they had.
  expect(importers("insertStored")).toEqual(["server/store/people/undo-merge.ts"]);
});
