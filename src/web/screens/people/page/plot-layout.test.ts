import { expect, test } from "vitest";
import { placeBadges, spreadLabels } from "./plot-layout.ts";

test("numbered marks never cover each other", () => {
  const marks = Array.from({ length: 12 }, (_, index) => ({ x: 100 + index * 3, y: 60 + (index % 3) * 4 }));
  const placed = placeBadges(marks);
  for (const [index, mark] of placed.entries())
    for (const other of placed.slice(index + 1))
      expect(Math.max(Math.abs(mark.cx - other.cx), Math.abs(mark.cy - other.cy))).toBeGreaterThanOrEqual(18);
});

test("a mark that is alone stands above its step", () => {
  expect(placeBadges([{ x: 50, y: 80 }])).toEqual([{ x: 50, y: 80, cx: 50, cy: 66 }]);
});

test("labels keep their order and do not touch", () => {
  expect(spreadLabels([{ y: 40 }, { y: 36 }, { y: 90 }]).map(({ y }) => y)).toEqual([36, 52, 90]);
});
