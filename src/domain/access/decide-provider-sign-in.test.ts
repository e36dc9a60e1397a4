import { describe, expect, test } from "vitest";
import {
  decideProviderSignIn,
  type KnownUsers,
  mayUsePassword,
  type ProviderRules,
  roleOfGroups,
} from "./decide-provider-sign-in.ts";
import type { ProviderUser } from "./provider-claims.ts";

const account: ProviderUser = {
  issuer: "https://id.example.com",
  subject: "1",
  email: "ana@example.com",
  isEmailVerified: true,
  organization: null,
  firstName: "Ana",
  lastName: null,
  language: null,
  groups: ["Sales"],
  hasSecondFactor: false,
};
const rules: ProviderRules = {
  issuer: "https://id.example.com",
  domains: [],
  groupRoles: [
    { group: "Admins", role: "admin" },
    { group: "Sales", role: "operator" },
  ],
  defaultRole: null,
  createsUsers: true,
  linksUsers: false,
};
const nobody: KnownUsers = { linked: undefined, sameEmail: undefined };
const linked: KnownUsers = { linked: { id: "u1", isActive: true }, sameEmail: undefined };
const known: KnownUsers = {
  linked: undefined,
  sameEmail: { id: "u2", isActive: true, isLinkedElsewhere: false },
};
const google = "https://accounts.google.com";

describe("the role of an account", () => {
  test.each([
    [["Sales"], "viewer", { role: "operator" }],
    [["Sales", "Admins"], "viewer", { role: "admin" }],
    [["sales"], "viewer", { role: "viewer" }],
    [["Other"], "viewer", { role: "viewer" }],
    [["Other"], null, { refused: "no_role" }],
    [[], null, { refused: "no_role" }],
    ["absent", "viewer", { role: "viewer" }],
    ["absent", null, { refused: "no_role" }],
    ["elsewhere", "viewer", { refused: "groups_unreadable" }],
  ] as const)("in %j with the default %j is %j", (groups, defaultRole, role) => {
    expect(roleOfGroups(groups, { ...rules, defaultRole })).toEqual(role);
  });

  test("without a table of groups is the default", () => {
    expect(roleOfGroups("elsewhere", { groupRoles: [], defaultRole: "viewer" })).toEqual({ role: "viewer" });
  });
});

describe("a sign-in with the identity provider", () => {
  type Case = [string, Partial<ProviderUser>, Partial<ProviderRules>, KnownUsers, unknown];
  const refused = (reason: string) => ({ kind: "refuse", reason });
  test.each<Case>([
    ["adds a new user", {}, {}, nobody, { kind: "create", email: "ana@example.com", role: "operator" }],
    ["adds nobody where users are not created", {}, { createsUsers: false }, nobody, refused("no_account")],
    ["adds nobody without a role", { groups: [] }, {}, nobody, refused("no_role")],
    [
      "gives a new user the default role",
      { groups: [] },
      { defaultRole: "viewer" },
      nobody,
      { kind: "create", email: "ana@example.com", role: "viewer" },
    ],
    ["adds nobody without an address", { email: null }, {}, nobody, refused("email_missing")],
    [
      "adds nobody with an unverified address",
      { isEmailVerified: false },
      {},
      nobody,
      refused("email_unverified"),
    ],
    [
      "knows a linked account by its subject alone",
      { email: null, isEmailVerified: false },
      {},
      linked,
      { kind: "sign_in", userId: "u1", role: "operator" },
    ],
    [
      "sets the role at each sign-in",
      { groups: ["Admins"] },
      {},
      linked,
      { kind: "sign_in", userId: "u1", role: "admin" },
    ],
    ["refuses a linked user who lost the last group", { groups: [] }, {}, linked, refused("no_role")],
    [
      "leaves the role where groups give none",
      { groups: "absent" },
      { groupRoles: [] },
      linked,
      { kind: "sign_in", userId: "u1", role: null },
    ],
    [
      "refuses a deactivated user",
      {},
      {},
      { ...linked, linked: { id: "u1", isActive: false } },
      refused("user_inactive"),
    ],
    ["does not link by address unless allowed", {}, {}, known, refused("not_linked")],
    [
      "links by a verified address where allowed",
      {},
      { linksUsers: true },
      known,
      { kind: "link", userId: "u2", role: "operator" },
    ],
    [
      "does not link by an unverified address",
      { isEmailVerified: false },
      { linksUsers: true },
      known,
      refused("email_unverified"),
    ],
    [
      "does not link a user of another account",
      {},
      { linksUsers: true },
      { linked: undefined, sameEmail: { id: "u2", isActive: true, isLinkedElsewhere: true } },
      refused("linked_elsewhere"),
    ],
    [
      "does not link a deactivated user",
      {},
      { linksUsers: true },
      { linked: undefined, sameEmail: { id: "u2", isActive: false, isLinkedElsewhere: false } },
      refused("user_inactive"),
    ],
    [
      "admits an allowed domain",
      {},
      { domains: ["example.com"] },
      nobody,
      { kind: "create", email: "ana@example.com", role: "operator" },
    ],
    ["refuses another domain", {}, { domains: ["example.org"] }, nobody, refused("domain_not_allowed")],
    [
      "refuses a domain that only ends alike",
      { email: "ana@evilexample.com" },
      { domains: ["example.com"] },
      nobody,
      refused("domain_not_allowed"),
    ],
    [
      "refuses a subdomain that is not listed",
      { email: "ana@x.example.com" },
      { domains: ["example.com"] },
      nobody,
      refused("domain_not_allowed"),
    ],
    [
      "checks the domain of a linked account, too",
      {},
      { domains: ["example.org"] },
      linked,
      refused("domain_not_allowed"),
    ],
    [
      "proves a domain only by a verified address",
      { isEmailVerified: false },
      { domains: ["example.com"] },
      linked,
      refused("email_unverified"),
    ],
    [
      "refuses a private Google account with an address of the domain",
      {},
      { issuer: google, domains: ["example.com"] },
      nobody,
      refused("domain_not_allowed"),
    ],
    [
      "admits an account of the Google organisation",
      { organization: "example.com" },
      { issuer: google, domains: ["example.com"] },
      nobody,
      { kind: "create", email: "ana@example.com", role: "operator" },
    ],
  ])("%s", (_title, change, rule, users, decision) => {
    expect(decideProviderSignIn({ ...account, ...change }, { ...rules, ...rule }, users)).toEqual(decision);
  });
});

describe("a password, where only single sign-on is allowed,", () => {
  test.each([
    ["admin", true, 1, true],
    ["admin", false, 1, false],
    ["admin", false, 0, true],
    ["operator", true, 1, false],
    ["operator", true, 0, false],
    ["own", true, 0, false],
  ])(
    "of the role %s with a second factor %j and %i local administrators works: %j",
    (role, hasSecondFactor, localAdmins, may) => {
      expect(mayUsePassword({ role, hasSecondFactor }, { onlySingleSignOn: true, localAdmins })).toBe(may);
      expect(mayUsePassword({ role, hasSecondFactor }, { onlySingleSignOn: false, localAdmins })).toBe(true);
    },
  );
});
