import type { GeoPoint } from "./sphere.ts";

/** Streets are readable; a finer picture would show houses. */
export const maxTileZoom = 17;

/** A rectangle of a picture, in its units. */
export type MapRect = { x: number; y: number; width: number; height: number };

/** Where the square of the world in Web Mercator is in a picture. */
export type WorldFrame = { x: number; y: number; size: number };

/** A tile of the background, and where it is in the picture. */
export type PlacedTile = { z: number; x: number; y: number; left: number; top: number; size: number };

const radians = (degrees: number): number => (degrees / 180) * Math.PI;

/** The world is the square from 0 to 1, with the north on top. */
export const toWorld = ({ latitude, longitude }: GeoPoint): { x: number; y: number } => ({
  x: (longitude + 180) / 360,
  y: (1 - Math.asinh(Math.tan(radians(latitude))) / Math.PI) / 2,
});

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** The tile that holds a point. */
export const tileAt = (point: GeoPoint, z: number): { x: number; y: number } => {
  const { x, y } = toWorld(point);
  const last = 2 ** z - 1;
  return {
    x: clamp(Math.floor(x * 2 ** z), 0, last),
    y: clamp(Math.floor(y * 2 ** z), 0, last),
  };
};

/** The level whose tiles are shown nearest to their own size. */
export const tileZoom = (worldPixels: number, tileSize: number, maxZoom: number): number =>
  clamp(Math.round(Math.log2(worldPixels / tileSize)), 0, maxZoom);

/** The tiles that touch a part of a picture. East of the date line the columns start again. */
export const visibleTiles = (frame: WorldFrame, shown: MapRect, z: number): PlacedTile[] => {
  const columns = 2 ** z;
  const size = frame.size / columns;
  const first = Math.floor((shown.x - frame.x) / size);
  const last = Math.ceil((shown.x + shown.width - frame.x) / size) - 1;
  const top = Math.max(0, Math.floor((shown.y - frame.y) / size));
  const bottom = Math.min(columns, Math.ceil((shown.y + shown.height - frame.y) / size)) - 1;
  const tiles: PlacedTile[] = [];
  for (let row = top; row <= bottom; row++)
    for (let column = first; column <= last; column++)
      tiles.push({
        z,
        x: ((column % columns) + columns) % columns,
        y: row,
        left: frame.x + column * size,
        top: frame.y + row * size,
        size,
      });
  return tiles;
};
