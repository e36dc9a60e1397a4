import { emailPattern } from "#domain/email-address.ts";
import { readCardinal } from "./cardinals.ts";
import { takesBack } from "./corrections.ts";
import { exampleLength, readLetter } from "./spelled-letters.ts";
import { splitWords } from "./spoken-words.ts";
import { askAgain, type SpokenReading, type ValueReader } from "./value-reading.ts";

const written = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;

/** A piece of an address: its text, and whether it was spelled letter by letter. */
type Piece = { text: string; isSpelled: boolean; isSign: boolean };

const signs: readonly (readonly [RegExp, string])[] = [
  [/^(?:guion bajo|guion abajo|guion de abajo|raya baja|raya abajo|barra baja|sub guion|under score)$/, "_"],
  [/^(?:guion medio|guion normal|signo mas|plus sign|signo menos|minus sign)$/, ""],
  [/^(?:underscore|subguion|_)$/, "_"],
  [/^(?:dash|hyphen|guion|minus|raya|-|–)$/, "-"],
  [/^(?:dot|punto|period|\.)$/, "."],
  [/^(?:plus|mas|\+)$/, "+"],
];

const signAt = (words: readonly string[], at: number): { sign: string; length: number } | undefined => {
  for (const length of [3, 2, 1]) {
    const name = words.slice(at, at + length).join(" ");
    const found = signs.find(([pattern]) => pattern.test(name));
    if (!found) continue;
    const sign = found[1] === "" ? (/mas|plus/.test(name) ? "+" : "-") : found[1];
    return { sign, length };
  }
  return undefined;
};

/** Words about the address that are no part of it. */
const remarks =
  /(?:^| )(?:(?:todo|todos|todas|all)(?: (?:junto|juntos|pegado|pegados|pegao|seguido|together|1 word|one word))?(?: (?:y|and))?|en minusculas?|en mayusculas?|(?:todo )?minusculas?|(?:all )?(?:in )?lower ?case|lowercase|sin (?:espacios?|acentos?|tildes?|puntos?)|con minusculas?|no (?:spaces?|accents?|dots?)|together|junto|(?:all )?1 word|(?:all )?one word|the (?:number|letter|word|sign)|(?:el|la) (?:numero|letra|palabra|signo)|numero|number|small|letters?|letra)(?= |$)/;

/** The end of the words before the address. */
const leadIn =
  /^(?:is|es|its|it|thats|that|email|e mail|mail|correo|electronico|address|direccion|to|at|sera|seria|me|:|yes|yeah|si|claro|sure|ok|okay|bueno|pues|well|uh|um|eh|mandelo|mandamelo|escribame|escribeme|send|mine|personal|work|trabajo|address)$/;
/** Words that no local part contains when it is said. */
const plainWord =
  /^(?:my|mi|name|nombre|first|last|apellido|apellidos|inicial|initial|same|mismo|misma|company|compania|empresa|the|el|la|los|with|con|sin|without|and|y|or|o|no|not|wait|sorry|perdon|then|then|luego|despues|followed|seguido|por|by|for|para|that|que|of|in|en|you|usted|have|tienen|tengo|i|como|like|as|u|just|only|dot|punto)$/;

type Aid = { isWithout: boolean; letters: string };

/** "Con i griega", "with a K", "sin hache": a hint at the spelling, which must agree with the words. */
const takeAids = (words: string[]): { words: string[]; aids: Aid[] } => {
  const kept: string[] = [];
  const aids: Aid[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    if (/^(?:con|with|sin|without)$/.test(word)) {
      let next = at + 1;
      while (
        /^(?:a|an|una|un|the|la|letra|2|two|dos|doble|double)$/.test(words[next] ?? "") &&
        words[next + 1] !== undefined
      ) {
        if (/^(?:doble|double)$/.test(words[next] ?? "") && /^(?:u|ve|uve)$/.test(words[next + 1] ?? ""))
          break;
        next++;
      }
      const isDouble = words.slice(at, next).some((one) => /^(?:2|two|dos|doble|double)$/.test(one));
      const letter = readLetter(words, next) ?? readLetter([(words[next] ?? "").replace(/s$/, "")], 0);
      if (letter) {
        aids.push({
          isWithout: /^(?:sin|without)$/.test(word),
          letters: isDouble ? letter.letter.repeat(2) : letter.letter,
        });
        at = next + letter.length;
        continue;
      }
    }
    kept.push(word);
    at++;
  }
  return { words: kept, aids };
};

/** The digits of a number in words: "seventy two" is 72, "oh five" 05. */
const numberAt = (words: readonly string[], at: number): { digits: string; length: number } | undefined => {
  const word = words[at] ?? "";
  if (/^\d+$/.test(word)) return { digits: word, length: 1 };
  const times = word === "double" || word === "doble" ? 2 : word === "triple" ? 3 : 0;
  if (times > 0) {
    const digit = readCardinal(words, at + 1);
    return digit && digit.value < 10
      ? { digits: String(digit.value).repeat(times), length: 1 + digit.length }
      : undefined;
  }
  if (/^(?:un|una|a)$/.test(word)) return undefined;
  const number = readCardinal(words, at);
  if (number) return { digits: String(number.value), length: number.length };
  const next = words[at + 1];
  return word === "oh" && next !== undefined && readCardinal([next], 0)
    ? { digits: "0", length: 1 }
    : undefined;
};

