import { type EmailPiece, toEmailPieces } from "./email-pieces.ts";

/** Words about the address that are no part of it. */
const remarks =
  /(?:^| )(?:(?:todo|todos|todas|all)(?: (?:junto|juntos|pegado|pegados|pegao|seguido|together|1 word|one word))?(?: (?:y|and))?|en minusculas?|en mayusculas?|(?:todo )?minusculas?|(?:all )?(?:in )?lower ?case|lowercase|sin (?:espacios?|acentos?|tildes?|puntos?)|con minusculas?|no (?:spaces?|accents?|dots?)|together|junto|(?:at|in|on) the (?:end|beginning|start|middle)|al (?:final|principio|medio)|(?:all )?1 word|(?:all )?one word|the (?:number|letter|word|sign)|(?:el|la) (?:numero|letra|palabra|signo)|numero|number|small|letters?|letra)(?= |$)/;

export const withoutRemarks = (words: readonly string[]): string[] => {
  let text = ` ${words.join(" ")}`;
  for (let count = 0; count < 8 && remarks.test(text); count++) text = text.replace(remarks, " ");
  return text.split(" ").filter(Boolean);
};

/** The end of the words before the address. */
const leadIn =
  /^(?:is|es|its|it|thats|that|email|e mail|mail|correo|electronico|address|direccion|to|at|sera|seria|me|:|hello|hi|hey|hola|so|yes|yeah|yep|mandame|usa|use|ponga|ponme|pon|anote|anota|apunte|apunta|escriba|write|put|type|down|si|claro|sure|ok|okay|bueno|pues|well|uh|um|eh|mandelo|mandamelo|escribame|escribeme|send|mine|personal|work|trabajo|address)$/;
/** Before a repetition: "that's", "o sea". */
const restates =
  /^(?:thats|its|es|is|it|that|osea|deletreado|spelled|spell|se escribe|o sea|i mean|es decir)$/;

type Segment = { pieces: EmailPiece[]; text: string; isRestated: boolean; isSpelled: boolean };

/** The words between pauses and restatements. */
const toSegments = (words: readonly string[]): Segment[] | undefined => {
  const groups: { words: string[]; isRestated: boolean }[] = [{ words: [], isRestated: false }];
  for (let at = 0; at < words.length; at++) {
    const pair = `${words[at]} ${words[at + 1]}`;
    if (restates.test(pair)) at++;
    if (restates.test(pair) || restates.test(words[at] ?? "")) groups.push({ words: [], isRestated: true });
    else if (/^[,;:]$/.test(words[at] ?? "")) {
      if (groups.at(-1)?.words.length) groups.push({ words: [], isRestated: false });
    } else groups.at(-1)?.words.push(words[at] ?? "");
  }
  const segments: Segment[] = [];
  for (const group of groups) {
    const pieces = toEmailPieces(group.words);
    const text = pieces && withoutRepetition(pieces);
    if (pieces === undefined || text === undefined) return undefined;
    if (text === "") continue;
    const isSpelled = pieces.every((piece) => piece.isSpelled && !piece.isDouble);
    const last = segments.at(-1);
    // Letters with a pause behind each of them.
    if (isSpelled && last?.isSpelled && !group.isRestated)
      segments[segments.length - 1] = {
        ...last,
        pieces: [...last.pieces, ...pieces],
        text: last.text + text,
      };
    else segments.push({ pieces, text, isRestated: group.isRestated, isSpelled });
  }
  return segments;
};

/** A text whose last word is spelled behind it; undefined where the letters spell another word. */
const correctBySpelling = (text: string, spelled: string): string | undefined => {
  const word = /[a-z]+\d*$/.exec(text)?.[0] ?? "";
  if (word.length < 3 || word[0] !== spelled[0] || Math.abs(word.length - spelled.length) > 2)
    return undefined;
  return text.slice(0, text.length - word.length) + spelled;
};

/** A word and its spelling behind it are said twice; the spelling is exact. */
const withoutRepetition = (pieces: readonly EmailPiece[]): string | undefined => {
  let text = "";
  let run = "";
  const close = (): boolean => {
    const spelled = run;
    run = "";
    if (spelled.length < 3) text += spelled;
    else if (text.endsWith(spelled)) return true;
    else if (/[a-z]{3,}\d*$/.exec(text)?.[0][0] === spelled[0]) {
      const corrected = correctBySpelling(text, spelled);
      if (corrected === undefined) return false;
      text = corrected;
    } else text += spelled;
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

/** The text with a further segment: it repeats what was said, continues it, or leaves open what it is. */
const addSegment = (text: string, segment: Segment, mayJoin: boolean): string | undefined => {
  const { text: added, pieces, isSpelled, isRestated } = segment;
  const [first] = pieces;
  if (text === "") return added;
  if (/[._+-]$/.test(text) || (first?.isSign && !isRestated)) return text + added;
  // "Scott, double t": a hint.
  if (first?.isDouble) {
    const hint = first.text;
    const rest = added.slice(hint.length);
    if (text.includes(hint)) return text + rest;
    return text.endsWith(hint.charAt(0)) ? undefined : text + added;
  }
  if (text.endsWith(added) && (isRestated || added.length > 2 || (isSpelled && /^\d\d/.test(added))))
    return text;
  if (text.length > 2 && added.startsWith(text)) return added;
  if (isSpelled && added.length > 2) {
    const corrected = correctBySpelling(text, added);
    if (corrected !== undefined) return corrected;
    if (text.length > 2 && text[0] === added[0]) return undefined;
  }
  if (isRestated) return undefined;
  // Two words with a pause between them may be a remark and a name.
  const isTwoWords = /^[a-z]{2,}/.test(added) && !isSpelled && /[a-z]{2,}$/.test(text);
  return isTwoWords && !mayJoin ? undefined : text + added;
};

/** The part before the sign "@"; undefined where a word may be no part of it. */
export const readLocalPart = (words: readonly string[]): string | undefined => {
  const isTogether = /(?:junto|pegad|pegao|together|1 word|one word)/.test(words.join(" "));
  let parts = withoutRemarks(words);
  const start = parts.findLastIndex(
    (word, at) => leadIn.test(word) && !restates.test(word) && at < parts.length - 1,
  );
  if (start >= 0) parts = parts.slice(start + 1);
  // "Mándelo a miguel": a preposition and no letter.
  if (start >= 0 && parts[0] === "a" && /^[a-z]{3,}$/.test(parts[1] ?? "")) parts = parts.slice(1);
  const segments = toSegments(parts);
  return segments?.reduce<string | undefined>(
    (text, segment, at) =>
      text === undefined
        ? undefined
        : addSegment(text, segment, isTogether || segments[at - 1]?.isSpelled === true),
    "",
  );
};
