import { answerUnknown } from "#sandbox/guard.ts";
import { findPlace } from "#sandbox/places.ts";
import { headerOf, queryOf, send, type Vendor } from "#sandbox/vendor.ts";

/** The usage policy asks for a name and a contact; libraries that give only their own are turned away. */
const isGeneric = (agent: string | undefined): boolean =>
  !agent || /^(node|undici|axios|curl|python|okhttp|got|java|go-http-client)\b/i.test(agent);

export const osm: Vendor = {
  id: "osm",
  mount: (app) => {
    answerUnknown(app);
    app.addHook("preHandler", async (request, reply) => {
      if (!isGeneric(headerOf(request, "user-agent"))) return;
      return send(reply, {
        status: 403,
        type: "text/html",
        body: "<html><head><title>Access blocked</title></head><body><h1>Access blocked</h1><p>You have been blocked because you have violated the usage policy of OSM's Nominatim geocoding service.</p></body></html>",
      });
    });
    app.get("/status", async (request, reply) =>
      queryOf(request, "format") === "json"
        ? {
            status: 0,
            message: "OK",
            data_updated: new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString(),
            software_version: "5.2.0",
            database_version: "5.2.0",
          }
        : send(reply, { status: 200, type: "text/plain", body: "OK" }),
    );
    app.get("/search", async (request) => {
      const place = findPlace(queryOf(request, "q") ?? "");
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
