/** The words of a command: atoms, quoted strings without their quotes, brackets kept with what they enclose. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|((?:\[[^\]]*\]|[^\s"[])+)/g)].map(([, quoted, atom]) =>
    quoted === undefined ? (atom ?? "") : quoted.replace(/\\(.)/g, "$1"),
  );

/** `1:3,7,9:*`: is a number among these? As in the standard, `9:*` always includes the highest. */
export const numbersIn = (range: string, highest: number): ((number: number) => boolean) => {
  const bounds = range.split(",").map((part) => {
    const [from = "", to = from] = part.split(":");
    const [a, b] = [from, to].map((end) => (end === "*" ? highest : Number(end)));
    return { low: Math.min(a ?? 0, b ?? 0), high: Math.max(a ?? 0, b ?? 0) };
  });
  return (number) => bounds.some(({ low, high }) => number >= low && number <= high);
};
