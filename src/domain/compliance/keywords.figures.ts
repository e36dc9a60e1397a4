import type { Labelled } from "./keywords.phrases.ts";
import { readReply } from "./keywords.ts";

/** How the reader did on labelled lines: `held` waits for a person, as it may or should. */
export const figuresOf = (lines: Labelled[]) => {
  const figures = { optOuts: 0, caught: 0, held: 0, others: 0, falseAlarms: 0, heldForNothing: 0 };
  for (const { label, line } of lines) {
    const { kind } = readReply(line);
    if (label === "out") {
      figures.optOuts++;
      if (kind === "opt_out") figures.caught++;
      if (kind === "ambiguous") figures.held++;
    } else {
      figures.others++;
      if (kind === "opt_out") figures.falseAlarms++;
      if (kind === "ambiguous" && label === "none") figures.heldForNothing++;
    }
  }
  return figures;
};
