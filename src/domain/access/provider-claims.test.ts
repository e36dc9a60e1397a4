import { describe, expect, test } from "vitest";
import { findClaim, readGroups, readProviderUser, statesSeveralFactors } from "./provider-claims.ts";

const identity = { issuer: "https://id.example.com", subject: "1" };
const rules = { groupClaim: "groups", trustsEmails: false, statesSecondFactor: false };
const read = (claims: Record<string, unknown>, more: Partial<typeof rules> = {}) =>
  readProviderUser(identity, claims, { ...rules, ...more });

describe("a claim", () => {
  const claims = {
    groups: ["a"],
    realm_access: { roles: ["b"] },
    "https://example.com/groups": ["c"],
    "resource_access.faro": { roles: ["d"] },
  };
  test.each([
    ["groups", ["a"]],
    ["realm_access.roles", ["b"]],
    ["https://example.com/groups", ["c"]],
    ["resource_access.faro.roles", ["d"]],
    ["realm_access.missing", undefined],
    ["constructor", undefined],
    ["__proto__.constructor", undefined],
    ["groups.length", 1],
  ])("%s is %j", (path, found) => {
    expect(findClaim(claims, path)).toEqual(found);
  });
});

describe("the groups of an account", () => {
  test.each([
    [{ groups: ["Sales", " Support ", ""] }, ["Sales", "Support"]],
    [{ groups: "Sales" }, ["Sales"]],
    [{ groups: [1, null, { name: "Sales" }, "Sales"] }, ["Sales"]],
    [{ groups: [] }, []],
    [{}, "absent"],
    [{ groups: null }, "absent"],
    [{ _claim_names: { groups: "src1" } }, "elsewhere"],
    [{ _claim_names: { roles: "src1" } }, "absent"],
  ])("of %j are %j", (claims, groups) => {
    expect(readGroups(claims, "groups")).toEqual(groups);
  });
});

describe("an address", () => {
  test.each([
    [{ email_verified: true }, false, true],
    [{ email_verified: "true" }, false, true],
    [{ email_verified: false }, false, false],
    [{ email_verified: "false" }, true, false],
    [{ email_verified: false }, true, false],
    [{ email_verified: 1 }, true, false],
    [{}, false, false],
    [{}, true, true],
    [{ xms_edov: true }, false, true],
    [{ xms_edov: "1" }, false, true],
    [{ xms_edov: false }, false, false],
  ])("with %j, trusted %j, is verified: %j", (claims, trustsEmails, verified) => {
    expect(read({ email: "ana@example.com", ...claims }, { trustsEmails }).isEmailVerified).toBe(verified);
  });

  test.each([
    [" Ana@Example.COM ", "ana@example.com"],
    ["ana", null],
    ["ana@example.com, eve@evil.example", null],
    ["ana@example.com\u0000", null],
    [["ana@example.com"], null],
    [undefined, null],
  ])("%j is read as %j", (email, found) => {
    expect(read({ email }).email).toBe(found);
  });
});

describe("a second factor at the provider", () => {
  test.each([
    [{ amr: ["pwd", "mfa"] }, true],
    [{ amr: ["pwd", "otp"] }, true],
    [{ amr: ["pin", "hwk"] }, true],
    [{ amr: ["otp"] }, false],
    [{ amr: ["pwd"] }, false],
    [{ amr: "mfa" }, false],
    [{ acr: "http://schemas.openid.net/pape/policies/2007/06/multi-factor" }, true],
    [{ acr: "phr" }, true],
    [{ acr: "1" }, false],
    [{}, false],
  ])("is stated by %j: %j", (claims, stated) => {
    expect(statesSeveralFactors(claims)).toBe(stated);
    expect(read(claims, { statesSecondFactor: true }).hasSecondFactor).toBe(true);
  });
});

describe("the name", () => {
  test.each([
    [{ given_name: "Ana", family_name: "Rivera" }, "Ana", "Rivera"],
    [{ name: "Ana Rivera Soto" }, "Ana", "Rivera Soto"],
    [{ name: "Ana" }, "Ana", null],
    [{ given_name: "A\u202Ena\u0000" }, "Ana", null],
    [{ name: 5 }, null, null],
    [{ given_name: "a".repeat(300) }, "a".repeat(200), null],
  ])("of %j is %j %j", (claims, firstName, lastName) => {
    expect(read(claims)).toMatchObject({ firstName, lastName });
  });
});
