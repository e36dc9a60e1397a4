import { expect, test } from "vitest";
import { divideSlice, sliceQuery, wholeList } from "./sendgrid-search.ts";

test.each([
  [wholeList, null, "CONTAINS(list_ids, 'l1')"],
  [
    wholeList,
    Date.parse("2026-11-15T12:00:00.250Z"),
    "CONTAINS(list_ids, 'l1') AND updated_at >= '2026-11-15T12:00:00Z'",
  ],
  [{ prefix: "an", isRest: false }, null, "CONTAINS(list_ids, 'l1') AND email LIKE 'an%'"],
  [{ prefix: "o'%\\", isRest: false }, null, "CONTAINS(list_ids, 'l1') AND email LIKE 'o\\'%%\\\\%'"],
])("%j since %j is asked for by %s", (slice, since, query) => {
  expect(sliceQuery(slice, "l1", since)).toBe(query);
});

test("the parts of a slice hold each address once, whatever its next letter", () => {
  const parts = divideSlice({ prefix: "an", isRest: false }) ?? [];
  const rest = parts.at(-1);
  expect(parts.filter(({ prefix }) => prefix === "ana")).toHaveLength(1);
  expect(parts.filter(({ isRest }) => isRest)).toEqual([rest]);
  const query = sliceQuery(rest ?? wholeList, "l1", null);
  for (const { prefix, isRest } of parts) if (!isRest) expect(query).toContain(`NOT email LIKE '${prefix}%'`);
  expect(divideSlice(rest ?? wholeList)).toBeUndefined();
});
