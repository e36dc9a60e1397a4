import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noPermissions } from "#domain/access/areas.ts";
import type { PushedKind } from "#domain/push/push-group.ts";
import { system } from "#server/audit/entry.ts";
import { openDatabase } from "#server/db/database.ts";
import { startListener } from "#server/db/listener.ts";
import { startJobs } from "#server/jobs/runner.ts";
import { createLog } from "#server/log.ts";
import { pushNotification } from "#server/pipeline/push/push-notification.ts";
import { addPushedNotifications, type NewNotification } from "#server/store/workspace/notifications.ts";
import { createWrite, type Write } from "#server/store/write.ts";
import { password, startTestFaro, type TestFaro, type Visitor } from "./faro.ts";
import { createBrowserKeys, type PushService, readVapid, startPushService } from "./push-receiver.ts";

const devicesPath = "/api/account/devices";
const settingsPath = "/api/account/notification-settings";

let faro: TestFaro;
let service: PushService;
let write: Write;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await startPushService();
  faro = await startTestFaro({ FARO_VENDOR_BASE: service.origin });
  const database = openDatabase(faro.connection, () => {});
  const listener = await startListener(database.connection, () => {});
  // Enqueues as the product does, with a clock of the test.
  const queue = await startJobs([pushNotification], database, listener, createLog("silent"), false);
  write = createWrite(database.db, queue);
  closing.push(queue.stop, listener.close, database.close);
});
afterAll(async () => {
  for (const close of closing) await close();
  await faro.stop();
  await service.stop();
});

const query = async (text: string, values: unknown[] = []) => (await faro.pool.query(text, values)).rows;
const idOf = async ({ email }: Visitor): Promise<string> =>
  (await query("SELECT id FROM users WHERE email = $1", [email]))[0].id;

let count = 0;
/** A browser of the user, with a path of its own at the push service. */
const addBrowser = async (user: Visitor) => {
  const path = `/browser-${++count}`;
  const { keys, decrypt } = createBrowserKeys();
  const endpoint = service.origin + path;
  const answer = await user.send("POST", devicesPath, { endpoint, keys }, { "user-agent": "Chrome/1 Linux" });
  return {
    path,
    endpoint,
    keys,
    answer,
    id: answer.body.id as string,
    requests: () => service.at(path),
    shown: () => service.at(path).map(({ body }) => decrypt(body)),
  };
};
const devicesOf = async (user: Visitor) =>
  (await user.send("GET", devicesPath)).body.devices as Record<string, any>[];
const isKnown = async (id: string) =>
  (await query("SELECT FROM push_subscriptions WHERE id = $1", [id])).length > 0;

const notify = (row: Partial<NewNotification<PushedKind>>): Promise<void> =>
  write(system, (context) =>
    addPushedNotifications(context, [{ kind: "mentioned", params: { user: "Ana", person: "Luz" }, ...row }]),
  );
/** A notification for the user comes after all others, so that what did not come before it never comes. */
const endOfQueue = async (user: Visitor, browser: Awaited<ReturnType<typeof addBrowser>>) => {
  const mark = `end ${++count}`;
  await notify({ userId: await idOf(user), params: { user: mark, person: "Luz" } });
  await expect.poll(() => browser.shown().map(({ title }) => title)).toContain(`${mark} mentioned you`);
  await noOpenJobs();
  return browser.shown().filter(({ title }) => !String(title).startsWith("end "));
};
const noOpenJobs = () =>
  expect
    .poll(() =>
      query(
        "SELECT id FROM pgboss.job WHERE name = 'push-notification' AND state IN ('created', 'active', 'retry') AND start_after <= now()",
      ),
    )
    .toEqual([]);