/** The pieces of a local part or a domain; undefined where a word may be no part of it. */
const toPieces = (words: readonly string[]): Piece[] | undefined => {
  const pieces: Piece[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    if (/^[,;:]$/.test(word)) {
      at++;
      continue;
    }
    const sign = signAt(words, at);
    if (sign) {
      pieces.push({ text: sign.sign, isSpelled: false, isSign: true });
      at += sign.length;
      continue;
    }
    const number = numberAt(words, at);
    if (number) {
      pieces.push({ text: number.digits, isSpelled: number.digits.length === 1, isSign: false });
      at += number.length;
      continue;
    }
    const letter = readLetter(words, at);
    const double = /^(?:double|doble)$/.test(word) ? readLetter(words, at + 1) : undefined;
    if (double && !letter) {
      pieces.push({ text: double.letter.repeat(2), isSpelled: true, isSign: false });
      at += 1 + double.length;
      continue;
    }
    if (letter) {
      pieces.push({ text: letter.letter, isSpelled: true, isSign: false });
      const example = exampleLength(words, at + letter.length, letter.letter);
      at += letter.length + example;
      continue;
    }
    if (plainWord.test(word) || !/^[a-z0-9]+$/.test(word)) return undefined;
    pieces.push({ text: word, isSpelled: false, isSign: false });
    at++;
  }
  return pieces;
};

/** A word and its spelling behind it are said twice; the spelling is exact. */
const withoutRepetition = (pieces: readonly Piece[]): string | undefined => {
  let text = "";
  let run = "";
  const close = (): boolean => {
    if (run.length < 3) {
      text += run;
      run = "";
      return true;
    }
    const spelled = run;
    run = "";
    if (text.endsWith(spelled)) return true;
    const word = /[a-z]+\d*$/.exec(text)?.[0] ?? "";
    // A spelling that differs a little corrects the word; another word may stand on its own.
    if (word.length >= 3 && word[0] === spelled[0]) {
      if (Math.abs(word.length - spelled.length) > 2) return false;
      text = text.slice(0, text.length - word.length) + spelled;
      return true;
    }
    text += spelled;
    return true;
  };
  for (const piece of pieces) {
    if (piece.isSpelled) {
      run += piece.text;
      continue;
    }
    if (!close()) return undefined;
    text += piece.text;
  }
  return close() ? text : undefined;
};

const isAt = (word: string): boolean => /^(?:at|arroba|arrobas|@)$/.test(word);

const readDomain = (words: readonly string[]): string | undefined => {
  const pieces: Piece[] = [];
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
  for (const piece of toPieces(words.slice(0, stop)) ?? []) pieces.push(piece);
  const domain = pieces.map(({ text }) => text).join("");
  const rest = words.slice(stop).filter((word) => !/^[,.;:!?]$/.test(word));
  const isRemark = rest.length === 0 || rest.length <= 6;
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(domain) && isRemark ? domain : undefined;
};

const readSpelled = (words: readonly string[], hasTilde: boolean): SpokenReading<string> => {
  const ats = words.flatMap((word, at) => (isAt(word) ? [at] : []));
  // "At" may also stand before the address: "reach me at …".
  const [split] = ats.slice(-1);
  if (split === undefined) return askAgain("unclear");
  const domain = readDomain(words.slice(split + 1));
  const spokenBefore = words.slice(0, split);
  if (domain === undefined || takesBack(words.slice(split).join(" "))) return askAgain("unclear");
  const { words: withoutAids, aids } = takeAids(spokenBefore);
  let local = ` ${withoutAids.join(" ")}`;
  for (let count = 0; count < 6 && remarks.test(local); count++) local = local.replace(remarks, " ");
  let parts = local.split(" ").filter(Boolean);
  const start = parts.findLastIndex(
    (word, at) => leadIn.test(word) && !/^(?:thats|that|its|it|is|es)$/.test(word) && at < parts.length - 1,
  );
  if (start >= 0) parts = parts.slice(start + 1);
  // "That's" between a word and its spelling.
  parts = parts.filter(
    (word, at) => !/^(?:thats|its|es|is|it|that|osea|deletreado|spelled|spell)$/.test(word) || at < 0,
  );
  if (takesBack(parts.join(" "))) return askAgain("unclear");
  const pieces = toPieces(parts);
  const name = pieces && withoutRepetition(pieces);
  if (!name) return askAgain("unclear");
  const agrees = aids.every(({ isWithout, letters }) => name.includes(letters) !== isWithout);
  const isTildeSettled = !hasTilde || aids.some(({ letters }) => letters.startsWith("n"));
  const value = `${name}@${domain}`;
  return agrees && isTildeSettled && emailPattern.test(value) && name.length > 1
    ? { value }
    : askAgain("unclear");
};

/** An e-mail address, written or said with "at", "arroba", "dot" and letters. */
export const readEmail: ValueReader<string> = (text) => {
  const addresses = [...new Set([...text.matchAll(written)].map(([address]) => address.replace(/\.$/, "")))];
  const [first, second] = addresses;
  if (first !== undefined) {
    if (second === undefined) return { value: first };
    const last = addresses.at(-1) ?? first;
    const between = splitWords(text.slice(text.indexOf(first) + first.length, text.lastIndexOf(last)))
      .map((word) => word.text)
      .join(" ");
    return takesBack(between) && addresses.length === 2 ? { value: last } : askAgain("unclear");
  }
  // A full stop between words ends a sentence; only one inside "gmail.com" belongs to the address.
  const words = splitWords(text).map((word) =>
    word.raw === "." && !(/\S/.test(text[word.start - 1] ?? " ") && /\S/.test(text[word.end] ?? " "))
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
  return plain.some(isAt) ? readSpelled(plain, hasTilde) : askAgain("missing");
};
