import * as z from "zod";
import { type MapProvider, mapProviders } from "#domain/map-providers.ts";
import {
  blankable,
  defineConnector,
  destinationChoice,
  like,
  secret,
  type VendorRequest,
} from "./connector.ts";
import { type TestResult, testPassed, vendorFailure } from "./test-result.ts";
import { connectedText, responseCheck, singleRequestTest } from "./vendor-request.ts";
import { describeFailure, parseSuccess, type VendorResponse } from "./vendor-response.ts";

type Service = {
  label: string;
  host: string;
  buildRequest: (apiKey: string) => VendorRequest;
  check: (response: VendorResponse) => TestResult;
};

const googleStatus = z.object({ status: z.string(), error_message: z.string().optional() });

/** Google reports errors with status 200. A key restricted to browsers is valid but unusable on a server. */
const checkGoogle = (response: VendorResponse): TestResult => {
  const body = parseSuccess(googleStatus, response);
  if (!body) return describeFailure("Google Maps", response);
  const { status, error_message: message } = body;
  if (status === "OK" || status === "ZERO_RESULTS") return testPassed(connectedText);
  if (message && /referer restrictions/i.test(message)) {
    return vendorFailure({
      en: `The key is restricted to browsers: ${message}`,
      es: `La clave está restringida a navegadores: ${message}`,
    });
  }
  return vendorFailure(message ?? status);
};

const mapboxErrors: Record<string, string> = {
  TokenMalformed: "TokenMalformed: the token cannot be parsed",
  TokenInvalid: "TokenInvalid: the token is not valid",
  TokenExpired: "TokenExpired: the token has expired",
  TokenRevoked: "TokenRevoked: the token was revoked",
};
const mapboxToken = z.object({
  code: z.string(),
  token: z.object({ user: z.string().optional() }).optional(),
});

const checkMapbox = (response: VendorResponse): TestResult => {
  const body = parseSuccess(mapboxToken, response);
  if (!body) return describeFailure("Mapbox", response);
  const { code, token } = body;
  return code === "TokenValid"
    ? testPassed(token?.user || connectedText)
    : vendorFailure(mapboxErrors[code] ?? code);
};

const services: Record<MapProvider, Service> = {
  google: {
    label: "Google Maps",
    host: "https://maps.googleapis.com",
    buildRequest: (apiKey) => ({
      path: `/maps/api/geocode/json?address=San+Juan&key=${encodeURIComponent(apiKey)}`,
    }),
    check: checkGoogle,
  },
  mapbox: {
    label: "Mapbox",
    host: "https://api.mapbox.com",
    buildRequest: (apiKey) => ({ path: `/tokens/v2?access_token=${encodeURIComponent(apiKey)}` }),
    check: checkMapbox,
  },
  osm: {
    label: "OpenStreetMap",
    host: "https://nominatim.openstreetmap.org",
    buildRequest: () => ({ path: "/status?format=json" }),
    check: responseCheck("OpenStreetMap", z.object({ status: z.literal(0) }), () => connectedText),
  },
};

/** Used instead of the public servers of OpenStreetMap. It gets no secret, so it is no destination of one. */
const ownServer = (title: string) =>
  blankable(
    z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .superRefine(like("https://maps.example.com", (text) => !/[?#@]/.test(text))),
  ).meta({ title, format: "uri", examples: ["https://maps.example.com"], advanced: true });

export const checkMaps = (provider: MapProvider, response: VendorResponse): TestResult =>
  services[provider].check(response);

export const maps = defineConnector({
  id: "maps",
  label: "Maps",
  group: "maps",
  settings: z.strictObject({
    provider: destinationChoice("Provider", mapProviders, "google"),
    apiKey: secret("API Key"),
    contactEmail: blankable(z.email().max(254)).meta({
      title: "Contact e-mail (OpenStreetMap)",
      advanced: true,
    }),
    backgroundMap: z.boolean().default(true).meta({ title: "Show a background map" }),
    geocoderUrl: ownServer("Own Nominatim server (OpenStreetMap)"),
    tileUrl: ownServer("Own tile server (OpenStreetMap)"),
    streetField: blankable(
      z
        .string()
        .trim()
        .min(1)
        .max(60)
        .regex(/^[a-z][a-z0-9_]*$/),
    ).meta({
      title: "Custom field with the street",
      examples: ["street"],
    }),
  }),
  baseUrl: ({ provider, geocoderUrl }) =>
    (provider === "osm" ? geocoderUrl : undefined) ?? services[provider].host,
  simulator: ({ provider }) => (provider === "google" ? "google-maps" : provider),
  // For the own servers; those of the vendors are public anyway.
  allow: "operator",
  sample: { apiKey: "sandbox" },
  keyless: ({ provider }) => provider === "osm",
  usesSecrets: ({ provider }) => provider !== "osm",
  test: (context) => {
    const { label, buildRequest, check } = services[context.settings.provider];
    return singleRequestTest(
      label,
      ({ apiKey }: { apiKey?: string | null | undefined }) => buildRequest(apiKey ?? ""),
      check,
    )(context);
  },
});