describe("a notification", () => {
  test("comes encrypted for the browser, with a token that the key of this installation signed", async () => {
    const user = await faro.signedIn("operator");
    const browser = await addBrowser(user);
    expect(browser.answer.status).toBe(200);
    expect(browser.answer.body).toMatchObject({ browser: "Chrome", system: "Linux", current: true });
    await notify({ userId: await idOf(user), link: "/inbox/01890000-0000-7000-8000-000000000001" });
    await expect.poll(() => browser.requests().length).toBe(1);
    const [request] = browser.requests();
    expect(browser.shown()).toEqual([
      {
        title: "Ana mentioned you",
        body: "In a note about Luz",
        link: "/inbox/01890000-0000-7000-8000-000000000001",
        tag: "/inbox/01890000-0000-7000-8000-000000000001",
      },
    ]);
    expect(request?.headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "normal" });
    expect(Number(request?.headers.ttl)).toBeGreaterThan(3500);
    expect(request?.headers.topic).toMatch(/^[\w-]{32}$/);
    const { isSigned, key, header, claims } = readVapid(request?.headers.authorization);
    expect(isSigned).toBe(true);
    expect(key).toBe((await user.send("GET", devicesPath)).body.publicKey);
    expect(header).toEqual({ typ: "JWT", alg: "ES256" });
    expect(claims).toMatchObject({ aud: service.origin, sub: "mailto:push@faro.invalid" });
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(86_400);
    await expect.poll(async () => (await devicesOf(user))[0]?.lastSuccessAt).not.toBeNull();
  });

  test("comes in the user's language, to each of their browsers", async () => {
    const user = await faro.signedIn("operator");
    const first = await addBrowser(user);
    const elsewhere = faro.visitor();
    await elsewhere.send("POST", "/api/auth/login", { email: user.email, password });
    const second = await addBrowser(elsewhere);
    await user.send("PUT", "/api/account", { language: "es" });
    await notify({ userId: await idOf(user) });
    for (const { shown } of [first, second])
      await expect.poll(shown).toMatchObject([{ title: "Ana lo mencionó", link: "/" }]);
  });

  test("for a team comes to its members, one for all to everybody who may view its area", async () => {
    const [member, other] = [await faro.signedIn("operator"), await faro.signedIn("operator")];
    const [{ id: teamId }] = await query("INSERT INTO teams (name) VALUES ('Night') RETURNING id");
    await query("INSERT INTO team_members (team_id, user_id) VALUES ($1, $2)", [teamId, await idOf(member)]);
    const [ofMember, ofOther] = [await addBrowser(member), await addBrowser(other)];
    await notify({ kind: "handoff_asked", params: { person: "Luz" }, teamId });
    await notify({ kind: "safety_alert", params: { person: "Luz", words: "Help" } });
    await expect
      .poll(() =>
        ofMember
          .shown()
          .map(({ title }) => title)
          .sort(),
      )
      .toEqual(["Handoff", "Safety alert: Luz"]);
    expect((await endOfQueue(other, ofOther)).map(({ title }) => title)).toEqual(["Safety alert: Luz"]);
  });

  test.each<[string, (user: Visitor) => Promise<unknown>]>([
    [
      "who lost the area",
      async (user) => {
        const [{ id }] = await query(
          "INSERT INTO own_roles (name, levels) VALUES ('No inbox', $1) RETURNING id",
          [noPermissions],
        );
        await query("UPDATE users SET role = 'own', role_id = $2 WHERE email = $1", [user.email, id]);
      },
    ],
    [
      "whose role has only its own people",
      async (user) => {
        const [{ id }] = await query(
          "INSERT INTO own_roles (name, levels, scopes) VALUES ('Own people', $1, $2) RETURNING id",
          [
            { ...noPermissions, inbox: "work", people: "view" },
            { inbox: "own", people: "own" },
          ],
        );
        await query("UPDATE users SET role = 'own', role_id = $2 WHERE email = $1", [user.email, id]);
      },
    ],
    [
      "who was deactivated",
      (user) => query("UPDATE users SET active = false WHERE email = $1", [user.email]),
    ],
    [
      "who did not choose its group",
      async (user) => {
        const { settings } = (await user.send("GET", settingsPath)).body;
        await user.send("PUT", settingsPath, { ...settings, groups: ["replies"] });
      },
    ],
    [
      "in whose quiet hours it comes",
      async (user) => {
        const { settings } = (await user.send("GET", settingsPath)).body;
        // All hours but one minute, which is half a day away.
        const time = (ms: number) => new Date(ms).toISOString().slice(11, 16);
        const noon = Date.now() + 12 * 3_600_000;
        const quietHours = { from: time(noon + 60_000), to: time(noon) };
        await user.send("PUT", settingsPath, { ...settings, quietHours, timezone: "UTC" });
      },
    ],
  ])("does not come to a user %s", async (_name, change) => {
    const [user, witness] = [await faro.signedIn("operator"), await faro.signedIn("operator")];
    const [browser, other] = [await addBrowser(user), await addBrowser(witness)];
    await change(user);
    const link = "/inbox/01890000-0000-7000-8000-000000000002";
    await notify({ userId: await idOf(user), link });
    await endOfQueue(witness, other);
    expect(browser.requests()).toEqual([]);
  });

  test("does not come once it was read, or an hour after it was written", async () => {
    const user = await faro.signedIn("operator");
    const browser = await addBrowser(user);
    // Its device is tried again after it was read, and after its hour.
    service.answer(browser.path, () => ({ status: 503 }));
    const userId = await idOf(user);
    await notify({ userId, link: "/inbox/01890000-0000-7000-8000-000000000003" });
    await notify({ userId, link: "/inbox/01890000-0000-7000-8000-000000000004" });
    await expect.poll(() => browser.requests().length).toBe(2);
    service.answer(browser.path, () => ({}));
    await query("UPDATE notifications SET created_at = now() - interval '61 minutes' WHERE link LIKE '%003'");
    const [read] = await query("SELECT id FROM notifications WHERE link LIKE '%004'");
    await user.send("POST", "/api/notifications/read", { ids: [read.id] });
    await query("UPDATE pgboss.job SET start_after = now() WHERE name = 'push-notification'");
    await endOfQueue(user, browser);
    expect(browser.requests()).toHaveLength(3);
  });
});

