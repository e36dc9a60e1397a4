import { expect, test } from "vitest";
import { haveSameTags, mergeTags } from "./merge-tags.ts";

test.each<[string, string, string, string | undefined, "in" | "out" | "both", string, string]>([
  ["the first meeting joins both", "a", "b", undefined, "both", "a b", "b a"],
  ["added there", "a", "a b", "a", "both", "a b", "a b"],
  ["removed here", "a", "a b", "a b", "both", "a", "a"],
  ["added here, removed there", "a c", "", "a", "both", "c", "c"],
  ["nothing changed", "a b", "b a", "a b", "both", "a b", "b a"],
  ["only in: own tags stay here", "a", "b", undefined, "in", "a b", "b"],
  ["only in: removed there", "a b", "", "b", "in", "a", ""],
  ["only out: their own tags stay there", "a", "b", undefined, "out", "a", "b a"],
  ["only out: removed here", "", "a b", "a", "out", "", "b"],
])("%s", (_name, ours, theirs, base, direction, here, there) => {
  const list = (text: string) => text.split(" ").filter(Boolean);
  const merged = mergeTags(list(ours), list(theirs), base === undefined ? undefined : list(base), direction);
  expect([merged.ours.join(" "), merged.theirs.join(" ")]).toEqual([here, there]);
  // What was merged is at rest.
  const again = mergeTags(merged.ours, merged.theirs, merged.base, direction);
  expect(haveSameTags(again.ours, merged.ours) && haveSameTags(again.theirs, merged.theirs)).toBe(true);
});
