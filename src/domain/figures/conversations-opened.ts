import { countFigure } from "./figure.ts";

/** Matters that began, by the channel of their first message or call. */
export const conversationsOpened = countFigure({
  metric: "conversation",
  behind: "conversations",
  good: "neither",
});
