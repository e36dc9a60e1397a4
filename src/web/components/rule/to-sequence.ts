import { defaultOptions, type RuleInput } from "#domain/rules/rule.ts";
import { type StepWait, stopEvents } from "#domain/rules/step-parts.ts";

const minutesPerUnit = [
  ["days", 1440],
  ["hours", 60],
  ["minutes", 1],
] as const;

const waitOf = (minutes: number): StepWait | undefined => {
  const found = minutesPerUnit.find(([, size]) => minutes > 0 && minutes % size === 0);
  return found && { for: minutes / found[1], unit: found[0] };
};

/** The same rule as a sequence: its delay becomes the wait of the first step, and all other steps follow without one. */
export const toSequence = (rule: RuleInput): RuleInput => {
  const options = { ...defaultOptions, ...rule.options };
  const wait = waitOf(options.delayMinutes);
  return {
    ...rule,
    actions: rule.actions.map((row, index) => (index === 0 && wait ? { ...row, wait } : row)),
    options: { ...options, delayMinutes: 0, stopOnReply: false, stopWhen: [...stopEvents] },
  };
};
