import { shareFigure } from "./figure.ts";

/** Of new people, those who are converted, whenever that was. There is no group kept aside to compare with. */
export const conversion = shareFigure({
  metric: "lead_converted",
  of: "lead",
  behind: "people",
  good: "more",
});
