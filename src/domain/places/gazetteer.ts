import { foldText } from "#domain/audience/fold-text.ts";
import type { Location, PostalAddress } from "./location.ts";
import { parseRegion } from "./regions.ts";
import type { GeoBox, GeoPoint } from "./sphere.ts";
import { puertoRico, stateFips, stateOfArea, statePostalCode } from "./state-codes.ts";
import { findZipPlace } from "./zip.ts";

/** Longitude and latitude of each point in turn: a tenth of the memory of a list of pairs. */
export type OutlineRing = Float64Array;
/** An area with its outlines: polygons of rings, holes after the first ring. */
export type AreaShape = { code: string; name: string; polygons: readonly (readonly OutlineRing[])[] };

export type KnownArea = { code: string; name: string; center: GeoPoint };

/** The areas and ZIP codes that the product knows without asking a vendor. */
export type Gazetteer = {
  /** The county or municipality at a point; near a coast, whose outline is simplified, the nearest one. */
  areaAt: (point: GeoPoint) => string | null;
  /** A county, municipality or state. */
  area: (code: string) => KnownArea | undefined;
  /** "Bayamón, PR"; a state by its name. */
  label: (code: string) => string | undefined;
  zip: (zip: string) => { point: GeoPoint; areaCode: string | null } | undefined;
  /** The municipality of Puerto Rico with this name. */
  municipality: (name: string) => string | undefined;
  /** Puerto Rico first, then states, then counties by name. */
  areas: readonly KnownArea[];
  search: (text: string, limit: number) => KnownArea[];
};

const noPoints: OutlineRing = new Float64Array();

const pointOf = (ring: OutlineRing, at: number): [longitude: number, latitude: number] => [
  ring[at] ?? 0,
  ring[at + 1] ?? 0,
];

const boxOf = ({ polygons }: AreaShape): GeoBox => {
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (const [outer = noPoints] of polygons)
    for (let at = 0; at < outer.length; at += 2) {
      const [longitude, latitude] = pointOf(outer, at);
      box.west = Math.min(box.west, longitude);
      box.east = Math.max(box.east, longitude);
      box.south = Math.min(box.south, latitude);
      box.north = Math.max(box.north, latitude);
    }
  return box;
};

const isInRing = (ring: OutlineRing, { latitude, longitude }: GeoPoint): boolean => {
  let isInside = false;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [x1, y1] = pointOf(ring, at);
    const [x2, y2] = pointOf(ring, before);
    if (y1 > latitude !== y2 > latitude && longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1)
      isInside = !isInside;
  }
  return isInside;
};

const holds = ({ polygons }: AreaShape, point: GeoPoint): boolean =>
  polygons.some(([outer, ...holes]) =>
    outer ? isInRing(outer, point) && !holes.some((hole) => isInRing(hole, point)) : false,
  );

/** The centroid of the largest part, so that an island far away does not pull the centre into the sea. */
const centerOf = ({ polygons }: AreaShape): GeoPoint => {
  let largest = { size: -1, latitude: 0, longitude: 0 };
  for (const [ring = noPoints] of polygons) {
    let [twice, x, y] = [0, 0, 0];
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [x1, y1] = pointOf(ring, before);
      const [x2, y2] = pointOf(ring, at);
      const cross = x1 * y2 - x2 * y1;
      twice += cross;
      x += (x1 + x2) * cross;
      y += (y1 + y2) * cross;
    }
    const size = Math.abs(twice);
    if (twice !== 0 && size > largest.size)
      largest = { size, longitude: x / (3 * twice), latitude: y / (3 * twice) };
  }
  return { latitude: round(largest.latitude), longitude: round(largest.longitude) };
};

/** Six decimals are a tenth of a metre. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** About 15 km: how far off a simplified coast may be. */
const nearDegrees = 0.15;

const squaredDistanceTo = ({ polygons }: AreaShape, { latitude, longitude }: GeoPoint): number => {
  const stretch = Math.cos((latitude * Math.PI) / 180);
  let nearest = Number.POSITIVE_INFINITY;
  for (const [ring = noPoints] of polygons)
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = pointOf(ring, at);
      nearest = Math.min(nearest, ((x - longitude) * stretch) ** 2 + (y - latitude) ** 2);
    }
  return nearest;
};

const isInBox = (box: GeoBox, { latitude, longitude }: GeoPoint, reach: number): boolean =>
  longitude >= box.west - reach &&
  longitude <= box.east + reach &&
  latitude >= box.south - reach &&
  latitude <= box.north + reach;

type BoxedShape = { shape: AreaShape; box: GeoBox };

