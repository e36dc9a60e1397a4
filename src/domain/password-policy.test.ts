import { describe, expect, test } from "vitest";
import { findPasswordFault, type PasswordFault } from "./password-policy.ts";
import type { Role } from "./role.ts";

const isCommon = (normalized: string) => ["password123", "contrasena1234"].includes(normalized);

describe("a password", () => {
  test.each<[string, string, Role, PasswordFault | undefined]>([
    ["1234567", "ana@example.com", "viewer", "too_short"],
    ["12 45678", "ana@example.com", "viewer", undefined],
    ["password123", "ana@example.com", "viewer", "common"],
    ["PassWord123", "ana@example.com", "viewer", "common"],
    [" password123 ", "ana@example.com", "viewer", "common"],
    ["          ", "ana@example.com", "viewer", "common"],
    ["ññññññññññ", "ana@example.com", "viewer", "common"],
    ["Contraseña1234", "ana@example.com", "admin", "common"],
    ["marisol-2026", "marisol.rivera@correo.pr", "viewer", "contains_email"],
    ["my RIVERA house", "marisol.rivera@correo.pr", "viewer", "contains_email"],
    ["Correo numero 9", "marisol.rivera@correo.pr", "viewer", "contains_email"],
    ["blue-bakery-77", "ana@blue-bakery.com", "viewer", "contains_email"],
    ["banana split tree", "ana@example.com", "viewer", undefined],
    ["welcome to com", "ana@example.com", "viewer", undefined],
    ["muñoz y familia", "j.munoz@correo.pr", "operator", "contains_email"],
    ["eleven char", "ana@example.com", "operator", undefined],
    ["eleven char", "ana@example.com", "admin", "too_short_for_admin"],
    ["twelve chars", "ana@example.com", "admin", undefined],
  ])("%j of %s (%s): %s", (password, email, role, fault) => {
    expect(findPasswordFault(password, { email, isAdministrative: role === "admin" }, isCommon)).toBe(fault);
  });
});
