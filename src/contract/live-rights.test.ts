import { expect, test } from "vitest";
import { type Area, type AreaLevel, builtInPermissions, noPermissions } from "#domain/access/areas.ts";
import { allRecords } from "#domain/access/record-scope.ts";
import { liveRightsOf } from "./live-rights.ts";

const topicsWith = (levels: Partial<Record<Area, AreaLevel>>) => [
  ...liveRightsOf({ ...noPermissions, ...levels }, allRecords).topics,
];

test("a user without areas learns only of what everybody has", () => {
  expect(topicsWith({}).sort()).toEqual(["account", "notifications", "settings", "tokens"]);
});

test.each<[Area, string]>([
  ["people", "people"],
  ["inbox", "threads"],
  ["rules", "rules"],
  ["endpoints", "endpoints"],
  ["voice", "calls"],
  ["audit", "audit"],
  ["integrations", "syncs"],
])("who may view %s learns that %s changed", (area, topic) => {
  expect(topicsWith({ [area]: "view" })).toContain(topic);
  expect(topicsWith({})).not.toContain(topic);
});

test("presence needs the inbox", () => {
  expect(liveRightsOf({ ...noPermissions, people: "manage", rules: "manage" }, allRecords).seesPresence).toBe(
    false,
  );
  expect(liveRightsOf({ ...noPermissions, inbox: "view" }, allRecords).seesPresence).toBe(true);
  expect(liveRightsOf(builtInPermissions.viewer, allRecords).seesPresence).toBe(true);
  const part = { people: "all", inbox: "own" } as const;
  expect(liveRightsOf({ ...noPermissions, inbox: "view" }, part).seesPresence).toBe(false);
});
