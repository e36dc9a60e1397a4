import { parseRegion } from "#domain/places/regions.ts";
import { findZipPlace } from "#domain/places/zip.ts";
import { isUndecided, takesBack } from "./corrections.ts";
import { joinWords, readSpokenWords, type SpokenWord } from "./spoken-words.ts";
import { puertoRicanTown } from "./towns.ts";
import { askAgain, type ValueReader } from "./value-reading.ts";

const streetType =
  /^(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|court|ct|boulevard|blvd|way|circle|cir|place|pl|terrace|ter|trail|trl|parkway|pkwy|highway|hwy|loop|square|sq|cove|cv|run|pass|path|point|pt|crossing|xing|plaza|bend|ridge|trace|row|alley|turnpike|pike|expressway|freeway)$/;
const unitWord =
  /^(?:apartment|apt|apto|apartamento|unit|suite|ste|unidad|#|number|lot|space|room|piso|floor|oficina|local)$/;
const spanishHead =
  /^(?:urbanizacion|urb|calle|avenida|ave|carretera|carr|condominio|cond|edificio|edif|barrio|bo|sector|parcelas?|residencial|res|reparto|villa|extension|ext|jardines|mansiones|estancias|paseo|camino|km|kilometro|hc|ruta|bloque|casa|solar|apartamento|apto|apt|camino|callejon|via|pr|po|apartado|buzon|comunidad|bda|barriada|alturas|torre|egida)$/;
/** Directions instead of an address. */
const landmark =
  /(?:^| )(?:detras|frente|al lado|cerca|diagonal|al frente|behind|across|next to|near|close to|past the|beside|by the|cant miss|turn (?:left|right)|doble a|a mano|subiendo|bajando|entrando|donde (?:esta|queda)|same (?:address|place|1)|la misma|el mismo|you (?:have|already)|ya la tienen?|corner of|esquina con|esquina de|pasando|antes de llegar|despues del?|de rejas|a la derecha|a la izquierda)(?= |$)/;
const leadIn =
  /^(?:(?:yes|yeah|si|sure|ok|okay|well|pues|bueno|mire|uh|um|eh)\s*,?\s+)*(?:(?:it is|its|it s|my (?:home )?address is|the address is|address is|we are at|were at|i live (?:at|on|in)|i am at|im at|live at|that is|thats|send it to|come to|mi direccion(?: residencial| postal)? es|la direccion es|direccion|vivo en|estoy en|vivimos en|es en|es|queda en|estamos en|seria|mandelo a|en)\s*[,:]?\s+)?(?:the |la |el )?(?=\S)/;

const labels: Readonly<Record<string, string>> = {
  urbanizacion: "Urb.",
  urb: "Urb.",
  condominio: "Cond.",
  cond: "Cond.",
  apartamento: "Apt.",
  apartment: "Apt.",
  apto: "Apt.",
  apt: "Apt.",
  unit: "Unit",
  unidad: "Unit",
  suite: "Suite",
  carretera: "PR",
  carr: "PR",
  kilometro: "Km",
  km: "Km",
  barrio: "Bo.",
  avenida: "Ave.",
  edificio: "Edif.",
  north: "N",
  south: "S",
  east: "E",
  west: "W",
};

/** The digits of numbers that stand beside each other: "fourteen twenty-two" is 1422. */
const joinNumbers = (words: readonly SpokenWord[]): SpokenWord[] => {
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

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const small = /^(?:de|del|la|las|los|el|y|of|the)$/;
const capitalUnlessSmall = (raw: string, at: number): string =>
  small.test(raw) && at > 0 ? raw : capitalise(raw);

/** "B guion doce" as "B-12", "dos punto cuatro" as "2.4". */
const joinSigns = (text: string): string =>
  text
    .replaceAll(/(\d) (?:punto|point|\.) (?=\d)/gi, "$1.")
    .replaceAll(
      /\b([A-Za-z]{1,2}|\d+) (?:guion|dash|-|–) ?(?=\w)/gi,
      (_, left: string) => `${left.toUpperCase()}-`,
    )
    .replaceAll(/\b(?:numero|número|number) (?=\d)/gi, "");

const ordinalSuffix = (value: number): string => {
  const last = value % 100;
  if (last >= 11 && last <= 13) return "th";
  return ({ 1: "st", 2: "nd", 3: "rd" } as Record<number, string>)[value % 10] ?? "th";
};

const writePart = (words: readonly SpokenWord[]): string =>
  joinSigns(
    words
      .map(({ text, raw }, at) => {
        const ordinal = /^(\d+)th$/.exec(text);
        if (ordinal) return `${ordinal[1]}${ordinalSuffix(Number(ordinal[1]))}`;
        const label = labels[text];
        if (label !== undefined && (at === 0 || words.length > 1)) return label;
        return /^\d/.test(text) ? raw : capitalUnlessSmall(raw, at);
      })
      .join(" "),
  )
    .replace(/\bPR (\d+)/, "PR-$1")
    .replaceAll(/\b(Unit|Apt\.|Suite|Casa) (\d+) ([A-Z])\b/gi, "$1 $2$3")
    .replaceAll(/\s+/g, " ")
    .trim();

type Ending = { rest: SpokenWord[]; zip: string | undefined; state: string | undefined };

/** The ZIP code and the state at the end. */
const takeEnding = (words: readonly SpokenWord[]): Ending => {
  let rest = words.filter(({ text }) => !/^[.;:!?]$/.test(text) || text === ".");
  const trim = (): void => {
    while (
      rest.length > 0 &&
      /^[,.]$|^(?:zip|code|codigo|postal|area|in|en|y|and|el|the|is|es)$/.test(rest.at(-1)?.text ?? "")
    )
      rest = rest.slice(0, -1);
  };
  trim();
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

const splitParts = (words: readonly SpokenWord[]): SpokenWord[][] => {
  const parts: SpokenWord[][] = [[]];
  for (const word of words) {
    const isNewHead = spanishHead.test(word.text) && (parts.at(-1)?.length ?? 0) > 1 && word.text !== "villa";
    // The full stop of an abbreviation.
    const last = parts.at(-1)?.at(-1)?.text ?? "";
    if (word.text === "." && (spanishHead.test(last) || streetType.test(last) || unitWord.test(last)))
      continue;
    if (/^[,.;]$/.test(word.text)) parts.push([]);
    else if (isNewHead) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
};

/** The town at the end of a part, where no mark stands before it: after the street's type or the unit. */
const splitTown = (part: readonly SpokenWord[]): { before: SpokenWord[]; town: SpokenWord[] } | undefined => {
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

const wordsOf = (part: readonly SpokenWord[]): string => part.map(({ raw }) => raw).join(" ");

/** A postal address in one line. One without a number or without a town is asked for again. */
export const readAddress: ValueReader<string> = (text) => {
  const spoken = readSpokenWords(text);
  const joined = joinWords(spoken);
  if (joined === "") return askAgain("missing");
  if (isUndecided(joined) || landmark.test(joined)) return askAgain("unclear");
  if (takesBack(joined.replaceAll(/better|mejor/g, ""))) return askAgain("unclear");
  const lead = leadIn.exec(joined)?.[0] ?? "";
  const skipped = lead.trim() === "" ? 0 : lead.trim().split(" ").length;
  const words = joinNumbers(spoken.slice(skipped));
  if (!words.some(({ text: word }) => /\d/.test(word))) return askAgain("missing");
  const { rest, zip, state } = takeEnding(words);
  let parts = splitParts(rest);
  const lastPart = parts.at(-1) ?? [];
  const isTownAlone =
    parts.length > 1 &&
    lastPart.length <= 4 &&
    lastPart.every(({ text: word }) => /^\p{L}/u.test(word)) &&
    !spanishHead.test(lastPart[0]?.text ?? "");
  let town = isTownAlone ? lastPart.filter(({ text: word }) => !/^(?:in|en)$/.test(word)) : [];
  if (isTownAlone) parts = parts.slice(0, -1);
  else {
    const split = splitTown(lastPart);
    if (!split) return askAgain("unclear");
    town = split.town;
    parts = [...parts.slice(0, -1), split.before];
  }
  const isRural = parts.some((part) => /^(?:hc|po|apartado|buzon)$/.test(part[0]?.text ?? ""));
  if (isRural && zip === undefined) return askAgain("unclear");
  const island = puertoRicanTown(wordsOf(town));
  const region = zip === undefined ? undefined : findZipPlace(zip)?.region;
  if (zip !== undefined && region === undefined) return askAgain("impossible");
  const shownState = state ?? region ?? (island === undefined || island === "Florida" ? undefined : "PR");
  if (region !== undefined && state !== undefined && region !== state) return askAgain("unclear");
  const streets = parts.map(writePart).filter((part) => part !== "");
  const isStreet = streets.some((street) => /\d/.test(street) && /\p{L}{2}/u.test(street));
  const hasLetters = streets.some((street) => /\p{L}{2}/u.test(street));
  if (!isStreet && !(hasLetters && streets.some((street) => /\d/.test(street)))) return askAgain("unclear");
  if (parts.some((part) => part.length > 9) || parts.length > 6) return askAgain("unclear");
  const townText = island ?? town.map(({ raw }, at) => capitalUnlessSmall(raw, at)).join(" ");
  const line = [...mergeHouse(streets), townText, [shownState, zip].filter(Boolean).join(" ")];
  return { value: line.filter(Boolean).join(", ") };
};

/** "Calle 3" and "casa B-12" are one part, as are a road and its kilometre. */
const mergeHouse = (parts: readonly string[]): string[] => {
  const merged: string[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    const house = /^(?:Casa )?((?:[A-Z]{1,2}-?)?\d+(?:-\d+)?)$/i.exec(part);
    if (last && house && /^(?:Calle|Ave)/i.test(last)) merged[merged.length - 1] = `${last} ${house[1]}`;
    else if (last && /^Km /.test(part)) merged[merged.length - 1] = `${last} ${part}`;
    else merged.push(part);
  }
  return merged;
};
