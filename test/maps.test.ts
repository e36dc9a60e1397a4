import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { metersBetween } from "#domain/places/sphere.ts";
import { toWorld } from "#domain/places/tiles.ts";
import { enqueueJob } from "./enqueue-job.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({}, "own");
});
afterAll(() => faro.stop());

const soon = { timeout: 180_000, interval: 50 };
const rows = async (query: string, values: unknown[] = []) => (await faro.pool.query(query, values)).rows;
const addPerson = async (person: object): Promise<string> => {
  const { status, body } = await faro.send("POST", "/api/people", person);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};
const locationOf = async (id: string) =>
  (await rows("SELECT * FROM person_locations WHERE person_id = $1", [id]))[0];

/** Runs the job, and waits until nobody is queued whose turn it is. */
const locate = async () => {
  await enqueueJob(faro.pool, "locate-people");
  await vi.waitFor(async () => {
    const [open] = await rows(
      `SELECT (SELECT count(*)::int FROM location_queue WHERE due_at <= now()
                  AND NOT (needs_vendor AND (SELECT paused_until > now() FROM location_state))) +
              (SELECT count(*)::int FROM pgboss.job WHERE name = 'locate-people' AND state < 'completed') AS count`,
    );
    expect(open.count).toBe(0);
  }, soon);
};
const connect = async (settings: object, expected = 200) => {
  const { status, body } = await faro.send("POST", "/api/api-keys/maps", settings);
  expect(status, JSON.stringify(body)).toBe(expected);
};
const searches = async (vendor: string): Promise<string[]> =>
  (await faro.arrived(vendor)).map(({ path }) => path).filter((path) => /geocode|\/search/.test(path));

describe("without a map vendor", () => {
  test("people are located by ZIP code, municipality or state, and again when they move", async () => {
    const zip = await addPerson({ firstName: "Ana", zip: "00956" });
    const town = await addPerson({ firstName: "Bea", town: "Mayagüez" });
    const state = await addPerson({ firstName: "Cid", region: "TX" });
    const nowhere = await addPerson({ firstName: "Dov", town: "Atlantis" });
    const none = await addPerson({ firstName: "Eva" });
    await locate();
    expect(await locationOf(zip)).toMatchObject({
      precision: "zip",
      area_code: "72021",
      provider: "offline",
      latitude: expect.closeTo(18.37, 1),
    });
    expect(await locationOf(town)).toMatchObject({ precision: "municipality", area_code: "72097" });
    expect(await locationOf(state)).toMatchObject({ precision: "state", area_code: "48", latitude: null });
    expect(await locationOf(nowhere)).toMatchObject({ precision: null, area_code: null });
    expect(await locationOf(none)).toBeUndefined();
    expect(await searches("google-maps")).toEqual([]);

    const map = async (query = "") => (await faro.send("GET", `/api/people-map${query}`)).body;
    const all = await map();
    expect(all).toMatchObject({ total: 5, elsewhere: 2, isReadable: true });
    expect(all.areas).toContainEqual({ code: "72021", label: "Bayamón, PR", count: 1 });
    expect(all.states).toEqual([
      { code: "72", label: "Puerto Rico", count: 2 },
      { code: "48", label: "Texas", count: 1 },
    ]);
    expect(await map("?type=lead")).toEqual(all);
    expect(await map("?search=ana")).toMatchObject({ total: 1, elsewhere: 0 });
    const near = { distance: 20, unit: "km", latitude: 18.4, longitude: -66.1, label: "San Juan" };
    const where = JSON.stringify({ field: "distance", op: "within_distance", value: near });
    const { body: nearby } = await faro.send("GET", `/api/people?where=${encodeURIComponent(where)}`);
    expect(nearby.people.map((person: { firstName: string }) => person.firstName)).toEqual(["Ana"]);
    const { body: overview } = await faro.send("GET", `/api/people/${zip}/overview`);
    expect(overview.location).toMatchObject({ label: "Bayamón, PR", precision: "zip", mayBeMapped: true });

    await rows("UPDATE people SET zip = '00731', town = 'Ponce' WHERE id = $1", [zip]);
    await rows("UPDATE people SET town = NULL WHERE id = $1", [town]);
    await locate();
    expect(await locationOf(zip)).toMatchObject({ area_code: "72113" });
    expect(await locationOf(town)).toBeUndefined();

    await rows("DELETE FROM people WHERE id = $1", [zip]);
    expect(await locationOf(zip)).toBeUndefined();
  });
});

