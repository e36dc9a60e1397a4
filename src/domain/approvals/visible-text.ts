/** A part of a text: plain, or one character that readers would not see, by its name. */
export type VisiblePart = { text: string } | { hidden: string };

const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is made visible; line breaks and tabs stay.
  /[\u{E0000}-\u{E0FFF}]|[\uFE00-\uFE0F]|[\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u00AD\u061C\u180E\u115F\u1160\u3164\uFFA0]|\u034F|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu;

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** A variation selector after an emoji only chooses its picture. */
const isEmojiPart = (text: string, at: number, character: string): boolean => {
  const before = text.slice(Math.max(0, at - 2), at);
  if (character === "\uFE0F") return /\p{Extended_Pictographic}$|[#*0-9]$/u.test(before);
  if (character !== "\u200D") return false;
  return /(?:\p{Extended_Pictographic}|\uFE0F)$/u.test(before);
};

/** Splits a text so that zero-width, direction and control characters can be shown to the operator who approves it. */
export const visibleParts = (text: string): VisiblePart[] => {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    const [character] = match;
    if (isEmojiPart(text, match.index, character)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ hidden: codePoint(character) });
    from = match.index + character.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
};

export const countHidden = (text: string): number =>
  visibleParts(text).filter((part) => "hidden" in part).length;
