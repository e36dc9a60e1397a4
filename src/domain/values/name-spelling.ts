import { foldWord } from "#domain/reading/tokens.ts";
import { capitalise, isNoName, isSurname } from "./name-words.ts";

const spelledRun = /(?<![\p{L}'])(?:\b\p{L}(?:\s*[-.]\s*|\s+|,\s*)){2,}\p{L}\b/gu;

/** A text whose spelled letters have corrected the names before them; undefined where they spell another word. */
export const applySpelling = (text: string): string | undefined => {
  const spelled = [...text.matchAll(spelledRun)];
  let result = text;
  for (const match of spelled) {
    const letters = match[0].replaceAll(/[^\p{L}]/gu, "");
    const names = text.slice(0, match.index).match(/\p{L}[\p{L}'’]+/gu) ?? [];
    const same = names.find((name) => foldWord(name) === foldWord(letters));
    const joined = names.map(foldWord).join("");
    if (same !== undefined || joined.endsWith(foldWord(letters))) {
      // "Sean, S-E-A-N, O'Malley" is one name.
      const inner = `, ${match[0]},`;
      const isInner = same !== undefined && names.length === 1 && !isSurname(same) && result.includes(inner);
      result = result.replace(isInner ? inner : match[0], " ");
      continue;
    }
    const close = names.findLast(
      (name) =>
        foldWord(name)[0] === foldWord(letters)[0] &&
        Math.abs(name.length - letters.length) <= 2 &&
        letters.length > 2,
    );
    if (close === undefined && names.some((name) => !isNoName(name))) return undefined;
    const name = capitalise(letters.toLowerCase());
    result = result.replace(match[0], close === undefined ? name : " ");
    if (close !== undefined) result = result.replace(close, name);
  }
  return result;
};