const findArea = (shapes: readonly BoxedShape[], point: GeoPoint): string | null => {
  const near = shapes.filter(({ box }) => isInBox(box, point, nearDegrees));
  const holding = near.find(({ shape, box }) => isInBox(box, point, 0) && holds(shape, point));
  if (holding) return holding.shape.code;
  let found: { code: string; distance: number } | null = null;
  for (const { shape } of near) {
    const distance = squaredDistanceTo(shape, point);
    if (distance <= nearDegrees ** 2 && distance < (found?.distance ?? Number.POSITIVE_INFINITY))
      found = { code: shape.code, distance };
  }
  return found?.code ?? null;
};

export type GazetteerData = {
  counties: readonly AreaShape[];
  states: readonly AreaShape[];
  zips: Readonly<Record<string, GeoPoint>>;
};

export const createGazetteer = ({ counties, states, zips }: GazetteerData): Gazetteer => {
  const boxed = counties.map((shape) => ({ shape, box: boxOf(shape) }));
  const areas = new Map(
    [...states, ...counties].map((shape): [string, KnownArea] => [
      shape.code,
      { code: shape.code, name: shape.name, center: centerOf(shape) },
    ]),
  );
  const municipalities = new Map(
    counties
      .filter(({ code }) => stateOfArea(code) === puertoRico)
      .map(({ code, name }) => [foldText(name), code]),
  );
  const zipAreas = new Map<string, string | null>();
  const label = (code: string): string | undefined => {
    const area = areas.get(code);
    if (!area || code.length === 2) return area?.name;
    return `${area.name}, ${statePostalCode(stateOfArea(code)) ?? ""}`;
  };
  const areaAt = (point: GeoPoint) => findArea(boxed, point);
  const rank = (code: string): number => (stateOfArea(code) === puertoRico ? 0 : code.length === 2 ? 1 : 2);
  const ordered = [...areas.values()]
    .map((area) => ({ area, rank: rank(area.code), folded: foldText(label(area.code) ?? "") }))
    .sort((a, b) => a.rank - b.rank || (a.folded < b.folded ? -1 : 1));
  return {
    areaAt,
    area: (code) => areas.get(code),
    label,
    zip: (text) => {
      const [, zip = ""] = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(text) ?? [];
      const point = Object.hasOwn(zips, zip) ? zips[zip] : undefined;
      if (!point) return undefined;
      const known = zipAreas.get(zip);
      const areaCode = known === undefined ? areaAt(point) : known;
      zipAreas.set(zip, areaCode);
      return { point: { latitude: point.latitude, longitude: point.longitude }, areaCode };
    },
    areas: ordered.map(({ area }) => area),
    municipality: (name) => municipalities.get(foldText(name.trim())),
    search: (text, limit) => {
      const wanted = foldText(text.trim());
      const starts = ordered.filter(({ folded }) => folded.startsWith(wanted));
      const others = ordered.filter(({ folded }) => folded.includes(` ${wanted}`));
      return [...new Set([...starts, ...others])].slice(0, limit).map(({ area }) => area);
    },
  };
};

const stateOfAddress = ({ region, zip }: PostalAddress): string | null | "contradiction" => {
  const declared = region === null || region.trim() === "" ? null : (parseRegion(region) ?? "elsewhere");
  const byZip = zip === null ? null : (findZipPlace(zip)?.region ?? null);
  if (declared !== null && !stateFips(declared)) return "contradiction";
  if (declared !== null && byZip !== null && declared !== byZip) return "contradiction";
  return declared ?? byZip;
};

/**
 * Where an address is by what the product ships: the centre of its ZIP code, else of its municipality in Puerto Rico,
 * else only its state. Towns elsewhere are not looked up: many share the name of a county that they are not in.
 */
export const locateOffline = (address: PostalAddress, gazetteer: Gazetteer): Location | null => {
  const state = stateOfAddress(address);
  if (state === "contradiction") return null;
  const town = address.town?.trim() ?? "";
  const mayBePuertoRico = state === "PR" || (state === null && parseRegion(town) === undefined);
  const municipality = mayBePuertoRico && town !== "" ? gazetteer.municipality(town) : undefined;
  const zip = address.zip === null ? undefined : gazetteer.zip(address.zip);
  if (zip) return { point: zip.point, precision: "zip", areaCode: municipality ?? zip.areaCode };
  if (municipality)
    return {
      point: gazetteer.area(municipality)?.center ?? null,
      precision: "municipality",
      areaCode: municipality,
    };
  const areaCode = state === null ? undefined : stateFips(state);
  return areaCode ? { point: null, precision: "state", areaCode } : null;
};
