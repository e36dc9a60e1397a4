import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maxSessionMs } from "#server/auth/sessions.ts";
import { adminEmail, password, startTestFaro, type TestFaro } from "./faro.ts";

let faro: TestFaro;
beforeAll(async () => {
  faro = await startTestFaro();
});
afterAll(() => faro.stop());

const signIn = (email: string, given: string, headers: Record<string, string> = {}) =>
  faro.visitor().send("POST", "/api/auth/login", { email, password: given }, headers);

describe("sign-in", () => {
  test("creates a session with an HttpOnly cookie, and the table holds no token", async () => {
    const visitor = faro.visitor();
    const answer = await visitor.send("POST", "/api/auth/login", {
      email: ` ${adminEmail.toUpperCase()} `,
      password,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ email: adminEmail, role: "admin" });
    expect(answer.body).not.toHaveProperty("password");
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("faro_session="));
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    const { rows } = await faro.pool.query("SELECT sid FROM sessions");
    expect(rows.map((row) => row.sid)).not.toContain(visitor.cookies.get("faro_session"));
    expect((await visitor.send("GET", "/api/auth/user")).body.email).toBe(adminEmail);
    await visitor.send("POST", "/api/auth/logout");
    expect((await visitor.send("GET", "/api/auth/user")).status).toBe(401);
  });

  test("over https the cookie is bound to the host", async () => {
    const secure = await startTestFaro({ FARO_PUBLIC_URL: "https://faro.example.com" });
    try {
      const answer = await secure.visitor().send("POST", "/api/auth/login", { email: adminEmail, password });
      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-faro_session=.*; Path=\/; .*Secure$/);
      expect(answer.headers.get("strict-transport-security")).toContain("max-age");
    } finally {
      await secure.stop();
    }
  });

  test("an unknown user and a wrong password get the same response", async () => {
    const unknown = await signIn("nobody@example.com", "whatever it is");
    const wrong = await signIn(adminEmail, "whatever it is");
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual({ code: "wrong_credentials", message: "Invalid email or password" });
    expect({ status: wrong.status, body: wrong.body }).toEqual({
      status: unknown.status,
      body: unknown.body,
    });
  });

  test("is rejected after five failures from one address, with the time to wait, and works from others", async () => {
    const email = "target@example.com";
    const owner = faro.visitor();
    await faro.pool.query(
      "INSERT INTO users (email, password, role) SELECT $1, password, 'viewer' FROM users WHERE email = $2",
      [email, adminEmail],
    );
    // The owner's browser signed in before; the attacker uses the same IP address.
    expect((await owner.send("POST", "/api/auth/login", { email, password })).status).toBe(200);
    await owner.send("POST", "/api/auth/logout");
    for (let count = 0; count < 5; count++) expect((await signIn(email, "guess")).status).toBe(401);
    const refused = await signIn(email, password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await owner.send("POST", "/api/auth/login", { email, password })).status).toBe(200);
    const elsewhere = await signIn(email, password, { "x-forwarded-for": "203.0.113.9" });
    expect(elsewhere.status).toBe(200);
  });

  test("concurrent wrong passwords get no more attempts than sequential ones", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn("storm@example.com", "guess")));
    const tried = answers.filter((answer) => answer.status === 401).length;
    expect(tried).toBeLessThanOrEqual(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(40 - tried);
  });

  test("addresses of one IPv6 network share their attempts", async () => {
    const from = (n: number) => ({ "x-forwarded-for": `2001:db8:1:2::${n.toString(16)}` });
    for (let n = 1; n <= 5; n++) expect((await signIn("six@example.com", "guess", from(n))).status).toBe(401);
    expect((await signIn("six@example.com", "guess", from(6))).status).toBe(429);
    const elsewhere = { "x-forwarded-for": "2001:db8:1:3::1" };
    expect((await signIn("six@example.com", "guess", elsewhere)).status).toBe(401);
  });

  test("a sign-in with the old password fails during a password change", async () => {
    const admin = await faro.signedIn("admin");
    const viewer = await faro.signedIn("viewer");
    const { body } = await admin.send("GET", "/api/users");
    const { id } = body.find((user: { email: string }) => user.email === viewer.email);
    const visitors = Array.from({ length: 4 }, () => faro.visitor());
    const [reset] = await Promise.all([
      admin.send("PUT", `/api/users/${id}`, { password: "a whole new one" }),
      ...visitors.map((visitor) =>
        visitor.send("POST", "/api/auth/login", { email: viewer.email, password }),
      ),
    ]);
    expect(reset?.status).toBe(200);
    for (const visitor of visitors) expect((await visitor.send("GET", "/api/auth/user")).status).toBe(401);
  });

  test("a sign-in does not conflict with an edit of the account", async () => {
    const admin = await faro.signedIn("admin");
    const viewer = await faro.signedIn("viewer");
    const { body } = await admin.send("GET", "/api/users");
    const before = body.find((user: { email: string }) => user.email === viewer.email);
    await signIn(viewer.email, password, { "x-forwarded-for": "203.0.113.50" });
    const saved = await admin.send("PUT", `/api/users/${before.id}`, {
      firstName: "V",
      updatedAt: before.updatedAt,
    });
    expect(saved.status).toBe(200);
  });

  test("wrong current passwords in the account form count as attempts", async () => {
    const viewer = await faro.signedIn("viewer");
    const guess = () =>
      viewer.send("POST", "/api/account/password", { currentPassword: "x", newPassword: "long enough" });
    for (let count = 0; count < 5; count++) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
  });

  test("a cross-site request changes nothing, however its path is written", async () => {
    const admin = await faro.signedIn("admin");
    for (const headers of [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const answer = await admin.send("POST", "/api/api-keys/general", { timezone: "Asia/Tokyo" }, headers);
      expect(answer).toMatchObject({ status: 403, body: { code: "cross_site" } });
      const encoded = await admin.send("PUT", "/%61pi/account", { firstName: "Evil" }, headers);
      expect(encoded).toMatchObject({ status: 403, body: { code: "cross_site" } });
    }
    expect((await admin.send("GET", "/%61pi/auth/user")).headers.get("cache-control")).toBe("no-store");
    const own = await admin.send(
      "POST",
      "/api/api-keys/general",
      {},
      { origin: faro.url, "sec-fetch-site": "same-origin" },
    );
    expect(own.status).toBe(200);
  });
});

