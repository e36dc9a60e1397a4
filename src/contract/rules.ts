import * as z from "zod";
import { ruleAction, ruleCondition, ruleInput, ruleTrigger } from "#domain/rules/rule.ts";
import { endpoint } from "./endpoint.ts";
import { changeOf, done, id, instant } from "./fields.ts";

export const rule = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  triggers: z.array(ruleTrigger),
  conditions: z.array(ruleCondition),
  actions: z.array(ruleAction),
  executionCount: z.int(),
  successCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type Rule = z.infer<typeof rule>;

const one = { params: z.object({ id }) };

export const rules = {
  list: endpoint({
    method: "GET",
    path: "/api/rules",
    access: "viewer",
    summary: "Automation rules",
    input: {},
    output: z.array(rule),
    topics: ["rules"],
  }),
  create: endpoint({
    method: "POST",
    path: "/api/rules",
    access: "operator",
    summary: "Add a rule",
    input: { body: ruleInput },
    output: rule,
    topics: ["rules"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/rules/{id}",
    access: "operator",
    summary: "Change a rule",
    input: { ...one, body: changeOf(ruleInput) },
    output: rule,
    topics: ["rules"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/rules/{id}",
    access: "operator",
    summary: "Delete a rule; what it did stays on the timelines",
    input: one,
    output: done,
    topics: ["rules"],
  }),
};
