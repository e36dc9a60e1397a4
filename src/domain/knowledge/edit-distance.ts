/** Inserted, dropped, changed and swapped letters between two words. */
export const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
};

const minMisspeltLength = 5;

/** Doubled letters are the most usual mistake between the two languages. */
const singleLetters = (word: string): string => word.replaceAll(/(.)\1/g, "$1");

/** Whether one word is probably a misspelling of the other: one letter, or two in a word of eight letters and more. */
export const isMisspelling = (a: string, b: string): boolean => {
  const length = Math.min(a.length, b.length);
  if (length < minMisspeltLength || a[0] !== b[0]) return false;
  const allowed = length >= 8 ? 2 : 1;
  return (
    Math.abs(a.length - b.length) <= allowed && editDistance(singleLetters(a), singleLetters(b)) <= allowed
  );
};
