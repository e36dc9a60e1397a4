import { handleUnknownPaths } from "#sandbox/auth.ts";
import { findSimulatedPlace } from "#sandbox/places.ts";
import { queryParam, requestHeader, sendResponse, type Vendor } from "#sandbox/vendor.ts";

/** The usage policy requires an identifying user agent and blocks the defaults of HTTP libraries. */
const isGenericAgent = (agent: string | undefined): boolean =>
  !agent || /^(node|undici|axios|curl|python|okhttp|got|java|go-http-client)\b/i.test(agent);

export const osm: Vendor = {
  id: "osm",
  mount: (app) => {
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
    app.get("/search", async (request) => {
      const place = findSimulatedPlace(queryParam(request, "q") ?? "");
      return place
        ? [
            {
              place_id: 1,
              lat: String(place.lat),
              lon: String(place.lng),
              display_name: place.name,
              licence: "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
            },
          ]
        : [];
    });
  },
};