describe("places", () => {
  test("are found by name, ZIP code and coordinates, and outlines are drawn", async () => {
    const search = async (q: string) =>
      (await faro.send("GET", `/api/places?q=${encodeURIComponent(q)}`)).body.places[0];
    expect(await search("juana di")).toMatchObject({ kind: "area", label: "Juana Díaz, PR" });
    expect(await search("00956")).toMatchObject({
      kind: "zip",
      label: "00956 · Bayamón, PR",
      areaCode: "72021",
    });
    expect(await search("18.4, -66.1")).toMatchObject({ kind: "point", latitude: 18.4, longitude: -66.1 });
    const { body } = await faro.send("POST", "/api/places/look-up", { address: "Calle Sol 1, Ponce, PR" });
    expect(body).toMatchObject({
      provider: "offline",
      place: { label: "Ponce, PR", precision: "municipality" },
    });
    const outline = (await faro.send("GET", "/api/places/outlines/72")).body;
    expect(outline.areas).toHaveLength(78);
    // Every mark stands inside the picture.
    for (const { x, y } of outline.areas)
      expect(x > 0 && x < outline.width && y > 0 && y < outline.height).toBe(true);
    expect((await faro.send("GET", "/api/places/outlines/us")).body.areas).toHaveLength(52);
    expect((await faro.send("GET", "/api/places/outlines/03")).status).toBe(404);
    const { body: status } = await faro.send("GET", "/api/places/status");
    expect(status).toMatchObject({ provider: "offline", lastError: null, waiting: 0 });
  });
});

/** Without a session where `headers` say so. */
const tileOf = (path: string, headers: Record<string, string> = {}) =>
  faro.send("GET", `/api/map-tiles/${path}`, undefined, headers);

