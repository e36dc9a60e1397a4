import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let one: TestFaro;
let other: TestFaro;
beforeAll(async () => {
  // Two processes of one installation share the master key.
  const env = { FARO_SECRET_KEY: randomBytes(32).toString("hex") };
  one = await startTestFaro(env);
  other = await startTestFaro(env, one.connection);
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

const listen = async (faro: TestFaro, visitor: Visitor, query = "") => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const abort = new AbortController();
  const response = await fetch(`${faro.url}/api/live${query}`, { headers: { cookie }, signal: abort.signal });
  let text = "";
  let isEnded = false;
  const reading = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      text += new TextDecoder().decode(chunk);
    isEnded = true;
  })().catch(() => {});
  const close = (): Promise<void> => {
    abort.abort();
    return reading;
  };
  return { response, received: () => text, isEnded: () => isEnded, close };
};

/** Gives a user a role of these levels. */
const giveLevels = (email: string, levels: object) =>
  one.pool.query(
    `WITH added AS (INSERT INTO own_roles (name, levels) VALUES ($1, $2) RETURNING id)
     UPDATE users SET role = 'own', role_id = added.id FROM added WHERE email = $3`,
    [`${email} ${JSON.stringify(levels)}`, levels, email],
  );

describe("live changes", () => {
  test("made in one process reach the browsers of another", async () => {
    const admin = await one.signedIn("admin");
    const stream = await listen(other, admin);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.response.headers.get("x-content-type-options")).toBe("nosniff");
    await admin.send("POST", "/api/api-keys/general", { timezone: "Asia/Tokyo" });
    await expect.poll(stream.received).toContain('event: changed\ndata: ["settings","audit"]');
    await stream.close();
  });

  test("made between a page's first answer and the start of its stream are told at once", async () => {
    const admin = await one.signedIn("admin");
    const clerk = await one.signedIn("viewer");
    await giveLevels(clerk.email, { settings: "view" });
    const since = `?since=${new Date().toISOString()}`;
    await admin.send("POST", "/api/people", { firstName: "Ana", phone: "+17875550148" });
    const early = await listen(one, admin);
    await admin.send("POST", "/api/api-keys/general", { timezone: "America/Puerto_Rico" });
    // The other stream shows that the change has arrived in this process.
    await expect.poll(early.received).toContain("settings");
    const [late, restricted] = [await listen(one, admin, since), await listen(one, clerk, since)];
    await expect.poll(late.received).toMatch(/changed\ndata: \[.*"people".*"settings"/);
    await expect.poll(restricted.received).toContain("settings");
    expect(restricted.received()).not.toContain("audit");
    const none = await listen(one, admin, `?since=${new Date(Date.now() + 60_000).toISOString()}`);
    await one.pool.query("SELECT pg_notify('faro_live', '[\"calls\"]')");
    await expect.poll(none.received).toContain("calls");
    expect(none.received()).not.toContain("people");
    await Promise.all([early, late, restricted, none].map((stream) => stream.close()));
  });

  test("a setting changed in one process applies in the other", async () => {
    const admin = await one.signedIn("admin");
    const elsewhere = other.visitor();
    for (const [name, value] of admin.cookies) elsewhere.cookies.set(name, value);
    const timezoneElsewhere = async () =>
      (await elsewhere.send("GET", "/api/settings/general")).body.timezone;
    // The second value proves that the other process does not keep the first one in its cache.
    for (const timezone of ["America/New_York", "Europe/London"]) {
      await admin.send("POST", "/api/api-keys/general", { timezone });
      await expect.poll(timezoneElsewhere).toBe(timezone);
    }
  });

  test("ignores malformed notifications", async () => {
    const admin = await one.signedIn("admin");
    const stream = await listen(one, admin);
    for (const payload of ["x", "null", '{"a":1}', '["nonsense"]', ""]) {
      await one.pool.query("SELECT pg_notify('faro_live', $1)", [payload]);
    }
    await admin.send("PUT", "/api/account", { firstName: "Ana" });
    await expect.poll(stream.received).toContain("account");
    expect(stream.received()).not.toContain("nonsense");
    await stream.close();
  });

  test("reach only users who may read what changed, also after their role changes", async () => {
    const admin = await one.signedIn("admin");
    const clerk = await one.signedIn("viewer");
    const setLevels = (levels: object) => giveLevels(clerk.email, levels);
    const changeLater = (topics: string[]) =>
      one.pool.query("SELECT pg_notify('faro_live', $1)", [JSON.stringify(topics)]);
    await setLevels({ endpoints: "view" });
    const [all, some] = [await listen(other, admin), await listen(other, clerk)];
    await changeLater(["people", "threads", "endpoints", "audit"]);
    await expect.poll(all.received).toContain('["people","threads","endpoints","audit"]');
    await expect.poll(some.received).toContain('data: ["endpoints"]');
    const person = (await admin.send("POST", "/api/people", { firstName: "Ana", phone: "+17875550199" }))
      .body;
    await admin.send("POST", `/api/inbox/${person.id}/presence`, { doing: "typing" });
    await expect.poll(all.received).toContain("event: presence");
    await changeLater(["endpoints", "calls"]);
    await expect.poll(() => some.received().split("event: changed").length).toBe(3);
    expect(some.received()).not.toContain("presence");
    expect(some.received()).not.toMatch(/people|threads|audit|calls/);
    // The role changes while the stream is open.
    await setLevels({ inbox: "view" });
    await changeLater(["users"]);
    const sees = async () => {
      await changeLater(["threads"]);
      return some.received();
    };
    await expect.poll(sees).toContain('data: ["threads"]');
    await Promise.all([all.close(), some.close()]);
  });

  test("limits the streams of one user", async () => {
    const admin = await one.signedIn("admin");
    const streams = await Promise.all(Array.from({ length: 25 }, () => listen(one, admin)));
    await expect.poll(() => streams.filter((stream) => stream.isEnded()).length).toBe(5);
    // The sign-in changed the account too, which streams may have been told of before they were ended.
    const before = new Map(streams.map((stream) => [stream, stream.received().length]));
    await admin.send("PUT", "/api/account", { firstName: "Bea" });
    await expect
      .poll(
        () =>
          streams.filter((stream) => stream.received().slice(before.get(stream)).includes("account")).length,
      )
      .toBe(20);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  test("reports all topics as changed after the database connection was lost", async () => {
    const admin = await one.signedIn("admin");
    const stream = await listen(one, admin);
    await one.pool.query(
      // The listener's last query is LISTEN or its heartbeat.
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE (query LIKE 'LISTEN%' OR query = 'SELECT 1') AND datname = current_database()`,
    );
    await expect.poll(stream.received).toContain('"people"');
    await stream.close();
  });
});
