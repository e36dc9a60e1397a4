import { fillSchema } from "#sandbox/llm/fill-schema.ts";
import { readSignals } from "#sandbox/llm/keyword-signals.ts";
import {
  calledTools,
  isRecord,
  type LlmRequest,
  type ModelToolCall,
  type OfferedTool,
  type Responder,
  readCustomerText,
  readPassages,
  toolResults,
} from "#sandbox/llm/prompt.ts";
import { foldText, readWordStems, splitName } from "#sandbox/llm/text-analysis.ts";
import { toFillSource } from "./structured-output.ts";

/** Calls the tool that does what the person asks for, once, or a tool that the caller requires. */
export const callFittingTool: Responder = {
  matches: (request) => chooseTool(request) !== undefined,
  answer: (request) => {
    const tool = chooseTool(request);
    return { text: "", toolCalls: tool ? [toToolCall(tool, request)] : [] };
  },
};

const chooseTool = (request: LlmRequest): OfferedTool | undefined => {
  const { tools, requiredTools } = request;
  if (requiredTools.length === 0)
    return toolResults(request).length > 0 ? undefined : rankTools(request, tools, minFit)[0];
  const called = calledTools(request).map(({ name }) => name);
  const required = tools.filter(({ name }) => requiredTools.includes(name));
  const open = required.filter(({ name }) => !called.includes(name));
  // A tool that takes the final answer comes last in the list.
  return rankTools(request, open, minFit)[0] ?? open.at(-1) ?? required.at(-1);
};

const minFit = 2;

const rankTools = (request: LlmRequest, tools: readonly OfferedTool[], min: number): OfferedTool[] => {
  const text = readCustomerText(request);
  const hasPassages = readPassages(request).length > 0;
  return tools
    .map((tool) => ({ tool, fit: measureFit(tool, text, hasPassages) }))
    .filter(({ fit }) => fit >= min)
    .sort((a, b) => b.fit - a.fit)
    .map(({ tool }) => tool);
};

/** Words of the tool's name count twice, those of its description once, and what the text asks for in either language. */
const measureFit = ({ name, description }: OfferedTool, text: string, hasPassages: boolean): number => {
  const stems = readWordStems(text);
  const nameStems = readWordStems(splitName(name).join(" "));
  const descriptionStems = readWordStems(description);
  const shared = (own: ReadonlySet<string>) => [...own].filter((stem) => stems.has(stem)).length;
  const toolWords = new Set([...splitName(name), ...splitName(foldText(description))]);
  const asked = readSignals(text).filter(
    ({ kind, names }) =>
      (kind === "intent" || kind === "ask") &&
      (names.includes(name) || names.some((word) => word.length > 4 && toolWords.has(word))),
  );
  const isSearch = /search|knowledge|look ?up|busca/.test(foldText(`${name} ${description}`));
  const searchFit = isSearch && !hasPassages && /[?¿]/.test(text) ? minFit : 0;
  return 2 * shared(nameStems) + shared(descriptionStems) + 2 * Math.min(asked.length, 2) + searchFit;
};

export const toToolCall = (
  tool: OfferedTool,
  request: LlmRequest,
  changes: Parameters<typeof toFillSource>[1] = {},
): ModelToolCall => {
  const filled = fillSchema(tool.parameters, toFillSource(request, changes));
  return { name: tool.name, arguments: isRecord(filled) ? filled : {} };
};
