import { createHash } from "node:crypto";
import type { TileSource } from "#contract/places.ts";
import type { MapProvider } from "#domain/map-providers.ts";
import { detectPicture } from "#domain/messages/file-type.ts";
import type { EgressResult } from "#server/egress/egress.ts";
import type { VendorRequest } from "./connector.ts";
import { type VendorFailure, vendorFailure } from "./test-result.ts";
import { describeFailure, egressFailureText, readJsonResponse } from "./vendor-response.ts";

export type TileAddress = { z: number; x: number; y: number };

type Settings = Record<string, unknown>;

type TileVendor = {
  label: string;
  source: (settings: Settings) => TileSource;
  request: (settings: Settings, tile: TileAddress) => VendorRequest;
};

const maxTileBytes = 1024 * 1024;
const accept = "image/webp,image/png,image/jpeg";
const openStreetMap = "https://www.openstreetmap.org/copyright";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const mapbox: TileVendor = {
  label: "Mapbox",
  source: () => ({
    id: "mapbox",
    // Mapbox bills by tile, and those of 512 pixels are a quarter as many.
    tileSize: 512,
    maxZoom: 16,
    attribution: [
      { text: "© Mapbox", href: "https://www.mapbox.com/about/maps/" },
      { text: "© OpenStreetMap", href: openStreetMap },
      { text: "Improve this map", href: "https://www.mapbox.com/map-feedback/" },
    ],
  }),
  request: ({ apiKey }, { z, x, y }) => ({
    path: `/styles/v1/mapbox/light-v11/tiles/512/${z}/${x}/${y}?access_token=${encodeURIComponent(textOf(apiKey) ?? "")}`,
    headers: { accept },
    maxBytes: maxTileBytes,
  }),
};

const osm: TileVendor = {
  label: "OpenStreetMap",
  source: ({ tileUrl }) => {
    const own = textOf(tileUrl);
    return {
      id: own ? `osm-${createHash("sha256").update(own).digest("hex").slice(0, 12)}` : "osm",
      tileSize: 256,
      maxZoom: 17,
      attribution: [{ text: "© OpenStreetMap contributors", href: openStreetMap }],
    };
  },
  // The usage policy asks for a user agent that names the program, which all our requests have, and for a contact.
  request: ({ tileUrl, contactEmail }, { z, x, y }) => ({
    host: textOf(tileUrl) ?? "https://tile.openstreetmap.org",
    path: `/${z}/${x}/${y}.png`,
    headers: { accept, ...(textOf(contactEmail) ? { from: String(contactEmail) } : {}) },
    maxBytes: maxTileBytes,
  }),
};

/** Google's tiles are missing: see decision 50. */
export const tileVendors: Record<MapProvider, TileVendor | null> = { google: null, mapbox, osm };

const defaultSeconds = 86_400;
const maxSeconds = 30 * 86_400;

/** How long a browser may keep a tile: what is left of the vendor's lifetime, which counts from its own server. */
export const tileCacheControl = (headers: Record<string, string>): string => {
  const stated = headers["cache-control"] ?? "";
  if (/\bno-store\b/i.test(stated)) return "private, no-store";
  const [, maxAge] = /\bmax-age=(\d+)/i.exec(stated) ?? [];
  const age = /^\d+$/.test(headers.age ?? "") ? Number(headers.age) : 0;
  const seconds = maxAge === undefined ? defaultSeconds : Math.max(0, Number(maxAge) - age);
  return `private, max-age=${Math.min(seconds, maxSeconds)}`;
};

export type ReadTile =
  | { ok: true; content: Buffer; contentType: string; cacheControl: string }
  | { ok: false; failure: VendorFailure };

const pictureTypes = ["image/png", "image/jpeg", "image/webp"];

const notAPicture = (label: string): VendorFailure =>
  vendorFailure({
    en: `${label} answered with something that is not a picture`,
    es: `${label} respondió con algo que no es una imagen`,
  });

/** Only a picture passes, by the vendor's word and by its content. */
export const readTile = (label: string, result: EgressResult): ReadTile => {
  if (!result.ok) return { ok: false, failure: vendorFailure(egressFailureText(label, result.failure)) };
  const { status, headers, body } = result;
  if (status !== 200) {
    const read = readJsonResponse(label, result);
    return { ok: false, failure: read.ok ? describeFailure(label, read.response) : read.failure };
  }
  const stated = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const contentType = detectPicture(body)?.contentType;
  if (!contentType || !pictureTypes.includes(contentType) || !pictureTypes.includes(stated))
    return { ok: false, failure: notAPicture(label) };
  return { ok: true, content: body, contentType, cacheControl: tileCacheControl(headers) };
};
