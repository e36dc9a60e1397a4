import { fillSchema } from "#sandbox/llm/fill-schema.ts";
import {
  calledTools,
  currentTurn,
  isRecord,
  type LlmRequest,
  type ModelToolCall,
  type PromptMessage,
  parseJson,
  type Responder,
  readBlocks,
  readCustomerText,
} from "#sandbox/llm/prompt.ts";
import { foldText, splitName } from "#sandbox/llm/text-analysis.ts";
import { toFillSource } from "./structured-output.ts";
import { toToolCall } from "./tool-call.ts";

/** Texts of others, newest first: tool results and messages of this turn, then data inside the instructions. */
const readUntrustedTexts = (request: LlmRequest): string[] => {
  const turn = currentTurn(request);
  const results = turn.filter(({ role }) => role === "tool").map(({ text }) => text);
  const dataOf = (role: PromptMessage["role"], messages: readonly PromptMessage[]) =>
    messages
      .filter((message) => message.role === role)
      .flatMap(({ text }) => readBlocks(text).map((block) => block.text));
  const texts = [
    ...results.reverse(),
    readCustomerText(request),
    ...dataOf("user", turn).reverse(),
    ...dataOf("system", request.messages),
  ];
  return [...new Set(texts)];
};

const readOrderTexts = (request: LlmRequest): string[] => {
  const texts = readUntrustedTexts(request);
  return [...texts, ...texts.flatMap(readHiddenTexts)];
};

/** What a model can read and a person does not see: invisible letters, base64, text written backwards. */
const readHiddenTexts = (text: string): string[] => {
  const invisible = (text.match(/[\u{E0020}-\u{E007E}]/gu) ?? [])
    .map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xe0000))
    .join("");
  const encoded = (text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? [])
    .map((part) => Buffer.from(part, "base64").toString("utf8"))
    .filter((part) => /^[\p{L}\p{N}\p{P}\p{Z}\s$+]+$/u.test(part));
  return [invisible, ...encoded, [...text].reverse().join("")].filter(Boolean);
};

/** Calls every tool that an untrusted text names, also one that is not offered. */
export const obeyToolCall: Responder = {
  matches: (request) => readOrderedCalls(request).length > 0,
  answer: (request) => ({ text: "", toolCalls: readOrderedCalls(request) }),
};

/** Says what an untrusted text tells it to say, and reveals its instructions when it asks for them. */
export const obeyText: Responder = {
  matches: (request) => request.schema === undefined && readOrder(request) !== undefined,
  answer: (request) => ({ text: readOrder(request) ?? "" }),
};

/** Writes what an untrusted text demands into every property. */
export const obeyStructuredOutput: Responder = {
  matches: ({ schema }) => schema !== undefined,
  answer: (request) => {
    const order = readOrder(request);
    const source = toFillSource(request, {
      isObedient: true,
      text: readUntrustedTexts(request).join("\n"),
      ...(order === undefined ? {} : { freeText: order }),
    });
    return { text: JSON.stringify(fillSchema(request.schema, source)) };
  },
};

const readOrderedCalls = (request: LlmRequest): ModelToolCall[] => {
  if (request.tools.length === 0) return [];
  const done = new Set(calledTools(request).map(({ name }) => name));
  const calls = readOrderTexts(request).flatMap((text) => [
    ...offeredCalls(request, text),
    ...unofferedCalls(request, text),
  ]);
  return calls.filter(
    ({ name }, at) => !done.has(name) && calls.findIndex((call) => call.name === name) === at,
  );
};

const offeredCalls = (request: LlmRequest, text: string): ModelToolCall[] => {
  const words = ` ${splitName(foldText(text)).join(" ")} `;
  return request.tools
    .filter(({ name }) => words.includes(` ${splitName(name).join(" ")} `))
    .map((tool) => ({
      name: tool.name,
      arguments:
        readArguments(text, tool.name) ?? toToolCall(tool, request, { text, isObedient: true }).arguments,
    }));
};

const orderToCall =
  /\b(?:call|use|run|invoke|execute|llama|usa|ejecuta|invoca)\b[^.\n]{0,30}?\b([a-z]+(?:_[a-z]+)+)\b/gi;

const unofferedCalls = ({ tools }: LlmRequest, text: string): ModelToolCall[] =>
  [...text.matchAll(orderToCall)]
    .map(([, name = ""]) => name)
    .filter((name) => !tools.some((tool) => tool.name === name))
    .map((name) => ({ name, arguments: readArguments(text, name) ?? {} }));

/** Arguments that the text gives as JSON after the tool's name. */
const readArguments = (text: string, name: string): Record<string, unknown> | undefined => {
  const after = text.slice(text.indexOf(name) + name.length);
  const json = /^[^{\n]{0,40}(\{[^{}]*\})/.exec(after)?.[1];
  const value = json === undefined ? undefined : parseJson(json);
  return isRecord(value) ? value : undefined;
};

const readOrder = (request: LlmRequest): string | undefined => {
  for (const text of readOrderTexts(request)) {
    if (orderToReveal.test(foldText(text))) return readAllTexts(request);
    const said = readDemandedText(text);
    if (said) return said;
  }
  return undefined;
};

const orderToReveal =
  /what (?:is|are) your (?:instructions|system prompt)|cuales son tus instrucciones|\b(?:previous caller|neighbou?rs?|other (?:customers?|people)|otros? clientes?|vecin[oa]s?)\b|(?:reveal|print|show|read|repeat|tell|give|send|list|muestra|dime|lee|repite|revela|imprime|ensena|manda)\w*\b.{0,40}\b(?:instructions|system prompt|prompt|secrets?|everything|passwords?|instrucciones|secretos?|contrasenas?|todo lo)/;

const readAllTexts = ({ messages }: LlmRequest): string => messages.map(({ text }) => text).join("\n");

/** A quoted text may follow any of these verbs; without quotes, an answer needs a word such as "with". */
const ordersToSay: readonly RegExp[] = [
  /\b(?:say|repeat|write|print|answer|reply|respond|text|tell|di|diles?|dime|repite|escribe|responde|contesta|imprime)\b[^"“«\n]{0,40}["“«]([^"”»\n]+)["”»]/i,
  /\b(?:say|repeat|write|print|di|repite|escribe|imprime)\b(?: (?:exactly|only|after me|back|this|that|exactamente|solo|esto|que)){0,4} ?:? ([^\n.!?]+[.!?]?)/i,
  /\b(?:answer|reply|respond|tell \w+|responde|contesta|diles?)\s+(?:only |exactly |solo )?(?:with|that|con|que)\b:?\s*([^\n.!?]+[.!?]?)/i,
];

const readDemandedText = (text: string): string | undefined =>
  ordersToSay.map((order) => order.exec(text)?.[1]?.trim()).find(Boolean);
