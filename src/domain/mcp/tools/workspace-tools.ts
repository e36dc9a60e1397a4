import * as z from "zod";
import { defineTool, reads } from "#domain/mcp/tool.ts";

export const workspaceTools = [
  defineTool({
    name: "whoami",
    title: "Who am I",
    description: "The token's user, role, scopes, end and limits.",
    scope: null,
    access: "viewer",
    annotations: reads,
    input: z.strictObject({}),
  }),
  defineTool({
    name: "workspace_overview",
    title: "Workspace overview",
    description: "Figures of today: people, messages, cost, open conversations, waiting approvals.",
    scope: null,
    access: "viewer",
    annotations: reads,
    input: z.strictObject({}),
  }),
  defineTool({
    name: "get_approval",
    title: "Get approval",
    description:
      "What became of a request of this token: waiting, approved, refused, expired, executed or failed.",
    scope: null,
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ approvalId: z.uuid() }),
  }),
] as const;
