import { expect, test } from "vitest";
import { shareNames, withoutShare } from "./toast-shares.ts";

const testFiles = import.meta.glob<string>("../../src/web/**/*.test.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("every toast, text and rule of the list is a component test's, or named as the browser's", () => {
  expect(withoutShare()).toEqual([]);
});

test("every share of the list is proven by one component test", () => {
  const proven = Object.values(testFiles).flatMap((text) =>
    [...text.matchAll(/notSeen\(entriesOf\("([\w-]+)"\)\)/g)].map(([, share]) => share),
  );
  expect(proven.sort()).toEqual(shareNames.toSorted());
});
