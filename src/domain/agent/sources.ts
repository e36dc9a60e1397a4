import { foldWords } from "./fold-words.ts";

/** Words shared by an answer and a passage, as a share of the answer's words. */
const minOverlap = 0.5;

/** The entries of the knowledge base that an answer rests on. */
export const findSources = <P extends { id: string; text: string }>(
  answer: string,
  passages: readonly P[],
): P[] => {
  const words = new Set(foldWords(answer).filter((word) => word.length > 3));
  if (words.size === 0) return [];
  return passages
    .map((passage) => {
      const own = new Set(foldWords(passage.text));
      const shared = [...words].filter((word) => own.has(word)).length;
      return { passage, overlap: shared / words.size };
    })
    .filter(({ overlap }) => overlap >= minOverlap)
    .toSorted((a, b) => b.overlap - a.overlap)
    .slice(0, 3)
    .map(({ passage }) => passage);
};
