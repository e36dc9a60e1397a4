import { expect, test } from "vitest";
import { createChatCompletions } from "./chat-completions.ts";
import { createCompletion } from "./completion.ts";
import { generateContentApi } from "./generate-content.ts";
import { createPacing } from "./pacing.ts";
import { responsesApi } from "./responses-api.ts";

const request = {
  messages: [{ role: "user" as const, text: "Hola" }],
  tools: [],
  requiredTools: [],
  schema: undefined,
  maxTokens: undefined,
};
const answers = {
  text: createCompletion("gpt-4o", request, { text: "Tres breves palabras" }),
  "tool call": createCompletion("gpt-4o", request, {
    text: "",
    toolCalls: [{ name: "note", arguments: { a: 1 } }],
  }),
};
const apis = {
  "chat completions": createChatCompletions(),
  responses: responsesApi,
  generateContent: generateContentApi,
};
const cases = Object.entries(apis).flatMap(([name, api]) =>
  Object.entries(answers).map(([kind, completion]) => ({ name, kind, events: api.toEvents(completion, {}) })),
);
const pauses = (events: string[], llm: Partial<Parameters<typeof createPacing>[0]>) =>
  events.map(createPacing({ chunkMs: 0, firstTokenMs: 0, tokensPerSecond: 0, stallMs: 0, ...llm }));

test.each(cases)("$name delays the first token of a $kind once, and no frame around it", ({ events }) => {
  const delayed = pauses(events, { firstTokenMs: 300, tokensPerSecond: 40 }).filter((ms) => ms > 0);
  expect(delayed[0]).toBe(300);
  expect(new Set(delayed.slice(1))).toEqual(new Set(delayed.length > 1 ? [25] : []));
  expect(delayed.length).toBeLessThanOrEqual(events.length);
});

test.each(cases)("$name pauses between the events of a $kind", ({ events }) => {
  expect(pauses(events, { chunkMs: 7 })).toEqual(events.map((_, at) => (at === 0 ? 0 : 7)));
});

test("one token is sent per event", () => {
  const { events = [] } = cases[0] ?? {};
  expect(pauses(events, { firstTokenMs: 300, tokensPerSecond: 40 })).toEqual([0, 300, 25, 25, 0, 0]);
});
