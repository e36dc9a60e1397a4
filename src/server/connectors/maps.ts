import * as z from "zod";
import { mapProviders } from "#domain/map-providers.ts";
import { defineConnector, destinationChoice, secret, type VendorCall } from "./connector.ts";
import { connected, judge, probe } from "./probe.ts";
import { type Reply, refusalOf } from "./reply.ts";
import { accepted, refused, type Verdict } from "./verdict.ts";

export type MapProvider = (typeof mapProviders)[number];
type Service = {
  label: string;
  host: string;
  call: (apiKey: string) => VendorCall;
  judge: (reply: Reply) => Verdict;
};

const google = z.object({ status: z.string(), error_message: z.string().optional() });

/** Google says no with status 200. A key made for a browser is right, and of no use to a server. */
const judgeGoogle = (reply: Reply): Verdict => {
  const read = google.safeParse(reply.json);
  if (!read.success || reply.status >= 300) return refusalOf("Google Maps", reply);
  const { status, error_message: message } = read.data;
  if (status === "OK" || status === "ZERO_RESULTS") return accepted(connected);
  if (message && /referer restrictions/i.test(message)) {
    return refused({
      en: `The key is restricted to browsers: ${message}`,
      es: `La clave está restringida a navegadores: ${message}`,
    });
  }
  return refused(message ?? status);
};

const mapboxWords: Record<string, string> = {
  TokenMalformed: "TokenMalformed: the token cannot be parsed",
  TokenInvalid: "TokenInvalid: the token is not valid",
  TokenExpired: "TokenExpired: the token has expired",
  TokenRevoked: "TokenRevoked: the token was revoked",
};
const mapbox = z.object({ code: z.string(), token: z.object({ user: z.string().optional() }).optional() });

const judgeMapbox = (reply: Reply): Verdict => {
  const read = mapbox.safeParse(reply.json);
  if (!read.success || reply.status >= 300) return refusalOf("Mapbox", reply);
  const { code, token } = read.data;
  return code === "TokenValid" ? accepted(token?.user || connected) : refused(mapboxWords[code] ?? code);
};

const services: Record<MapProvider, Service> = {
  google: {
    label: "Google Maps",
    host: "https://maps.googleapis.com",
    call: (apiKey) => ({
      path: `/maps/api/geocode/json?address=San+Juan&key=${encodeURIComponent(apiKey)}`,
    }),
    judge: judgeGoogle,
  },
  mapbox: {
    label: "Mapbox",
    host: "https://api.mapbox.com",
    call: (apiKey) => ({ path: `/tokens/v2?access_token=${encodeURIComponent(apiKey)}` }),
    judge: judgeMapbox,
  },
  osm: {
    label: "OpenStreetMap",
    host: "https://nominatim.openstreetmap.org",
    call: () => ({ path: "/status?format=json" }),
    judge: judge("OpenStreetMap", z.object({ status: z.literal(0) }), () => connected),
  },
};

export const judgeMaps = (provider: MapProvider, reply: Reply): Verdict => services[provider].judge(reply);

export const maps = defineConnector({
  id: "maps",
  label: "Maps",
  group: "maps",
  settings: z.strictObject({
    provider: destinationChoice("Provider", mapProviders, "google"),
    apiKey: secret("API Key"),
  }),
  baseUrl: ({ provider }) => services[provider].host,
  simulator: ({ provider }) => (provider === "google" ? "google-maps" : provider),
  allow: "public",
  sample: { apiKey: "sandbox" },
  keyless: ({ provider }) => provider === "osm",
  test: (context) => {
    const { label, call, judge: judgement } = services[context.settings.provider];
    return probe(
      label,
      ({ apiKey }: { apiKey?: string | null | undefined }) => call(apiKey ?? ""),
      judgement,
    )(context);
  },
});
