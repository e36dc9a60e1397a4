import * as z from "zod";
import { defineTool, reads } from "#domain/mcp/tool.ts";
import { cursor, pageLimit } from "#domain/mcp/tool-fields.ts";

export const ruleTools = [
  defineTool({
    name: "list_rules",
    title: "List rules",
    description: "Automation rules with triggers, conditions and actions.",
    scope: "rules:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ limit: pageLimit, cursor }),
  }),
  defineTool({
    name: "test_rule",
    title: "Test rule",
    description:
      "Dry run of a rule on people as they are now, or on the events of the last days: how many would get a message, and why not. Many people are counted in parts: add up the answers until nextCursor is null.",
    scope: "rules:read",
    access: "operator",
    annotations: reads,
    input: z.strictObject({ ruleId: z.uuid(), days: z.int().min(1).max(90).optional(), cursor }),
  }),
] as const;
