import * as z from "zod";
import { mapProviders } from "#domain/map-providers.ts";
import { locationPrecisions } from "#domain/places/location.ts";
import { maxTileZoom } from "#domain/places/tiles.ts";
import { apiRoute } from "./api-route.ts";
import { isoInstant } from "./fields.ts";

/** A place that a distance may be measured from. */
export const place = z.object({
  kind: z.enum(["area", "zip", "point", "address"]),
  /** FIPS code of a county, municipality or state. */
  areaCode: z.string().nullable(),
  label: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  precision: z.enum(locationPrecisions),
});
export type FoundPlace = z.infer<typeof place>;

/** `us` is the states; a state's FIPS code is its counties, in Puerto Rico its municipalities. */
export const outlineScope = z.string().regex(/^(?:us|\d{2})$/);

export const outline = z.object({
  width: z.int(),
  height: z.int(),
  /** Where the square of the world in Web Mercator is in the picture; null in another projection. */
  world: z.object({ x: z.number(), y: z.number(), size: z.number() }).nullable(),
  areas: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** Of an SVG. */
      path: z.string(),
      /** Where a mark or a label stands. */
      x: z.number(),
      y: z.number(),
    }),
  ),
});
export type MapOutline = z.infer<typeof outline>;

/** The background map of the connected vendor. */
export const tileSource = z.object({
  /** Changes with the vendor, so that a browser does not mix the pictures of two. */
  id: z.string(),
  /** Width of a tile in pixels. */
  tileSize: z.int(),
  maxZoom: z.int(),
  attribution: z.array(z.object({ text: z.string(), href: z.string() })),
});
export type TileSource = z.infer<typeof tileSource>;

const tileNumber = z.coerce.number().int().min(0);

export const placesApi = {
  search: apiRoute({
    method: "GET",
    path: "/api/places",
    access: "viewer",
    area: ["people", "rules"],
    scope: "people:read",
    summary: "Counties, municipalities, states, ZIP codes and coordinates that a text names",
    input: { query: z.object({ q: z.string().trim().min(1).max(200) }) },
    output: z.object({ places: z.array(place) }),
    topics: [],
  }),
  lookUp: apiRoute({
    method: "POST",
    path: "/api/places/look-up",
    access: "operator",
    area: "people",
    summary: "Where an address is: asks the map vendor if one is connected",
    input: { body: z.strictObject({ address: z.string().trim().min(3).max(300) }) },
    output: z.object({ place: place.nullable(), provider: z.enum(["offline", ...mapProviders]) }),
    problems: ["vendor_failed"],
    topics: [],
  }),
  outline: apiRoute({
    method: "GET",
    path: "/api/places/outlines/{scope}",
    access: "viewer",
    area: "everyone",
    summary: "Outlines of the states, or of the counties or municipalities of one, as paths of an SVG",
    input: { params: z.object({ scope: outlineScope }) },
    output: outline,
    topics: [],
  }),
  tiles: apiRoute({
    method: "GET",
    path: "/api/map-tiles",
    access: "viewer",
    area: "people",
    summary: "The background map of the connected map vendor; null where there is none",
    input: {},
    output: z.object({ source: tileSource.nullable() }),
    topics: ["integrations"],
  }),
  tile: apiRoute({
    method: "GET",
    path: "/api/map-tiles/{source}/{z}/{x}/{y}",
    access: "viewer",
    area: "people",
    summary: "A picture of the background map, by zoom level, column and row",
    input: {
      params: z.object({
        source: z.string().regex(/^[a-z0-9-]{1,40}$/),
        z: tileNumber.max(maxTileZoom),
        x: tileNumber.max(2 ** maxTileZoom - 1),
        y: tileNumber.max(2 ** maxTileZoom - 1),
      }),
    },
    output: z.string(),
    media: "image/png",
    perMinute: 600,
    problems: ["not_found", "too_many", "vendor_failed"],
    topics: [],
  }),
  status: apiRoute({
    method: "GET",
    path: "/api/places/status",
    access: "viewer",
    area: ["people", "integrations"],
    summary: "How exactly people are located, how many wait, and what the map vendor last refused",
    input: {},
    output: z.object({
      provider: z.enum(["offline", ...mapProviders]),
      located: z.array(z.object({ precision: z.enum(locationPrecisions), count: z.int() })),
      /** Addresses that nothing was found for. */
      notFound: z.int(),
      waiting: z.int(),
      waitingForVendor: z.int(),
      lastError: z.object({ en: z.string(), es: z.string(), at: isoInstant }).nullable(),
    }),
    topics: ["people", "integrations"],
  }),
};
