import { type GeoProjection, geoAlbersUsa, geoCentroid, geoMercator, geoPath } from "d3-geo";
import type { Feature, MultiPoint } from "geojson";
import type { MapOutline } from "#contract/places.ts";
import { puertoRico, stateOfArea } from "#domain/places/state-codes.ts";
import { type AreaFeatures, readCountyFeatures, readGazetteer, readStateFeatures } from "./gazetteer.ts";

const width = 960;
const maxHeight = 760;
const margin = 10;

/** Without the island of Mona, which is a third of the way to the next country and has no inhabitants. */
const puertoRicoFrame: Feature<MultiPoint> = {
  type: "Feature",
  properties: {},
  geometry: {
    type: "MultiPoint",
    coordinates: [
      [-67.3, 17.88],
      [-65.21, 18.53],
    ],
  },
};

type Areas = MapOutline["areas"];

const areasOf = (features: AreaFeatures["features"], projection: GeoProjection): Areas => {
  const draw = geoPath(projection).digits(1);
  const gazetteer = readGazetteer();
  return features.flatMap((area) => {
    const code = String(area.id);
    const path = draw(area);
    const center = gazetteer.area(code)?.center;
    const position = center && projection([center.longitude, center.latitude]);
    if (!path || !position) return [];
    const [x, y] = position.map((value) => Math.round(value * 10) / 10);
    return [{ code, name: area.properties.name, path, x: x ?? 0, y: y ?? 0 }];
  });
};

/** Where the square of the world is; turning the globe only moves it sideways. */
const worldOf = (projection: GeoProjection): MapOutline["world"] => {
  const [x, y] = projection.translate();
  const half = Math.PI * projection.scale();
  const turned = (projection.rotate()[0] / 180) * half;
  return { x: x + turned - half, y: y - half, size: 2 * half };
};

/** The states, with Puerto Rico as a further inset beside Alaska and Hawaii. */
const drawNation = (): MapOutline => {
  const height = 600;
  const states = readStateFeatures();
  const isPuertoRico = ({ id }: { id?: string | number | undefined }) => String(id) === puertoRico;
  const nation = geoAlbersUsa().fitExtent(
    [
      [margin, margin],
      [width - margin, height - margin],
    ],
    { ...states, features: states.features.filter((state) => !isPuertoRico(state)) },
  );
  const corner: [[number, number], [number, number]] = [
    [width * 0.62, height - 62],
    [width * 0.76, height - margin],
  ];
  const inset = geoMercator().fitExtent(corner, puertoRicoFrame).clipExtent(corner);
  return {
    width,
    height,
    world: null,
    areas: [
      ...areasOf(
        states.features.filter((state) => !isPuertoRico(state)),
        nation,
      ),
      ...areasOf(states.features.filter(isPuertoRico), inset),
    ],
  };
};

/** The counties of a state, in Mercator's projection turned to the state, so that none crosses the edge. */
const drawState = (code: string): MapOutline | undefined => {
  const all = readCountyFeatures();
  const features = all.features.filter(({ id }) => stateOfArea(String(id)) === code);
  if (features.length === 0) return undefined;
  const framed = code === puertoRico ? puertoRicoFrame : { ...all, features };
  const projection = geoMercator().rotate([-geoCentroid(framed)[0], 0]);
  const inner = width - 2 * margin;
  projection.fitWidth(inner, framed);
  const boundsOf = () => geoPath(projection).bounds(framed);
  const heightOf = ([[, top], [, bottom]]: ReturnType<typeof boundsOf>) => bottom - top;
  if (heightOf(boundsOf()) > maxHeight - 2 * margin) projection.fitHeight(maxHeight - 2 * margin, framed);
  const [[left, top], [right, bottom]] = boundsOf();
  const [x, y] = projection.translate();
  projection.translate([x - left + margin, y - top + margin]);
  return {
    width: Math.ceil(right - left + 2 * margin),
    height: Math.ceil(bottom - top + 2 * margin),
    world: worldOf(projection),
    areas: areasOf(features, projection),
  };
};

const drawn = new Map<string, MapOutline>();

/** The outline map of the states (`us`), or of the counties of a state; undefined where there is no such state. */
export const drawOutline = (scope: string): MapOutline | undefined => {
  const known = drawn.get(scope);
  if (known) return known;
  const made = scope === "us" ? drawNation() : drawState(scope);
  if (made) drawn.set(scope, made);
  return made;
};
