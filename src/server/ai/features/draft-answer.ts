import { suggestReplyFeature } from "./suggest-reply.ts";

/** As a suggested answer, with a budget of its own: a sequence must not use up that of the inbox. */
export const draftAnswerFeature: typeof suggestReplyFeature = {
  ...suggestReplyFeature,
  purpose: "draft_answer",
};
