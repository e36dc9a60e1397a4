/** Characters that no reader sees and no voice says: tags, variation selectors, zero-width and direction marks. */
const invisible =
  /[\u{E0000}-\u{E0FFF}]|[\u{FE00}-\u{FE0F}]|[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\u061C\u180E]|\u034F/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed; line breaks and tabs stay.
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

export const stripInvisible = (text: string): string => text.replace(invisible, "").replace(control, " ");

const maxSpeechLength = 4000;

/** Lower case without accents, apostrophes and marks of sentences; question marks stay. */
export const foldSpeech = (text: string): string =>
  stripInvisible(text.slice(0, maxSpeechLength))
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’`´]/g, "")
    .replace(/[^\p{L}\p{N}?$%#+@]+/gu, " ")
    .trim();

export const speechWords = (text: string): string[] => foldSpeech(text).match(/[\p{L}\p{N}$%#]+/gu) ?? [];

/** Sentences with their end marks. */
export const toSentences = (text: string): string[] =>
  (text.match(/[^.!?…\n]+(?:[.!?…]+(?=\s|$)|[.!?…]+(?=\S)[^\s]*|\n|$)/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
