import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { findSimulatedPlace } from "#sandbox/places.ts";
import { queryParam, type SimulatedResponse, type Vendor } from "#sandbox/vendor.ts";

/** Google Maps reports errors with status 200. */
const geocodeResponse = (status: string, error_message?: string): SimulatedResponse => ({
  status: 200,
  body: { results: [], status, ...(error_message ? { error_message } : {}) },
});

const auth: VendorAuth = {
  credentials: (request) => [queryParam(request, "key")],
  unauthorized: (_request, missing) =>
    geocodeResponse(
      "REQUEST_DENIED",
      missing
        ? "You must use an API key to authenticate each request to Google Maps Platform APIs. For additional information, please refer to http://g.co/dev/maps-no-account"
        : "The provided API key is invalid. ",
    ),
  rateLimited: () => ({
    ...geocodeResponse("OVER_QUERY_LIMIT", "You have exceeded your rate-limit for this API."),
    status: 429,
  }),
};

export const googleMaps: Vendor = {
  id: "google-maps",
  mount: (app) => {
    requireCredentials(app, auth);
    app.get("/maps/api/geocode/json", async (request) => {
      const key = queryParam(request, "key") ?? "";
      // Keys restricted to web pages do not work from a server.
      if (key.includes("referer"))
        return geocodeResponse(
          "REQUEST_DENIED",
          "API keys with referer restrictions cannot be used with this API.",
        ).body;
      const address = queryParam(request, "address");
      if (!address)
        return geocodeResponse(
          "INVALID_REQUEST",
          "Invalid request. Missing the 'address', 'components', 'latlng' or 'place_id' parameter.",
        ).body;
      const place = findSimulatedPlace(address);
      if (!place) return geocodeResponse("ZERO_RESULTS").body;
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
