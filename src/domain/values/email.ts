import { emailPattern } from "#domain/email-address.ts";
import {
  endOfTakeBack,
  isOutdated,
  isUncertain,
  refusesNext,
  rejectionLength,
  takesBack,
} from "./corrections.ts";
import { readLocalPart, withoutRemarks } from "./email-local.ts";
import { signAt, toEmailPieces } from "./email-pieces.ts";
import { agreesWith, findSpellingAids } from "./spelling-aids.ts";
import { splitWords } from "./spoken-words.ts";
import { askAgain, type SpokenReading, type ValueReader } from "./value-reading.ts";

const written = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;

const isAt = (word: string): boolean => /^(?:at|arroba|arrobas|@)$/.test(word);

/** Words around an address that leave it open: "or", "creo", "my old one". */
const isOpen = (words: string): boolean =>
  isUncertain(words) ||
  isOutdated(words) ||
  /(?:^| )(?:or|either|\S{2,} o (?!sea )\S{2,})(?= |$)/.test(words);

/** What is said against an address behind it: "but I never check that one". */
const takesExceptionTo =
  /(?:^| )(?:but|pero|not|dont|doesnt|never|no|nunca|isnt|instead|except|also|tambien|wrong|old|vieja?|sino)(?= |$)/;
/** Hints that no reading follows, and letters three times in a row. */
const openHint = /(?:^| )(?:capital|upper ?case|mayusculas?|percent|por ?ciento|initials?|iniciales?)(?= |$)/;
const threefold = /([a-z])\1\1/i;

/** What may stand behind an address. */
const courtesy =
  /^(?:please|por|favor|thanks|thank|gracias|you|ok|okay|thats|it|that|is|es|ese|esa|eso|this|all|todo|my|mi|the|el|la|work|trabajo|personal|e|mail|email|correo|address|direccion|and|y|for|me|de|del|si|yes|sir|maam|senor|senora|senorita|got|capish|listo|ya|esta|right|correct|correcto|simple|easy|facil|like|i|said|le|dije|as|always|so|send|there|ahi|mandelo|aqui|here|see|ve|vio|uh|um|eh|pues|bueno)$/;

/** The domain at the beginning of the words, and the words behind it. */
const readDomain = (words: readonly string[]): { domain: string; rest: string[] } | undefined => {
  let end = 0;
  for (let at = 0; at < words.length; at++) {
    const sign = signAt(words, at);
    if (sign && sign.sign === ".") end = at + sign.length;
    if (/^[,;:!?]$/.test(words[at] ?? "")) break;
  }
  if (end === 0) return undefined;
  // The last name of a domain is one word, or single letters.
  let stop = end + 1;
  while (stop < words.length && /^[a-z]$/.test(words[end] ?? "") && /^[a-z]$/.test(words[stop] ?? "")) stop++;
  const pieces = toEmailPieces(words.slice(0, stop)) ?? [];
  const domain = pieces.map(({ text }) => text).join("");
  const rest = words.slice(stop).filter((word) => !/^[,.;:!?]$/.test(word));
  const isDomain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(domain) && rest.length <= 6;
  return isDomain ? { domain, rest } : undefined;
};

const readSpelled = (words: readonly string[], hasTilde: boolean): SpokenReading<string> => {
  // "At" may also stand before the address: "reach me at …".
  const split = words.findLastIndex(isAt);
  const aids = findSpellingAids(words.slice(0, split));
  const local = words.slice(0, split).filter((_, at) => !aids.some(({ from, to }) => at >= from && at < to));
  // A correction takes the last complete address.
  const plainLocal = withoutRemarks(local);
  const taken = endOfTakeBack(plainLocal);
  const stated = taken === 0 ? local : plainLocal.slice(taken + rejectionLength(plainLocal.slice(taken)));
  const firstAt = stated.findIndex(isAt);
  const hasOther = firstAt >= 0 && readDomain(stated.slice(firstAt + 1)) !== undefined;
  const read = readDomain(tidyDomain(words.slice(split + 1)));
  if (!read || hasOther) return askAgain("unclear");
  const around = [...withoutRemarks(stated), ".", ...read.rest].join(" ");
  const isCourteous = withoutRemarks(read.rest).every((word) => courtesy.test(word) || stated.includes(word));
  if (isOpen(around) || !isCourteous) return askAgain("unclear");
  const name = readLocalPart(stated);
  if (!name) return askAgain("unclear");
  const isTildeSettled = !hasTilde || aids.some(({ letters }) => letters.startsWith("n"));
  const value = `${name}@${read.domain}`;
  return agreesWith(name, aids) && isTildeSettled && emailPattern.test(value) && name.length > 1
    ? { value }
    : askAgain("unclear");
};

