import type { FoundPlace } from "#contract/places.ts";
import { locateOffline } from "#domain/places/gazetteer.ts";
import { locationPrecisions } from "#domain/places/location.ts";
import { toLocation } from "#domain/places/lookup.ts";
import { readGazetteer } from "#server/places/gazetteer.ts";
import { drawOutline } from "#server/places/outlines.ts";
import { openGeocoder } from "#server/store/connections/geocoder.ts";
import { openTiles } from "#server/store/connections/map-tiles.ts";
import { readLocationState } from "#server/store/people/location-state.ts";
import { readLocationFigures } from "#server/store/people/locations.ts";
import type { Handlers } from "./handler.ts";
import { getTile } from "./map-tiles.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";

const maxPlaces = 12;
const coordinates = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

const readPoint = (text: string): FoundPlace[] => {
  const [, lat, lon] = coordinates.exec(text) ?? [];
  const [latitude, longitude] = [Number(lat), Number(lon)];
  if (lat === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return [];
  const areaCode = readGazetteer().areaAt({ latitude, longitude });
  const label = `${latitude}, ${longitude}`;
  return [{ kind: "point", areaCode, label, latitude, longitude, precision: "address" }];
};

const findZip = (text: string): FoundPlace[] => {
  const gazetteer = readGazetteer();
  const found = gazetteer.zip(text);
  if (!found) return [];
  const area = found.areaCode === null ? undefined : gazetteer.label(found.areaCode);
  const label = [text.trim().slice(0, 5), area].filter(Boolean).join(" · ");
  return [{ kind: "zip", areaCode: found.areaCode, label, ...found.point, precision: "zip" }];
};

/** Counties and municipalities: the centre of a state is no place to measure from. */
const findAreas = (text: string): FoundPlace[] => {
  const gazetteer = readGazetteer();
  return gazetteer
    .search(text, maxPlaces + 60)
    .filter(({ code }) => code.length === 5)
    .slice(0, maxPlaces)
    .map(({ code, center }) => ({
      kind: "area",
      areaCode: code,
      label: gazetteer.label(code) ?? code,
      ...center,
      precision: "municipality",
    }));
};

const lookUpOffline = (address: string): FoundPlace | null => {
  const gazetteer = readGazetteer();
  const parts = address.split(",").map((part) => part.trim());
  const [zip = null] = /\b\d{5}(?:-\d{4})?\b/.exec(address) ?? [];
  const town = parts.find((part) => gazetteer.municipality(part) !== undefined) ?? null;
  const found = locateOffline({ street: null, town, region: null, zip }, gazetteer);
  if (!found?.point) return null;
  const { areaCode, point, precision } = found;
  const label = (areaCode === null ? undefined : gazetteer.label(areaCode)) ?? address;
  return { kind: zip === null ? "area" : "zip", areaCode, label, ...point, precision };
};

export const placeHandlers: Handlers["places"] = {
  search: async ({ input: { query } }) => ({
    places: [...readPoint(query.q), ...findZip(query.q), ...findAreas(query.q)].slice(0, maxPlaces),
  }),

  lookUp: async ({ input: { body }, services, caller, request }) => {
    const geocoder = await openGeocoder(services.vendors);
    if (geocoder.provider === null) return { place: lookUpOffline(body.address), provider: "offline" };
    const result = await geocoder.ask((geocode) => geocode(body.address));
    if (!result.ok) {
      const message = result.error.message[requestLanguage({ caller, request })];
      throw new Problem("vendor_failed", { message });
    }
    const { provider } = geocoder;
    if (result.value === null) return { place: null, provider };
    const { label } = result.value;
    const { areaCode, precision } = toLocation(result.value, readGazetteer());
    return {
      place: { kind: "address", areaCode, label, ...result.value.point, precision },
      provider,
    };
  },

  outline: async ({ input: { params } }) => {
    const outline = drawOutline(params.scope);
    if (!outline) throw new Problem("not_found");
    return outline;
  },

  tiles: async ({ services: { vendors } }) => ({ source: (await openTiles(vendors))?.source ?? null }),

  tile: getTile,

  status: async ({ services: { database, vendors } }) => {
    const { provider } = await openGeocoder(vendors);
    const figures = await readLocationFigures(database.db);
    const state = await readLocationState(database.db);
    const { lastError, lastErrorAt } = state ?? {};
    return {
      provider: provider ?? "offline",
      located: locationPrecisions.map((precision) => ({
        precision,
        count: figures.byPrecision[precision] ?? 0,
      })),
      notFound: figures.unknown,
      waiting: figures.waiting,
      waitingForVendor: figures.waitingForVendor,
      lastError: lastError && lastErrorAt ? { ...lastError, at: new Date(lastErrorAt).toISOString() } : null,
    };
  },
};
