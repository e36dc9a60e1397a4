import { describe, expect, test } from "vitest";
import { choosePlace, type PlaceFacts, shortHash } from "./place.ts";

const facts: PlaceFacts = {
  inside: "/d/postgres",
  outside: "/var/lib/faro/abc",
  insideHasCluster: false,
  reachable: true,
};
const located = { place: "/var/lib/faro/old", there: true, madeFor: "/d", madeForStillUsesIt: false };

describe("where the database lives", () => {
  test.each([
    ["a new one that can be reached", facts, "/d/postgres"],
    ["an existing one that can be reached", { ...facts, insideHasCluster: true }, "/d/postgres"],
    ["a new one that cannot be reached", { ...facts, reachable: false }, "/var/lib/faro/abc"],
    ["where it was put before", { ...facts, reachable: false, located }, "/var/lib/faro/old"],
    ["where it was put before, though now it could be reached", { ...facts, located }, "/var/lib/faro/old"],
    [
      "after the data directory moved",
      { ...facts, located: { ...located, madeFor: "/gone" } },
      "/var/lib/faro/old",
    ],
  ])("%s", (_, given, place) => expect(choosePlace(given)).toMatchObject({ place }));

  test.each([
    ["an existing one that cannot be reached", { ...facts, insideHasCluster: true, reachable: false }, "o+x"],
    ["a place that is gone", { ...facts, located: { ...located, there: false } }, "gone"],
    [
      "a copy of a data directory in use",
      { ...facts, located: { ...located, madeFor: "/e", madeForStillUsesIt: true } },
      "a copy of /e",
    ],
  ])("refused: %s", (_, given, part) =>
    expect(choosePlace(given)).toMatchObject({ kind: "refused", sentence: expect.stringContaining(part) }),
  );
});

test("the short name of a data directory", () => {
  expect(shortHash("/a")).toMatch(/^[0-9a-f]{12}$/);
  expect(shortHash("/a")).not.toBe(shortHash("/b"));
});
