import { defineCheck, pass, wait } from "#domain/compliance/check.ts";

/** Marketing of rules and agents waits while a human of the business has the conversation. */
export const humanHasItCheck = defineCheck({
  id: "human_has_it",
  reasons: { human_has_it: "wait" },
  evaluate: ({ purpose, isByHand }, { takenUntil, now }) =>
    purpose !== "marketing" || isByHand === true || takenUntil === null || takenUntil <= now
      ? pass
      : wait(takenUntil, { code: "human_has_it", until: takenUntil }),
});
