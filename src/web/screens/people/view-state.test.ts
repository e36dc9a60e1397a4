import { describe, expect, test } from "vitest";
import type { View } from "#contract/audiences.ts";
import { resolveView, toViewInput, toViewParams, type ViewParams } from "./view-state.ts";

const isNew = { all: [{ field: "status", op: "is_any_of" as const, value: ["new"] }] };
const own = ["name", "stage"];

const view: View = {
  id: "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90",
  kind: "view",
  screen: "people",
  name: "New ones",
  ownerId: null,
  audience: isNew,
  isReadable: true,
  columns: ["name", "score"],
  sort: "score",
  direction: "asc",
  shape: "board",
  pinned: false,
  position: 0,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
};

const resolve = (params: ViewParams = {}, from: View | undefined = view) => resolveView(params, from, own);

describe("the state of the list", () => {
  test("is that of the view where the URL says nothing", () => {
    expect(resolve()).toEqual({
      audience: isNew,
      isBroken: false,
      order: { sort: "score", direction: "asc" },
      columns: ["name", "score"],
      shape: "board",
      isChanged: false,
    });
  });

  test("is everybody in the user's own columns without a view", () => {
    expect(resolveView({}, undefined, own)).toMatchObject({
      audience: undefined,
      order: { sort: "updated", direction: "desc" },
      columns: own,
      shape: "list",
      isChanged: false,
    });
  });

  test("follows the URL before the view", () => {
    const state = resolve({ where: '{"everybody":true}', sort: "name", shape: "list", columns: "name" });
    expect(state).toMatchObject({
      audience: undefined,
      isBroken: false,
      order: { sort: "name", direction: "asc" },
      columns: ["name"],
      shape: "list",
      isChanged: true,
    });
  });

  test.each(["", "{", "[]", '{"all":[]}', '{"field":"x","op":"no_such"}', '{"all":[{"everybody":false}]}'])(
    "a filter that cannot be read is broken: %s",
    (where) => expect(resolve({ where })).toMatchObject({ isBroken: true, audience: undefined }),
  );
});

describe("a change", () => {
  test("back to what the view has leaves the URL", () => {
    const { audience, order, columns, shape } = resolve();
    expect(toViewParams({ audience, order, columns, shape }, view, own)).toEqual({
      where: undefined,
      sort: undefined,
      direction: undefined,
      columns: undefined,
      shape: undefined,
    });
  });

  test("of a view to everybody is said", () => {
    expect(toViewParams({ audience: undefined }, view, own).where).toBe('{"everybody":true}');
    expect(toViewParams({ audience: undefined }, undefined, own).where).toBeUndefined();
  });

  test("leads to the same state when it is read again", () => {
    const change = {
      audience: isNew,
      order: { sort: "name", direction: "desc" },
      columns: ["name", "tags"],
    } as const;
    const params = toViewParams({ ...change, columns: [...change.columns], shape: "board" }, undefined, own);
    expect(resolveView(params, undefined, own)).toMatchObject({ ...change, shape: "board" });
  });
});

test("a view stores everybody as such", () => {
  expect(toViewInput(resolveView({}, undefined, own))).toEqual({
    audience: { everybody: true },
    columns: own,
    sort: "updated",
    direction: "desc",
    shape: "list",
  });
});
