import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import { findSimulatedPlace, simulatedLabel } from "#sandbox/places.ts";
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
      if (address.includes("unknown error")) return geocodeResponse("UNKNOWN_ERROR").body;
      if (key.includes("quota"))
        return geocodeResponse("OVER_DAILY_LIMIT", "You have exceeded your daily request quota for this API.")
          .body;
      const place = findSimulatedPlace(address);
      if (!place) return geocodeResponse("ZERO_RESULTS").body;
      const { street, town, state, stateName, country, lat, lng } = place;
      return {
        results: [
          {
            address_components: [
              ...(street === null ? [] : [{ long_name: street, short_name: street, types: ["route"] }]),
              { long_name: town, short_name: town, types: ["locality", "political"] },
              {
                long_name: stateName,
                short_name: state,
                types:
                  country === "PR" ? ["country", "political"] : ["administrative_area_level_1", "political"],
              },
              ...(country === "US"
                ? [{ long_name: "United States", short_name: "US", types: ["country", "political"] }]
                : []),
            ],
            formatted_address: simulatedLabel(place),
            geometry: {
              location: { lat, lng },
              location_type: street === null ? "APPROXIMATE" : "ROOFTOP",
            },
            place_id: `sandbox-${town}`,
            types: street === null ? ["locality", "political"] : ["street_address"],
          },
        ],
        status: "OK",
      };
    });
  },
};
