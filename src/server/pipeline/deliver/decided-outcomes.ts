import { reasonTones } from "#domain/reason.ts";
import type { ActionDecision, DueAction } from "#server/store/delivery/actions.ts";
import type { TimelineRow } from "#server/store/people/timeline.ts";
import type { NotedOutcome } from "./thread-hooks.ts";

/** Nothing is missing in the conversation: the person has these words already. */
const isOnlyRepetition = ({ reasons }: ActionDecision): boolean =>
  reasons.filter(({ code }) => reasonTones[code] === "stop").every(({ code }) => code === "words_repeated") &&
  reasons.some(({ code }) => code === "words_repeated");

/** What is blocked or cannot be composed is not sent, and its thread says so. */
export const decidedOutcomes = (due: DueAction[], decisions: ActionDecision[]): NotedOutcome[] => {
  const actions = new Map(due.map((action) => [action.id, action]));
  return decisions.flatMap((decision) => {
    const { id, status } = decision;
    const action = actions.get(id);
    return action && !isOnlyRepetition(decision)
      ? [{ ...action, status, text: action.config.text ?? null, executedAt: null }]
      : [];
  });
};

/** What the timeline says of them. */
export const decisionEntries = (due: DueAction[], decisions: ActionDecision[]): TimelineRow[] => {
  const actions = new Map(due.map((action) => [action.id, action]));
  return decisions.flatMap(({ id, status, reasons }) => {
    const action = actions.get(id);
    if (!action) return [];
    return [
      {
        personId: action.personId,
        eventType: `message_${status}` as const,
        source: action.channel,
        title: `${action.channel} ${status}`,
        description: null,
        metadata: { channel: action.channel, reasons, actionId: id },
        causedBy: id,
      },
    ];
  });
};
