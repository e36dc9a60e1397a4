import { calledTools, type Responder } from "#sandbox/llm/prompt.ts";
import { toToolCall } from "./tool-call.ts";

/** Calls one offered tool after the other and never answers. */
export const callToolsForever: Responder = {
  matches: ({ tools }) => tools.length > 0,
  answer: (request) => {
    const tool = request.tools[calledTools(request).length % request.tools.length];
    return { text: "", toolCalls: tool ? [toToolCall(tool, request)] : [] };
  },
};
