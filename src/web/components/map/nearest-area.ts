import type { MapOutline } from "#contract/places.ts";

type Area = Pick<MapOutline["areas"][number], "code" | "x" | "y">;

const directions: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The next area in the direction of an arrow key; areas to the side count as farther away. */
export const nearestArea = (areas: readonly Area[], code: string, key: string): string | undefined => {
  const from = areas.find((area) => area.code === code);
  const direction = directions[key];
  if (!from || !direction) return undefined;
  const [dx, dy] = direction;
  let best: { code: string; distance: number } | undefined;
  for (const area of areas) {
    const along = (area.x - from.x) * dx + (area.y - from.y) * dy;
    const across = Math.abs((area.x - from.x) * dy) + Math.abs((area.y - from.y) * dx);
    const distance = along + 2 * across;
    if (along > 0 && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { code: area.code, distance };
  }
  return best?.code;
};
