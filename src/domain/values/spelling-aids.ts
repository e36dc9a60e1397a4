import { exampleLength, readLetter } from "./spelled-letters.ts";

/** A hint at the spelling: "con i griega", "with two n's", "sin hache". It must agree with the word. */
export type SpellingAid = { isWithout: boolean; letters: string; from: number; to: number };

const marks: Readonly<Record<string, string>> = {
  apostrophe: "'",
  apostrofe: "'",
  apostrofo: "'",
  hyphen: "-",
  guion: "-",
  accent: "",
  acento: "",
  tilde: "",
};
const article = /^(?:a|an|una|un|the|la|el|letra|letter|just|solo|1|one|una sola)$/;
const double = /^(?:2|two|dos|double|doble)$/;

/** The hints at the spelling among folded words. */
export const findSpellingAids = (words: readonly string[]): SpellingAid[] => {
  const aids: SpellingAid[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!/^(?:con|with|sin|without)$/.test(words[at] ?? "")) continue;
    let next = at + 1;
    let isDouble = false;
    while (words[next + 1] !== undefined && !readLetter(words, next)) {
      const word = words[next] ?? "";
      if (double.test(word)) isDouble = true;
      else if (!article.test(word)) break;
      next++;
    }
    // "Doble ve" is a letter, and "a" an article before another letter.
    if (article.test(words[next] ?? "") && readLetter(words, next + 1)) next++;
    const plural = /^[a-z]s$/.test(words[next] ?? "")
      ? { letter: (words[next] ?? "").charAt(0), length: 1 }
      : undefined;
    const mark = marks[words[next] ?? ""];
    const letter =
      plural ?? readLetter(words, next) ?? (mark === undefined ? undefined : { letter: mark, length: 1 });
    if (!letter) continue;
    let end = next + letter.length;
    let letters = letter.letter.repeat(isDouble ? 2 : 1);
    let to = end + exampleLength(words, end, letter.letter);
    // "With a c k".
    for (let more = readLetter(words, end); more && to === end; more = readLetter(words, end)) {
      letters += more.letter;
      end += more.length;
      to = end;
    }
    aids.push({
      isWithout: /^(?:sin|without)$/.test(words[at] ?? ""),
      letters,
      from: at,
      to,
    });
    at = to - 1;
  }
  return aids;
};

/** Whether the folded text agrees with the hints. */
export const agreesWith = (text: string, aids: readonly SpellingAid[]): boolean =>
  aids.every(({ letters, isWithout }) => letters === "" || text.includes(letters) !== isWithout);
