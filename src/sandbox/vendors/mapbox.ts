import type { FastifyRequest } from "fastify";
import { type Door, guard } from "#sandbox/guard.ts";
import { findPlace } from "#sandbox/places.ts";
import { queryOf, type Vendor } from "#sandbox/vendor.ts";

const isTokenCheck = (request: FastifyRequest): boolean => request.url.startsWith("/mapbox/tokens/v2");

const door: Door = {
  credentials: (request) => [queryOf(request, "access_token")],
  // A wrong token is a good answer to the question whether it is one.
  refuse: (request, missing) =>
    isTokenCheck(request)
      ? { status: 200, body: { code: missing ? "TokenMalformed" : "TokenInvalid" } }
      : { status: 401, body: { message: "Not Authorized - Invalid Token" } },
  limit: () => ({ status: 429, body: { message: "Too Many Requests" } }),
  lie: (request) =>
    isTokenCheck(request)
      ? { status: 200, body: { code: "TokenExpired" } }
      : { status: 200, body: { message: "Not Authorized - Invalid Token" } },
};

export const mapbox: Vendor = {
  id: "mapbox",
  mount: (app) => {
    guard(app, door);
    app.get("/tokens/v2", async (request) => ({
      code: "TokenValid",
      token: {
        usage: queryOf(request, "access_token")?.startsWith("sk.") ? "sk" : "pk",
        user: "faro-sandbox",
        authorization: "sandbox",
      },
    }));
    app.get("/search/geocode/v6/forward", async (request) => {
      const place = findPlace(queryOf(request, "q") ?? "");
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
                  feature_type: "place",
                  name: place.name.split(",")[0],
                  full_address: place.name,
                },
              },
            ]
          : [],
        attribution: "Sandbox",
      };
    });
  },
};
