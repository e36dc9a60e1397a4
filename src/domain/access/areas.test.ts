import { describe, expect, test } from "vitest";
import { mayActAs, type Role, roles } from "#domain/role.ts";
import {
  type Area,
  type AreaLevel,
  areas,
  builtInPermissions,
  covers,
  isAdministrative,
  mayUse,
  noPermissions,
  type Permissions,
  type Place,
  permissionsOf,
  readPermissions,
  tokenMayUse,
} from "./areas.ts";

const own = (levels: Partial<Record<Area, AreaLevel>>): Permissions => ({ ...noPermissions, ...levels });

describe("what a role may use", () => {
  test("a built-in role may use every area exactly as its rank says", () => {
    for (const actual of roles)
      for (const access of roles)
        for (const area of areas)
          expect(mayUse(builtInPermissions[actual], { access, area })).toBe(mayActAs(actual, access));
  });

  test.each<[string, Permissions, Place, boolean]>([
    ["a level of the area", own({ people: "work" }), { access: "operator", area: "people" }, true],
    ["a lower level of the area", own({ people: "work" }), { access: "viewer", area: "people" }, true],
    ["no higher level", own({ people: "work" }), { access: "admin", area: "people" }, false],
    ["no other area", own({ people: "manage" }), { access: "viewer", area: "inbox" }, false],
    ["one of several areas", own({ inbox: "view" }), { access: "viewer", area: ["people", "inbox"] }, true],
    ["none of them", own({ rules: "manage" }), { access: "viewer", area: ["people", "inbox"] }, false],
    ["what is open to everyone", noPermissions, { access: "viewer", area: "everyone" }, true],
  ])("%s", (_what, permissions, place, expected) => {
    expect(mayUse(permissions, place)).toBe(expected);
  });

  test.each<[string, unknown, Partial<Record<Area, AreaLevel>>]>([
    ["nothing", null, {}],
    ["levels", { people: "work", inbox: "view" }, { people: "work", inbox: "view" }],
    ["unknown areas and levels", { people: "everything", moon: "manage" }, {}],
  ])("stored %s opens only what it names", (_what, stored, expected) => {
    expect(readPermissions(stored)).toEqual(own(expected));
  });

  test("levels are read for a role of one's own only, and an unknown role may nothing", () => {
    expect(permissionsOf("own", { people: "view" })).toEqual(own({ people: "view" }));
    expect(permissionsOf("viewer", { people: "manage" })).toBe(builtInPermissions.viewer);
    expect(permissionsOf("emperor", { people: "manage" })).toBe(noPermissions);
  });
});

describe("what a role may give", () => {
  test.each<[string, Permissions, Permissions, boolean]>([
    ["an administrator gives everything", builtInPermissions.admin, builtInPermissions.admin, true],
    ["a role gives itself", own({ team: "manage" }), own({ team: "manage" }), true],
    ["a role gives less", own({ team: "manage", people: "work" }), own({ people: "view" }), true],
    [
      "a role gives no higher level",
      own({ team: "manage", people: "work" }),
      own({ people: "manage" }),
      false,
    ],
    ["a role gives no other area", own({ team: "manage" }), own({ inbox: "view" }), false],
    ["a role makes no administrator", own({ team: "manage" }), builtInPermissions.admin, false],
  ])("%s", (_what, holder, other, expected) => {
    expect(covers(holder, other)).toBe(expected);
  });

  test.each<[Permissions, boolean]>([
    [builtInPermissions.admin, true],
    [builtInPermissions.operator, false],
    [builtInPermissions.viewer, false],
    [own({ people: "manage", inbox: "manage" }), false],
    [own({ team: "manage" }), true],
    [own({ integrations: "manage" }), true],
  ])(
    "the rules for administrators hold where settings, secrets or users are managed",
    (permissions, expected) => {
      expect(isAdministrative(permissions)).toBe(expected);
    },
  );
});

describe("what a token may use", () => {
  test.each<[string, Permissions, Role, boolean]>([
    ["an administrator's is an operator's", builtInPermissions.admin, "operator", true],
    ["an administrator's is no administrator's", builtInPermissions.admin, "admin", false],
    ["a role's ends with its level", own({ people: "view" }), "operator", false],
  ])("%s", (_what, permissions, access, expected) => {
    expect(tokenMayUse(permissions, { access, area: "people" })).toBe(expected);
  });
});
