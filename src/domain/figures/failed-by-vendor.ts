import { shareFigure } from "./figure.ts";

/** The share that was refused or not delivered, by the messenger that took it. */
export const failedByVendor = shareFigure({
  metric: "failed_by_vendor",
  of: "handed_by_vendor",
  behind: "messages",
  good: "less",
});
