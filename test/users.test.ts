import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let admin: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  admin = await faro.signedIn("admin");
});
afterAll(() => faro.stop());

const person = {
  email: "marisol@example.com",
  password: "long enough",
  firstName: "Marisol",
  role: "operator",
};

describe("the team", () => {
  test("an administrator adds a user, who can then sign in; a duplicate e-mail is rejected", async () => {
    const created = await admin.send("POST", "/api/users", person);
    expect(created).toMatchObject({
      status: 200,
      body: { email: person.email, role: "operator", active: true },
    });
    expect(created.body).not.toHaveProperty("password");
    expect(
      (
        await faro
          .visitor()
          .send("POST", "/api/auth/login", person && { email: person.email, password: person.password })
      ).status,
    ).toBe(200);
    expect(await admin.send("POST", "/api/users", person)).toMatchObject({
      status: 409,
      body: { code: "already_exists" },
    });
  });

  test("a save over a newer version is a conflict and changes nothing", async () => {
    const { body } = await admin.send("POST", "/api/users", { ...person, email: "luis@example.com" });
    const first = await admin.send("PUT", `/api/users/${body.id}`, {
      firstName: "Luis",
      updatedAt: body.updatedAt,
    });
    expect(first.status).toBe(200);
    const second = await admin.send("PUT", `/api/users/${body.id}`, {
      firstName: "Lois",
      updatedAt: body.updatedAt,
    });
    expect(second).toMatchObject({ status: 409, body: { code: "conflict" } });
    const list = await admin.send("GET", "/api/users");
    expect(list.body.find((user: { id: string }) => user.id === body.id).firstName).toBe("Luis");
  });

  test("the last active administrator cannot be demoted or deactivated, even by concurrent requests", async () => {
    const { body: everyone } = await admin.send("GET", "/api/users");
    const admins = everyone.filter((user: { role: string }) => user.role === "admin");
    expect(admins).toHaveLength(2);
    // Both requests wait for a row lock, so that both are authorized before either demotes an administrator.
    const blocker = await faro.pool.connect();
    await blocker.query("BEGIN");
    await blocker.query("SELECT 1 FROM users FOR UPDATE");
    const answers = admins.map((user: { id: string }) =>
      admin.send("PUT", `/api/users/${user.id}`, { role: "viewer" }),
    );
    const countWaiting = async () =>
      (
        await faro.pool.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rows[0].n;
    await expect.poll(countWaiting).toBe(2);
    await blocker.query("COMMIT");
    blocker.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    const { rows } = await faro.pool.query("SELECT id FROM users WHERE role = 'admin' AND active");
    expect(rows).toHaveLength(1);
    await faro.pool.query("UPDATE users SET role = 'admin' WHERE email = $1", [admin.email]);
  });

  test.each([
    ["an unknown field", { ...person, email: "a@example.com", nickname: "x" }],
    ["a bad e-mail", { ...person, email: "not an address" }],
    ["a short password", { ...person, email: "b@example.com", password: "1234567" }],
    ["an unknown role", { ...person, email: "c@example.com", role: "owner" }],
    ["a NUL in a name", { ...person, email: "e@example.com", firstName: "a\u0000b" }],
    ["a name that never ends", { ...person, email: "d@example.com", firstName: "x".repeat(201) }],
  ])("%s is rejected with a message, and nothing is written", async (_what, body) => {
    const before = (await admin.send("GET", "/api/users")).body.length;
    const answer = await admin.send("POST", "/api/users", body, { "accept-language": "es" });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "invalid", message: "Revise los datos ingresados" },
    });
    expect(answer.body.issues).toHaveLength(1);
    expect((await admin.send("GET", "/api/users")).body).toHaveLength(before);
  });

  test.each(["nonsense", "01890000-0000-7000-8000-000000000000", "1' OR '1'='1"])(
    "no user has the id %s",
    async (id) => {
      const answer = await admin.send("PUT", `/api/users/${encodeURIComponent(id)}`, { firstName: "x" });
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(JSON.stringify(answer.body)).not.toContain("at ");
    },
  );
});

describe("a body that is not JSON", () => {
  test.each([
    ["text", "text/plain", "hello", 415, "unsupported_media"],
    ["a form", "application/x-www-form-urlencoded", "a=1", 415, "unsupported_media"],
    ["broken JSON", "application/json", "{", 400, "bad_json"],
    ["a poisoned prototype", "application/json", '{"__proto__":{"role":"admin"}}', 400, "bad_json"],
    ["too much", "application/json", `"${"x".repeat(1_100_000)}"`, 413, "too_large"],
  ])("%s is rejected with its own code", async (_what, type, body, status, code) => {
    expect(await admin.send("POST", "/api/users", body, { "content-type": type })).toMatchObject({
      status,
      body: { code },
    });
  });
});
