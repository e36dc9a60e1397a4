import { expect, test } from "vitest";
import { defaultOptions, type RuleInput } from "#domain/rules/rule.ts";
import { diffRules } from "./rule-diff.ts";

const words = {
  triggers: ({ value }: { value: string }) => `trigger ${value}`,
  conditions: ({ value }: { value: string }) => `condition ${value}`,
  actions: ({ template }: { template: string }) => `action ${template}`,
  options: ({ delayMinutes }: { delayMinutes: number }) => (delayMinutes ? [`after ${delayMinutes}`] : []),
  enabled: (enabled: boolean) => (enabled ? "on" : "off"),
};

const rule: RuleInput = {
  name: "High intent",
  description: null,
  enabled: true,
  triggers: [{ type: "intent_score", operator: ">=", value: "75" }],
  conditions: [{ type: "consent", field: "sms", value: "true" }],
  actions: [{ type: "sms", template: "high_intent" }],
};

test("a rule that was saved without a change has no differences", () => {
  expect(diffRules(rule, { ...rule, options: defaultOptions }, words)).toEqual([]);
});

test("each part tells what went and what came", () => {
  const after: RuleInput = {
    ...rule,
    description: "For the team",
    enabled: false,
    triggers: [{ type: "intent_score", operator: ">=", value: "80" }],
    options: { ...defaultOptions, delayMinutes: 30 },
  };
  expect(diffRules(rule, after, words)).toEqual([
    { part: "description", removed: [], added: ["For the team"] },
    { part: "enabled", removed: ["on"], added: ["off"] },
    { part: "triggers", removed: ["trigger 75"], added: ["trigger 80"] },
    { part: "options", removed: [], added: ["after 30"] },
  ]);
});

test("a row that stands twice and then once is told once", () => {
  const [action] = rule.actions;
  const twice = { ...rule, actions: action ? [action, action] : [] };
  expect(diffRules(twice, rule, words)).toEqual([
    { part: "actions", removed: ["action high_intent"], added: [] },
  ]);
});

test("rows in another order are the same rule", () => {
  const rows = [
    { type: "sms" as const, template: "a" },
    { type: "email" as const, template: "b" },
  ];
  expect(diffRules({ ...rule, actions: rows }, { ...rule, actions: rows.toReversed() }, words)).toEqual([]);
});
