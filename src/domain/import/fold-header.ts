/** Without accents, case and punctuation: "¿Cómo nos conoció?" and "como nos conocio" are one. */
export const foldHeader = (text: string): string =>
  text
    .slice(0, 200)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const maxCached = 2000;

/** Looks texts up by their folded form; columns repeat few values, so the answers are kept. */
export const foldedLookup = <V>(table: ReadonlyMap<string, V>): ((text: string) => V | undefined) => {
  const answers = new Map<string, V | undefined>();
  return (text) => {
    if (answers.has(text)) return answers.get(text);
    const answer = table.get(foldHeader(text));
    if (answers.size >= maxCached) answers.clear();
    answers.set(text, answer);
    return answer;
  };
};
