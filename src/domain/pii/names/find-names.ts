import type { TextSpan } from "#domain/pii/detector.ts";
import {
  ambiguousNames,
  givenNames,
  nameConnectors,
  nameTitles,
  otherWords,
  personVerbs,
  placeWords,
  speakingVerbs,
  surnameEnding,
  surnames,
} from "./name-words.ts";

type Shape = "capital" | "upper" | "initial" | "lower";
type Word = TextSpan & { folded: string; shape: Shape };

const wordPattern = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;
const maxNameWords = 5;

/** Lower case without accents, and of the same length, so that positions stay. */
const fold = (text: string): string =>
  text
    .replaceAll(/\P{ASCII}/gu, (character) => {
      const plain = character.normalize("NFD")[0]?.toLowerCase() ?? character;
      return plain.length === character.length ? plain : character;
    })
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

const shapeOf = (word: string): Shape => {
  if (!/^\p{Lu}/u.test(word)) return "lower";
  if (word.length === 1) return "initial";
  return /\p{Ll}/u.test(word) ? "capital" : "upper";
};

const possessive = /['’]s$/i;

const toWords = (text: string, folded: string): Word[] =>
  [...text.matchAll(wordPattern)].map(({ 0: found, index }) => {
    const word = found.replace(possessive, "");
    const end = index + word.length;
    return { start: index, end, folded: folded.slice(index, end), shape: shapeOf(word) };
  });

/** Between words of one name there are blanks, and the point of an initial. */
const isJoined = (text: string, before: Word, after: Word): boolean =>
  (before.shape === "initial" ? /^\.?[ \t\u00a0]+$/ : /^[ \t\u00a0]+$/).test(
    text.slice(before.end, after.start),
  );

/** "I'm", "You've". */
const contraction = /^(?:i|you|we|they|it|he|she|that|there|what|who|where|don|didn|can|won|isn|let)['’]/;

/** Not a word that only looks like a name because it is capitalised. */
const isNameLike = ({ folded, shape }: Word): boolean =>
  shape === "capital" &&
  folded.length > 1 &&
  !otherWords.has(folded) &&
  !nameTitles.has(folded) &&
  !contraction.test(folded);

const isGiven = ({ folded }: Word): boolean => givenNames.has(folded);
const isKnownSurname = ({ folded }: Word): boolean => surnames.has(folded);
const isAmbiguous = ({ folded }: Word): boolean => ambiguousNames.has(folded);
/** Inside a name, words count that alone would be something else, such as Jesús. */
const continuesName = (word: Word): boolean =>
  isNameLike(word) ||
  (word.shape === "capital" && (isGiven(word) || isKnownSurname(word) || isAmbiguous(word)));

/** After these the next word is a name, even in lower case. */
const sureIntroduction = new RegExp(
  `\\b(?:${[
    "(?:my|his|her|their|whose|the) (?:full |first |last |maiden |middle |real )?name(?: is|'s|’s| was|:)",
    "(?:full|first|last|maiden|family|middle) name(?: is| was)?:?",
    "(?:was|is|are|were) (?:called|named)",
    "named",
    "calls? me",
    "goes by",
    "me llam[oa]",
    "(?:mi|su|cuyo|el) nombre (?:completo )?(?:es|era)",
    "(?:mi|su|el) apellido es",
    "se llama(?:ba)?",
    "llamad[oa]",
    "a nombre de(?:l senor| la senora)?",
    "(?:under|in) the name(?: of)?",
    "(?:change|correct) (?:it|the name|my name) to",
  ].join("|")})[ \\t]+["“']?`,
  "g",
);

const kin =
  "wife|husband|spouse|partner|son|daughter|kid|child|brother|sister|mother|father|mom|dad|uncle|aunt|cousin|friend|neighbor|neighbour|boss|manager|roommate|girlfriend|boyfriend|grandmother|grandfather|niece|nephew|colleague|coworker|assistant|lawyer|esposa|esposo|marido|mujer|pareja|hijo|hija|hermano|hermana|madre|padre|mama|papa|tio|tia|primo|prima|amigo|amiga|vecino|vecina|jefe|jefa|novio|novia|abuelo|abuela|sobrino|sobrina|companero|companera|abogado|abogada|suegro|suegra|cunado|cunada|nieto|nieta";

/** After these a capitalised word is a name, and so is a frequent given name in lower case. */
const introduction = new RegExp(
  `(?<!\\p{L})(?:${[
    "i am|i['’]?m|im|this is|it is|it['’]s|soy|somos|habla|(?:le|les|te) (?:habla|escribe|saluda)|saluda|aqui|user:",
    "hi|hello|hey|hiya|howdy|dear|greetings|good (?:morning|afternoon|evening|day)|welcome|bye|goodbye|congratulations",
    "hola|buen(?:os|as)? (?:dias?|tardes?|noches?)|buenas|saludos|estimad[oa]s?|querid[oa]s?|apreciad[oa]|adios|bienvenid[oa]|felicidades",
    "thanks|thank you|regards|best|cheers|sincerely|yours|love|respectfully|gracias|atentamente|cordialmente|bendiciones|abrazos?|atte",
    "said|says|dijo|dice|it['’]s under",
    "(?:speak|spoke|talk|talked|meet|met|chat|chatted|deal|dealt|work|worked|follow up|check) (?:to|with)|(?:ask|asked|asking|looking) for|contact(?:ed|ing)?|emailed|texted|behalf of",
    "(?:hablar|hable|hablo|hablamos|reunir\\w*|comunic\\w+|trabajo|cita) con|pregunt\\w+ por|busco a|llame a|llamar a|contact\\w+ a|parte de|conozco a|escribi a|dile a|digale a",
    `(?:my|our|his|her|their|mi|mis|nuestr[oa]|su|tu)(?: [\\p{L}]+)?? (?:${kin})(?:['’]s name)?`,
    "name|nombre|cliente|contacto|attn|atencion|firmado|signed|owner|titular|tenant|inquilino|referred by|referid[oa] por|recomendad[oa] por",
    [...nameTitles].map((title) => `${title}\\.?`).join("|"),
  ].join("|")})[ \\t,:;!?.]+["“']?`,
  "gu",
);

/** A line that consists of a name alone, perhaps after marks. */
const closingLine =
  /^[>\s]*(?:(?:best|kind|warm|many)? ?(?:regards|wishes|thanks)|thanks(?: again| so much| a lot)?|thank you(?: very much)?|cheers|sincerely|yours(?: truly| faithfully)?|respectfully|love|gracias|muchas gracias|mil gracias|saludos(?: cordiales)?|un saludo|atentamente|cordialmente|bendiciones|(?:un )?abrazos?|quedo (?:atent[oa]|pendiente)|atte)[\s,.!–—-]*$/;

type Known = { parts: ReadonlySet<string> };

const toKnown = (names: readonly string[]): Known => ({
  parts: new Set(
    names.flatMap((name) =>
      toWords(name, fold(name)).flatMap(({ folded }) =>
        folded.length >= 2 && !nameConnectors.has(folded) && !nameTitles.has(folded) ? [folded] : [],
      ),
    ),
  ),
});

/** Whether the word begins a sentence or line, where every word is capitalised. */
const beginsSentence = (text: string, { start }: Word): boolean =>
  /(?:^|[.!?\n:¿¡"“>*-])\s*$/.test(text.slice(0, start));

/** Names of people in free text: known ones, those after an introduction, and frequent ones. */
export const findNames = (text: string, knownNames: readonly string[]): TextSpan[] => {
  const folded = fold(text);
  const words = toWords(text, folded);
  const known = toKnown(knownNames);
  const at = new Map(words.map((word, index) => [word.start, index]));
  /** A text in capitals says nothing by them. */
  const isShouted = words.filter(({ shape }) => shape === "upper").length > words.length / 2;
  const found: TextSpan[] = [];
  const taken = new Set<number>();

  /** The end of the run of name-like words that begins here; at least one word. */
  const endOfRun = (first: number): number => {
    let last = first;
    for (let next = first + 1; next < words.length && next - first < maxNameWords; next++) {
      const [before, word, after] = [words[next - 1] as Word, words[next] as Word, words[next + 1]];
      if (!isJoined(text, before, word) || taken.has(next)) break;
      const joins = nameConnectors.has(word.folded) && word.shape === "lower";
      if (
        joins &&
        after &&
        isJoined(text, word, after) &&
        (continuesName(after) || nameConnectors.has(after.folded))
      )
        continue;
      if (!continuesName(word) && word.shape !== "initial") break;
      if (word.shape === "initial" && !(after && isJoined(text, word, after) && isNameLike(after))) break;
      last = next;
    }
    return last;
  };

  const take = (first: number, last: number): void => {
    const [start, end] = [words[first]?.start, words[last]?.end];
    if (start === undefined || end === undefined) return;
    for (let index = first; index <= last; index++) taken.add(index);
    found.push({ start, end });
  };

  const skipTitles = (first: number): number => {
    let index = first;
    while (index < words.length - 1 && nameTitles.has(words[index]?.folded ?? "")) index++;
    return index;
  };

  /** A name that an introduction announces at this word. */
  const takeIntroduced = (position: number, isSure: boolean): void => {
    const named = at.get(position);
    if (named === undefined) return;
    const first = skipTitles(named);
    const word = words[first];
    if (!word || taken.has(first)) return;
    if (isNameLike(word)) {
      take(first, endOfRun(first));
      return;
    }
    const isListed = isGiven(word) && !(isAmbiguous(word) && !isSure);
    if (word.shape !== "lower" && !isShouted && !isListed) return;
    const isName = isListed || (isSure && word.folded.length > 2 && !otherWords.has(word.folded));
    if (!isName) return;
    const next = words[first + 1];
    const isFollowed = next && isJoined(text, word, next) && isKnownSurname(next);
    take(first, isFollowed ? first + 1 : first);
  };

  const takeKnown = (): void => {
    const isKnown = (word: Word | undefined): boolean => word !== undefined && known.parts.has(word.folded);
    for (let first = 0; first < words.length; first++) {
      const word = words[first] as Word;
      if (taken.has(first) || !isKnown(word)) continue;
      let last = first;
      for (let next = first + 1; next < words.length; next++) {
        const between = words[next] as Word;
        if (!isJoined(text, words[next - 1] as Word, between)) break;
        if (isKnown(between)) last = next;
        else if (!nameConnectors.has(between.folded)) break;
      }
      const isOtherWord = isAmbiguous(word) || otherWords.has(word.folded);
      const isAlone = last === first;
      if (isAlone && isOtherWord && (word.shape === "lower" || beginsSentence(text, word))) continue;
      take(first, isAlone && isNameLike(word) ? endOfRun(first) : last);
      first = last;
    }
  };

  const takeIntroductions = (pattern: RegExp, isSure: boolean): void => {
    for (const match of folded.matchAll(pattern)) takeIntroduced(match.index + match[0].length, isSure);
  };

  /** "Ana here", "Luis speaking". */
  const takeBeforeHere = (): void => {
    for (const [index, word] of words.entries()) {
      if (!["here", "speaking", "aqui"].includes(word.folded) || index === 0 || taken.has(index - 1))
        continue;
      let first = index - 1;
      if (!isJoined(text, words[first] as Word, word)) continue;
      while (
        first > 0 &&
        isNameLike(words[first - 1] as Word) &&
        isJoined(text, words[first - 1] as Word, words[first] as Word)
      )
        first--;
      const candidate = words[first] as Word;
      if (isNameLike(candidate) || (isGiven(candidate) && !isAmbiguous(candidate))) take(first, index - 1);
    }
  };

  /** Lines of names: signatures, address blocks, speakers. */
  const takeLines = (): void => {
    const lines = text.split("\n");
    let position = 0;
    let previous = "";
    for (const [number, line] of lines.entries()) {
      const first = words.findIndex(({ start }) => start >= position && start < position + line.length);
      const lineEnd = position + line.length;
      position = lineEnd + 1;
      const lineFolded = fold(line);
      if (first >= 0 && !taken.has(first)) {
        const last = endOfRun(first);
        const word = words[first] as Word;
        const rest = text.slice(words[last]?.end ?? 0, lineEnd);
        const start = line.slice(0, word.start - (lineEnd - line.length));
        const isWhole = /^[\s,.!]*$/.test(rest) && /^[\s>?*~–—-]*$/.test(start);
        const isDashed = /[–—-]\s*$/.test(start);
        const isLast =
          number === lines.length - 1 || lines.slice(number + 1).every((each) => each.trim() === "");
        const isSigned = closingLine.test(fold(previous)) || isDashed;
        const isPair = last > first && lines.length > 1;
        const isSpeaker = /^\s*:/.test(rest) && last > first;
        if (
          isNameLike(word) &&
          ((isWhole && (isPair || isSigned || (isLast && isGiven(word) && lines.length > 1))) || isSpeaker)
        )
          take(first, last);
      }
      if (lineFolded.trim() !== "") previous = line;
    }
    // "… thanks - Ana" at the end.
    const dashed = /[–—-]\s*(\p{L}[\p{L}' .’]*)[.!\s]*$/u.exec(text);
    if (dashed?.[1] !== undefined) takeIntroduced(dashed.index + dashed[0].indexOf(dashed[1]), false);
  };

  /** San Juan, Santa Isabel, Calle Luna. */
  const isPartOfPlace = (index: number): boolean => {
    const [before, word] = [words[index - 1], words[index]];
    return (
      before !== undefined &&
      word !== undefined &&
      isJoined(text, before, word) &&
      placeWords.has(before.folded)
    );
  };

  /** Frequent names, and pairs of which one part is a surname, an initial or followed by what people do. */
  const takeFrequent = (): void => {
    for (let first = 0; first < words.length; first++) {
      const word = words[first] as Word;
      const isFrequent =
        isGiven(word) && (word.shape === "capital" || (word.shape === "upper" && !isShouted));
      if (taken.has(first) || !(isNameLike(word) || isFrequent) || isPartOfPlace(first)) continue;
      // "Call Carmen": the first word of a sentence is capitalised without being a name.
      const next = words[first + 1];
      const isVerb = beginsSentence(text, word) && !isGiven(word) && !isKnownSurname(word);
      if (isVerb && next && isJoined(text, word, next) && isGiven(next)) continue;
      const last = word.shape === "capital" ? endOfRun(first) : first;
      const run = words.slice(first, last + 1);
      const after = words[last + 1];
      const isPair = run.length > 1;
      const isFollowedBy = (verbs: ReadonlySet<string>): boolean =>
        after !== undefined && isJoined(text, run.at(-1) as Word, after) && verbs.has(after.folded);
      const isPerson =
        (isFrequent && !isAmbiguous(word)) ||
        isFollowedBy(speakingVerbs) ||
        (isPair &&
          (isGiven(word) ||
            run
              .slice(1)
              .some(
                (part) => isKnownSurname(part) || surnameEnding.test(part.folded) || part.shape === "initial",
              ) ||
            isFollowedBy(personVerbs)));
      if (isPerson) take(first, last);
    }
  };

  /** "Ana, Luis and Krystof": what stands in one list with a name is one, too. */
  const takeLists = (): void => {
    const isListMark = (from: number, to: number): boolean =>
      /^(?:, ?(?:and |y |e |& )?| (?:and|y|e|&) )$/.test(folded.slice(from, to));
    const takeNext = (index: number): void => {
      const word = words[index] as Word;
      const before = words[index - 1];
      const connector = before && /^(?:and|y|e)$/.test(before.folded) ? words[index - 2] : before;
      const isBesideName = connector !== undefined && taken.has(words.indexOf(connector));
      if (isBesideName && isListMark(connector.end, word.start)) take(index, endOfRun(index));
    };
    const takePrevious = (index: number): void => {
      const last = endOfRun(index);
      const end = words[last]?.end ?? 0;
      const after = words[last + 1];
      const following = after && /^(?:and|y|e)$/.test(after.folded) ? words[last + 2] : after;
      if (following && taken.has(words.indexOf(following)) && isListMark(end, following.start))
        take(index, last);
    };
    const isOpen = (index: number): boolean => !taken.has(index) && isNameLike(words[index] as Word);
    for (const index of words.keys()) if (isOpen(index)) takeNext(index);
    for (let index = words.length - 1; index >= 0; index--) {
      const before = words[index - 1];
      const isInside = before && isNameLike(before) && isJoined(text, before, words[index] as Word);
      if (isOpen(index) && !isInside) takePrevious(index);
    }
  };

  takeIntroductions(sureIntroduction, true);
  takeKnown();
  takeIntroductions(introduction, false);
  takeBeforeHere();
  takeLines();
  takeFrequent();
  takeLists();
  return found.sort((a, b) => a.start - b.start);
};