describe("the background map", () => {
  const sourceOf = async () => (await faro.send("GET", "/api/map-tiles")).body.source;
  const tiles = async (vendor: string) =>
    (await faro.arrived(vendor)).map(({ path }) => path).filter((path) => path.includes("9/161/229"));

  test("needs a vendor that has one", async () => {
    expect(await sourceOf()).toBeNull();
    expect((await tileOf("osm/9/161/229")).status).toBe(404);
    await connect({ provider: "google", apiKey: "key" });
    expect(await sourceOf()).toBeNull();
    expect((await tileOf("google/9/161/229")).status).toBe(404);
    expect(await tiles("osm")).toEqual([]);
  });

  test("is passed on from Mapbox, without its key", async () => {
    await connect({ provider: "mapbox", apiKey: "pk.key" });
    const source = await sourceOf();
    expect(source).toMatchObject({ id: "mapbox", tileSize: 512 });
    expect(source.attribution.map(({ text }: { text: string }) => text)).toContain("© Mapbox");
    const tile = await tileOf("mapbox/9/161/229");
    expect(tile.status).toBe(200);
    expect(tile.headers.get("content-type")).toBe("image/png");
    expect(tile.headers.get("cache-control")).toBe("private, max-age=43200");
    expect(tile.headers.get("content-security-policy")).toContain("sandbox");
    expect(tile.body.subarray(1, 4).toString()).toBe("PNG");
    expect(await tiles("mapbox")).toHaveLength(1);

    expect((await tileOf("mapbox/9/161/229", { cookie: "" })).status).toBe(401);
    for (const path of [
      "osm/9/161/229",
      "mapbox/9/512/0",
      "mapbox/9/0/512",
      "mapbox/9/-1/0",
      "mapbox/9/1.5/0",
      "mapbox/18/0/0",
      "mapbox/17/0/0",
      "mapbox/x/0/0",
      "mapbox/9/161/229.png",
    ])
      expect((await tileOf(path)).status, path).toBe(404);
    expect(await tiles("mapbox")).toHaveLength(1);
  });

  test("that the vendor refuses is a problem of its own", async () => {
    await connect({ provider: "mapbox", apiKey: "bad" });
    const refused = await tileOf("mapbox/9/161/229");
    expect(refused).toMatchObject({ status: 502, body: { code: "vendor_failed" } });
    expect(refused.body.message).toContain("Invalid Token");
    await connect({ provider: "mapbox", apiKey: "pk.key" });
    await faro.control("mapbox", "html");
    expect((await tileOf("mapbox/9/161/229")).status).toBe(502);
    await faro.control("mapbox", "ok");
    expect((await tileOf("mapbox/9/161/229")).status).toBe(200);
    expect((await faro.send("GET", "/api/places/outlines/72")).body.areas).toHaveLength(78);
  });

  test("of OpenStreetMap needs no key, and can be switched off", async () => {
    await connect({ provider: "osm", apiKey: null, tileUrl: "https://tiles.example.com/?key=1" }, 400);
    await connect({ provider: "osm", apiKey: null, contactEmail: "maps@example.com" });
    expect(await sourceOf()).toMatchObject({
      id: "osm",
      attribution: [{ text: "© OpenStreetMap contributors" }],
    });
    const tile = await tileOf("osm/9/161/229");
    expect(tile.headers.get("cache-control")).toBe("private, max-age=600000");
    expect(await tiles("osm")).toEqual([expect.stringContaining("/9/161/229.png")]);
    await connect({ provider: "osm", apiKey: null, backgroundMap: false });
    expect(await sourceOf()).toBeNull();
    expect((await tileOf("osm/9/161/229")).status).toBe(404);
    await connect({ provider: "osm", apiKey: null, backgroundMap: true });
  });

  test("lies under the outlines of the states, where it belongs", async () => {
    const { body: outline } = await faro.send("GET", "/api/places/outlines/72");
    const { body: found } = await faro.send("GET", "/api/places?q=ponce");
    const ponce = outline.areas.find(({ name }: { name: string }) => name === "Ponce");
    const at = toWorld(found.places[0]);
    expect(outline.world.x + at.x * outline.world.size).toBeCloseTo(ponce.x, 0);
    expect(outline.world.y + at.y * outline.world.size).toBeCloseTo(ponce.y, 0);
    expect((await faro.send("GET", "/api/places/outlines/us")).body.world).toBeNull();
  });
});

