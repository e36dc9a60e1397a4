import { type Door, guard } from "#sandbox/guard.ts";
import { findPlace } from "#sandbox/places.ts";
import { type Answer, queryOf, type Vendor } from "#sandbox/vendor.ts";

/** Failures come with status 200 and say so inside. */
const answer = (status: string, error_message?: string): Answer => ({
  status: 200,
  body: { results: [], status, ...(error_message ? { error_message } : {}) },
});

const door: Door = {
  credentials: (request) => [queryOf(request, "key")],
  refuse: (_request, missing) =>
    answer(
      "REQUEST_DENIED",
      missing
        ? "You must use an API key to authenticate each request to Google Maps Platform APIs. For additional information, please refer to http://g.co/dev/maps-no-account"
        : "The provided API key is invalid. ",
    ),
  limit: () => ({
    ...answer("OVER_QUERY_LIMIT", "You have exceeded your rate-limit for this API."),
    status: 429,
  }),
};

export const googleMaps: Vendor = {
  id: "google-maps",
  mount: (app) => {
    guard(app, door);
    app.get("/maps/api/geocode/json", async (request) => {
      const key = queryOf(request, "key") ?? "";
      // A key made for web pages does not work from a server.
      if (key.includes("referer"))
        return answer("REQUEST_DENIED", "API keys with referer restrictions cannot be used with this API.")
          .body;
      const address = queryOf(request, "address");
      if (!address)
        return answer(
          "INVALID_REQUEST",
          "Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id' parameter.",
        ).body;
      const place = findPlace(address);
      if (!place) return answer("ZERO_RESULTS").body;
      return {
        results: [
          {
            formatted_address: place.name,
            geometry: { location: { lat: place.lat, lng: place.lng }, location_type: "APPROXIMATE" },
            place_id: `sandbox-${place.name.split(",")[0]}`,
            types: ["locality", "political"],
          },
        ],
        status: "OK",
      };
    });
  },
};
