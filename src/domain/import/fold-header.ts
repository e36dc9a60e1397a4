/** Without accents, case and punctuation: "¿Cómo nos conoció?" and "como nos conocio" are one. */
export const foldHeader = (text: string): string =>
  text
    .slice(0, 200)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Names that are one word in spite of their capitals. */
const wholeWords = /WhatsApp|HubSpot|LinkedIn|MailChimp|PayPal|YouTube|iPhone/g;

/** A header as words: "HasOptedOutOfEmail" and "has_opted_out_of_email" are "has opted out of email". */
export const foldWords = (header: string): string =>
  foldHeader(
    header
      .slice(0, 200)
      .replaceAll(wholeWords, (name) => name.toLowerCase())
      .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
      .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2"),
  );

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
