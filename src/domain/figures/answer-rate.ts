import { shareFigure } from "./figure.ts";

/**
 * Of messages of rules, sequences and broadcasts that left, those after which the person wrote, within 7 days, on
 * WhatsApp within 3. Only the last message before the answer is credited.
 */
export const answerRate = shareFigure({
  metric: "step_answered",
  of: "step_message",
  behind: "messages",
  good: "more",
});
