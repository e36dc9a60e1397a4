import type { ReadingTone } from "#web/lib/reading-tone.ts";

/** A quoted part of a text, and the number of the statement that rests on it. */
export type TextMark = { start: number; end: number; number: number; tone: ReadingTone };

type TextSegment = {
  start: number;
  text: string;
  /** Undefined outside of every mark. */
  tone: ReadingTone | undefined;
  /** The numbers of the marks that end with this segment. */
  ending: number[];
};

/** The tone of overlapping marks: what lowers interest or stops contact is never covered. */
const precedence: readonly ReadingTone[] = ["bad", "ok", "sea"];

/** Splits a text at the borders of its marks, which may overlap. */
export const markText = (text: string, marks: readonly TextMark[]): TextSegment[] => {
  const borders = new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])]);
  const sorted = [...borders].filter((at) => at >= 0 && at <= text.length).toSorted((a, b) => a - b);
  return sorted.slice(0, -1).map((start, index) => {
    const end = sorted[index + 1] ?? text.length;
    const covering = marks.filter((mark) => mark.start <= start && mark.end >= end);
    return {
      start,
      text: text.slice(start, end),
      tone: precedence.find((tone) => covering.some((mark) => mark.tone === tone)),
      ending: covering.filter((mark) => mark.end === end).map(({ number }) => number),
    };
  });
};
