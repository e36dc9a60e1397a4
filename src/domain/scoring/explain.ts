import type { Reason } from "#domain/reason.ts";
import type { Scored } from "./score.ts";

const toTenth = (value: number): number => Math.round(value * 10) / 10;

/** What moved a score the most, for the interface to word: `score_replied`, how often, and how many points it made. */
export const explainScore = ({ contributions, version }: Scored, most = 5): Reason[] =>
  contributions.slice(0, most).map(({ feature, value, points }) => ({
    code: `score_${feature}`,
    value: toTenth(value),
    points,
    version,
  }));
