import { parseRegion } from "#domain/places/regions.ts";
import type { SpokenWord } from "./spoken-words.ts";
import { puertoRicanTown } from "./towns.ts";

export const streetType =
  /^(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|way|circle|cir|place|pl|terrace|ter|trail|trl|parkway|pkwy|highway|hwy|loop|square|sq|cove|cv|run|pass|path|point|pt|crossing|xing|plaza|bend|ridge|trace|row|alley|turnpike|pike|expressway|freeway)$/;
const unitWord =
  /^(?:apartment|apt|apto|apartamento|unit|suite|ste|unidad|#|number|lot|space|room|piso|floor|oficina|local)$/;
export const spanishHead =
  /^(?:urbanizacion|urb|calle|avenida|ave|carretera|carr|condominio|cond|edificio|edif|barrio|bo|sector|parcelas?|residencial|res|reparto|villa|extension|ext|jardines|mansiones|estancias|paseo|camino|km|kilometro|hc|ruta|bloque|casa|solar|apartamento|apto|apt|camino|callejon|via|pr|po|apartado|buzon|comunidad|bda|barriada|alturas|torre|egida)$/;
/** The digits of numbers that stand beside each other: "fourteen twenty-two" is 1422. */
export const joinNumbers = (words: readonly SpokenWord[]): SpokenWord[] => {
  const joined: SpokenWord[] = [];
  const isOh = (word: SpokenWord | undefined): boolean => /^(?:oh|o)$/.test(word?.text ?? "");
  const isNumber = (word: SpokenWord | undefined): boolean => /^\d/.test(word?.text ?? "");
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as SpokenWord;
    const last = joined.at(-1);
    const isZero = isOh(word) && (isNumber(last) || isNumber(words[at + 1]));
    const digits = isZero ? "0" : isNumber(word) ? word.text : undefined;
    const follows =
      last !== undefined && /^\d+$/.test(last.text) && digits !== undefined && /^\d+$/.test(digits);
    const isTwoInDigits = !word.isFromWords && last !== undefined && !last.isFromWords;
    if (follows && last && !isTwoInDigits) {
      joined[joined.length - 1] = {
        ...last,
        text: last.text + digits,
        raw: last.text + digits,
        isFromWords: last.isFromWords || word.isFromWords,
      };
      continue;
    }
    joined.push(
      digits === undefined
        ? word
        : { ...word, text: digits, ...(word.isFromWords || isZero ? { raw: digits } : {}) },
    );
  }
  return joined;
};

type Ending = { rest: SpokenWord[]; zip: string | undefined; state: string | undefined };

const zipCode = /^\d{5}(?:-\d{4})?$/;

/** "00725 Caguas" with the ZIP code at the end, and without a remark behind the code. */
const tidyAfterZip = (words: SpokenWord[]): SpokenWord[] => {
  const at = words.findLastIndex(({ text }, index) => index > 2 && zipCode.test(text));
  const zip = words[at];
  const after = words.slice(at + 1);
  if (!zip || after.length === 0 || after.some(({ text }) => /\d/.test(text))) return words;
  const names = after.filter(({ text }) => text !== ",");
  if (puertoRicanTown(names.map(({ raw }) => raw).join(" ")) !== undefined)
    return [...words.slice(0, at), ...after, zip];
  const isRemark =
    /^(?:its|thats|es|the|la|el|un|una|we|you|i|gracias|thanks|thank|please|por|ok|and|y|a|ahi)$/;
  return isRemark.test(names[0]?.text ?? "") ? words.slice(0, at + 1) : words;
};

