import { readCardinal } from "./cardinals.ts";
import { exampleLength, readLetter } from "./spelled-letters.ts";

/** A piece of an address: its text, and whether it was spelled letter by letter. */
export type EmailPiece = { text: string; isSpelled: boolean; isSign: boolean; isDouble?: boolean };

const signs: readonly (readonly [RegExp, string])[] = [
  [/^(?:guion bajo|guion abajo|guion de abajo|raya baja|raya abajo|barra baja|sub guion|under score)$/, "_"],
  [/^(?:guion medio|guion normal|signo mas|plus sign|signo menos|minus sign)$/, ""],
  [/^(?:underscore|subguion|_)$/, "_"],
  [/^(?:dash|hyphen|guion|minus|raya|-|–)$/, "-"],
  [/^(?:dot|punto|period|\.)$/, "."],
  [/^(?:plus|mas|\+)$/, "+"],
];

export const signAt = (
  words: readonly string[],
  at: number,
): { sign: string; length: number } | undefined => {
  for (const length of [3, 2, 1]) {
    const name = words.slice(at, at + length).join(" ");
    const found = signs.find(([pattern]) => pattern.test(name));
    if (!found) continue;
    const sign = found[1] === "" ? (/mas|plus/.test(name) ? "+" : "-") : found[1];
    return { sign, length };
  }
  return undefined;
};

/** Words that no local part contains when it is said. */
const plainWord =
  /^(?:my|mi|name|nombre|first|last|apellido|apellidos|inicial|initial|same|mismo|misma|company|compania|empresa|the|el|la|los|with|con|sin|without|and|y|or|o|no|not|wait|sorry|perdon|then|luego|despues|followed|seguido|por|by|for|para|that|que|of|in|en|you|usted|have|tienen|tengo|i|como|like|as|u|just|only|dot|punto|comma|coma|space|espacio|slash|barra|star|asterisk|asterisco|ampersand|it|be|was|were|use|used|old|new|usually|should|ya|cual|aqui|here|his|her|su|tu|your|one|ones|siempre|always|usual|uso|viejo|nuevo|este|ese|esta|esa|short|long|version|birth|year|ano|whole|entire|full|after|before|then|end|beginning|final|principio)$/;

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
export const toEmailPieces = (words: readonly string[]): EmailPiece[] | undefined => {
  const pieces: EmailPiece[] = [];
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
    // "Kay Smith": a letter or a name.
    const isSpelledBeside =
      readLetter(words, at - 1) !== undefined || readLetter(words, at + 1) !== undefined;
    if (/^(?:jay|kay|zed|cue)$/.test(word) && !isSpelledBeside) return undefined;
    const double = /^(?:double|doble)$/.test(word) ? readLetter(words, at + 1) : undefined;
    if (double && !letter) {
      pieces.push({ text: double.letter.repeat(2), isSpelled: true, isSign: false, isDouble: true });
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
