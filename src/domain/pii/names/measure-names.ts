import type { TextSpan } from "#domain/pii/detector.ts";
import { findNames } from "./find-names.ts";

/** A text with the names that people marked in it. */
export type NamedText = {
  text: string;
  language: string;
  names: readonly TextSpan[];
  /** Other marked parts, of which a title may belong to a name. */
  others: readonly (TextSpan & { kind: string })[];
};

export type NameFigures = {
  texts: number;
  names: number;
  /** Covered from the first to the last letter. */
  found: number;
  /** Some letters would leave. */
  partly: number;
  /** Replaced parts that touch no name. */
  wrong: number;
  /** What the wrong ones are marked as; `nothing` for plain words. */
  wrongKinds: Record<string, number>;
};

const touches = (one: TextSpan, other: TextSpan): boolean => one.start < other.end && other.start < one.end;
const covers = (one: TextSpan, other: TextSpan): boolean => one.start <= other.start && one.end >= other.end;

/** How many names are replaced when none is known, by language. */
export const measureNames = (texts: readonly NamedText[]): Map<string, NameFigures> => {
  const figures = new Map<string, NameFigures>();
  for (const { text, language, names, others } of texts) {
    const sums = figures.get(language) ?? {
      texts: 0,
      names: 0,
      found: 0,
      partly: 0,
      wrong: 0,
      wrongKinds: {},
    };
    figures.set(language, sums);
    const found = findNames(text, []);
    sums.texts++;
    for (const name of names) {
      sums.names++;
      if (found.some((span) => covers(span, name))) sums.found++;
      else if (found.some((span) => touches(span, name))) sums.partly++;
    }
    for (const span of found) {
      if (names.some((name) => touches(span, name))) continue;
      const kind = others.find((other) => touches(span, other))?.kind ?? "nothing";
      if (kind === "TITLE") continue;
      sums.wrong++;
      sums.wrongKinds[kind] = (sums.wrongKinds[kind] ?? 0) + 1;
    }
  }
  return figures;
};

/** "Soy [[Ana Ruiz]] de Ponce": a text of our own with its names in brackets. */
export const parseMarkedNames = (marked: string, language: string): NamedText => {
  const names: TextSpan[] = [];
  let text = "";
  for (const [index, part] of marked.split(/\[\[|\]\]/).entries()) {
    if (index % 2 === 1) names.push({ start: text.length, end: text.length + part.length });
    text += part;
  }
  return { text, language, names, others: [] };
};
