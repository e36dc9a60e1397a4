import { knowledgeApi } from "#contract/knowledge.ts";
import { untrusted, untrustedAsIs, wholeAnswer } from "#domain/mcp/answer.ts";
import { knowledgeHandlers } from "#server/api/knowledge.ts";
import { Problem } from "#server/api/problem.ts";
import type { ApprovalRequest } from "#server/api/request-approval.ts";
import { askApproval, waitingAnswer } from "#server/mcp/ask-approval.ts";
import { callRoute, type ToolContext, type ToolRuns } from "#server/mcp/tool-context.ts";

export const ask = async (context: ToolContext, request: ApprovalRequest): Promise<string> => {
  const approval = await askApproval(context, request);
  const { next, ...waiting } = waitingAnswer(context, approval);
  const message = "message" in approval.content ? approval.content.message : undefined;
  return wholeAnswer({
    ...waiting,
    ...(message ? { text: untrusted(message.rendered?.text), costUsd: Number(approval.cost) } : {}),
    ...("broadcast" in approval.content ? { people: approval.content.broadcast.people } : {}),
    ...(approval.gate ? { gate: { ruling: approval.gate.ruling, until: approval.gate.until } } : {}),
    next,
  });
};

const textOrTemplate = (isOk: boolean, message: string): void => {
  if (!isOk) throw new Problem("invalid", { issues: [{ path: "template", message }] });
};

export const requestRuns: ToolRuns<
  "search_knowledge" | "propose_knowledge" | "draft_message" | "send_message" | "place_call"
> = {
  search_knowledge: async ({ question, language }, context) => {
    const { passages } = await callRoute(context, knowledgeApi.tryQuestion, knowledgeHandlers.tryQuestion, {
      body: { question, ...(language ? { language } : {}) },
    });
    return wholeAnswer({
      passages: passages.map(({ entryId, title, text, fit }) => ({
        entryId,
        title: untrustedAsIs(title),
        text: untrustedAsIs(text),
        fit: Math.round(fit * 100) / 100,
      })),
    });
  },

  propose_knowledge: ({ question, answer, language = null, reason }, context) =>
    ask(context, { kind: "knowledge", question, answer, language, reason }),

  draft_message: ({ personId, channel, text = null, template = null, subject = null, reason }, context) => {
    textOrTemplate((text === null) !== (template === null), "Give either a text or a template");
    return ask(context, { kind: "draft", personId, message: { channel, text, template, subject }, reason });
  },

  send_message: ({ personId, channel, template = null, draftId = null, purpose, reason }, context) => {
    textOrTemplate((draftId === null) !== (template === null), "Give either a template or a draftId");
    return ask(context, { kind: "send", personId, channel, template, draftId, purpose, reason });
  },

  place_call: ({ personId, scriptId = null, purpose, reason }, context) =>
    ask(context, { kind: "call", personId, scriptId, purpose, reason }),
};
