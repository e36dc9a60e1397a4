/** Multiset difference: a line that occurs twice counts twice. */
const linesMissingFrom = (lines: readonly string[], others: readonly string[]): string[] => {
  const unmatched = [...others];
  return lines.filter((line) => {
    const index = unmatched.indexOf(line);
    if (index >= 0) unmatched.splice(index, 1);
    return index < 0;
  });
};

export type PartChange<Part extends string> = { part: Part; removed: string[]; added: string[] };

/** The parts that differ, in the order of the new ones. Each part is described by lines of text. */
export const changedParts = <Part extends string>(
  before: Readonly<Record<Part, string[]>>,
  after: Readonly<Record<Part, string[]>>,
): PartChange<Part>[] =>
  (Object.keys(after) as Part[])
    .map((part) => ({
      part,
      removed: linesMissingFrom(before[part], after[part]),
      added: linesMissingFrom(after[part], before[part]),
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0);
