import {
  ambiguousNames,
  givenNames,
  nameTitles,
  otherWords,
  surnameEnding,
  surnames,
} from "#domain/pii/names/name-words.ts";
import { foldWord } from "#domain/reading/tokens.ts";

const particles: ReadonlySet<string> = new Set(
  "de del la las los van von der den da do dos das di du le st san santa mac mc bin al el ter".split(" "),
);
const moreTitles = /^(?:mister|lcd[oa]|pastora|ingenier[oa]|dona|don)$/;
const suffixes = new Map([
  ["junior", "Jr."],
  ["jr", "Jr."],
  ["senior", "Sr."],
  ["ii", "II"],
  ["iii", "III"],
  ["iv", "IV"],
]);
/** Words that are no names: a text with one of them is not read as a name. */
const noName =
  /^(?:the|same|mismo|misma|other|otra|otro|before|antes|last|time|vez|you|usted|your|have|has|tiene|tienen|already|ya|know|sabe|saben|what|que|why|who|quien|no|not|dont|yes|none|nobody|nadie|nothing|nada|any|some|system|sistema|account|cuenta|record|file|number|numero|please|por|favor|with|con|sin|without|and|y|e|o|or|a|an|un|una|in|on|en|at|i|we|he|she|they|my|mi|su|his|her|is|are|am|was|es|son|soy|just|only|solo|later|tomorrow|manana|guess|like|como|want|quiero|call|llame|llamen|here|aqui|there|husband|wife|esposo|esposa|mother|madre|mama|papa|father|hijo|hija|son|daughter|owner|dueno|duena|private|privado|thing|cosa|rather|say|decir|tell|dije|said|told|anonymous|anonimo|house|casa|person|persona|client|cliente|customer|me|to|of|for|so|but|pero|first|name|nombre|surname|apellido|middle|segundo|primero|spelled|spell|letter|letra|double|doble|under|either|maybe|whoever|whatever|hermano|hermana|brother|sister|speaking|nos|dos|both|ambos|company|compania|business|negocio|empresa|llc|inc|corp|store|tienda|happy|merry|feliz|thanksgiving|christmas|navidad|vda|viuda|esq|can|could|hear|good|buenas|buenos|buen)$/;

export const isNoName = (word: string): boolean => noName.test(foldWord(word));

/** A given name or surname that is known; an ambiguous one counts only with a capital letter. */
export const isKnownName = (word: string): boolean => {
  if (word.includes("-")) return word.split("-").every(isKnownName);
  const folded = foldWord(word);
  return (
    givenNames.has(folded) ||
    surnames.has(folded) ||
    (surnameEnding.test(folded) && !otherWords.has(folded)) ||
    (ambiguousNames.has(folded) && /^\p{Lu}/u.test(word))
  );
};
export const isSurname = (word: string): boolean => {
  if (word.includes("-")) return word.split("-").every(isSurname);
  const folded = foldWord(word);
  return (surnames.has(folded) || /[^aeiou]ez$/.test(folded)) && !givenNames.has(folded);
};

export const capitalise = (word: string): string =>
  word.replaceAll(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

const isUpperCase = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

/** "McDonald" stays; a name in lower or upper case gets capital letters, its particles none. */
export const asStored = (words: readonly string[]): string => {
  const isShouted = words.every((word) => word === word.toUpperCase()) && words.some(isUpperCase);
  return words
    .map((word, at) => {
      const folded = foldWord(word);
      const suffix = suffixes.get(folded.replace(/\.$/, ""));
      if (suffix !== undefined && at > 0) return suffix;
      if (particles.has(folded) && at > 0 && (isShouted || !/^\p{Lu}/u.test(word))) return word.toLowerCase();
      if (/^\p{L}$/u.test(word)) return `${word.toUpperCase()}.`;
      const isOwnCase = /^\p{Lu}/u.test(word) && !(isUpperCase(word) && (isShouted || word.length > 2));
      return isOwnCase ? word : capitalise(word.toLowerCase());
    })
    .join(" ");
};

export const nameSuffix = (word: string): string | undefined =>
  suffixes.get(foldWord(word).replace(/\.$/, ""));

const isTitle = (word: string): boolean => {
  const folded = foldWord(word);
  return nameTitles.has(folded) || moreTitles.test(folded);
};

const withoutTitle = (words: readonly string[]): readonly string[] => {
  const [first = "", second = ""] = words;
  if (/^(?:el|la|the|los|las)$/.test(foldWord(first)) && isTitle(second)) return withoutTitle(words.slice(2));
  return isTitle(first) && words.length > 1 ? withoutTitle(words.slice(1)) : words;
};

/**
 * The words of a name, or undefined where another word stands among them: a word in lower case in a text that has
 * capital letters, one that is no name, or only unknown words in lower case.
 */
export const nameWords = (text: string, hasCapitals: boolean): string[] | undefined => {
  const all = (text.match(/\p{L}[\p{L}\p{M}'’.-]*/gu) ?? []).map((word) => word.replace(/[.'-]+$/, ""));
  if (/\d/.test(text)) return undefined;
  const words = withoutTitle(all);
  const [first = ""] = words;
  if (words.length === 0 || words.length > 7) return undefined;
  // "José A. Colón": a capital letter alone is an initial.
  if (words.some((word, at) => isNoName(word) && !(at > 0 && /^\p{Lu}$/u.test(word)))) return undefined;
  if (/^(?:de|del|el|la|los|las)$/.test(foldWord(first))) return undefined;
  if (particles.has(foldWord(words.at(-1) ?? ""))) return undefined;
  const isCommon = (word: string): boolean => otherWords.has(foldWord(word)) && !isKnownName(word);
  const names = words.filter((word) => !particles.has(foldWord(word)));
  // "Domingo Santos": an ordinary word beside a known name is a name, too.
  const isOpening = isCommon(first) && !names.slice(1).some(isKnownName);
  if (hasCapitals) {
    const isLower = names.some((word) => /^\p{Ll}/u.test(word) && nameSuffix(word) === undefined);
    return isLower || isOpening ? undefined : [...words];
  }
  const isMixed = names.some((word) => /^\p{Lu}/u.test(word)) && names.some((word) => /^\p{Ll}/u.test(word));
  return isMixed || names.some(isCommon) || !names.some(isKnownName) ? undefined : [...words];
};
