import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let one: TestFaro;
let other: TestFaro;
beforeAll(async () => {
  // Two processes of one product share the master key.
  const env = { FARO_SECRET_KEY: randomBytes(32).toString("hex") };
  one = await startTestFaro(env);
  other = await startTestFaro(env, one.connection);
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

const listen = async (faro: TestFaro, visitor: Visitor) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const abort = new AbortController();
  const response = await fetch(`${faro.url}/api/live`, { headers: { cookie }, signal: abort.signal });
  let text = "";
  const reading = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      text += new TextDecoder().decode(chunk);
  })().catch(() => {});
  const close = (): Promise<void> => {
    abort.abort();
    return reading;
  };
  return { response, heard: () => text, close };
};

describe("live changes", () => {
  test("made in one process reach the browsers of another", async () => {
    const admin = await one.signedIn("admin");
    const stream = await listen(other, admin);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.response.headers.get("x-content-type-options")).toBe("nosniff");
    await admin.send("POST", "/api/api-keys/general", { timezone: "Asia/Tokyo" });
    await vi.waitFor(() => expect(stream.heard()).toContain('event: changed\ndata: ["settings","audit"]'));
    await stream.close();
  });

  test("a setting changed in one process counts in the other", async () => {
    const admin = await one.signedIn("admin");
    const elsewhere = other.visitor();
    for (const [name, value] of admin.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.send("GET", "/api/settings/general")).body.timezone).toBe("Asia/Tokyo");
    await admin.send("POST", "/api/api-keys/general", { timezone: "Europe/London" });
    await vi.waitFor(async () =>
      expect((await elsewhere.send("GET", "/api/settings/general")).body.timezone).toBe("Europe/London"),
    );
  });

  test("a notification that is none of ours harms nobody", async () => {
    const admin = await one.signedIn("admin");
    const stream = await listen(one, admin);
    for (const payload of ["x", "null", '{"a":1}', '["nonsense"]', ""]) {
      await one.pool.query("SELECT pg_notify('faro_live', $1)", [payload]);
    }
    await admin.send("PUT", "/api/account", { firstName: "Ana" });
    await vi.waitFor(() => expect(stream.heard()).toContain("account"));
    expect(stream.heard()).not.toContain("nonsense");
    await stream.close();
  });

  test("one person's many tabs are bounded", async () => {
    const admin = await one.signedIn("admin");
    const streams = await Promise.all(Array.from({ length: 25 }, () => listen(one, admin)));
    await admin.send("PUT", "/api/account", { firstName: "Bea" });
    await vi.waitFor(() =>
      expect(streams.filter((stream) => stream.heard().includes("account")).length).toBe(20),
    );
    await Promise.all(streams.map((stream) => stream.close()));
  });

  test("what was missed while the database was away counts as changed", async () => {
    const admin = await one.signedIn("admin");
    const stream = await listen(one, admin);
    await one.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
    );
    await vi.waitFor(() => expect(stream.heard()).toContain('"people"'), { timeout: 10_000 });
    await stream.close();
  });
});
