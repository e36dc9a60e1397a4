import { expect, test } from "vitest";
import { defaultAction, defaultCondition, defaultOptions, defaultTrigger } from "#domain/rules/rule.ts";
import { stopEvents } from "#domain/rules/step-parts.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { toSequence } from "./to-sequence.ts";

const rule = {
  name: "Welcome",
  description: null,
  enabled: true,
  triggers: [defaultTrigger],
  conditions: [defaultCondition],
  actions: [defaultAction, defaultAction],
};

test("a rule becomes a sequence without waits, which everything ends that can", () => {
  const sequence = toSequence(rule);
  expect(sequence.actions).toEqual(rule.actions);
  expect(sequence.options?.stopWhen).toEqual(stopEvents);
  expect(isSequence(sequence.actions, sequence.options ?? {})).toBe(true);
});

test.each([
  [30, { for: 30, unit: "minutes" }],
  [120, { for: 2, unit: "hours" }],
  [2880, { for: 2, unit: "days" }],
])("its delay of %i minutes becomes the wait of the first step", (delayMinutes, wait) => {
  const sequence = toSequence({ ...rule, options: { ...defaultOptions, delayMinutes } });
  expect(sequence.actions).toEqual([{ ...defaultAction, wait }, defaultAction]);
  expect(sequence.options?.delayMinutes).toBe(0);
});
