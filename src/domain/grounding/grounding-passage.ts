import { readSentence, type Sentence, splitSentences } from "./read-sentence.ts";

/** What a statement may rest on. */
export type GroundingSource = {
  title?: string;
  text: string;
  /** The business wrote it: only this may name prices and offers. */
  isOwn?: boolean;
};

export type ReadPassage = { title: Sentence | null; sentences: Sentence[]; text: string; isOwn: boolean };

const read = new Map<string, ReadPassage>();
const maxRead = 500;

export const readPassage = ({ title = "", text, isOwn = true }: GroundingSource): ReadPassage => {
  const key = `${isOwn}\n${title}\n${text}`;
  const known = read.get(key);
  if (known) return known;
  const passage: ReadPassage = {
    title: title.trim() === "" ? null : readSentence(title),
    sentences: splitSentences(text).map(readSentence),
    text: `${title} ${text}`,
    isOwn,
  };
  if (read.size >= maxRead) read.clear();
  read.set(key, passage);
  return passage;
};
