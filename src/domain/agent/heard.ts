const cutMark = "—";

const words = (text: string): string[] => text.match(/\S+/g) ?? [];
const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether the words of `part` stand in `planned` from `start` on. */
const matchAt = (planned: readonly string[], part: readonly string[], start: number): boolean =>
  part.every((word, index) => {
    const own = plain(planned[start + index] ?? "");
    // The last word of a fragment may be cut off.
    return index === part.length - 1 ? own.startsWith(plain(word)) : own === plain(word);
  });

const findWords = (planned: readonly string[], part: readonly string[], from: number): number => {
  for (let start = from; start + part.length <= planned.length; start++)
    if (matchAt(planned, part, start)) return start;
  return -1;
};

/** The number of words that the clauses reported as played reach to. */
const countPlayed = (all: readonly string[], played: readonly string[]): number => {
  let end = 0;
  for (const piece of played) {
    const part = words(piece);
    if (part.length === 0) continue;
    const start = findWords(all, part, end);
    if (start >= 0) end = start + part.length;
  }
  return end;
};

/** Whether a clause reported as played follows those reported before. */
export const isNextPlayed = (planned: string, played: readonly string[], clause: string): boolean => {
  const all = words(planned);
  const part = words(clause);
  const end = countPlayed(all, played);
  return part.length > 0 && end + part.length <= all.length && matchAt(all, part, end);
};

/**
 * What the customer heard of the planned words: the pieces reported as played, and the fragment of the piece that was
 * interrupted. Without reports the last occurrence of the fragment counts. An interrupted text ends with a dash.
 */
export const trimToHeard = (planned: string, played: readonly string[], fragment: string | null): string => {
  const all = words(planned);
  const end = countPlayed(all, played);
  if (fragment === null) return end >= all.length || played.length === 0 ? planned.trim() : close(all, end);
  const part = words(fragment);
  if (part.length === 0) return end === 0 ? "" : close(all, end);
  let start = findWords(all, part, end);
  if (played.length === 0)
    for (let next = start; next >= 0; next = findWords(all, part, next + 1)) start = next;
  return close(all, start < 0 ? end : start + part.length);
};

const close = (all: readonly string[], end: number): string => {
  if (end === 0) return "";
  const text = all.slice(0, end).join(" ");
  return end >= all.length ? text : `${text.replace(/[,;:]$/, "")} ${cutMark}`;
};
