/** Shorter pieces than this are not spoken alone at the start of an answer. */
const minFirstLength = 20;
const maxLength = 200;

const abbreviations = new Set(
  `sr sra srta dr dra ave av tel ing lic prof apt apto urb carr bo mr mrs ms st jr inc corp ltd dept ext approx etc vs
  eg ie pto ed depto ee uu`.split(/\s+/),
);

/** A dot after these words, or between digits and letters, ends no sentence. */
const isSentenceEnd = (text: string, at: number): boolean => {
  const sign = text[at] ?? "";
  const next = text[at + 1];
  // The next character tells whether "$29." goes on; without it the sentence may not be over.
  if (next === undefined || !/[\s"”»)\]]/.test(next)) return false;
  if (sign !== ".") return true;
  const word = /[\p{L}\p{N}]*$/u.exec(text.slice(0, at))?.[0] ?? "";
  // "No. 5" is a number, "No. I do not" is an answer.
  if (/^n[ou]m?$/i.test(word)) return !/^\s*\d/.test(text.slice(at + 1)) && text[at + 2] !== undefined;
  return !abbreviations.has(word.toLowerCase()) && !/^\p{L}$/u.test(word);
};

const isClauseEnd = (text: string, at: number): boolean =>
  /[,;:—–]/.test(text[at] ?? "") && /\s/.test(text[at + 1] ?? "") && /\D/.test(text[at + 2] ?? "");

/** Where the first piece of a text ends, or -1 while it is not complete. */
const findEnd = (text: string, isFirst: boolean): number => {
  for (let at = 0; at < text.length && at < maxLength; at++) {
    if (/[.!?…\n]/.test(text[at] ?? "") && (text[at] === "\n" || isSentenceEnd(text, at))) {
      if (!isFirst || at + 1 >= minFirstLength) return at + 1;
    } else if (isFirst && at + 1 > minFirstLength && isClauseEnd(text, at)) return at + 1;
  }
  if (text.length < maxLength) return -1;
  const space = text.lastIndexOf(" ", maxLength);
  return space > 0 ? space : maxLength;
};

/**
 * Splits an answer that arrives in parts into pieces that are spoken one after the other: the first one early, at the
 * end of a clause, the others at the ends of sentences.
 */
export const createPieceSplitter = (): { push: (text: string) => string[]; end: () => string[] } => {
  let rest = "";
  let isFirst = true;
  const take = (): string[] => {
    const pieces: string[] = [];
    for (let end = findEnd(rest, isFirst); end > 0; end = findEnd(rest, isFirst)) {
      const piece = rest.slice(0, end).trim();
      rest = rest.slice(end).trimStart();
      if (piece === "") continue;
      pieces.push(piece);
      isFirst = false;
    }
    return pieces;
  };
  return {
    push: (text) => {
      rest = (rest + text).replace(/^\s+/, "");
      return take();
    },
    end: () => {
      const pieces = take();
      const last = rest.trim();
      rest = "";
      return last === "" ? pieces : [...pieces, last];
    },
  };
};
