/** Areas of one shade: the smallest and the largest value among them. */
export type MapClass = { from: number; to: number };

const defaultClasses = 5;

/**
 * Classes of a map by quantiles: each holds about as many areas, and equal values are never separated. Zero and less
 * have no class. The limits are values that occur, so that a legend says what is on the map.
 */
export const classesOf = (values: readonly number[], maxClasses = defaultClasses): MapClass[] => {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const groups = [...Map.groupBy(sorted, (value) => value)].map(([value, { length }]) => ({ value, length }));
  const classes: (MapClass & { size: number })[] = [];
  let rest = sorted.length;
  for (const [index, { value, length }] of groups.entries()) {
    const current = classes.at(-1);
    const openClasses = maxClasses - classes.length;
    // A share of what remains, so that many equal values do not use up the other classes.
    const share = current ? (rest + current.size) / (openClasses + 1) : 0;
    const isFull = !current || current.size + length / 2 > share;
    const mustOpen = groups.length - index <= openClasses;
    if (openClasses > 0 && (isFull || mustOpen)) classes.push({ from: value, to: value, size: length });
    else if (current) {
      current.to = value;
      current.size += length;
    }
    rest -= length;
  }
  return classes.map(({ from, to }) => ({ from, to }));
};

/** The number of the class that holds a value, from 1; 0 for none. */
export const classNumber = (value: number, classes: readonly MapClass[]): number =>
  classes.filter(({ from }) => value >= from).length;

/** From none to the most. */
const fills = [
  "fill-[color-mix(in_oklab,var(--color-ink)_8%,var(--color-panel))]",
  "fill-[color-mix(in_oklab,var(--color-sea)_22%,var(--color-panel))]",
  "fill-[color-mix(in_oklab,var(--color-sea)_40%,var(--color-panel))]",
  "fill-[color-mix(in_oklab,var(--color-sea)_60%,var(--color-panel))]",
  "fill-[color-mix(in_oklab,var(--color-sea)_80%,var(--color-panel))]",
  "fill-sea",
] as const;

/** The fill of a class among so many: the last one is always the darkest. */
export const fillOf = (number: number, count: number): string =>
  (number <= 0 ? fills[0] : fills.at(Math.min(-1, number - count - 1))) ?? fills[0];
