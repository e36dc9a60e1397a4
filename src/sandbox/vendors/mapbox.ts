import type { FastifyRequest } from "fastify";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { drawMapTile, readTilePath } from "#sandbox/map-tile.ts";
import { findSimulatedPlace, simulatedLabel } from "#sandbox/places.ts";
import { pathParam, queryParam, sendResponse, type Vendor } from "#sandbox/vendor.ts";

const isTokenCheck = (request: FastifyRequest): boolean => request.url.startsWith("/mapbox/tokens/v2");

const auth: VendorAuth = {
  credentials: (request) => [queryParam(request, "access_token")],
  // The token check reports an invalid token with status 200.
  unauthorized: (request, missing) =>
    isTokenCheck(request)
      ? { status: 200, body: { code: missing ? "TokenMalformed" : "TokenInvalid" } }
      : { status: 401, body: { message: "Not Authorized - Invalid Token" } },
  rateLimited: () => ({ status: 429, body: { message: "Too Many Requests" } }),
  falseSuccess: (request) =>
    isTokenCheck(request)
      ? { status: 200, body: { code: "TokenExpired" } }
      : { status: 200, body: { message: "Not Authorized - Invalid Token" } },
};

export const mapbox: Vendor = {
  id: "mapbox",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/tokens/v2", async (request) => ({
      code: "TokenValid",
      token: {
        usage: queryParam(request, "access_token")?.startsWith("sk.") ? "sk" : "pk",
        user: "faro-sandbox",
        authorization: "sandbox",
      },
    }));
    app.get("/styles/v1/mapbox/:style/tiles/512/:z/:x/:y", async (request, reply) => {
      const [z, x, y] = ["z", "x", "y"].map((name) => pathParam(request, name));
      const tile = readTilePath(z ?? "", x ?? "", y ?? "", 22);
      if (!tile) return sendResponse(reply, { status: 404, body: { message: "Tile does not exist" } });
      return sendResponse(reply, {
        status: 200,
        type: "image/png",
        headers: { "cache-control": "max-age=43200,s-maxage=604800" },
        body: drawMapTile(512, tile.column, tile.row),
      });
    });
    app.get("/search/geocode/v6/forward", async (request, reply) => {
      const query = queryParam(request, "q") ?? "";
      const isRefused = query === "" || query.length > 256 || query.includes(";");
      if (isRefused)
        return sendResponse(reply, { status: 422, body: { message: "q should be a valid search text" } });
      const place = findSimulatedPlace(query);
      return {
        type: "FeatureCollection",
        features: place
          ? [
              {
                type: "Feature",
                id: "sandbox.1",
                geometry: { type: "Point", coordinates: [place.lng, place.lat] },
                properties: {
                  mapbox_id: "sandbox.1",
                  feature_type: place.street === null ? "place" : "address",
                  name: place.street ?? place.town,
                  full_address: simulatedLabel(place),
                  coordinates: { longitude: place.lng, latitude: place.lat },
                  ...(place.street === null ? {} : { match_code: { confidence: "exact" } }),
                  context: {
                    place: { name: place.town },
                    region: { name: place.stateName, region_code: place.state },
                    country: { name: "United States", country_code: place.country },
                  },
                },
              },
            ]
          : [],
        attribution: "Sandbox",
      };
    });
  },
};
