import { describe, expect, test } from "vitest";
import { builtInPermissions, noPermissions } from "#domain/access/areas.ts";
import {
  refuseHolder,
  refuseToken,
  type TokenFacts,
  type TokenScope,
  tokenScopes,
  usefulScopes,
} from "./token.ts";

const now = 1_800_000_000_000;
const token: TokenFacts = {
  scopes: ["people:read", "people:write"],
  permissions: builtInPermissions.operator,
  isUserActive: true,
  isForAssistant: false,
  expiresAt: now + 1,
  revokedAt: null,
  suspendedAt: null,
  accessExpiresAt: null,
};
const read = { access: "viewer", area: "people", scope: "people:read" as TokenScope } as const;

describe("a token", () => {
  test.each<[string, Partial<TokenFacts>, Parameters<typeof refuseToken>[1], string | null]>([
    ["with the scope may call", {}, read, null],
    [
      "of an administrator may do what operators may",
      { permissions: builtInPermissions.admin },
      { ...read, access: "operator" },
      null,
    ],
    [
      "of an administrator is no administrator",
      { permissions: builtInPermissions.admin },
      { ...read, access: "admin" },
      "token_lacks_role",
    ],
    [
      "of a viewer may not write",
      { permissions: builtInPermissions.viewer },
      { access: "operator", area: "people", scope: "people:write" },
      "token_lacks_role",
    ],
    [
      "without the scope may not",
      {},
      { access: "viewer", area: "people", scope: "rules:read" },
      "token_lacks_scope",
    ],
    [
      "may not make a call that no scope opens",
      {},
      { access: "viewer", area: "people", scope: undefined },
      "token_not_allowed_here",
    ],
    [
      "of an administrator may subscribe hooks",
      { permissions: builtInPermissions.admin, scopes: ["webhooks:write"] },
      { access: "operator", area: "integrations", scope: "webhooks:write" },
      null,
    ],
    [
      "of an operator may not subscribe hooks",
      { scopes: ["webhooks:write"] },
      { access: "operator", area: "integrations", scope: "webhooks:write" },
      "token_lacks_role",
    ],
    ["of an assistant may not use the HTTP API", { isForAssistant: true }, read, "token_not_allowed_here"],
    ["ends at its time", { expiresAt: now }, read, "token_expired"],
    ["of a grant ends with its access token", { accessExpiresAt: now }, read, "token_expired"],
    ["of a grant may be used until then", { accessExpiresAt: now + 1 }, read, null],
    ["ends when it is revoked", { revokedAt: now - 1 }, read, "token_revoked"],
    ["rests while it is suspended", { suspendedAt: now - 1 }, read, "token_suspended"],
    ["ends with its user", { isUserActive: false }, read, "token_user_inactive"],
  ])("%s", (_what, facts, call, expected) => {
    expect(refuseToken({ ...token, ...facts }, call, now)).toBe(expected);
  });
});

describe("the scopes of use to a user", () => {
  test.each([
    ["an administrator: all", builtInPermissions.admin, [...tokenScopes]],
    [
      "a viewer: those that read",
      builtInPermissions.viewer,
      tokenScopes.filter((one) => one.endsWith(":read")),
    ],
    [
      "an own role: those of its areas",
      { ...noPermissions, inbox: "work" } as const,
      ["conversations:read", "messages:draft", "messages:send"],
    ],
    ["a role without areas: none", noPermissions, []],
  ])("%s", (_who, permissions, expected) => {
    expect(usefulScopes(permissions)).toEqual(expected);
  });
});

test("what a grant asked for may still be approved after its access token ended", () => {
  expect(refuseHolder({ ...token, accessExpiresAt: now }, now)).toBeNull();
  expect(refuseHolder({ ...token, revokedAt: now }, now)).toBe("token_revoked");
});
