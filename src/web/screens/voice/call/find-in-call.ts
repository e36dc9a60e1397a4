/** Without case and accents, and of the same length as the text, so that positions agree. */
const fold = (text: string): string =>
  [...text]
    .map((letter) => {
      const plain = letter.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
      return plain.length === letter.length ? plain : letter;
    })
    .join("");

export type TextPart = { text: string; isMatch: boolean; at: number };

/** Splits a text into what matches the words looked for and what does not. */
export const splitByMatch = (text: string, wanted: string): TextPart[] => {
  const needle = fold(wanted.trim());
  if (needle === "") return [{ text, isMatch: false, at: 0 }];
  const folded = fold(text);
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), isMatch: false, at: from });
    parts.push({ text: text.slice(at, at + needle.length), isMatch: true, at });
    from = at + needle.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false, at: from });
  return parts;
};