describe("a push service", () => {
  test("that fails is asked again later, without a failed job, and holds up no other", async () => {
    const [user, other] = [await faro.signedIn("operator"), await faro.signedIn("operator")];
    const [failing, hanging, working] = [
      await addBrowser(user),
      await addBrowser(await again(user)),
      await addBrowser(other),
    ];
    service.answer(failing.path, () => ({ status: 429, headers: { "retry-after": "120" } }));
    service.answer(hanging.path, () => ({ hang: true }));
    await notify({ kind: "safety_alert", params: { person: "Luz", words: "Help" } });
    await expect.poll(() => working.shown()).toMatchObject([{ title: "Safety alert: Luz", body: "Help" }]);
    expect(working.requests()[0]?.headers.urgency).toBe("high");
    await expect.poll(() => failing.requests().length).toBe(1);
    const open = () =>
      query(
        `SELECT data ->> 'failures' AS failures, extract(epoch FROM start_after - now()) > 100 AS waits FROM pgboss.job
          WHERE name = 'push-notification' AND data ->> 'deviceId' = $1 AND state = 'created'`,
        [failing.id],
      );
    await expect.poll(open).toEqual([{ failures: "1", waits: true }]);
    service.answer(failing.path, () => ({}));
    await query("UPDATE pgboss.job SET start_after = now() WHERE data ->> 'deviceId' = $1", [failing.id]);
    await expect.poll(() => failing.shown()).toHaveLength(2);
    expect(await query("SELECT FROM pgboss.job WHERE name = 'dead-letters'")).toEqual([]);
  });

  test.each([404, 410])("that answers %i ends the device", async (status) => {
    const user = await faro.signedIn("operator");
    const browser = await addBrowser(user);
    service.answer(browser.path, () => ({ status }));
    await notify({ userId: await idOf(user) });
    await expect.poll(() => devicesOf(user)).toEqual([]);
    expect(browser.requests()).toHaveLength(1);
  });

  test("that refuses is shown at the device, which ends after twenty refusals in a row", async () => {
    const user = await faro.signedIn("operator");
    const browser = await addBrowser(user);
    service.answer(browser.path, () => ({ status: 403 }));
    const userId = await idOf(user);
    await notify({ userId });
    await expect.poll(async () => (await devicesOf(user))[0]?.failing).toBe(true);
    await query("UPDATE push_subscriptions SET failures = 19 WHERE id = $1", [browser.id]);
    await notify({ userId });
    await expect.poll(() => devicesOf(user)).toEqual([]);
  });
});

/** The same user in another browser. */
const again = async ({ email }: Visitor): Promise<Visitor> => {
  const visitor = faro.visitor();
  visitor.email = email;
  await visitor.send("POST", "/api/auth/login", { email, password });
  return visitor;
};

