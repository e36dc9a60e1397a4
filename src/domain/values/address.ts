import { foldText } from "#domain/audience/fold-text.ts";
import { findZipPlace } from "#domain/places/zip.ts";
import { joinNumbers, spanishHead, splitParts, splitTown, streetType, takeEnding } from "./address-parts.ts";
import { capitalUnlessSmall, mergeHouse, writePart } from "./address-writing.ts";
import { endOfTakeBack, isOutdated, isUncertain } from "./corrections.ts";
import { joinWords, readSpokenWords, type SpokenWord } from "./spoken-words.ts";
import { puertoRicanTown } from "./towns.ts";
import { askAgain, type SpokenReading, type ValueReader } from "./value-reading.ts";
import { isZonePlace } from "./zone-words.ts";

/** Directions instead of an address. */
const landmark =
  /(?:^| )(?:detras|frente|al lado|cerca|diagonal|al frente|behind|across|next to|near|close to|past the|beside|by the|cant miss|turn (?:left|right)|doble a|a mano|subiendo|bajando|entrando|donde (?:esta|queda)|same (?:address|place|1)|la misma|el mismo|you (?:have|already)|ya la tienen?|corner of|esquina con|esquina de|pasando|antes de llegar|despues del?|de rejas|a la derecha|a la izquierda)(?= |$)/;
const leadIn =
  /^(?:(?:yes|yeah|si|sure|ok|okay|well|pues|bueno|mire|uh|um|eh)\s*,?\s+)*(?:(?:it is|its|it s|my (?:home )?address is|the address is|address is|we are at|were at|i live (?:at|on|in)|i am at|im at|live at|that is|thats|send it to|come to|mi direccion(?: residencial| postal)? es|la direccion es|direccion|vivo en|estoy en|vivimos en|es en|es|queda en|estamos en|seria|mandelo a|en)\s*[,:]?\s+)?(?:the |la |el )?(?=\S)/;

const wordsOf = (part: readonly SpokenWord[]): string => part.map(({ raw }) => raw).join(" ");

/** The part of an address that stands before the town, and may hold no number. */
const community =
  /^(?:villas?|colinas|altos|lomas|bosques?|haciendas?|quintas|reina|parque|valles?|mansiones|estancias|jardines|alturas|ciudad|brisas|vistas?)$/;
