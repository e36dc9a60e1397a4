import { describe, expect, test } from "vitest";
import type { Audience } from "#domain/audience/audience.ts";
import {
  changeGroup,
  duplicateNode,
  emptyGroup,
  emptyRow,
  isComplete,
  mayAddGroup,
  removeNode,
  toAudience,
  toDraft,
} from "./audience-draft.ts";

const isNew: Audience = { field: "status", op: "is_any_of", value: ["new"] };
const isWarm: Audience = { field: "intent", op: ">=", value: 70 };
const wroteLately: Audience = { field: "last_inbound_at", op: "in_last", value: { last: 7, unit: "days" } };

describe("the draft of a filter", () => {
  test.each<[string, Audience]>([
    ["all of", { all: [isNew, isWarm] }],
    ["any of", { any: [isNew, { not: isWarm }] }],
    ["none of", { not: { any: [isNew, isWarm] } }],
    ["not all of", { not: { all: [isNew, isWarm] } }],
    ["nested groups", { all: [isNew, { any: [isWarm, { all: [wroteLately, { not: isNew }] }] }] }],
    ["everybody inside a group", { all: [isNew, { not: { everybody: true } }] }],
    [
      "a count within a span",
      { all: [{ field: "event.visit", op: ">=", value: 2, within: { last: 30, unit: "days" } }] },
    ],
  ])("keeps %s as it is", (_, audience) => {
    expect(toAudience(toDraft(audience))).toEqual(audience);
  });

  test("puts a single row into a group", () => {
    expect(toAudience(toDraft(isNew))).toEqual({ all: [isNew] });
    expect(toAudience(toDraft({ not: isNew }))).toEqual({ all: [{ not: isNew }] });
  });

  test("is empty for everybody", () => {
    expect(toDraft({ everybody: true }).children).toEqual([]);
    expect(toAudience(toDraft(undefined))).toBeUndefined();
  });

  test("leaves out rows and groups that say too little", () => {
    const draft = toDraft({ all: [isNew] });
    const more = { ...draft, children: [...draft.children, emptyRow(), emptyGroup()] };
    expect(toAudience(more)).toEqual({ all: [isNew] });
  });

  test("loses a group with its last row", () => {
    const draft = toDraft({ all: [isNew, { any: [isWarm] }] });
    const group = draft.children[1];
    const row = group?.kind === "group" ? group.children[0] : undefined;
    expect(toAudience(removeNode(draft, row?.id ?? -1))).toEqual({ all: [isNew] });
  });

  test("doubles a group with rows of their own", () => {
    const draft = toDraft({ all: [{ any: [isWarm, isNew] }] });
    const doubled = duplicateNode(draft, draft.children[0]?.id ?? -1);
    expect(toAudience(doubled)).toEqual({ all: [{ any: [isWarm, isNew] }, { any: [isWarm, isNew] }] });
    expect(new Set(doubled.children.map(({ id }) => id)).size).toBe(2);
  });

  test("turns a group around", () => {
    const draft = toDraft({ all: [isNew] });
    const none = changeGroup(draft, draft.id, (group) => ({ ...group, mode: "none" }));
    expect(toAudience(none)).toEqual({ not: { any: [isNew] } });
  });

  test("allows groups up to the third level", () => {
    const root = toDraft({ all: [isNew] });
    expect([1, 2, 3].map((level) => mayAddGroup(root, root, level))).toEqual([true, true, false]);
  });
});

test.each([
  [{ op: "known" }, true],
  [{ op: "is", value: "" }, false],
  [{ op: "is", value: "Ana" }, true],
  [{ op: "is_any_of", value: [] }, false],
  [{ op: "=", value: 0 }, true],
  [{ op: "between", value: [1] }, false],
  [{ op: "between", value: [1, 5] }, true],
  [{ op: "in_last", value: { last: 0, unit: "days" } }, false],
  [{ op: "in_last", value: { last: 7, unit: "days" } }, true],
  [{}, false],
] as const)("a row with %j is complete: %s", (parts, expected) => {
  expect(isComplete({ ...emptyRow(), field: "x", ...parts } as never)).toBe(expected);
});
