import * as z from "zod";
import { defineTool, ends, reachesPeople, reads } from "#domain/mcp/tool.ts";
import { cursor, idempotencyKey, pageLimit, personId, reason } from "#domain/mcp/tool-fields.ts";

const mostAtOnce = 100;

export const runTools = [
  defineTool({
    name: "list_runs",
    title: "List runs",
    description: "Who is at which step of a sequence, newest first.",
    scope: "rules:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({
      personId: personId.optional(),
      ruleId: z.uuid().optional(),
      state: z.enum(["running", "ended", "all"]).default("running"),
      limit: pageLimit,
      cursor,
    }),
  }),
  defineTool({
    name: "get_run",
    title: "Get run",
    description: "A run with every step so far, and what would end it.",
    scope: "rules:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ runId: z.uuid() }),
  }),
  defineTool({
    name: "start_rule_for_people",
    title: "Start rule for people",
    description:
      'Ask to start a rule for people, whatever its triggers and conditions. The answer is always "waiting": an operator decides in Faro within 15 minutes.',
    scope: "rules:start",
    access: "operator",
    annotations: reachesPeople,
    input: z.strictObject({
      ruleId: z.uuid(),
      personIds: z.array(z.uuid()).min(1).max(mostAtOnce),
      reason,
      idempotencyKey,
    }),
  }),
  defineTool({
    name: "stop_runs",
    title: "Stop runs",
    description: "Ask an operator to end runs; what has not left is taken back.",
    scope: "rules:write",
    access: "operator",
    annotations: ends,
    input: z.strictObject({
      runIds: z.array(z.uuid()).min(1).max(mostAtOnce),
      reason,
      idempotencyKey,
    }),
  }),
] as const;
