import type { CalibrationPoint, ScoreBand } from "#domain/learning/metrics.ts";

/** People in a range of scores, with the share who had the outcome and the share that the scores foretold. */
export type WideBand = {
  from: number;
  /** The highest score in the band. */
  to: number;
  people: number;
  observed: number;
  predicted: number | null;
};

const bandWidth = 20;

/** The bands in steps of twenty, highest first. */
export const widenBands = ({
  bands,
  calibration,
}: {
  bands: readonly ScoreBand[];
  calibration: readonly CalibrationPoint[];
}): WideBand[] =>
  [80, 60, 40, 20, 0].map((from) => {
    const end = from + bandWidth;
    const inside = bands.filter((band) => band.from >= from && band.from < end);
    const people = inside.reduce((sum, band) => sum + band.people, 0);
    const outcomes = inside.reduce((sum, band) => sum + band.outcomes, 0);
    const points = calibration.filter(({ predicted }) => {
      const score = predicted * 100;
      return score >= from && (score < end || end === 100);
    });
    const predictedFor = points.reduce((sum, point) => sum + point.people, 0);
    return {
      from,
      to: end === 100 ? 100 : end - 1,
      people,
      observed: people === 0 ? 0 : outcomes / people,
      predicted:
        predictedFor === 0
          ? null
          : points.reduce((sum, point) => sum + point.predicted * point.people, 0) / predictedFor,
    };
  });

/** Fewer cases say nothing about the chance. */
const minCases = 10;

/** The band of a score, where enough people were in it. */
export const findBand = (
  score: number,
  judged: { bands: readonly ScoreBand[]; calibration: readonly CalibrationPoint[] },
): WideBand | undefined =>
  widenBands(judged).find(({ from, to, people }) => score >= from && score <= to && people >= minCases);
