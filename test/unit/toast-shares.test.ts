import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shareNames, withoutShare } from "../web/toast-shares.ts";

const web = join(import.meta.dirname, "../../src/web");

test("every toast, text and rule of the list is seen by a component test, or named as the browser's", () => {
  expect(withoutShare()).toEqual([]);
});

test("every share is proven by a component test", () => {
  const proven = globSync("**/*.test.tsx", { cwd: web }).flatMap((path) =>
    [...readFileSync(join(web, path), "utf8").matchAll(/notSeen\(entriesOf\("([\w-]+)"\)\)/g)].map(
      ([, share]) => share,
    ),
  );
  expect(proven.sort()).toEqual(shareNames.toSorted());
});