/** "Techo seguro, todo junto, punto com" is one domain. */
const tidyDomain = (words: readonly string[]): string[] => {
  const plain = withoutRemarks(words).filter((word) => !/^(?:um|uh|eh|este)$/.test(word));
  while (plain[0] === ",") plain.shift();
  return plain.filter(
    (word, at) =>
      !(
        word === "," &&
        (plain[at + 1] === "," || (at + 1 < plain.length && signAt(plain, at + 1)?.sign === "."))
      ),
  );
};

/** An e-mail address, written or said with "at", "arroba", "dot" and letters. */
export const readEmail: ValueReader<string> = (text) => {
  const found = [...text.matchAll(written)].map(([address]) => address.replace(/\.$/, ""));
  const addresses = [...new Set(found)];
  const [first, second] = addresses;
  if (first !== undefined) {
    const last = addresses.at(-1) ?? first;
    const toWords = (part: string): string =>
      splitWords(part)
        .map((word) => word.text)
        .join(" ");
    const before = toWords(text.slice(0, text.indexOf(first)));
    const between = toWords(text.slice(text.indexOf(first) + first.length, text.lastIndexOf(last)));
    const after = toWords(text.slice(text.lastIndexOf(last) + last.length));
    const isCorrected = second !== undefined && takesBack(between) && addresses.length === 2;
    if (isOpen(after) || takesExceptionTo.test(after) || (second !== undefined && !isCorrected))
      return askAgain("unclear");
    const isRefused = isOpen(before) || refusesBefore(before);
    return isRefused && !isCorrected ? askAgain("unclear") : { value: last };
  }
  // A full stop between words ends a sentence; only one inside "gmail.com" belongs to the address.
  // "L-E-O-8-8" is spelled.
  const spaced = text.replaceAll(/(?<=(?<![\p{L}\d])[\p{L}\d])-(?=[\p{L}\d](?![\p{L}\d]))/gu, " ");
  const words = splitWords(spaced).map((word) =>
    word.raw === "." && !(/\S/.test(spaced[word.start - 1] ?? " ") && /\S/.test(spaced[word.end] ?? " "))
      ? { ...word, text: "," }
      : word,
  );
  // The name of the letter ñ asks nothing; the letter in a word may be written as n.
  const hasTilde = words.some(
    ({ raw }) => /ñ/i.test(raw.normalize("NFC")) && !/^e?ñe$/i.test(raw.normalize("NFC")),
  );
  const plain = words
    .map((word) => (/^eñe$/i.test(word.raw.normalize("NFC")) ? "enne" : word.text))
    .filter(
      (word, at, all) => !(/^(?:sin|without)$/.test(word) && all[at + 1] === "enne") && word !== "enne",
    );
  if (plain.length === 0) return askAgain("missing");
  if (openHint.test(plain.join(" ")) || threefold.test(text)) return askAgain("unclear");
  return plain.some(isAt) ? readSpelled(plain, hasTilde) : askAgain("missing");
};

const refusesBefore = (before: string): boolean => {
  const clause =
    before
      .split(/[,.;:!?]/)
      .at(-1)
      ?.trim() ?? "";
  return refusesNext(clause) || /(?:^| )(?:not|dont|no)(?: \S+){0,3} (?:to|a|al)$/.test(clause);
};
