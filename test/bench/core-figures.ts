/** One figure of the product beside its bare counterpart, both measured in turn. */
export type Round = { product: number; bare: number };
export type CoreFigure = {
  name: string;
  unit: string;
  /** Whether a higher or a lower ratio to the counterpart is better. */
  better: "higher" | "lower";
  counterpart: string;
  rounds: Round[];
};

/** The figures of a run, as they are kept in the repository. */
export type CoreFile = {
  date: string;
  commit: string;
  machine: string;
  figures: Record<
    string,
    { ratio: number; product: number; bare: number; unit: string; counterpart: string }
  >;
};

export const ratiosOf = ({ rounds }: CoreFigure): number[] =>
  rounds.map(({ product, bare }) => product / bare);

/**
 * The best round of each: other work on the machine makes a round slower and never faster, and it need not strike the
 * product and its counterpart alike.
 */
const bestOf = ({ better, rounds }: CoreFigure): Round & { ratio: number } => {
  const best = (values: number[]): number =>
    better === "higher" ? Math.max(...values) : Math.min(...values);
  const product = best(rounds.map((round) => round.product));
  const bare = best(rounds.map((round) => round.bare));
  return { product, bare, ratio: product / bare };
};

/** The figures of two runs of one part. */
export const joinRounds = (figures: readonly CoreFigure[], further: readonly CoreFigure[]): CoreFigure[] =>
  figures.map((figure) => ({
    ...figure,
    rounds: [figure, ...further.filter(({ name }) => name === figure.name)].flatMap(({ rounds }) => rounds),
  }));

/** A ratio that is worse than the stored one by more than this part of it fails. */
const tolerance = 0.15;

export type Comparison = {
  figure: CoreFigure;
  ratio: number;
  lowest: number;
  highest: number;
  stored: number | undefined;
  /** How much worse than the stored ratio, as a part of it; negative where it is better. */
  worse: number | undefined;
  isFailed: boolean;
};

/** Compares figures with the stored ones. A figure that was not stored yet cannot fail; one that is missing is an error. */
export const compareWithCore = (figures: readonly CoreFigure[], core: CoreFile): Comparison[] => {
  const missing = Object.keys(core.figures).filter((name) => figures.every((figure) => figure.name !== name));
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(", ")}`);
  return figures.map((figure) => {
    const ratios = ratiosOf(figure);
    const { ratio } = bestOf(figure);
    const stored = core.figures[figure.name]?.ratio;
    const change = stored === undefined ? undefined : ratio / stored - 1;
    const worse = change === undefined ? undefined : figure.better === "higher" ? -change : change;
    return {
      figure,
      ratio,
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      stored,
      worse,
      isFailed: worse !== undefined && worse > tolerance,
    };
  });
};

const round = (value: number): number => Number(value.toPrecision(4));

export const toCoreFile = (
  figures: readonly CoreFigure[],
  run: Pick<CoreFile, "date" | "commit" | "machine">,
): CoreFile => ({
  ...run,
  figures: Object.fromEntries(
    figures.map((figure) => {
      const { ratio, product, bare } = bestOf(figure);
      const { name, unit, counterpart } = figure;
      return [name, { ratio: round(ratio), product: round(product), bare: round(bare), unit, counterpart }];
    }),
  ),
});
