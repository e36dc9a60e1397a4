import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

const spanish = { "accept-language": "es" };
const issueOf = (answer: { body: { issues?: { path: string; message: string }[] } }) =>
  answer.body.issues?.[0];

describe("a new password", () => {
  test.each([
    ["password1", "viewer", "one of the most common", "una de las más comunes"],
    ["QwertyUiop", "viewer", "one of the most common", "una de las más comunes"],
    ["pilar-2026-x", "viewer", "parts of the email", "partes del correo"],
    ["eleven char", "admin", "at least 12", "al menos 12"],
    ["short", "viewer", "at least 8", "al menos 8"],
  ])("%j of a new %s is refused with a reason in both languages", async (given, role, en, es) => {
    const body = { email: "pilar@correo.example", password: given, role };
    for (const [headers, text] of [
      [{}, en],
      [spanish, es],
    ] as const) {
      const answer = await admin.send("POST", "/api/users", body, headers);
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
      expect(issueOf(answer)).toMatchObject({ path: "password", message: expect.stringContaining(text) });
    }
  });

  test("set by an administrator or by oneself follows the same rules", async () => {
    const created = await admin.send("POST", "/api/users", {
      email: "rosa@correo.example",
      password: "blue tree 7",
    });
    expect(created.status).toBe(200);
    const put = (body: object) => admin.send("PUT", `/api/users/${created.body.id}`, body);
    expect(issueOf(await put({ password: "iloveyou1" }))?.path).toBe("password");
    expect(issueOf(await put({ password: "rosa is here" }))?.path).toBe("password");
    const rosa = faro.visitor();
    await rosa.send("POST", "/api/auth/login", { email: "rosa@correo.example", password: "blue tree 7" });
    const change = (newPassword: string) =>
      rosa.send("POST", "/api/account/password", { currentPassword: "blue tree 7", newPassword });
    expect(issueOf(await change("iloveyou1"))?.path).toBe("newPassword");
    expect((await change("green tree 8")).status).toBe(200);
  });

  test("is needed when a user with a short one becomes an administrator", async () => {
    const { body } = await admin.send("POST", "/api/users", {
      email: "nico@correo.example",
      password: "blue tree",
    });
    const put = (change: object) => admin.send("PUT", `/api/users/${body.id}`, change);
    expect(issueOf(await put({ role: "admin" }))).toMatchObject({
      path: "password",
      message: expect.stringContaining("at least 12"),
    });
    expect(issueOf(await put({ role: "admin", password: "blue trees" }))?.path).toBe("password");
    expect((await put({ role: "admin", password: "blue trees and more" })).status).toBe(200);
    const operator = await faro.signedIn("operator");
    const team = (await admin.send("GET", "/api/users")).body;
    const { id } = team.find((user: { email: string }) => user.email === operator.email);
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect((await admin.send("PUT", `/api/users/${id}`, { role: "admin" })).status).toBe(200);
  });
});

describe("the first administrator", () => {
  test.each([
    ["ten chars!", "it is too short"],
    ["password1234", "it is one of the most common passwords"],
    ["the admin of it", "it contains a part of the e-mail address"],
  ])("is not created with the password %j, and all rules are named", async (given, reason) => {
    const start = startTestFaro({ FARO_ADMIN_PASSWORD: given });
    await expect(start).rejects.toThrow(`FARO_ADMIN_PASSWORD is refused: ${reason}.`);
    for (const rule of ["at least 12 characters", "most common ones", "repeated", "no part of the e-mail"])
      await expect(start).rejects.toThrow(rule);
  });
});
