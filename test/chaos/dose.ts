/** How much of it: a little with every `npm test`, the whole with `npm run chaos`. */
export const dose = ({ test, chaos }: { test: number; chaos: number }): number =>
  process.env.FARO_CHAOS === "1" ? chaos : test;
