import * as z from "zod";
import type { MapProvider } from "#domain/map-providers.ts";
import type { LocationPrecision } from "#domain/places/location.ts";
import type { GeoPoint } from "#domain/places/sphere.ts";
import type { RateLimit } from "#domain/rate-limit.ts";
import { retryPolicies } from "#domain/retry.ts";
import {
  defineOperation,
  type ErrorClassifier,
  type Operation,
  type OperationCall,
  operationRequest,
} from "./operation.ts";
import type { OperationResult } from "./operation-result.ts";

const geocodeInput = z.strictObject({ address: z.string().min(1).max(500) });

/** What a geocoder found, in one shape for all vendors. */
export type GeocodedAddress = {
  point: GeoPoint;
  precision: LocationPrecision;
  /** The place as the vendor writes it. */
  label: string;
  /** Names that may be the municipality's, most likely first. */
  municipalities: string[];
  /** ISO 3166 alpha-2, upper case. Puerto Rico is PR for some vendors and US for others. */
  country: string | null;
};

/** Null where the vendor knows no such address. */
export type GeocodeOperation = Operation<typeof geocodeInput, GeocodedAddress | null>;

type Vendor = {
  rate: RateLimit;
  run: (call: OperationCall, address: string) => Promise<OperationResult<GeocodedAddress | null>>;
};

const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();
const keyOf = ({ settings }: OperationCall): string => String(settings.apiKey ?? "");

const named = (...names: (string | null | undefined)[]): string[] =>
  names.filter((name): name is string => typeof name === "string" && name !== "");

const googleResult = z.object({
  formatted_address: z.string(),
  geometry: z.object({
    location: z.object({ lat: z.number(), lng: z.number() }),
    location_type: z.string(),
  }),
  partial_match: z.boolean().optional(),
  types: z.array(z.string()),
  address_components: z
    .array(z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) }))
    .default([]),
});
const googleResponse = z.object({ status: z.enum(["OK", "ZERO_RESULTS"]), results: z.array(googleResult) });

/** Google reports errors with status 200. Quotas and keys are for an operator, a rate limit passes. */
const googleErrors: Record<string, ReturnType<ErrorClassifier>> = {
  REQUEST_DENIED: "auth",
  OVER_DAILY_LIMIT: "auth",
  OVER_QUERY_LIMIT: "rate",
  INVALID_REQUEST: "invalid",
  NOT_FOUND: "invalid",
  UNKNOWN_ERROR: "transient",
};
const statusOf = z.object({ status: z.string() });
const classifyGoogle: ErrorClassifier = ({ json }) => {
  const status = statusOf.safeParse(json).data?.status;
  return status === undefined ? undefined : googleErrors[status];
};

const googlePrecision = ({
  types,
  geometry,
  partial_match,
}: z.infer<typeof googleResult>): LocationPrecision => {
  const has = (...names: string[]) => names.some((name) => types.includes(name));
  if (has("country", "administrative_area_level_1")) return "state";
  if (has("postal_code")) return "zip";
  const isExact = ["ROOFTOP", "RANGE_INTERPOLATED"].includes(geometry.location_type);
  const isStreet = isExact || has("street_address", "premise", "subpremise", "route", "intersection");
  // A partial match is Google's guess at an address that it did not find.
  return isStreet && partial_match !== true ? "address" : "municipality";
};

const google: Vendor = {
  // 3,000 a minute, shared with what else uses the key.
  rate: { requests: 25, perMs: 1000 },
  run: async (call, address) => {
    const path = `/maps/api/geocode/json?${query({ address, key: keyOf(call) })}`;
    const answer = await operationRequest("Google Maps", call, { path }, googleResponse, classifyGoogle);
    if (!answer.ok) return answer;
    const [found] = answer.value.results;
    if (!found) return { ok: true, value: null };
    const component = (type: string) => found.address_components.find(({ types }) => types.includes(type));
    const { lat, lng } = found.geometry.location;
    return {
      ok: true,
      value: {
        point: { latitude: lat, longitude: lng },
        precision: googlePrecision(found),
        label: found.formatted_address,
        municipalities: named(
          component("administrative_area_level_2")?.long_name,
          component("locality")?.long_name,
        ),
        country: component("country")?.short_name.toUpperCase() ?? null,
      },
    };
  },
};

