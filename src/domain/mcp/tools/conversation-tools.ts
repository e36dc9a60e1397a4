import * as z from "zod";
import { defineTool, reads } from "#domain/mcp/tool.ts";
import { cursor, pageLimit, personId } from "#domain/mcp/tool-fields.ts";
import { timelineGroups } from "#domain/timeline-groups.ts";

export const conversationTools = [
  defineTool({
    name: "get_timeline",
    title: "Get timeline",
    description: "What happened with a person, newest first.",
    scope: "conversations:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ personId, group: z.enum(timelineGroups).optional(), limit: pageLimit, cursor }),
  }),
  defineTool({
    name: "get_conversation",
    title: "Get conversation",
    description: "Messages, calls, forms and notes of a person, newest first.",
    scope: "conversations:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ personId, limit: pageLimit, cursor }),
  }),
  defineTool({
    name: "list_calls",
    title: "List calls",
    description: "Calls, newest first.",
    scope: "calls:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ personId: personId.optional(), limit: pageLimit, cursor }),
  }),
  defineTool({
    name: "get_transcript",
    title: "Get transcript",
    description: "Who said what in a call, with outcome and summary.",
    scope: "calls:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ callId: z.uuid(), cursor }),
  }),
] as const;
