import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../process.ts";

type CoverageMap = { seconds: Record<string, number>; files: Record<string, string[]> };
type Choice = { chosen: string[]; left: string[]; unknown: string[] };
const { chooseTests } = (await import(join(project, "bin/choose-tests.mjs"))) as {
  chooseTests: (map: CoverageMap, changedFiles: string[]) => Choice;
};

const map: CoverageMap = {
  seconds: { hooks: 20, record: 30, people: 40, merge: 90 },
  files: {
    "src/server/a.ts": ["hooks 9", "record 3"],
    "src/server/b.ts": ["people 5", "hooks 1"],
  },
};

test.each<[string, string[], Choice]>([
  ["nothing", [], { chosen: [], left: [], unknown: [] }],
  ["the best tests of a file", ["src/server/a.ts"], { chosen: ["hooks", "record"], left: [], unknown: [] }],
  [
    "the best test of each file first, within the time",
    ["src/server/a.ts", "src/server/b.ts"],
    { chosen: ["hooks", "people"], left: ["record"], unknown: [] },
  ],
  [
    "a changed test whatever its time",
    ["test/merge.test.ts", "src/server/b.ts"],
    { chosen: ["merge"], left: ["people", "hooks"], unknown: [] },
  ],
  [
    "no test of a file that none runs",
    ["src/server/c.ts"],
    { chosen: [], left: [], unknown: ["src/server/c.ts"] },
  ],
  [
    "no test of the web or of unit tests",
    ["src/web/a.ts", "src/server/a.test.ts"],
    { chosen: [], left: [], unknown: [] },
  ],
])("chooses %s", (_, changed, expected) => expect(chooseTests(map, changed)).toEqual(expected));
