import * as z from "zod";
import { broadcastListStates, broadcastPurposes } from "#domain/broadcasts/broadcast.ts";
import { changes, defineTool, ends, reachesPeople, reads } from "#domain/mcp/tool.ts";
import { cursor, idempotencyKey, pageLimit, reason } from "#domain/mcp/tool-fields.ts";
import { tagSchema } from "#domain/person.ts";

const broadcastId = z.uuid();
const asked = z.strictObject({ broadcastId, reason, idempotencyKey });

export const broadcastTools = [
  defineTool({
    name: "list_broadcasts",
    title: "List broadcasts",
    description: "Messages to many people, newest first.",
    scope: "rules:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ state: z.enum(broadcastListStates).optional(), limit: pageLimit, cursor }),
  }),
  defineTool({
    name: "get_broadcast",
    title: "Get broadcast",
    description: "A broadcast: who gets it or not and why by its check, and what became of it.",
    scope: "rules:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({ broadcastId }),
  }),
  defineTool({
    name: "create_broadcast",
    title: "Create broadcast",
    description: "Write a broadcast to the people of a segment or with a tag. It stays a draft.",
    scope: "rules:write",
    access: "operator",
    annotations: changes,
    input: z.strictObject({
      name: z.string().trim().min(1).max(200),
      segment: z.string().trim().min(1).max(200).optional().describe("Name or id"),
      tag: tagSchema.optional(),
      channel: z.enum(["sms", "whatsapp", "email"]),
      message: z.string().trim().min(1).max(2000).describe("Name of a template, or a text"),
      purpose: z.enum(broadcastPurposes).default("marketing"),
      at: z.iso.datetime({ offset: true }).optional().describe("When it begins"),
      idempotencyKey,
    }),
  }),
  defineTool({
    name: "check_broadcast",
    title: "Check broadcast",
    description: "Ask for each person whether they would get it. Nothing is sent; ask get_broadcast later.",
    scope: "rules:write",
    access: "operator",
    annotations: changes,
    input: z.strictObject({ broadcastId, idempotencyKey }),
  }),
  defineTool({
    name: "start_broadcast",
    title: "Start broadcast",
    description:
      'Ask to send a checked broadcast. The answer is always "waiting": an operator decides in Faro. Ask get_approval later.',
    scope: "rules:start",
    access: "operator",
    annotations: reachesPeople,
    input: asked,
  }),
  defineTool({
    name: "pause_broadcast",
    title: "Pause broadcast",
    description: "Ask an operator to hold what has not left.",
    scope: "rules:write",
    access: "operator",
    annotations: changes,
    input: asked,
  }),
  defineTool({
    name: "resume_broadcast",
    title: "Resume broadcast",
    description: "Ask an operator to let a paused broadcast go on.",
    scope: "rules:start",
    access: "operator",
    annotations: reachesPeople,
    input: asked,
  }),
  defineTool({
    name: "cancel_broadcast",
    title: "Cancel broadcast",
    description: "Ask an operator to end it for good.",
    scope: "rules:write",
    access: "operator",
    annotations: ends,
    input: asked,
  }),
] as const;
