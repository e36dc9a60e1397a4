import { shareFigure } from "./figure.ts";

/** The share that was delivered, by the messenger that took it. */
export const deliveredByVendor = shareFigure({
  metric: "delivered_by_vendor",
  of: "handed_by_vendor",
  behind: "messages",
  good: "more",
});
