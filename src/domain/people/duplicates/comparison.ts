/** What a comparison may look at. Addresses are normal forms: lower case, E.164. */
export type ComparedPerson = {
  firstName: string | null;
  lastName: string | null;
  emails: readonly string[];
  phones: readonly string[];
  zip: string | null;
  town: string | null;
};

/** How alike two people are in one respect. The weight is the base-2 logarithm of how much it changes the odds. */
export type ComparedPart = {
  comparison: string;
  level: string;
  weight: number;
  /** The values that were compared. */
  values: [string | null, string | null];
};

export type Comparison = {
  id: string;
  /** Null where one of the two values is unknown: then it says nothing. */
  compare: (one: ComparedPerson, other: ComparedPerson) => Omit<ComparedPart, "comparison"> | null;
};

/** Letters and digits without case and accents, in words. */
export const foldWords = (text: string | null): string[] =>
  (text ?? "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether one text becomes the other by one insertion, deletion, replacement or swap of neighbours. */
export const isOneEditApart = (one: string, other: string): boolean => {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [a, b] = [one.slice(start), other.slice(start)];
  if (a.length === b.length)
    return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  return a.length > b.length ? a.slice(1) === b : a === b.slice(1);
};
