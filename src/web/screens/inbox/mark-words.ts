const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

type MarkedPart = { key: number; text: string; isMarked: boolean };

/** The text in parts; those that begin like a searched word are marked, whatever their accents and case. */
export const markWords = (text: string, search: string): MarkedPart[] => {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []).map((part, key) => ({
    key,
    text: part,
    isMarked: words.some((word) => fold(part).includes(word)),
  }));
};
