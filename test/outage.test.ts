import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "./database.ts";
import { startTestFaro, type TestFaro } from "./faro.ts";

/** A proxy between the product and its database whose connections can be broken and restored. */
const createProxy = async (socketPath: string) => {
  const open = new Set<Socket>();
  let cut = false;
  let isSilent = false;
  const server: Server = createServer((near) => {
    if (cut) return void near.destroy();
    const far = connect(socketPath);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("data", (bytes) => void (isSilent || to.write(bytes)));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    cut: () => {
      cut = true;
      for (const socket of open) socket.destroy();
    },
    silence: () => {
      isSilent = true;
    },
    restore: () => {
      cut = false;
      isSilent = false;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};

let faro: TestFaro;
let proxy: Awaited<ReturnType<typeof createProxy>>;
beforeAll(async () => {
  const direct = await createTestDatabase();
  proxy = await createProxy(`${direct.host}/.s.PGSQL.${direct.port}`);
  faro = await startTestFaro({}, { ...direct, host: "127.0.0.1", port: proxy.port });
});
afterAll(async () => {
  await faro.stop();
  proxy.close();
});

describe("while the database is away", () => {
  test("the product stays alive, reports the outage in both languages, and recovers by itself", async () => {
    const viewer = await faro.signedIn("viewer");
    proxy.cut();
    expect((await viewer.send("GET", "/healthz")).status).toBe(200);
    for (const path of ["/readyz", "/api/auth/user", "/api/notifications"]) {
      const answer = await viewer.send("GET", path, undefined, { "accept-language": "es-PR,es;q=0.9" });
      expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
      expect(answer.body.message).toContain("base de datos");
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await viewer.send("GET", "/")).status).toBe(200);
    proxy.restore();
    await vi.waitFor(async () => expect((await viewer.send("GET", "/api/auth/user")).status).toBe(200), {
      timeout: 15_000,
    });
    await vi.waitFor(async () => expect((await viewer.send("GET", "/readyz")).status).toBe(200), {
      timeout: 15_000,
    });
    const saved = await viewer.send("PUT", "/api/account", { language: "es" });
    expect(saved.status).toBe(200);
  });

  test("an unresponsive connection times out, and the product recovers when it responds again", async () => {
    const viewer = await faro.signedIn("viewer");
    proxy.silence();
    expect((await viewer.send("GET", "/healthz")).status).toBe(200);
    const request = viewer.send("GET", "/api/auth/user");
    // Long before the request, which waits for the limit of a statement. Checks share one question.
    const checks = Array.from({ length: 20 }, () => viewer.send("GET", "/readyz"));
    const first = await Promise.race([
      request.then(() => "request"),
      Promise.all(checks).then(() => "checks"),
    ]);
    expect(first).toBe("checks");
    for (const check of await Promise.all(checks))
      expect(check).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(await request).toMatchObject({ status: 503, body: { code: "unavailable" } });
    // A scrape has the figures of the process, and says that those of the installation are missing.
    const metrics = await viewer.send("GET", "/metrics");
    expect(metrics.status).toBe(200);
    expect(metrics.body).toContain("\nfaro_figures_read 0\n");
    expect(metrics.body).not.toContain("\nfaro_unread_events ");
    proxy.restore();
    await vi.waitFor(async () => expect((await viewer.send("GET", "/readyz")).status).toBe(200), {
      timeout: 40_000,
      interval: 500,
    });
    expect((await viewer.send("GET", "/api/auth/user")).status).toBe(200);
  });
});

test("a database that accepts no changes is named, by /readyz and to whoever wants to change something", async () => {
  const direct = await createTestDatabase();
  const readOnly = await startTestFaro({}, direct);
  try {
    const viewer = await readOnly.signedIn("viewer");
    await readOnly.pool.query(`ALTER DATABASE ${direct.database} SET default_transaction_read_only = on`);
    await readOnly.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()",
      [direct.database],
    );
    await vi.waitFor(
      async () =>
        expect(await viewer.send("GET", "/readyz")).toMatchObject({
          status: 503,
          body: { code: "read_only" },
        }),
      { timeout: 30_000, interval: 200 },
    );
    const change = await viewer.send("PUT", "/api/account", { language: "es" });
    expect(change).toMatchObject({ status: 503, body: { code: "read_only" } });
    expect(change.body.message).toContain("accepts no changes");
  } finally {
    await readOnly.stop();
  }
});
