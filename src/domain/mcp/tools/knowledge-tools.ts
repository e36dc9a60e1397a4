import * as z from "zod";
import { languages } from "#domain/language.ts";
import { changes, defineTool, reads } from "#domain/mcp/tool.ts";
import { idempotencyKey, reason } from "#domain/mcp/tool-fields.ts";

export const knowledgeTools = [
  defineTool({
    name: "search_knowledge",
    title: "Search knowledge",
    description: "Passages of the business's knowledge base that fit a question.",
    scope: "knowledge:read",
    access: "viewer",
    annotations: reads,
    input: z.strictObject({
      question: z.string().trim().min(1).max(400),
      language: z.enum(languages).optional(),
    }),
  }),
  defineTool({
    name: "propose_knowledge",
    title: "Propose knowledge",
    description:
      "Propose a question with its answer. An operator decides whether it enters the knowledge base.",
    scope: "knowledge:write",
    access: "operator",
    annotations: changes,
    input: z.strictObject({
      question: z.string().trim().min(1).max(200),
      answer: z.string().trim().min(1).max(5000),
      language: z.enum(languages).optional(),
      reason,
      idempotencyKey,
    }),
  }),
] as const;
