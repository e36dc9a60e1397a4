import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { type RunningProduct, startWeb } from "#server/start-web.ts";
import { createTestDatabase } from "./database.ts";

type Line = { level: string; id?: string; route?: string; status?: number; msg: string };

let dataDir: string;
let faro: RunningProduct;
const lines: Line[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "faro-test-"));
  faro = await startWeb({
    config: readConfig({ PORT: "0", FARO_DATA_DIR: dataDir, FARO_DEMO: "0" }, false),
    connection: await createTestDatabase(),
    log: createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }),
    sandbox: undefined,
  });
});
afterAll(async () => {
  await faro?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const send = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${faro.url}${path}`, init);
  await answer.text();
  return answer;
};

test("an answer and its line in the log have the same id", async () => {
  const answers = [
    await send("/api/auth/user"),
    await send("/hooks/unknown", { method: "POST", body: "{}" }),
  ];
  for (const answer of answers) {
    const id = answer.headers.get("x-request-id");
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines.filter((line) => line.id === id)).toMatchObject([{ msg: "request", status: answer.status }]);
  }
});

test("probes leave no line", async () => {
  const before = lines.length;
  for (const path of ["/healthz", "/readyz", "/metrics"]) expect((await send(path)).status).toBe(200);
  const requests = lines.slice(before).filter(({ msg }) => msg === "request");
  expect(requests).toEqual([]);
});

test("a process that stops says so once, however often it is asked", async () => {
  const drained = faro.drain(10);
  for (let n = 0; n < 5; n++) expect((await send("/readyz")).status).toBe(503);
  await drained;
  const changes = lines.filter(({ msg }) => msg.startsWith("not ready"));
  expect(changes).toMatchObject([
    { level: "warn", msg: "not ready: This process is stopping. Please try again shortly" },
  ]);
});
