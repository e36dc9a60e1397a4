import { describe, expect, test } from "vitest";
import type { MapProvider } from "#domain/map-providers.ts";
import { toLocation } from "#domain/places/lookup.ts";
import { readGazetteer } from "#server/places/gazetteer.ts";
import { geocodeOperations } from "./geocode.ts";
import { createPacer, runOperation } from "./operation.ts";

const pacer = createPacer(
  () => 0,
  async () => {},
  () => null,
);

/** The vendor's answer to every request, and the paths that were asked for. */
const ask = async (provider: MapProvider, status: number, body: unknown, headers = {}) => {
  const paths: string[] = [];
  const result = await runOperation(
    geocodeOperations[provider],
    {
      settings: { apiKey: "k&y", contactEmail: "ops@example.com" },
      headers: {},
      send: async ({ path }) => {
        paths.push(path);
        const text = typeof body === "string" ? body : JSON.stringify(body);
        return { ok: true, status, headers: { ...headers }, body: Buffer.from(text) };
      },
    },
    { address: "Calle Luna 3, San Juan" },
    pacer,
  );
  return { result, paths };
};

const googleFound = (more: object) => ({
  status: "OK",
  results: [
    {
      formatted_address: "Calle Luna 3, San Juan",
      geometry: { location: { lat: 18.4655, lng: -66.1175 }, location_type: "ROOFTOP" },
      types: ["street_address"],
      address_components: [
        { long_name: "San Juan", short_name: "San Juan", types: ["locality"] },
        { long_name: "Puerto Rico", short_name: "PR", types: ["country"] },
      ],
      ...more,
    },
  ],
});
const mapboxFound = (more: object) => ({
  features: [
    {
      geometry: { coordinates: [-66.1175, 18.4655] },
      properties: {
        feature_type: "address",
        name: "Calle Luna 3",
        context: { place: { name: "San Juan" }, country: { country_code: "PR" } },
        ...more,
      },
    },
  ],
});
const osmFound = (more: object) => [
  {
    lat: "18.4655",
    lon: "-66.1175",
    display_name: "3, Calle Luna",
    place_rank: 30,
    addresstype: "place",
    address: { city: "San Juan", country_code: "us" },
    ...more,
  },
];

describe("an address that a vendor found", () => {
  test.each<[MapProvider, string, unknown, string]>([
    ["google", "a house", googleFound({}), "address"],
    ["google", "a guess", googleFound({ partial_match: true }), "municipality"],
    ["google", "a ZIP code", googleFound({ types: ["postal_code"] }), "zip"],
    ["google", "a state", googleFound({ types: ["administrative_area_level_1"] }), "state"],
    ["mapbox", "a house", mapboxFound({}), "address"],
    ["mapbox", "a guess", mapboxFound({ match_code: { confidence: "low" } }), "municipality"],
    ["mapbox", "a town", mapboxFound({ feature_type: "place" }), "municipality"],
    ["mapbox", "a state", mapboxFound({ feature_type: "region" }), "state"],
    ["osm", "a house", osmFound({}), "address"],
    ["osm", "a ZIP code", osmFound({ addresstype: "postcode", place_rank: 21 }), "zip"],
    ["osm", "a town", osmFound({ addresstype: "city", place_rank: 16 }), "municipality"],
    ["osm", "a state", osmFound({ addresstype: "state", place_rank: 8 }), "state"],
  ])("%s: %s", async (provider, _name, body, precision) => {
    const { result } = await ask(provider, 200, body);
    if (!result.ok || !result.value) throw new Error("It must be found");
    expect(result.value).toMatchObject({
      point: { latitude: 18.4655, longitude: -66.1175 },
      precision,
    });
    const location = toLocation(result.value, readGazetteer());
    expect(location.areaCode).toBe(precision === "state" ? "72" : "72127");
    expect(location.point === null).toBe(precision === "state");
  });

  test("has no area abroad", async () => {
    const { result } = await ask("osm", 200, osmFound({ address: { country_code: "do" } }));
    if (!result.ok || !result.value) throw new Error("It must be found");
    expect(toLocation(result.value, readGazetteer()).areaCode).toBeNull();
  });

  test.each<[MapProvider, unknown]>([
    ["google", { status: "ZERO_RESULTS", results: [] }],
    ["mapbox", { features: [] }],
    ["osm", []],
  ])("%s: nothing is no error", async (provider, body) => {
    expect((await ask(provider, 200, body)).result).toEqual({ ok: true, value: null });
  });
});

describe("a refusal", () => {
  test.each<[MapProvider, number, unknown, string, number]>([
    [
      "google",
      200,
      { status: "REQUEST_DENIED", error_message: "The provided API key is invalid." },
      "auth",
      1,
    ],
    ["google", 200, { status: "OVER_DAILY_LIMIT" }, "auth", 1],
    ["google", 200, { status: "OVER_QUERY_LIMIT" }, "rate", 4],
    ["google", 200, { status: "INVALID_REQUEST" }, "invalid", 1],
    ["google", 200, { status: "UNKNOWN_ERROR" }, "transient", 4],
    ["google", 200, { status: "OK" }, "transient", 4],
    ["mapbox", 401, { message: "Not Authorized - Invalid Token" }, "auth", 1],
    ["mapbox", 429, { message: "Too Many Requests" }, "rate", 4],
    ["mapbox", 422, { message: "q should be a valid search text" }, "invalid", 1],
    ["osm", 403, "<html><title>Access blocked</title></html>", "auth", 1],
    ["osm", 429, "<html><title>Bandwidth limit exceeded</title></html>", "rate", 4],
    ["osm", 503, { error: { message: "Busy" } }, "transient", 4],
  ])("%s %i %o is %s", async (provider, status, body, kind, attempts) => {
    const { result, paths } = await ask(provider, status, body);
    expect(result).toMatchObject({ ok: false, error: { kind } });
    expect(paths).toHaveLength(attempts);
  });

  test("that asks for a long wait is left to the caller", async () => {
    const { result, paths } = await ask("mapbox", 429, { message: "Slow down" }, { "retry-after": "60" });
    expect(result).toMatchObject({ ok: false, error: { kind: "rate", retryAfterMs: 60_000 } });
    expect(paths).toHaveLength(1);
  });
});

test("requests carry what each vendor's terms ask for", async () => {
  const [google] = (await ask("google", 200, { status: "ZERO_RESULTS", results: [] })).paths;
  expect(google).toBe("/maps/api/geocode/json?address=Calle+Luna+3%2C+San+Juan&key=k%26y");
  const [mapbox] = (await ask("mapbox", 200, { features: [] })).paths;
  expect(mapbox).toContain("permanent=true");
  const [osm] = (await ask("osm", 200, [])).paths;
  expect(osm).toContain("email=ops%40example.com");
  expect(geocodeOperations.osm.rate).toEqual({ requests: 1, perMs: 1000 });
});
