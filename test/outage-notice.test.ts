import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dateIn } from "#domain/day.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

const patience = { timeout: 60_000 };
const clients = 200_000;
const regionNames = ["Arecibo", "Bayamon", "Caguas", "Carolina", "Mayaguez", "Ponce", "San Juan"];

/** In percent, of the regions that are not wholly served. */
let without: Record<string, number> = {};
/** Minutes since the figures were counted. */
let age = 10;

/** As LUMA writes it: in Puerto Rico's time, to the minute. */
const stamp = (): string =>
  new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: "America/Puerto_Rico", year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit" },
  })
    .format(Date.now() - age * 60_000)
    .replaceAll(/[,\u202f]/g, (found) => (found === "," ? "" : " "));

let utility: Server;
let faro: TestFaro;
let admin: Visitor;
let operator: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  utility = createServer((_request, response) => {
    const regions = regionNames.map((name) => ({
      ...{ name, totalClients: clients },
      totalClientsWithoutService: Math.round(((without[name] ?? 0) * clients) / 100),
    }));
    const totals = { totalClients: 7 * clients, totalClientsWithoutService: 1 };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ timestamp: stamp(), totals, regions }));
  });
  await new Promise<void>((resolve) => utility.listen(0, "127.0.0.1", resolve));
  const { port } = utility.address() as AddressInfo;
  faro = await startTestFaro({ FARO_VENDOR_BASE: `http://127.0.0.1:${port}` });
  [admin, operator, viewer] = [
    await faro.signedIn("admin"),
    await faro.signedIn("operator"),
    await faro.signedIn("viewer"),
  ];
});
afterAll(async () => {
  await faro.stop();
  utility.close();
});

/** The scheduled job, with figures that were counted so many minutes ago. */
const look = async (figures: Record<string, number>, minutesAgo: number): Promise<void> => {
  [without, age] = [figures, minutesAgo];
  await faro.pool.query("UPDATE cached_responses SET fetched_at = fetched_at - interval '10 minutes'");
  const readAt = async () =>
    (await faro.pool.query("SELECT fetched_at AS at FROM cached_responses")).rows[0]?.at?.getTime() ?? 0;
  const before = await readAt();
  await enqueueJob(faro.pool, "watch-outages");
  await expect.poll(async () => (await readAt()) > before, patience).toBe(true);
};

/** How many regions the dashboard asks the user to write about; undefined for none. */
const proposals = async (visitor: Visitor): Promise<number | undefined> =>
  (await visitor.send("GET", "/api/dashboard/attention")).body.items.find(
    ({ kind }: { kind: string }) => kind === "outages",
  )?.count;
const prepare = (visitor: Visitor, region: string, municipality?: string) =>
  visitor.send("POST", "/api/luma/notices", { region, ...(municipality ? { municipality } : {}) });

test("without a visit of the page nothing is fetched by itself", async () => {
  await enqueueJob(faro.pool, "watch-outages");
  const isDone = async () =>
    ((await faro.pool.query("SELECT FROM pgboss.job WHERE name = 'watch-outages' AND state < 'completed'"))
      .rowCount ?? 1) === 0;
  await expect.poll(isDone, patience).toBe(true);
  expect((await faro.pool.query("SELECT FROM cached_responses")).rowCount).toBe(0);
});

test("what is without service at the first look is no news", async () => {
  without = { Ponce: 5 };
  expect((await viewer.send("GET", "/api/luma/outages")).status).toBe(200);
  await look({ Ponce: 6 }, 9);
  expect(await proposals(admin)).toBeUndefined();
});

test("a region that loses service is proposed to those who may write broadcasts, once a day", async () => {
  await look({ Mayaguez: 8 }, 8);
  expect([await proposals(admin), await proposals(operator)]).toEqual([1, 1]);
  expect(await proposals(viewer)).toBeUndefined();
  await look({ Mayaguez: 1.5, Caguas: 3 }, 7);
  expect(await proposals(admin)).toBe(2);
  await look({ Caguas: 4 }, 6);
  expect(await proposals(admin)).toBe(1);
  await look({ Mayaguez: 9, Caguas: 3 }, 5);
  const dayOf = (minutesAgo: number) => dateIn(Date.now() - minutesAgo * 60_000, "America/Puerto_Rico");
  expect(await proposals(admin)).toBe(dayOf(8) === dayOf(5) ? 1 : 2);
  // A proposal stores nothing.
  expect((await admin.send("GET", "/api/broadcasts")).body.broadcasts).toEqual([]);
});

