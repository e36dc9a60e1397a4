import { type Check, pass, wait } from "#domain/compliance/check.ts";

/** A reply that may mean "no more" waits for a person to read it, and everything with it. */
export const underReview: Check = {
  id: "held",
  check: ({ purpose }, facts) =>
    facts.underReview === null || purpose === "confirmation"
      ? pass
      : wait(null, { code: "opt_out_under_review", at: facts.underReview.at }),
};
