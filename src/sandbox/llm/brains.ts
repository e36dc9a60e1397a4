import { isRecord, type LlmRequest, type ModelAnswer, parseJson, type Responder } from "./prompt.ts";
import { lie } from "./responders/liar.ts";
import { obeyStructuredOutput, obeyText, obeyToolCall } from "./responders/obedient.ts";
import { answerInOtherLanguage } from "./responders/polyglot.ts";
import { fillStructuredOutput } from "./responders/structured-output.ts";
import { answerWithText } from "./responders/text.ts";
import { callFittingTool } from "./responders/tool-call.ts";
import { callToolsForever } from "./responders/tool-happy.ts";
import { answerFromToolResult } from "./responders/tool-result.ts";

/** The errors with which a vendor rejects a request, each in its own format. */
export type LlmErrorName = "rateLimited" | "quotaSpent" | "wrongKey" | "retiredModel" | "overloaded";

/** How a simulated model behaves. */
type Brain = {
  /** Tried before the usual responders. */
  responders?: readonly Responder[];
  /** Changes the usual answer. */
  alter?: (answer: ModelAnswer, request: LlmRequest) => ModelAnswer;
  /** Rejects the request. */
  error?: LlmErrorName;
  /** `stall`: opens the response and sends nothing for a long time. `cut`: resets the connection in the middle. */
  connection?: "stall" | "cut";
};

/** The text of a broken value stays a text, so that the fault shows only when the answer is parsed. */
const toWrongType = (value: unknown): unknown => (typeof value === "string" ? 7 : "unlisted");

const breakSchema = (text: string): string => {
  const value = parseJson(text);
  const entries = isRecord(value) ? Object.entries(value) : [];
  return JSON.stringify(
    entries.length > 0
      ? Object.fromEntries(entries.map(([name, field]) => [name, toWrongType(field)]))
      : ["unexpected"],
  );
};

const brainsByName = {
  helpful: {},
  obedient: { responders: [obeyToolCall, callFittingTool, obeyStructuredOutput, obeyText] },
  liar: { responders: [lie] },
  mute: { alter: () => ({ text: "" }) },
  staller: { connection: "stall" },
  cut: { connection: "cut" },
  "broken-json": {
    alter: (answer, { schema }) =>
      schema === undefined ? answer : { text: `Here is the answer: ${answer.text.slice(0, -1)},` },
  },
  "wrong-schema": {
    alter: (answer, { schema }) => (schema === undefined ? answer : { text: breakSchema(answer.text) }),
  },
  truncated: {
    alter: ({ text }) => ({ text: text.slice(0, Math.ceil(text.length / 2)), finish: "length" }),
  },
  refuser: { alter: () => ({ text: "", finish: "content_filter" }) },
  "rate-limited": { error: "rateLimited" },
  quota: { error: "quotaSpent" },
  "wrong-key": { error: "wrongKey" },
  "retired-model": { error: "retiredModel" },
  overloaded: { error: "overloaded" },
  toolhappy: { responders: [callToolsForever] },
  polyglot: { responders: [answerInOtherLanguage] },
} satisfies Record<string, Brain>;

export type BrainName = keyof typeof brainsByName;
export const brainNames = Object.keys(brainsByName) as BrainName[];
export const findBrain = (name: BrainName): Brain => brainsByName[name];

const responders: readonly Responder[] = [
  callFittingTool,
  fillStructuredOutput,
  answerFromToolResult,
  answerWithText,
];

export const answerRequest = (brain: Brain, request: LlmRequest): ModelAnswer => {
  const candidates = [...(brain.responders ?? []), ...responders];
  // A changed answer is one in words, whatever tools are offered.
  const prompt = brain.alter ? { ...request, tools: [], requiredTools: [] } : request;
  const answer = candidates.find(({ matches }) => matches(prompt))?.answer(prompt) ?? { text: "" };
  return brain.alter ? brain.alter(answer, request) : answer;
};

/** A name between other characters than letters and digits: `sk-cut-1`, `gpt-4o-cut`. */
const findBrainName = (text: string): BrainName | undefined =>
  brainNames.find((name) => new RegExp(`(?<![a-z0-9])${name}(?![a-z0-9])`, "i").test(text));

export type BrainSelector = {
  plan: (vendor: string, brain: BrainName, times: number) => void;
  reset: () => void;
  /** A brain named in the model's id comes first, then the credential's, then the vendor's plan. */
  choose: (vendor: string, hints: { model: string; credential: string | undefined }) => BrainName;
};

export const createBrainSelector = (): BrainSelector => {
  const plans = new Map<string, { brain: BrainName; times: number }>();
  return {
    plan: (vendor, brain, times) => void plans.set(vendor, { brain, times }),
    reset: () => plans.clear(),
    choose: (vendor, { model, credential }) => {
      const named = findBrainName(model) ?? findBrainName(credential ?? "");
      if (named) return named;
      const plan = plans.get(vendor);
      if (!plan) return "helpful";
      if (--plan.times <= 0) plans.delete(vendor);
      return plan.brain;
    },
  };
};

/** The id without the name of a brain at its end. */
export const withoutBrainName = (model: string): string =>
  brainNames
    .map((name) => `-${name}`)
    .reduce((id, end) => (id.endsWith(end) ? id.slice(0, -end.length) : id), model);