test("figures that were counted long ago propose nothing", async () => {
  const before = await proposals(admin);
  await look({ Arecibo: 20 }, 40);
  expect(await proposals(admin)).toBe(before);
  expect((await prepare(operator, "Arecibo")).body.code).toBe("outage_not_current");
});

const addPerson = async (firstName: string, address: object): Promise<string> => {
  const { status, body } = await admin.send("POST", "/api/people", { firstName, ...address });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};

test("a notice is a draft to the people of the region, in words of both languages, and nothing more", async () => {
  await look({ Mayaguez: 9.5, Caguas: 5 }, 2);
  await addPerson("Town", { town: "mayaguez" });
  await addPerson("Region", { town: "Rincón", region: "PR" });
  await addPerson("Other region", { town: "Ponce", region: "PR" });
  await addPerson("Namesake", { town: "Mayagüez", region: "FL" });
  await addPerson("Zip", { zip: "00680" });
  await addPerson("Nowhere", {});
  const isLocated = async () =>
    (await faro.pool.query("SELECT FROM location_queue")).rowCount === 0 &&
    (await faro.pool.query("SELECT FROM person_locations")).rowCount;
  await enqueueJob(faro.pool, "locate-people");
  await expect.poll(isLocated, patience).toBeGreaterThan(0);

  expect((await prepare(viewer, "Mayagüez")).status).toBe(403);
  const { status, body: draft } = await prepare(operator, "Mayagüez");
  expect(status, JSON.stringify(draft)).toBe(200);
  expect(draft).toMatchObject({ state: "draft", purpose: "service", check: null, when: { kind: "now" } });
  expect(draft.name).toMatch(/^Outage in Mayagüez, /);
  const [{ template, type }] = draft.actions;
  expect(type).toBe("sms");
  const texts = (await admin.send("GET", "/api/templates")).body.filter(
    ({ name }: { name: string }) => name === template,
  );
  expect(texts.map(({ language }: { language: string }) => language).toSorted()).toEqual(["en", "es"]);
  for (const { body } of texts) expect(body).toContain("19,000");

  const found = await admin.send("POST", "/api/audiences/people", { audience: draft.audience });
  expect(found.body.people.map(({ firstName }: { firstName: string }) => firstName).toSorted()).toEqual([
    "Region",
    "Town",
    "Zip",
  ]);
  const { rows: audited } = await faro.pool.query(
    "SELECT entity_type AS type FROM audit_logs WHERE entity_type IN ('broadcast', 'template') ORDER BY seq",
  );
  expect(audited.map(({ type: entity }) => entity)).toEqual(["template", "template", "broadcast"]);
  expect((await faro.pool.query("SELECT FROM actions")).rowCount).toBe(0);
  await prepare(operator, "Caguas");
  expect(await proposals(admin)).toBeUndefined();
});

test("one municipality can be chosen, but none of another region", async () => {
  const { body: draft } = await prepare(operator, "Mayagüez", "Rincón");
  const found = await admin.send("POST", "/api/audiences/people", { audience: draft.audience });
  expect(found.body.people.map(({ firstName }: { firstName: string }) => firstName)).toEqual(["Region"]);
  // The same report has its words already.
  const { rowCount } = await faro.pool.query(
    "SELECT FROM message_templates WHERE name ~ '^outage_notice_mayaguez'",
  );
  expect(rowCount).toBe(2);
  expect((await prepare(operator, "Mayagüez", "Ponce")).status).toBe(404);
});

test("a region that is served, or that no one knows, has no notice", async () => {
  for (const region of ["Ponce", "Nowhere", "{{first_name}}"])
    expect((await prepare(operator, region)).body.code).toBe("outage_not_current");
});
