import { expect, test } from "vitest";
import type { View } from "#contract/audiences.ts";
import { inViewOrder, moveView, toViewSections } from "./view-order.ts";

const view = (name: string, rest: Partial<View> = {}) =>
  ({ name, kind: "view", ownerId: null, pinned: false, position: 0, ...rest }) as View;

test("views are listed as own, shared and segments, with pinned ones first", () => {
  const sections = toViewSections([
    view("Warm"),
    view("Cold", { ownerId: "me" }),
    view("Buyers", { kind: "segment" }),
    view("Alpha", { position: 2 }),
    view("Zulu", { pinned: true, position: 5 }),
  ]);
  expect(sections.own.map(({ name }) => name)).toEqual(["Cold"]);
  expect(sections.shared.map(({ name }) => name)).toEqual(["Zulu", "Warm", "Alpha"]);
  expect(sections.segments.map(({ name }) => name)).toEqual(["Buyers"]);
});

test("a view takes the place of another, from either side", () => {
  const views = ["a", "b", "c", "d"].map((id, position) => view(id, { id, position, pinned: true }));
  expect(moveView(views, "a", "c")).toEqual(["b", "c", "a", "d"]);
  expect(moveView(views, "d", "b")).toEqual(["a", "d", "b", "c"]);
  expect(moveView(views, "a", "a")).toBeUndefined();
  expect(moveView(views, "a", "gone")).toBeUndefined();
});

test("the user's order comes before the sections", () => {
  const ordered = inViewOrder([
    view("Mine", { ownerId: "me", position: 9 }),
    view("Buyers", { kind: "segment", position: 1 }),
    view("Unplaced", { kind: "segment", position: 9 }),
  ]);
  expect(ordered.map(({ name }) => name)).toEqual(["Buyers", "Mine", "Unplaced"]);
});
