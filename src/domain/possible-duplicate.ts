/** Why two people may be one. */
export const duplicateReasons = ["same_phone", "named_together", "similar"] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** What an operator decided about two people who may be one. */
export const duplicateDecisions = ["same", "different"] as const;

type Named = { firstName?: string | null | undefined; lastName?: string | null | undefined };

const firstWord = (text: string | null | undefined): string =>
  (text ?? "")
    .normalize("NFD")
    .replaceAll(/[\p{M}.]/gu, "")
    .toLowerCase()
    .trim()
    .split(/\s+/)[0] ?? "";

/** "Ana" and "Ana María", "A." and "Ana" are one name; an unknown name differs from none. */
const isSameWord = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** Whether two names are of different people: relatives share a surname, so given names decide where both are known. */
export const haveDifferentNames = (a: Named, b: Named): boolean => {
  const given = [firstWord(a.firstName), firstWord(b.firstName)] as const;
  if (given[0] !== "" && given[1] !== "") return !isSameWord(...given);
  const family = [firstWord(a.lastName), firstWord(b.lastName)] as const;
  return family[0] !== "" && family[1] !== "" && !isSameWord(...family);
};
