import { expect, test } from "vitest";
import { defaultOptions, type RuleInput } from "#domain/rules/rule.ts";
import { diffRules } from "./rule-diff.ts";

const texts = {
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

test("an unchanged rule has no differences", () => {
  expect(diffRules(rule, { ...rule, options: defaultOptions }, texts)).toEqual([]);
});

test("lists removed and added lines per part", () => {
  const after: RuleInput = {
    ...rule,
    description: "For the team",
    enabled: false,
    triggers: [{ type: "intent_score", operator: ">=", value: "80" }],
    options: { ...defaultOptions, delayMinutes: 30 },
  };
  expect(diffRules(rule, after, texts)).toEqual([
    { part: "description", removed: [], added: ["For the team"] },
    { part: "enabled", removed: ["on"], added: ["off"] },
    { part: "triggers", removed: ["trigger 75"], added: ["trigger 80"] },
    { part: "options", removed: [], added: ["after 30"] },
  ]);
});

test("reports one of two equal rows as removed", () => {
  const [action] = rule.actions;
  const twice = { ...rule, actions: action ? [action, action] : [] };
  expect(diffRules(twice, rule, texts)).toEqual([
    { part: "actions", removed: ["action high_intent"], added: [] },
  ]);
});

test("ignores the order of rows", () => {
  const rows = [
    { type: "sms" as const, template: "a" },
    { type: "email" as const, template: "b" },
  ];
  expect(diffRules({ ...rule, actions: rows }, { ...rule, actions: rows.toReversed() }, texts)).toEqual([]);
});

test("reports another order of the steps of a sequence", () => {
  const rows = [
    { id: "a", type: "sms" as const, template: "a", wait: { for: 1, unit: "days" as const } },
    { id: "b", type: "email" as const, template: "b" },
  ];
  expect(diffRules({ ...rule, actions: rows }, { ...rule, actions: rows.toReversed() }, texts)).toEqual([
    { part: "order", removed: ["action a → action b"], added: ["action b → action a"] },
  ]);
});
