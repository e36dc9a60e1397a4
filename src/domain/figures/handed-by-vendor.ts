import { countFigure } from "./figure.ts";

/** Messages that were handed to a vendor, by the messenger that took it. */
export const handedByVendor = countFigure({
  metric: "handed_by_vendor",
  behind: "messages",
  good: "neither",
});