const isPlace = ({ text, raw }: SpokenWord): boolean =>
  /^(?:\d|#)/.test(text) ||
  spanishHead.test(text) ||
  community.test(text) ||
  /^(?:hc|po|box|apartado|unit|suite|apartment|rr)$/.test(text) ||
  (/^[A-Z]-?$/.test(raw) && text !== "i");
/** The end of words that lead to an address: "my business is at". */
const linksTo =
  /^(?:is|its|at|in|on|to|es|en|a|son|address|direccion|vivo|live|number|numero|box|the|la|el|de|del)$/;

/** The first part without what leads to it; undefined where its first words may belong to the address. */
const withoutLead = (part: readonly SpokenWord[]): SpokenWord[] | undefined => {
  const at = part.findIndex(isPlace);
  if (at < 0) return puertoRicanTown(wordsOf(part)) === undefined ? undefined : [...part];
  return at === 0 || linksTo.test(part[at - 1]?.text ?? "") ? part.slice(at) : undefined;
};

const offersOther = (words: readonly SpokenWord[]): boolean => {
  const isSpanish = words.some(({ text }) => spanishHead.test(text));
  return words.some(({ text }) => /^(?:or|either)$/.test(text) || (isSpanish && text === "o"));
};

/** "That's the office, sixty. Sixty Birch Lane": remarks and a number that is said twice. */
const dropRemarks = (parts: readonly SpokenWord[][]): SpokenWord[][] => {
  const first = parts.findIndex((part) => part.some(isPlace));
  const isRemark = parts
    .slice(0, first)
    .every((part) => /^(?:thats|its|ese|esa|es)$/.test(part[0]?.text ?? ""));
  const rest = isRemark && first > 0 ? parts.slice(first) : [...parts];
  const isTwice = rest[0]?.length === 1 && rest[0][0]?.text === rest[1]?.[0]?.text;
  return isTwice ? rest.slice(1) : rest;
};

type Town = { parts: SpokenWord[][]; town: SpokenWord[]; isOutside: boolean };

/** The town at the end of the parts. */
const takeTown = (parts: readonly SpokenWord[][]): Town | undefined => {
  const last = parts.at(-1) ?? [];
  const isAlone =
    parts.length > 1 &&
    last.length <= 5 &&
    last.every(({ text }) => /^\p{L}/u.test(text)) &&
    !spanishHead.test(last[0]?.text ?? "");
  const split = isAlone ? { before: [], town: last } : splitTown(last);
  if (!split) return undefined;
  const isOutside = split.town.some(({ text }) => /^(?:outside|afuera|fuera)$/.test(text));
  const town = split.town.filter(
    ({ text }) =>
      !/^(?:in|en|just|right|outside|afuera|fuera)$/.test(text) && !(isOutside && /^(?:of|de)$/.test(text)),
  );
  const rest = [...parts.slice(0, -1), split.before].filter((part) => part.length > 0);
  return town.length > 0 && town.length <= 4 ? { parts: rest, town, isOutside } : undefined;
};

/** A part without a number between the street and the town: a district of the town is left out. */
const isDistrict = (part: readonly SpokenWord[], town: readonly SpokenWord[]): boolean =>
  !isNamedPlace(part[0]?.text ?? "") && foldText(wordsOf(part)).endsWith(` ${foldText(wordsOf(town))}`);
const isNamedPlace = (word: string): boolean => spanishHead.test(word) || community.test(word);
const isOwnPart = (part: readonly SpokenWord[]): boolean =>
  part.some(isPlace) || puertoRicanTown(wordsOf(part)) !== undefined;

/** Words of a remark, a fraction or a link that no line of an address holds. */
const strayWord =
  /^(?:thats|its|off|at|half|and|which|where|with|but|pero|que|queda|this|there|i|we|you|also)$/;
const unitName =
  /^(?:suite|ste|apartment|apt|apto|apartamento|unit|unidad|piso|floor|oficina|number|numero|#)$/;
const innerUnit = /^(?:suite|ste|piso|floor|oficina|unit|unidad)$/;
const ordinal = /^\d+(?:st|nd|rd|th)$/;
/** "Seven seventy Fifth" is 770 Fifth or 7 75th; "suite" at the end has lost its number. */
const isDoubtful = (part: readonly SpokenWord[]): boolean => {
  const [first, second] = part;
  const isRunTogether =
    first?.isFromWords === true &&
    second?.isFromWords === true &&
    ordinal.test(second.text) &&
    second.text.length > 3;
  const hasInnerUnit =
    spanishHead.test(first?.text ?? "") && part.slice(1).some(({ text }) => innerUnit.test(text));
  const isNumberedTwice = part.filter(({ text }) => /^\d+$/.test(text)).length > 1;
  return (
    isRunTogether ||
    (hasInnerUnit && isNumberedTwice) ||
    part.some(({ text }) => strayWord.test(text)) ||
    (part.length > 1 && unitName.test(part.at(-1)?.text ?? ""))
  );
};

/** "900 Lake" names no kind of street, so that a word may be missing. */
const namesStreet = (part: readonly SpokenWord[]): boolean =>
  part.some(
    ({ text }) =>
      streetType.test(text) ||
      spanishHead.test(text) ||
      community.test(text) ||
      /^(?:box|rr|broadway)$/.test(text),
  );

/** A postal address in one line. One without a number or without a town is asked for again. */
export const readAddress: ValueReader<string> = (text) => {
  const spoken = readSpokenWords(text);
  const words = spoken.map((word) => (/^(?:better|mejor)$/.test(word.text) ? "" : word.text));
  // A correction takes the last complete address.
  return readWords(spoken.slice(endOfTakeBack(words)));
};

/** Beside a number "be" is the letter B, and which one was heard is unsure. */
const letterName = /^(?:be|ce|efe|ge|hache|jota|ka|ele|eme|ene|pe|cu|ere|erre|ese|uve|equis|zeta)$/;

const saysLetterName = (words: readonly SpokenWord[]): boolean =>
  words.some(
    ({ text }, at) =>
      letterName.test(text) &&
      [words[at - 1], words[at + 1]].some((beside) => /^\d/.test(beside?.text ?? "")),
  );

const readWords = (spoken: readonly SpokenWord[]): SpokenReading<string> => {
  const joined = joinWords(spoken);
  if (joined === "") return askAgain("missing");
  if (isUncertain(joined) || isOutdated(joined) || landmark.test(joined) || offersOther(spoken))
    return askAgain("unclear");
  const lead = leadIn.exec(joined)?.[0] ?? "";
  const skipped = lead.trim() === "" ? 0 : lead.trim().split(" ").length;
  const words = joinNumbers(spoken.slice(skipped));
  if (!words.some(({ text: word }) => /\d/.test(word))) return askAgain("missing");
  if (saysLetterName(words)) return askAgain("unclear");
  const { rest, zip, state } = takeEnding(words);
  const found = takeTown(dropRemarks(splitParts(rest)));
  const first = found && withoutLead(found.parts[0] ?? []);
  if (!found || !first || (found.isOutside && zip === undefined)) return askAgain("unclear");
  const { town } = found;
  const parts = [first, ...found.parts.slice(1)].filter((part) => !isDistrict(part, town));
  if (!parts.every(isOwnPart)) return askAgain("unclear");
  const isRural = parts.some((part) => /^(?:hc|po|apartado|buzon)$/.test(part[0]?.text ?? ""));
  if (isRural && zip === undefined) return askAgain("unclear");
  const island = puertoRicanTown(wordsOf(town));
  const region = zip === undefined ? undefined : findZipPlace(zip)?.region;
  if (zip !== undefined && region === undefined) return askAgain("impossible");
  const shownState = state ?? region ?? (island === undefined || island === "Florida" ? undefined : "PR");
  // A town that is not known needs its state or ZIP code: the word may be something else.
  if (shownState === undefined && !isZonePlace(foldText(wordsOf(town)))) return askAgain("unclear");
  if (region !== undefined && state !== undefined && region !== state) return askAgain("unclear");
  if (parts.some(isDoubtful) || !parts.some(namesStreet)) return askAgain("unclear");
  const streets = parts.map(writePart).filter((part) => part !== "");
  const isStreet = streets.some((street) => /\d/.test(street) && /\p{L}{2}/u.test(street));
  const hasLetters = streets.some((street) => /\p{L}{2}/u.test(street));
  if (!isStreet && !(hasLetters && streets.some((street) => /\d/.test(street)))) return askAgain("unclear");
  if (parts.some((part) => part.length > 9) || parts.length > 6) return askAgain("unclear");
  const townText = island ?? town.map(({ raw }, at) => capitalUnlessSmall(raw, at)).join(" ");
  const line = [...mergeHouse(streets), townText, [shownState, zip].filter(Boolean).join(" ")];
  return { value: line.filter(Boolean).join(", ") };
};