/** The ZIP code and the state at the end. */
export const takeEnding = (words: readonly SpokenWord[]): Ending => {
  let rest = words.filter(({ text }) => !/^[.;:!?]$/.test(text) || text === ".");
  const trim = (): void => {
    while (
      rest.length > 0 &&
      /^[,.]$|^(?:zip|code|codigo|postal|area|in|en|y|and|el|the|is|es)$/.test(rest.at(-1)?.text ?? "")
    )
      rest = rest.slice(0, -1);
  };
  trim();
  rest = tidyAfterZip(rest);
  let zip: string | undefined;
  const last = rest.at(-1)?.text ?? "";
  if (/^\d{5}(?:-\d{4})?$/.test(last) && rest.length > 1) {
    zip = last;
    rest = rest.slice(0, -1);
    trim();
  }
  let state: string | undefined;
  for (const length of [2, 1]) {
    const name = rest
      .slice(-length)
      .map(({ raw }) => raw)
      .join(" ");
    const isAbbreviation = length === 1 && /^[A-Z]{2}$/.test(name);
    const code = name.length > 2 || isAbbreviation ? parseRegion(name) : undefined;
    // "Florida" is a town, too, and needs another town before it.
    // "23 Fifth Avenue, New York": the state is the town's name.
    const commas = rest.flatMap(({ text }, at) => (text === "," ? [at] : []));
    const isTownToo =
      length === 2 && code === "NY" && commas.length === 1 && commas[0] === rest.length - length - 1;
    const isState = code !== undefined && !isTownToo && rest.length > length + 2;
    if (isState && (code !== "PR" || length === 2 || isAbbreviation)) {
      state = code;
      rest = rest.slice(0, -length);
      trim();
      break;
    }
  }
  return { rest, zip, state };
};

/** "405 de la calle": the words between the number and the street are left out. */
const withoutLinks = (words: readonly SpokenWord[]): SpokenWord[] =>
  words.filter((word, at) => {
    if (!/^(?:de|del|la|el|en|on|of|the)$/.test(word.text)) return true;
    const isLink = ({ text }: SpokenWord): boolean => /^(?:de|del|la|el|en|on|of|the)$/.test(text);
    const head = words.findIndex((other, index) => index > at && !isLink(other));
    const start = words.findLastIndex((other, index) => index < at && !isLink(other));
    return !(/^\d+$/.test(words[start]?.text ?? "") && spanishHead.test(words[head]?.text ?? ""));
  });

export const splitParts = (words: readonly SpokenWord[]): SpokenWord[][] => {
  const parts: SpokenWord[][] = [[]];
  for (const word of withoutLinks(words)) {
    // "220 Palmetto Ave": behind a number and a name it is the type of an English street.
    const isStreetType =
      /^(?:ave|paseo|via|camino|pr|po|res|ext)$/.test(word.text) && /^\d/.test(parts.at(-1)?.[0]?.text ?? "");
    const isNewHead =
      spanishHead.test(word.text) &&
      (parts.at(-1)?.length ?? 0) > 1 &&
      word.text !== "villa" &&
      !isStreetType;
    // The full stop of an abbreviation.
    const last = parts.at(-1)?.at(-1)?.text ?? "";
    if (
      word.text === "." &&
      (/^[a-z]$/.test(last) || spanishHead.test(last) || streetType.test(last) || unitWord.test(last))
    )
      continue;
    if (/^[,.;]$/.test(word.text)) parts.push([]);
    else if (isNewHead) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
};

/** The town at the end of a part, where no mark stands before it: after the street's type or the unit. */
export const splitTown = (
  part: readonly SpokenWord[],
): { before: SpokenWord[]; town: SpokenWord[] } | undefined => {
  for (const length of [3, 2, 1]) {
    const words = part.slice(-length);
    if (part.length > length && puertoRicanTown(words.map(({ raw }) => raw).join(" ")) !== undefined)
      return { before: part.slice(0, -length), town: words };
  }
  const boundary = part.findLastIndex(
    ({ text }, at) =>
      at > 0 &&
      (streetType.test(text) ||
        /^\d+[a-z]?$/.test(text) ||
        (/^[a-z]$/.test(text) && /^\d/.test(part[at - 1]?.text ?? ""))),
  );
  const town = part.slice(boundary + 1).filter(({ text }) => !/^(?:in|en)$/.test(text));
  return boundary > 0 && town.length > 0 && town.length <= 3
    ? { before: part.slice(0, boundary + 1), town }
    : undefined;
};
