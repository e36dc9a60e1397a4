import { describe, expect, test } from "vitest";
import { areas, builtInPermissions, type PlaceArea } from "./areas.ts";
import {
  allRecords,
  type RecordScope,
  type RecordScopes,
  readRecordScopes,
  recordScopesOf,
  scopeOfCall,
  withinScopes,
} from "./record-scope.ts";

describe("the part of the records that a role has", () => {
  test.each<[unknown, RecordScopes]>([
    [undefined, allRecords],
    [null, allRecords],
    [{}, allRecords],
    [{ people: "own" }, { people: "own", inbox: "all" }],
    [
      { people: "team", inbox: "own" },
      { people: "team", inbox: "own" },
    ],
    [
      { people: "everything", inbox: 1 },
      { people: "own", inbox: "own" },
    ],
  ])("%j is read as %j", (stored, expected) => {
    expect(readRecordScopes(stored)).toEqual(expected);
  });

  test("is everything for the built-in roles, whatever is stored", () => {
    expect(recordScopesOf("viewer", { people: "own" })).toEqual(allRecords);
    expect(recordScopesOf("own", { people: "own" })).toEqual({ people: "own", inbox: "all" });
  });

  test.each<[RecordScopes, PlaceArea, RecordScope]>([
    [{ people: "own", inbox: "all" }, "people", "own"],
    [{ people: "own", inbox: "all" }, "inbox", "all"],
    [{ people: "own", inbox: "all" }, ["people", "inbox"], "own"],
    [{ people: "team", inbox: "own" }, ["inbox", "people", "compliance"], "own"],
    [{ people: "team", inbox: "all" }, "everyone", "team"],
    [{ people: "all", inbox: "team" }, "dashboard", "team"],
    [allRecords, "everyone", "all"],
  ])("%j gives a call of %j the scope %s", (scopes, area, expected) => {
    expect(scopeOfCall(scopes, area)).toBe(expected);
  });

  test("closes every area that shows records of others", () => {
    expect(withinScopes(builtInPermissions.admin, allRecords)).toEqual(builtInPermissions.admin);
    const part = withinScopes(builtInPermissions.operator, { people: "all", inbox: "team" });
    expect(areas.filter((area) => part[area] !== "none")).toEqual(["people", "inbox", "reports"]);
  });
});
