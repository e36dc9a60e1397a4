/** The distance at which two numbered marks, or two labels, do not touch. */
const badgeGap = 18;
const labelGap = 16;
const aboveLine = 14;
const minY = 9;

type Placed<T> = T & { cx: number; cy: number };

/** Puts numbered marks above their steps; one that would cover an earlier one moves up, then to the side. */
export const placeBadges = <T extends { x: number; y: number }>(marks: readonly T[]): Placed<T>[] => {
  const placed: Placed<T>[] = [];
  for (const mark of marks) {
    let [cx, cy] = [mark.x, Math.max(minY, mark.y - aboveLine)];
    const covers = () =>
      placed.some((other) => Math.abs(other.cx - cx) < badgeGap && Math.abs(other.cy - cy) < badgeGap);
    for (let tries = 0; covers() && tries < 40; tries++) {
      if (cy - badgeGap >= minY && tries % 8 < 7) cy -= badgeGap / 2;
      else {
        cx -= badgeGap;
        cy = Math.max(minY, mark.y - aboveLine);
      }
    }
    placed.push({ ...mark, cx, cy });
  }
  return placed;
};

/** Moves labels apart, keeping their order from top to bottom. */
export const spreadLabels = <T extends { y: number }>(labels: readonly T[]): T[] => {
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  let last = Number.NEGATIVE_INFINITY;
  return sorted.map((label) => {
    last = Math.max(label.y, last + labelGap);
    return { ...label, y: last };
  });
};
