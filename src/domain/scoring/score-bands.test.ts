import { describe, expect, test } from "vitest";
import { widenBands } from "./score-bands.ts";

const tens = Array.from({ length: 10 }, (_, index) => ({
  from: index * 10,
  to: (index + 1) * 10,
  people: 10 * (index + 1),
  outcomes: index,
}));

describe("the bands of a score", () => {
  test("are joined in pairs, the highest first", () => {
    const bands = widenBands({ bands: tens, calibration: [] });
    expect(bands.map(({ from, to }) => [from, to])).toEqual([
      [80, 100],
      [60, 79],
      [40, 59],
      [20, 39],
      [0, 19],
    ]);
    expect(bands[0]).toMatchObject({ people: 190, observed: 17 / 190, predicted: null });
    expect(bands[4]).toMatchObject({ people: 30, observed: 1 / 30 });
  });

  test("say what the scores foretold, weighted by people", () => {
    const calibration = [
      { predicted: 0.05, observed: 0, people: 30 },
      { predicted: 0.15, observed: 0.1, people: 10 },
      { predicted: 0.2, observed: 0.1, people: 5 },
      { predicted: 1, observed: 1, people: 2 },
    ];
    const bands = widenBands({ bands: tens, calibration });
    expect(bands.at(-1)?.predicted).toBeCloseTo(0.075);
    expect(bands.at(-2)?.predicted).toBeCloseTo(0.2);
    expect(bands[0]?.predicted).toBe(1);
  });

  test("without people have no share", () => {
    expect(widenBands({ bands: [], calibration: [] })[2]).toEqual({
      from: 40,
      to: 59,
      people: 0,
      observed: 0,
      predicted: null,
    });
  });
});