describe("a device", () => {
  test("takes a test notification, and says when its browser takes no more", async () => {
    const user = await faro.signedIn("viewer");
    const test = () => user.send("POST", `${devicesPath}/current/test`);
    expect((await test()).status).toBe(404);
    const browser = await addBrowser(user);
    expect((await test()).body).toEqual({ outcome: "sent" });
    expect(browser.shown()).toMatchObject([{ body: "Notifications arrive on this device.", tag: "test" }]);
    service.answer(browser.path, () => ({ status: 500 }));
    expect((await test()).body).toEqual({ outcome: "failed" });
    service.answer(browser.path, () => ({ status: 410 }));
    expect((await test()).body).toEqual({ outcome: "ended" });
    expect(await isKnown(browser.id)).toBe(false);
  });

  test.each<[string, (user: Visitor, admin: Visitor) => Promise<unknown>]>([
    ["signs out", (user) => user.send("POST", "/api/auth/logout")],
    [
      "ends its session elsewhere",
      async (user) => (await again(user)).send("DELETE", "/api/account/sessions"),
    ],
    [
      "changes the password elsewhere",
      async (user) =>
        (await again(user)).send("POST", "/api/account/password", {
          currentPassword: password,
          newPassword: "another battery horse",
        }),
    ],
    [
      "is deactivated",
      async (user, admin) =>
        admin.send("POST", `/api/users/${await idOf(user)}/deactivate`, { handOver: { to: "unassigned" } }),
    ],
    ["is deleted", (user) => query("DELETE FROM users WHERE email = $1", [user.email])],
  ])("ends when its user %s", async (_name, end) => {
    const user = await faro.signedIn("operator");
    const { id } = await addBrowser(user);
    expect(await isKnown(id)).toBe(true);
    await end(user, await faro.signedIn("admin"));
    expect(await isKnown(id)).toBe(false);
  });

  test("outlives a session that expired, and goes on with the next one of its user", async () => {
    const user = await faro.signedIn("operator");
    const { id, endpoint } = await addBrowser(user);
    await query("DELETE FROM sessions WHERE sess ->> 'userId' = $1", [await idOf(user)]);
    const next = await again(user);
    expect((await devicesOf(next))[0]).toMatchObject({ id, current: false });
    const renewed = await next.send("PUT", `${devicesPath}/current`, { endpoint });
    expect(renewed.body).toEqual({ known: true });
    expect((await devicesOf(next))[0]).toMatchObject({ id, current: true });
    const other = await faro.signedIn("operator");
    expect((await other.send("PUT", `${devicesPath}/current`, { endpoint })).body).toEqual({ known: false });
  });

  test("belongs to its newest user, and to nobody else", async () => {
    const [user, other] = [await faro.signedIn("operator"), await faro.signedIn("operator")];
    const { id, endpoint, keys } = await addBrowser(user);
    expect((await other.send("DELETE", `${devicesPath}/${id}`)).status).toBe(404);
    expect((await other.send("POST", devicesPath, { endpoint, keys })).status).toBe(200);
    expect(await devicesOf(user)).toEqual([]);
    expect(await devicesOf(other)).toHaveLength(1);
  });

  test("is one of ten at most, also when many are added at once", async () => {
    const user = await faro.signedIn("operator");
    const browsers: Visitor[] = [];
    for (let other = 0; other < 4; other++) browsers.push(await again(user));
    await query(
      `INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, user_agent)
       SELECT $1, 'session ' || number, $2 || number, '', '', '' FROM generate_series(1, 8) number`,
      [await idOf(user), `${service.origin}/full-`],
    );
    const statuses = (await Promise.all(browsers.map(addBrowser))).map(({ answer }) => answer.status);
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
    expect(await devicesOf(user)).toHaveLength(10);
  });

  test.each([
    ["a private host", "https://10.1.2.3/push", true],
    ["this machine without TLS", "http://127.0.0.1:9/push", false],
    ["the metadata of a cloud", "https://169.254.169.254/latest", true],
    ["another port", "https://push.example.com:8443/push", false],
    ["a name and a password", "https://user:secret@push.example.com/push", false],
  ])("at %s gets nothing", async (_name, endpoint, isStored) => {
    const user = await faro.signedIn("operator");
    const { keys } = createBrowserKeys();
    const { status } = await user.send("POST", devicesPath, { endpoint, keys });
    expect(status).toBe(isStored ? 200 : 400);
    if (isStored)
      expect((await user.send("POST", `${devicesPath}/current/test`)).body).toEqual({ outcome: "failed" });
  });

  test.each([
    ["no point of the curve", { p256dh: `BA${"A".repeat(85)}` }],
    ["a short secret", { auth: "AAAA" }],
  ])("with %s is refused", async (_name, change) => {
    const user = await faro.signedIn("operator");
    const { keys } = createBrowserKeys();
    const endpoint = `${service.origin}/refused`;
    const { status } = await user.send("POST", devicesPath, { endpoint, keys: { ...keys, ...change } });
    expect(status).toBe(400);
  });
});

test("what a user changes is in the audit trail, in both languages and without the address of the browser", async () => {
  const user = await faro.signedIn("admin");
  const { id, endpoint } = await addBrowser(user);
  const { settings } = (await user.send("GET", settingsPath)).body;
  await user.send("PUT", settingsPath, { ...settings, safetyPassesQuietHours: false });
  await user.send("DELETE", `${devicesPath}/${id}`);
  const texts = async (language: string) => {
    const { body } = await user.send("GET", "/api/audit-logs", undefined, { "accept-language": language });
    expect(JSON.stringify(body)).not.toContain(endpoint);
    return JSON.stringify(body);
  };
  const english = await texts("en");
  expect(english).toContain("Added the device Chrome · Linux, which shows notifications");
  expect(english).toContain("Changed which notifications their devices show");
  expect(await texts("es")).toContain("el dispositivo Chrome · Linux, que muestra notificaciones");
});

test("the key of this installation is sealed, one for all processes", async () => {
  const user = await faro.signedIn("viewer");
  const { publicKey } = (await user.send("GET", devicesPath)).body;
  expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
  const rows = await query("SELECT key_value FROM api_keys WHERE service = 'faro' AND key_name = 'push'");
  expect(rows).toEqual([{ key_value: expect.stringMatching(/^v1\./) }]);
});