describe("with a map vendor", () => {
  let luna: string;
  const street = async (id: string, text: string) =>
    rows("UPDATE people SET fields = fields || jsonb_build_object('street', $2::text) WHERE id = $1", [
      id,
      text,
    ]);

  test("streets are looked up once for all who live there, others are not", async () => {
    await connect({ provider: "google", apiKey: "key", streetField: "street" });
    luna = await addPerson({ firstName: "Fay", town: "San Juan", region: "PR", zip: "00901" });
    const housemate = await addPerson({ firstName: "Gil", town: "San Juan", region: "PR", zip: "00901" });
    const later = await addPerson({ firstName: "Hal", town: "San Juan", region: "PR", zip: "00901" });
    await street(luna, "Calle Luna 3");
    await street(housemate, "Calle Luna 3");
    await locate();
    const found = await locationOf(luna);
    expect(found).toMatchObject({ precision: "address", area_code: "72127", provider: "google" });
    expect(metersBetween(found, { latitude: 18.4655, longitude: -66.1057 })).toBeLessThan(2500);
    const { body: overview } = await faro.send("GET", `/api/people/${luna}/overview`);
    expect(overview.location).toMatchObject({ precision: "address", mayBeMapped: false });
    expect(await locationOf(housemate)).toMatchObject({ latitude: found.latitude, provider: "google" });
    expect(await locationOf(later)).toMatchObject({ precision: "zip", provider: "offline" });
    const asked = (await searches("google-maps")).filter((path) => path.includes("Luna"));
    expect(asked).toHaveLength(1);

    await street(later, "Calle Luna 3");
    await locate();
    expect(await locationOf(later)).toMatchObject({ latitude: found.latitude, provider: "google" });
    // A change of another field is not another address.
    await rows("UPDATE people SET fields = fields || '{\"other\": 1}' WHERE id = $1", [luna]);
    await locate();
    expect((await searches("google-maps")).filter((path) => path.includes("Luna"))).toHaveLength(1);
  });

  test("an address that the vendor does not know keeps the centre of its ZIP code", async () => {
    await street(luna, "Nowhere 77");
    await locate();
    expect(await locationOf(luna)).toMatchObject({ precision: "zip", provider: "offline" });
  });

  test("Google's coordinates are renewed before the 30 days that it allows", async () => {
    await street(luna, "Calle Sol 5");
    await locate();
    await rows(
      "UPDATE person_locations SET geocoded_at = now() - interval '29 days 1 hour' WHERE person_id = $1",
      [luna],
    );
    await locate();
    expect(Date.now() - (await locationOf(luna)).geocoded_at.getTime()).toBeLessThan(3_600_000);
    expect((await searches("google-maps")).filter((path) => path.includes("Sol"))).toHaveLength(2);
  });

  test("a refused key pauses the look-ups, notifies once, and a new connection goes on", async () => {
    await connect({ provider: "google", apiKey: "bad", streetField: "street" });
    await street(luna, "Calle Cristo 9");
    await locate();
    expect(await locationOf(luna)).toMatchObject({ precision: "zip", provider: "offline" });
    const notices = await rows("SELECT params FROM notifications WHERE kind = 'integration_failing'");
    expect(notices).toMatchObject([
      { params: { name: "Maps", reason: expect.stringContaining("invalid"), step: "connect" } },
    ]);
    expect(JSON.stringify(notices)).not.toContain("bad");
    const status = async () => (await faro.send("GET", "/api/places/status")).body;
    expect(await status()).toMatchObject({
      waitingForVendor: 1,
      lastError: { en: expect.stringContaining("invalid") },
    });

    await connect({ provider: "google", apiKey: "key", streetField: "street" });
    await locate();
    expect(await locationOf(luna)).toMatchObject({ precision: "address", provider: "google" });
    expect(await status()).toMatchObject({ provider: "google", waitingForVendor: 0, lastError: null });

    await connect({ provider: "mapbox", apiKey: "pk.key", streetField: "street" });
    await locate();
    expect(await locationOf(luna)).toMatchObject({
      precision: "address",
      provider: "mapbox",
      area_code: "72127",
    });
    expect(await searches("mapbox")).toContainEqual(expect.stringContaining("permanent=true"));
  });

  test("OpenStreetMap needs no key and is asked with who asks", async () => {
    await connect({ provider: "osm", apiKey: null, contactEmail: "maps@example.com", streetField: "street" });
    await locate();
    expect(await locationOf(luna)).toMatchObject({
      precision: "address",
      provider: "osm",
      area_code: "72127",
    });
    expect(await searches("osm")).toContainEqual(expect.stringContaining("email=maps%40example.com"));
  });

  test("a look-up that was interrupted is repeated, and one of a former address changes nothing", async () => {
    await connect({ provider: "mapbox", apiKey: "pk.key", streetField: "street" });
    await locate();
    // A process died after it had taken the row, and its lease has ended.
    await street(luna, "Calle San Justo 1");
    await rows(
      "UPDATE location_queue SET needs_vendor = true, attempts = 1, due_at = now() - interval '1 minute' WHERE person_id = $1",
      [luna],
    );
    await rows("UPDATE location_state SET leased_until = now() - interval '1 second'");
    await locate();
    expect(await locationOf(luna)).toMatchObject({ precision: "address", provider: "mapbox" });
    expect(await rows("SELECT FROM location_queue")).toEqual([]);
  });
});
