import { describe, expect, test } from "vitest";
import { boxesAround, chordSquared, chordSquaredOf, metersBetween, toUnitVector } from "./sphere.ts";

const sanJuan = { latitude: 18.4655, longitude: -66.1057 };

describe("a distance", () => {
  test.each([
    ["San Juan to Ponce", sanJuan, { latitude: 18.0111, longitude: -66.6141 }, 73_700],
    ["across the date line", { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111_195],
    ["to itself", sanJuan, sanJuan, 0],
  ])("from %s", (_name, a, b, meters) => {
    expect(Math.abs(metersBetween(a, b) - meters)).toBeLessThan(200);
  });

  test.each([
    ["at home", sanJuan, 25_000, 1],
    ["at the date line", { latitude: 52, longitude: 179.9 }, 50_000, 2],
    ["west of the date line", { latitude: 52, longitude: -179.9 }, 50_000, 2],
    ["at the pole", { latitude: 89.9, longitude: 10 }, 50_000, 1],
  ])("%s lies inside its boxes", (_name, center, meters, count) => {
    const boxes = boxesAround(center, meters);
    expect(boxes).toHaveLength(count);
    const limit = chordSquaredOf(meters);
    let inside = 0;
    for (let latitude = -90; latitude <= 90; latitude += 0.05)
      for (const step of [-0.7, -0.45, -0.2, 0, 0.1, 0.3, 0.6]) {
        const longitude = ((center.longitude + step + 540) % 360) - 180;
        if (chordSquared(toUnitVector({ latitude, longitude }), toUnitVector(center)) > limit) continue;
        inside++;
        expect(
          boxes.some(
            ({ west, east, south, north }) =>
              longitude >= west && longitude <= east && latitude >= south && latitude <= north,
          ),
        ).toBe(true);
      }
    expect(inside).toBeGreaterThan(0);
  });
});
