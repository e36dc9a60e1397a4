import { describe, expect, test } from "vitest";
import { tileAt, tileZoom, toWorld, visibleTiles } from "./tiles.ts";

const sanJuan = { latitude: 18.4655, longitude: -66.1057 };

describe("the tile of a point", () => {
  test.each([
    ["the whole world", sanJuan, 0, 0, 0],
    ["San Juan", sanJuan, 9, 161, 229],
    ["San Juan, by street", sanJuan, 16, 20_733, 29_346],
    ["the equator at Greenwich", { latitude: 0, longitude: 0 }, 1, 1, 1],
    ["the date line", { latitude: 0, longitude: 180 }, 3, 7, 4],
    ["the north pole", { latitude: 89.9, longitude: -180 }, 3, 0, 0],
    ["the south pole", { latitude: -89.9, longitude: 10 }, 3, 4, 7],
  ])("%s", (_name, point, z, x, y) => {
    expect(tileAt(point, z)).toEqual({ x, y });
  });
});

test.each([
  [256, 256, 0],
  [360, 256, 0],
  [370, 256, 1],
  [161_900, 256, 9],
  [161_900, 512, 8],
  [2 ** 40, 256, 17],
  [1, 256, 0],
])("a world of %d pixels in tiles of %d is level %d", (pixels, tileSize, z) => {
  expect(tileZoom(pixels, tileSize, 17)).toBe(z);
});

describe("visible tiles", () => {
  const world = { x: 0, y: 0, size: 1024 };
  const names = (shown: Parameters<typeof visibleTiles>[1], z: number, frame = world) =>
    visibleTiles(frame, shown, z).map(({ x, y, left, top }) => `${x}/${y} at ${left},${top}`);

  test.each<[string, Parameters<typeof visibleTiles>[1], number, string[]]>([
    ["one", { x: 10, y: 10, width: 100, height: 100 }, 2, ["0/0 at 0,0"]],
    ["exactly one", { x: 256, y: 256, width: 256, height: 256 }, 2, ["1/1 at 256,256"]],
    [
      "at a corner",
      { x: 250, y: 250, width: 10, height: 10 },
      2,
      ["0/0 at 0,0", "1/0 at 256,0", "0/1 at 0,256", "1/1 at 256,256"],
    ],
    ["none above the world", { x: 0, y: -300, width: 100, height: 200 }, 2, []],
    ["none below the world", { x: 0, y: 1024, width: 100, height: 200 }, 2, []],
    ["across the date line", { x: -10, y: 0, width: 20, height: 10 }, 2, ["3/0 at -256,0", "0/0 at 0,0"]],
    ["beyond the date line", { x: 1030, y: 0, width: 20, height: 10 }, 2, ["0/0 at 1024,0"]],
  ])("%s", (_name, shown, z, expected) => {
    expect(names(shown, z)).toEqual(expected);
  });

  test("hold the point in the middle, at its place", () => {
    const frame = { x: -29_000, y: -71_000, size: 161_900 };
    const point = toWorld(sanJuan);
    const at = { x: frame.x + point.x * frame.size, y: frame.y + point.y * frame.size };
    const tiles = visibleTiles(frame, { x: at.x - 1, y: at.y - 1, width: 2, height: 2 }, 9);
    expect(tiles).toHaveLength(1);
    expect(tiles[0]).toMatchObject(tileAt(sanJuan, 9));
    expect(at.x - (tiles[0]?.left ?? 0)).toBeLessThan(tiles[0]?.size ?? 0);
  });
});
