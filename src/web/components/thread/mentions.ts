type Named = { id: string; name: string };
type TextPart = { key: number; text: string; isMention: boolean };

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The colleagues whose name follows an @ in the text. */
export const mentionedUsers = (text: string, users: readonly Named[]): string[] =>
  users.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);

/** The text in parts, so that mentions can be marked. Longer names come first, as one may begin another. */
export const splitMentions = (text: string, users: readonly Named[]): TextPart[] => {
  const names = users
    .map(({ name }) => escapePattern(`@${name}`))
    .sort((first, second) => second.length - first.length);
  if (names.length === 0) return [{ key: 0, text, isMention: false }];
  const pattern = new RegExp(`(${names.join("|")})`, "g");
  return text
    .split(pattern)
    .map((part, key) => ({ key, text: part, isMention: key % 2 === 1 }))
    .filter((part) => part.text !== "");
};

/** What was typed after the last @ before the caret; undefined where no mention is being typed. */
export const typedMention = (text: string, caret: number): string | undefined =>
  /(?:^|\s)@([\p{L}\p{N}.'-]{0,40})$/u.exec(text.slice(0, caret))?.[1];
