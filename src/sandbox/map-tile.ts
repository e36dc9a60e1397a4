import { crc32, deflateSync } from "node:zlib";

const paper = 0;
const border = 1;
const road = 2;
const green = 3;
const palette = [
  [242, 239, 233],
  [203, 198, 189],
  [250, 214, 140],
  [213, 232, 200],
];

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
};

/** Roads meet at the edges of neighbouring tiles, so that a tile in the wrong place is seen. */
const colorAt = (x: number, y: number, size: number, isGreen: boolean): number => {
  if (x === 0 || y === 0) return border;
  const half = size / 2;
  if (Math.abs(x - half) < 3 || Math.abs(y - half) < 3) return road;
  return isGreen && x > half && y > half ? green : paper;
};

/** A tile as a PNG, the same for the same address. */
export const drawMapTile = (size: number, column: number, row: number): Buffer => {
  const lines = Buffer.alloc(size * (size + 1));
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      lines[y * (size + 1) + 1 + x] = colorAt(x, y, size, (column + row) % 2 === 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits for each pixel, which is a number of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** The numbers of a tile's path; undefined where there is no such tile. */
export const readTilePath = (
  z: string,
  x: string,
  y: string,
  maxZoom: number,
): { column: number; row: number } | undefined => {
  const [zoom, column, row] = [z, x, y].map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : Number.NaN));
  if (zoom === undefined || column === undefined || row === undefined) return undefined;
  const isTile = zoom <= maxZoom && Math.max(column, row) < 2 ** zoom;
  return isTile ? { column, row } : undefined;
};