const contextName = z.object({ name: z.string() }).optional();
const mapboxResponse = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        feature_type: z.string(),
        full_address: z.string().optional(),
        name: z.string(),
        match_code: z.object({ confidence: z.string() }).optional(),
        context: z
          .object({
            district: contextName,
            place: contextName,
            country: z.object({ country_code: z.string().optional() }).optional(),
          })
          .optional(),
      }),
    }),
  ),
});

const mapboxPrecisions: Record<string, LocationPrecision> = {
  address: "address",
  secondary_address: "address",
  street: "address",
  block: "address",
  postcode: "zip",
  region: "state",
  country: "state",
};

const mapbox: Vendor = {
  // 1,000 a minute.
  rate: { requests: 15, perMs: 1000 },
  run: async (call, address) => {
    // Results may be stored only if they are asked for as permanent ones.
    const path = `/search/geocode/v6/forward?${query({ q: address, limit: "1", autocomplete: "false", permanent: "true", access_token: keyOf(call) })}`;
    const answer = await operationRequest("Mapbox", call, { path }, mapboxResponse, () => undefined);
    if (!answer.ok) return answer;
    const [found] = answer.value.features;
    if (!found) return { ok: true, value: null };
    const { feature_type: type, full_address, name, match_code, context } = found.properties;
    const [longitude, latitude] = found.geometry.coordinates;
    const precision = mapboxPrecisions[type] ?? "municipality";
    const isGuess = precision === "address" && match_code?.confidence === "low";
    return {
      ok: true,
      value: {
        point: { latitude, longitude },
        precision: isGuess ? "municipality" : precision,
        label: full_address ?? name,
        municipalities: named(context?.place?.name, context?.district?.name, type === "place" ? name : null),
        country: context?.country?.country_code?.toUpperCase() ?? null,
      },
    };
  },
};

const osmResponse = z.array(
  z.object({
    // Texts.
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    display_name: z.string(),
    addresstype: z.string().optional(),
    place_rank: z.number(),
    address: z.record(z.string(), z.string()).default({}),
  }),
);

/** Nominatim's ranks: up to 9 a state, from 26 on a street, and house numbers above. */
const osmPrecision = (rank: number, type: string | undefined): LocationPrecision => {
  if (type === "postcode") return "zip";
  if (rank >= 26) return "address";
  return rank <= 9 ? "state" : "municipality";
};

const osm: Vendor = {
  // The usage policy of the public service.
  rate: { requests: 1, perMs: 1000 },
  run: async (call, address) => {
    const { contactEmail } = call.settings;
    const path = `/search?${query({
      q: address,
      format: "jsonv2",
      limit: "1",
      addressdetails: "1",
      ...(typeof contactEmail === "string" && contactEmail !== "" ? { email: contactEmail } : {}),
    })}`;
    let status = 0;
    const send: OperationCall["send"] = async (request) => {
      const response = await call.send(request);
      if (response.ok) status = response.status;
      return response;
    };
    const watched = { ...call, send };
    const answer = await operationRequest("OpenStreetMap", watched, { path }, osmResponse, () => undefined);
    // Who breaks the usage policy gets a page that says so; asking again would prolong it.
    if (!answer.ok && status === 403) return { ok: false, error: { ...answer.error, kind: "auth" } };
    if (!answer.ok) return answer;
    const [found] = answer.value;
    if (!found) return { ok: true, value: null };
    const { municipality, city, town, county, country_code } = found.address;
    return {
      ok: true,
      value: {
        point: { latitude: found.lat, longitude: found.lon },
        precision: osmPrecision(found.place_rank, found.addresstype),
        label: found.display_name,
        municipalities: named(county, municipality, city, town),
        country: country_code?.toUpperCase() ?? null,
      },
    };
  },
};

const vendors: Record<MapProvider, Vendor> = { google, mapbox, osm };

const defineGeocode = ({ rate, run }: Vendor): GeocodeOperation =>
  defineOperation({
    name: "geocode",
    input: geocodeInput,
    idempotency: "read",
    rate,
    retry: retryPolicies.vendorOperation,
    run: (call, { address }) => run(call, address),
  });

/** Address to coordinates, by vendor. */
export const geocodeOperations: Record<MapProvider, GeocodeOperation> = {
  google: defineGeocode(vendors.google),
  mapbox: defineGeocode(vendors.mapbox),
  osm: defineGeocode(vendors.osm),
};
