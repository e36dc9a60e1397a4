import { type FeatureName, featureNames, type StatementFeatures } from "./statement-features.ts";

/** What says nothing against a statement: its size, and what of the question and the passage it leaves out. */
const neutral: ReadonlySet<FeatureName> = new Set<FeatureName>([
  "words",
  "figures",
  "figureless",
  "unsaid",
  "figureUnsaid",
  "askedGap",
  "saidGap",
  "uncoveredQuestion",
  "askedElsewhere",
  "contrariesOfQuestion",
  "deniesUnlisted",
  "negatesNegation",
  "derived",
  "future",
  "figureUnfit",
]);

/** All of its words, figures, days and denials stand in what is known as they are said. */
export const isPlain = (features: StatementFeatures): boolean =>
  featureNames.every((name) => neutral.has(name) || features[name] === 0);
