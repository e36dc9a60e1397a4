import { handleUnknownPaths } from "#sandbox/auth.ts";
import { drawMapTile, readTilePath } from "#sandbox/map-tile.ts";
import { findSimulatedPlace, simulatedLabel } from "#sandbox/places.ts";
import { pathParam, queryParam, requestHeader, sendResponse, type Vendor } from "#sandbox/vendor.ts";

/** The usage policy requires an identifying user agent and blocks the defaults of HTTP libraries. */
const isGenericAgent = (agent: string | undefined): boolean =>
  !agent || /^(node|undici|axios|curl|python|okhttp|got|java|go-http-client)\b/i.test(agent);

/** One request a second, with some tolerance for how long requests travel. */
const minGapMs = 600;

export const osm: Vendor = {
  id: "osm",
  mount: (app) => {
    let lastSearchAt = 0;
    handleUnknownPaths(app);
    app.addHook("preHandler", async (request, reply) => {
      if (!isGenericAgent(requestHeader(request, "user-agent"))) return;
      return sendResponse(reply, {
        status: 403,
        type: "text/html",
        body: "<html><head><title>Access blocked</title></head><body><h1>Access blocked</h1><p>You have been blocked because you have violated the usage policy of OSM's Nominatim geocoding service.</p></body></html>",
      });
    });
    app.get("/status", async (request, reply) =>
      queryParam(request, "format") === "json"
        ? {
            status: 0,
            message: "OK",
            data_updated: new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString(),
            software_version: "5.2.0",
            database_version: "5.2.0",
          }
        : sendResponse(reply, { status: 200, type: "text/plain", body: "OK" }),
    );
    app.get("/:z/:x/:file", async (request, reply) => {
      const [, y = ""] = /^(\d+)\.png$/.exec(pathParam(request, "file")) ?? [];
      const tile = readTilePath(pathParam(request, "z"), pathParam(request, "x"), y, 19);
      if (!tile) return sendResponse(reply, { status: 404, type: "text/plain", body: "Not found" });
      return sendResponse(reply, {
        status: 200,
        type: "image/png",
        headers: { "cache-control": "max-age=604800, stale-while-revalidate=604800", age: "4800" },
        body: drawMapTile(256, tile.column, tile.row),
      });
    });
    app.get("/search", async (request, reply) => {
      const query = queryParam(request, "q") ?? "";
      if (query === "")
        return sendResponse(reply, {
          status: 400,
          body: { error: { code: 400, message: "Nothing to search for." } },
        });
      const now = Date.now();
      const isTooFast = now - lastSearchAt < minGapMs;
      lastSearchAt = now;
      if (isTooFast)
        return sendResponse(reply, {
          status: 429,
          type: "text/html",
          body: "<html><head><title>Bandwidth limit exceeded</title></head><body><h1>Bandwidth limit exceeded</h1><p>You have exceeded the limit of one request a second.</p></body></html>",
        });
      const place = findSimulatedPlace(query);
      if (!place) return [];
      const { street, town, stateName, zip } = place;
      return [
        {
          place_id: 1,
          licence: "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
          osm_type: street === null ? "relation" : "way",
          osm_id: 1,
          lat: String(place.lat),
          lon: String(place.lng),
          category: street === null ? "boundary" : "place",
          type: street === null ? "administrative" : "house",
          place_rank: street === null ? 16 : 30,
          importance: 0.5,
          addresstype: street === null ? "city" : "place",
          name: street === null ? town : "",
          display_name: simulatedLabel(place),
          address: {
            ...(street === null ? {} : { road: street }),
            city: town,
            state: stateName,
            ...(zip === null ? {} : { postcode: zip }),
            country: "United States",
            country_code: "us",
          },
          boundingbox: [String(place.lat), String(place.lat), String(place.lng), String(place.lng)],
        },
      ];
    });
  },
};
