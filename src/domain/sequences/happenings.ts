import type { StepCondition, StepWait, StopHappening } from "#domain/rules/step-parts.ts";
import { eventGoalKey } from "./goal.ts";

/** The key under which runs keep when it happened last. */
export const happeningKey = (happening: StopHappening): string =>
  happening.kind === "event"
    ? eventGoalKey(happening.type)
    : segmentHappeningKey(happening.segmentId, happening.is);

export const segmentHappeningKey = (segmentId: string, is: "entered" | "left"): string =>
  `${is}:${segmentId}`;

type AskingStep = { wait: StepWait | null; onlyIf: StepCondition | null };

/** The keys of everything that the steps wait for or ask for, and that ends the runs. */
export const happeningsAskedBy = (
  steps: readonly AskingStep[],
  stopOn: readonly StopHappening[],
): string[] => [
  ...new Set([
    ...stopOn.map(happeningKey),
    ...steps.flatMap(({ wait, onlyIf }) =>
      [wait?.event, onlyIf?.event].flatMap((type) => (type === undefined ? [] : [eventGoalKey(type)])),
    ),
  ]),
];
