import { defineCheck, pass, wait } from "#domain/compliance/check.ts";

/** Marketing waits until an operator has read a reply that may be an opt-out; answers to the person go on. */
export const underReviewCheck = defineCheck({
  id: "held",
  reasons: { opt_out_under_review: "wait" },
  evaluate: ({ purpose }, { underReview }) =>
    underReview === null || purpose === "confirmation" || purpose === "service" || purpose === "safety"
      ? pass
      : wait(null, { code: "opt_out_under_review", at: underReview.at }),
});
