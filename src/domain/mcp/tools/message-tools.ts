import * as z from "zod";
import { changes, defineTool, reachesPeople } from "#domain/mcp/tool.ts";
import { channel, idempotencyKey, personId, purpose, reason } from "#domain/mcp/tool-fields.ts";

const written = channel.exclude(["call", "voice_agent"]);
const template = z.string().trim().min(1).max(200).optional().describe("Name of a template");

export const messageTools = [
  defineTool({
    name: "draft_message",
    title: "Draft message",
    description:
      "Hand a text or template to an operator as a draft. Nothing is sent; an operator takes it into the inbox, edits and sends it.",
    scope: "messages:draft",
    access: "operator",
    annotations: changes,
    input: z.strictObject({
      personId,
      channel: written,
      text: z.string().trim().min(1).max(5000).optional(),
      template,
      subject: z.string().trim().max(200).optional(),
      reason,
      idempotencyKey,
    }),
  }),
  defineTool({
    name: "send_message",
    title: "Send message",
    description:
      'Ask to send a template, or a draft that an operator approved, to one person. The answer is always "waiting": an operator decides in Faro within 15 minutes, then consent, quiet hours and limits are checked again. Ask get_approval later; do not ask again.',
    scope: "messages:send",
    access: "operator",
    annotations: reachesPeople,
    input: z.strictObject({
      personId,
      channel: written,
      template,
      draftId: z.uuid().optional().describe("Id of an approved draft of draft_message"),
      purpose,
      reason,
      idempotencyKey,
    }),
  }),
  defineTool({
    name: "place_call",
    title: "Place call",
    description:
      'Ask that the voice agent calls a person. The answer is always "waiting": an operator decides in Faro within 15 minutes.',
    scope: "calls:place",
    access: "operator",
    annotations: reachesPeople,
    input: z.strictObject({
      personId,
      scriptId: z.uuid().optional().describe("The script that fits the person's language where left out"),
      purpose,
      reason,
      idempotencyKey,
    }),
  }),
] as const;
