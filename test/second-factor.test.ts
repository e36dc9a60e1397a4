import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDeep } from "./deep.ts";
import { adminEmail, password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
beforeAll(async () => {
  faro = await startTestFaro();
});
afterAll(() => faro.stop());

const periodMs = 30_000;
const codeAt = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

type Enrolled = { visitor: Visitor; secret: string; recoveryCodes: string[]; nextCode: string };

/** Turns the second factor on with the current code; the code of the next step is then already valid. */
const enrol = async (visitor: Visitor): Promise<Enrolled> => {
  const started = await visitor.send("POST", "/api/account/second-factor", { password });
  expect(started.status).toBe(200);
  const { secret } = started.body;
  const now = Date.now();
  const confirmed = await visitor.send("POST", "/api/account/second-factor/confirm", {
    code: codeAt(secret, now),
  });
  expect(confirmed.status).toBe(200);
  return {
    visitor,
    secret,
    recoveryCodes: confirmed.body.recoveryCodes,
    nextCode: codeAt(secret, now + periodMs),
  };
};

const signIn = (email: string, code?: string, visitor = faro.visitor(), headers = {}) =>
  visitor.send("POST", "/api/auth/login", { email, password, ...(code ? { code } : {}) }, headers);

const audited = async (email: string): Promise<string[]> =>
  (
    await faro.pool.query("SELECT description FROM audit_logs WHERE description LIKE $1 ORDER BY seq", [
      `%${email}%`,
    ])
  ).rows.map((row) => row.description);

describe("a second factor", () => {
  test("is asked for at sign-in, and a code works once", async () => {
    const { visitor, secret, nextCode } = await enrol(await faro.signedIn("operator"));
    expect(await signIn(visitor.email)).toMatchObject({
      status: 401,
      body: { code: "second_factor_needed" },
    });
    expect(await signIn(visitor.email, "000000")).toMatchObject({
      status: 422,
      body: { code: "wrong_code" },
    });
    const other = faro.visitor();
    expect((await signIn(visitor.email, nextCode, other)).status).toBe(200);
    expect((await other.send("GET", "/api/auth/user")).body).toMatchObject({ hasSecondFactor: true });
    expect(await signIn(visitor.email, nextCode)).toMatchObject({
      status: 422,
      body: { code: "wrong_code" },
    });
    const older = codeAt(secret, Date.now() - periodMs);
    expect((await signIn(visitor.email, older)).status).toBe(422);
    const { rows } = await faro.pool.query("SELECT secret FROM second_factors");
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await audited(visitor.email)).toEqual([
      `${visitor.email} signed in`,
      `${visitor.email} began to set up a second factor`,
      `${visitor.email} turned their second factor on`,
      `Sign-in failed for ${visitor.email}: wrong second factor`,
      `${visitor.email} signed in`,
      ...Array(2).fill(`Sign-in failed for ${visitor.email}: wrong second factor`),
    ]);
  });

  test("two sign-ins with the same code at once: one succeeds", async () => {
    const { visitor, nextCode } = await enrol(await faro.signedIn("viewer"));
    const answers = await Promise.all([signIn(visitor.email, nextCode), signIn(visitor.email, nextCode)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("recovery codes work once each and are stored as hashes", async () => {
    const { visitor, recoveryCodes } = await enrol(await faro.signedIn("viewer"));
    const [first = "", second = ""] = recoveryCodes;
    expect((await signIn(visitor.email, first.toUpperCase())).status).toBe(200);
    expect((await signIn(visitor.email, first)).status).toBe(422);
    expect((await signIn(visitor.email, second)).status).toBe(200);
    const state = await visitor.send("GET", "/api/account/second-factor");
    expect(state.body).toMatchObject({ recoveryCodesLeft: 8, required: false });
    const { rows } = await faro.pool.query("SELECT * FROM recovery_codes");
    expect(JSON.stringify(rows)).not.toContain(first);
    expect(await audited(visitor.email)).toContain(`${visitor.email} signed in with a recovery code`);
  });

  test("is turned on only with the password and a right code, and ends other sessions", async () => {
    const here = await faro.signedIn("viewer");
    const there = faro.visitor();
    await signIn(here.email, undefined, there);
    const wrong = await here.send("POST", "/api/account/second-factor", { password: "no" });
    expect(wrong).toMatchObject({ status: 422, body: { code: "wrong_password" } });
    await here.send("POST", "/api/account/second-factor", { password });
    const rejected = await here.send("POST", "/api/account/second-factor/confirm", { code: "000000" });
    expect(rejected).toMatchObject({ status: 422, body: { code: "wrong_code" } });
    expect((await signIn(here.email)).status).toBe(200);
    await enrol(here);
    expect((await there.send("GET", "/api/auth/user")).status).toBe(401);
    expect((await here.send("GET", "/api/auth/user")).status).toBe(200);
    const again = await here.send("POST", "/api/account/second-factor", { password });
    expect(again.status).toBe(409);
  });

  test("is turned off with password and code; new recovery codes replace the old ones", async () => {
    const { visitor, recoveryCodes, nextCode } = await enrol(await faro.signedIn("viewer"));
    const renewed = await visitor.send("POST", "/api/account/second-factor/recovery-codes", {
      password,
      code: nextCode,
    });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const remove = (code: string) =>
      visitor.send("POST", "/api/account/second-factor/remove", { password, code });
    expect((await remove(recoveryCodes[0] ?? "")).status).toBe(422);
    expect((await remove(renewed.body.recoveryCodes[0])).status).toBe(200);
    expect((await signIn(visitor.email)).status).toBe(200);
  });

  test("that is lost is reset by an administrator, which ends the user's sessions and tokens", async () => {
    const admin = await faro.signedIn("admin");
    const { visitor } = await enrol(await faro.signedIn("operator"));
    const token = await visitor.send("POST", "/api/tokens", { name: "Old", scopes: ["people:read"] });
    const authorization = { authorization: `Bearer ${token.body.token}` };
    expect((await fetch(`${faro.url}/api/people`, { headers: authorization })).status).toBe(200);
    const team = (await admin.send("GET", "/api/users")).body;
    const member = team.find((user: { email: string }) => user.email === visitor.email);
    expect(member.hasSecondFactor).toBe(true);
    const reset = () => admin.send("POST", `/api/users/${member.id}/second-factor/reset`);
    expect((await reset()).body).toMatchObject({ hasSecondFactor: false });
    expect((await reset()).status).toBe(404);
    expect((await visitor.send("GET", "/api/auth/user")).status).toBe(401);
    expect((await fetch(`${faro.url}/api/people`, { headers: authorization })).status).toBe(401);
    expect((await signIn(visitor.email)).status).toBe(200);
    expect(await audited(visitor.email)).toContain(`Turned off the second factor of ${visitor.email}`);
  });

  test("guesses from many addresses are limited, and the owner's device is still admitted", async () => {
    const { visitor, nextCode } = await enrol(await faro.signedIn("viewer"));
    const guess = (n: number) =>
      signIn(visitor.email, "000000", faro.visitor(), { "x-forwarded-for": `198.51.100.${n}` });
    const statuses: number[] = [];
    for (let n = 1; n <= 12; n++) statuses.push((await guess(n)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    expect((await signIn(visitor.email, nextCode, visitor)).status).toBe(200);
  });
});

describe("when administrators must use a second factor", () => {
  test("one without it can only set it up, everywhere and at once", async () => {
    const admin = await faro.signedIn("admin");
    const other = await faro.signedIn("admin");
    const operator = await faro.signedIn("operator");
    const saved = await admin.send("PUT", "/api/settings/security", { adminSecondFactor: true });
    expect(saved).toMatchObject({ status: 200, body: { adminSecondFactor: true } });
    const paths = [
      "/api/users",
      "/api/people",
      "/api/status",
      "/api/account/sessions",
      "/api/settings/security",
    ];
    for (const path of paths) {
      expect(await other.send("GET", path)).toMatchObject({
        status: 403,
        body: { code: "second_factor_required" },
      });
    }
    const fresh = faro.visitor();
    expect((await signIn(other.email, undefined, fresh)).body).toMatchObject({ mustSetUpSecondFactor: true });
    expect((await fresh.send("GET", "/api/people")).status).toBe(403);
    expect((await fresh.send("GET", "/api/account/second-factor")).body.required).toBe(true);
    expect((await operator.send("GET", "/api/people")).status).toBe(200);
    const { nextCode } = await enrol(other);
    expect((await other.send("GET", "/api/auth/user")).body).toMatchObject({ mustSetUpSecondFactor: false });
    expect((await other.send("GET", "/api/people")).status).toBe(200);
    const removed = await other.send("POST", "/api/account/second-factor/remove", {
      password,
      code: nextCode,
    });
    expect(removed.status).toBe(200);
    expect((await other.send("GET", "/api/people")).status).toBe(403);
    await enrol(admin);
    await admin.send("PUT", "/api/settings/security", { adminSecondFactor: false });
    expect((await other.send("GET", "/api/people")).status).toBe(200);
  });
});

describe("one's own sessions", () => {
  const chrome = {
    "user-agent":
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "x-forwarded-for": "203.0.113.77",
  };

  test("are listed with device, address and last use, and can be ended one by one or together", async () => {
    const here = await faro.signedIn("viewer");
    const there = faro.visitor();
    const elsewhere = faro.visitor();
    await signIn(here.email, undefined, there, chrome);
    await signIn(here.email, undefined, elsewhere);
    const list = async () => (await here.send("GET", "/api/account/sessions")).body;
    const sessions = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false]);
    const remote = sessions.find(({ ip }: { ip: string }) => ip === "203.0.113.77");
    expect(remote).toMatchObject({ browser: "Chrome", system: "Windows", current: false });
    expect((await here.send("DELETE", `/api/account/sessions/${remote.id}`)).status).toBe(200);
    expect((await there.send("GET", "/api/auth/user")).status).toBe(401);
    expect((await here.send("DELETE", `/api/account/sessions/${remote.id}`)).status).toBe(404);
    expect((await here.send("DELETE", "/api/account/sessions")).status).toBe(200);
    expect((await elsewhere.send("GET", "/api/auth/user")).status).toBe(401);
    expect(await list()).toHaveLength(1);
    expect(await audited(here.email)).toContain(`${here.email} ended all their other sessions`);
  });

  test("of other users cannot be ended", async () => {
    const one = await faro.signedIn("viewer");
    const other = await faro.signedIn("admin");
    const [session] = (await one.send("GET", "/api/account/sessions")).body;
    expect((await other.send("DELETE", `/api/account/sessions/${session.id}`)).status).toBe(404);
    expect((await one.send("GET", "/api/auth/user")).status).toBe(200);
  });
});

describe("an attack on an account from many addresses", () => {
  const from = (ip: string) => ({ "x-forwarded-for": ip });

  test.runIf(isDeep)("is stopped for strangers, while known devices and addresses sign in", async () => {
    const owner = await faro.signedIn("operator");
    const home = "192.0.2.44";
    expect((await signIn(owner.email, undefined, faro.visitor(), from(home))).status).toBe(200);
    const guess = (n: number) =>
      faro
        .visitor()
        .send("POST", "/api/auth/login", { email: owner.email, password: "guess" }, from(`198.51.100.${n}`));
    const statuses: number[] = [];
    for (let n = 1; n <= 105; n++) statuses.push((await guess(n)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.slice(100)).toEqual(Array(5).fill(429));
    const stranger = await signIn(owner.email, undefined, faro.visitor(), from("203.0.113.200"));
    expect(stranger.status).toBe(429);
    expect((await signIn(owner.email, undefined, owner, from("203.0.113.201"))).status).toBe(200);
    expect((await signIn(owner.email, undefined, faro.visitor(), from(home))).status).toBe(200);
    const admin = faro.visitor();
    await signIn(adminEmail, undefined, admin);
    const team = (await admin.send("GET", "/api/users")).body;
    const { id } = team.find((user: { email: string }) => user.email === owner.email);
    await admin.send("PUT", `/api/users/${id}`, { password });
    expect((await signIn(owner.email, undefined, faro.visitor(), from("203.0.113.202"))).status).toBe(200);
  });
});