describe("sessions end", () => {
  const age = (email: string, change: string) =>
    faro.pool.query(
      `UPDATE sessions SET sess = sess || ${change} WHERE sess ->> 'userId' = (SELECT id::text FROM users WHERE email = $1)`,
      [email],
    );
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

  test("when idle longer than the setting, which applies at once", async () => {
    const admin = await faro.signedIn("admin");
    await age(admin.email, `'{"seenAt": "${ago(20 * 60_000)}"}'`);
    expect((await admin.send("POST", "/api/api-keys/general", { sessionTimeout: 60 })).status).toBe(200);
    await age(admin.email, `'{"seenAt": "${ago(45 * 60_000)}"}'`);
    expect((await admin.send("GET", "/api/auth/user")).status).toBe(200);
    await age(admin.email, `'{"seenAt": "${ago(61 * 60_000)}"}'`);
    expect((await admin.send("GET", "/api/auth/user")).status).toBe(401);
  });

  test("although an open tab keeps fetching", async () => {
    const viewer = await faro.signedIn("viewer");
    await age(viewer.email, `'{"seenAt": "${ago(10 * 60_000)}"}'`);
    const seenAt = async () =>
      (
        await faro.pool.query(
          "SELECT sess ->> 'seenAt' AS at FROM sessions WHERE sess ->> 'userId' = (SELECT id::text FROM users WHERE email = $1)",
          [viewer.email],
        )
      ).rows[0].at;
    const before = await seenAt();
    await viewer.send("GET", "/api/auth/user", undefined, { "x-faro-background": "1" });
    expect(await seenAt()).toBe(before);
    await viewer.send("GET", "/api/auth/user");
    expect(await seenAt()).not.toBe(before);
  });

  test("after the absolute limit, even when active", async () => {
    const viewer = await faro.signedIn("viewer");
    await age(viewer.email, `'{"createdAt": "${ago(maxSessionMs + 1000)}"}'`);
    expect((await viewer.send("GET", "/api/auth/user")).status).toBe(401);
  });

  test("when the password changes, except the one that changed it", async () => {
    const here = await faro.signedIn("operator");
    const there = faro.visitor();
    await there.send("POST", "/api/auth/login", { email: here.email, password });
    const wrong = await here.send("POST", "/api/account/password", {
      currentPassword: "no",
      newPassword: "new password 1",
    });
    expect(wrong).toMatchObject({ status: 422, body: { code: "wrong_password" } });
    const short = await here.send("POST", "/api/account/password", {
      currentPassword: password,
      newPassword: "short",
    });
    expect(short).toMatchObject({
      status: 400,
      body: { code: "invalid", issues: [{ path: "newPassword" }] },
    });
    const done = await here.send("POST", "/api/account/password", {
      currentPassword: password,
      newPassword: "new password 1",
    });
    expect(done.status).toBe(200);
    expect((await here.send("GET", "/api/auth/user")).status).toBe(200);
    expect((await there.send("GET", "/api/auth/user")).status).toBe(401);
    expect((await signIn(here.email, password)).status).toBe(401);
    expect((await signIn(here.email, "new password 1")).status).toBe(200);
  });

  test("when the account is deactivated", async () => {
    const admin = await faro.signedIn("admin");
    const viewer = await faro.signedIn("viewer");
    const list = await admin.send("GET", "/api/users");
    const { id } = list.body.find((user: { email: string }) => user.email === viewer.email);
    expect((await admin.send("PUT", `/api/users/${id}`, { active: false })).status).toBe(200);
    expect((await viewer.send("GET", "/api/auth/user")).status).toBe(401);
    expect((await signIn(viewer.email, password)).status).toBe(401);
  });
});
