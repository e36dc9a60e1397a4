/** What stands for what was taken out. */
const mark = "…";

const maxLength = 400;

/** In this order: what is quoted may contain anything. */
const replacements: readonly [RegExp, string][] = [
  [/"[^"]*(?:"|$)/g, `"${mark}"`],
  [/“[^”]*(?:”|$)|«[^»]*(?:»|$)|`[^`]*(?:`|$)/g, `"${mark}"`],
  [/(?<=^|[\s([{:=,])'[^']*(?:'|$)/g, `'${mark}'`],
  // Values in a message of PostgreSQL: Key (email)=(ana@example.com).
  [/=\s*\([^)]*\)?/g, `=(${mark})`],
  // The host of an address says where it failed; what follows may name a person.
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#]+)\S*/gi, `$1$2/${mark}`],
  [/\S+@\S+/g, mark],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, mark],
  [/\+?\d(?:[\s().-]*\d){4,}/g, mark],
  // Messages of programs are English; a word in another language is what somebody wrote.
  [/\b\S*[^\s\p{ASCII}…]\S*/gu, mark],
];

const capitalized = /^\p{Lu}\p{Ll}+$/u;
const wordAndRest = /^([^\p{L}]*)(\p{L}+)(.*)$/u;

/** Capitalized words are names, except the first of a sentence; two at its beginning are a name as well. */
const maskNames = (text: string): string => {
  const words = text.split(" ");
  const isCapitalized = (at: number): boolean =>
    capitalized.test(wordAndRest.exec(words[at] ?? "")?.[2] ?? "");
  const beginsSentence = (at: number): boolean => at === 0 || /[.!?:]$/.test(words[at - 1] ?? "");
  return words
    .map((word, at) => {
      if (!isCapitalized(at) || (beginsSentence(at) && !isCapitalized(at + 1))) return word;
      return word.replace(wordAndRest, `$1${mark}$3`);
    })
    .join(" ");
};

/**
 * The message of an error for the log: with what happened and without whom it happened to. Lines cannot be taken back
 * when a person is erased, so it rather takes out too much: all that is quoted, addresses, numbers, and names by their
 * capitals. A name in small letters without quotes would stay.
 */
export const redactLogText = (text: string): string => {
  const oneLine = text.slice(0, maxLength).replaceAll(/\s+/g, " ").trim();
  const replaced = replacements.reduce((result, [pattern, to]) => result.replace(pattern, to), oneLine);
  return maskNames(replaced).replaceAll(/…(?:[\s,]*…)+/g, mark);
};
