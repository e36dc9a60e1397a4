import { createDeepSeek } from "@ai-sdk/deepseek";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createXai } from "@ai-sdk/xai";
import {
  APICallError,
  generateText,
  isStepCount,
  type LanguageModel,
  NoObjectGeneratedError,
  Output,
  streamText,
  tool,
} from "ai";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  sandbox = await startSandbox({});
});
afterAll(() => sandbox.stop());

/** The stock clients of the vendors judge what the simulator sends. */
const clients: { name: string; vendor: string; model: (brain?: string, key?: string) => LanguageModel }[] = [
  {
    name: "OpenAI chat completions",
    vendor: "openai",
    model: (brain, key) => openai(key).chat(named("gpt-4o", brain)),
  },
  {
    name: "OpenAI responses",
    vendor: "openai",
    model: (brain, key) => openai(key)(named("gpt-6-luna", brain)),
  },
  {
    name: "DeepSeek",
    vendor: "deepseek",
    model: (brain, key = "k") =>
      createDeepSeek({ baseURL: `${sandbox.url}/deepseek`, apiKey: key })(named("deepseek-flash", brain)),
  },
  {
    name: "Gemini",
    vendor: "gemini",
    model: (brain, key) => google(key)(named("gemini-3.8-flash", brain)),
  },
  {
    name: "xAI",
    vendor: "grok",
    model: (brain, key = "k") =>
      createXai({ baseURL: `${sandbox.url}/grok/v1`, apiKey: key })(named("grok-4.3", brain)),
  },
];
const named = (model: string, brain: string | undefined) => (brain ? `${model}-${brain}` : model);
const openai = (apiKey = "k") => createOpenAI({ baseURL: `${sandbox.url}/openai/v1`, apiKey });
const google = (apiKey = "k") => createGoogle({ baseURL: `${sandbox.url}/gemini/v1beta`, apiKey });

const control = async (body: object) =>
  (
    await fetch(`${sandbox.url}/_control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).status;

const lastEntry = async (vendor: string): Promise<{ status: number | null }> =>
  ((await (await fetch(`${sandbox.url}/sandbox/api/ledger?connector=${vendor}`)).json()) as any[]).at(-1);

const collect = async <Piece>(stream: AsyncIterable<Piece>): Promise<Piece[]> => {
  const pieces: Piece[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
};

const reading = z.object({
  language: z.enum(["en", "es"]),
  intent: z.enum(["question", "complaint", "interested", "schedule", "opt_out", "other"]),
  asks: z.array(z.enum(["price", "appointment", "location"])).max(3),
  objection: z.enum(["price", "trust"]).nullable(),
  sentiment: z.number().min(-1).max(1),
  urgency: z.int().min(0).max(2),
  summary: z.string().max(120),
  quotes: z.array(z.string()).max(4),
  nextAction: z.enum(["wait", "reply", "call", "hand_over", "close"]),
});
const message = "Hola, quiero una cita hoy. ¿Cuánto cuesta la batería? Me parece muy caro, pero es urgente.";

const listTimes = tool({
  description: "Lists free times for an appointment.",
  inputSchema: z.object({ topic: z.string().max(100), from: z.string().optional() }),
  execute: async ({ topic }) => ({ topic, answer: "The next free time for a visit is Tuesday at 10:00." }),
});

const expectToolThenSchema = async (model: LanguageModel) => {
  const { output, steps } = await generateText({
    model,
    tools: { list_times: listTimes },
    stopWhen: isStepCount(3),
    output: Output.object({ schema: z.object({ reply: z.string() }) }),
    prompt: "Which times are free for an appointment?",
  });
  expect(steps[0]?.toolCalls).toMatchObject([{ toolName: "list_times" }]);
  expect(output).toEqual({ reply: "The next free time for a visit is Tuesday at 10:00." });
};

describe.each(clients)("$name", ({ vendor, model }) => {
  test("answers from the passages of the prompt", async () => {
    const { text, finishReason, usage } = await generateText({
      model: model(),
      instructions:
        '<knowledge><passage id="k1">We open at 8 on weekdays.</passage><passage id="k2">A battery costs $4,900.</passage></knowledge>',
      prompt: "How much does a battery cost?",
    });
    expect([text, finishReason]).toEqual(["A battery costs $4,900.", "stop"]);
    expect(usage.inputTokens).toBeGreaterThan(20);
    expect(usage.outputTokens).toBeGreaterThan(3);
  });

  test("streams text in several pieces, with usage and cached tokens at the end", async () => {
    const result = streamText({
      model: model(),
      instructions: "Be short. ".repeat(600),
      prompt: "Hola, buenas tardes",
    });
    const pieces = await collect(result.textStream);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("")).toBe("Gracias por su mensaje. ¿En qué podemos ayudarle?");
    expect(await result.finishReason).toBe("stop");
    const { inputTokens = 0, inputTokenDetails } = await result.usage;
    expect(inputTokenDetails.cacheReadTokens).toBeGreaterThan(1024 / 4);
    expect(inputTokenDetails.cacheReadTokens).toBeLessThan(inputTokens);
  });

  test("fills a schema from what the person wrote", async () => {
    const result = streamText({
      model: model(),
      output: Output.object({ schema: reading }),
      prompt: message,
    });
    const partial = await collect(result.partialOutputStream);
    expect(partial.length).toBeGreaterThan(3);
    const output = await result.output;
    expect(output).toMatchObject({
      language: "es",
      intent: "schedule",
      asks: ["price", "appointment"],
      objection: "price",
      urgency: 2,
      nextAction: "call",
    });
    expect(output.quotes.length).toBeGreaterThan(1);
    for (const quote of output.quotes) expect(message).toContain(quote);
    const generated = await generateText({
      model: model(),
      output: Output.object({ schema: reading }),
      prompt: message,
    });
    expect(generated.output).toEqual(output);
  });

  test.each(["streamed", "whole"])("calls a tool and answers from its result, %s", async (way) => {
    const options = {
      model: model(),
      tools: { list_times: listTimes },
      stopWhen: isStepCount(3),
      prompt: "Which times are free for an appointment?",
    };
    const result = way === "whole" ? await generateText(options) : streamText(options);
    const steps = await result.steps;
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
    expect(steps[0]?.toolCalls).toMatchObject([{ toolName: "list_times", input: { topic: options.prompt } }]);
    expect(await result.text).toBe("The next free time for a visit is Tuesday at 10:00.");
  });

  test("uses tools before it fills a schema", () => expectToolThenSchema(model()));

  test("obeys the tool choice", async () => {
    const options = { model: model(), tools: { list_times: listTimes } };
    const forced = await generateText({ ...options, toolChoice: "required", prompt: "Hello" });
    expect(forced.toolCalls).toHaveLength(1);
    const none = await generateText({
      ...options,
      toolChoice: "none",
      prompt: "Which times are free for a visit?",
    });
    expect(none.toolCalls).toHaveLength(0);
  });

  test("reports a limit, a refusal and an empty answer", async () => {
    const readEnd = async (brain?: string, maxOutputTokens?: number) => {
      const result = streamText({
        model: model(brain),
        prompt: "Hello there",
        ...(maxOutputTokens ? { maxOutputTokens } : {}),
      });
      return [await result.text, await result.finishReason];
    };
    expect(await readEnd(undefined, 3)).toEqual(["Thank you fo", "length"]);
    expect(await readEnd("truncated")).toEqual(["Thank you for your messa", "length"]);
    expect(await readEnd("mute")).toEqual(["", "stop"]);
    expect(await readEnd("refuser")).toEqual(["", "content-filter"]);
  });

  test.each(["broken-json", "wrong-schema", "truncated", "mute"])("gives no object as %s", async (brain) => {
    const options = { model: model(brain), output: Output.object({ schema: reading }), prompt: message };
    await expect(generateText(options).then(({ output }) => output)).rejects.toSatisfy(
      NoObjectGeneratedError.isInstance,
    );
  });

  test.each([true, false])("breaks the connection off in the middle, streamed: %s", async (isStreamed) => {
    const options = { model: model("cut"), prompt: "Hello there", maxRetries: 0 };
    if (!isStreamed) return expect(generateText(options)).rejects.toThrow();
    const pieces: string[] = [];
    const readPieces = async () => {
      for await (const part of streamText({ ...options, onError: () => {} }).stream)
        if (part.type === "text-delta") pieces.push(part.text);
    };
    await expect(readPieces()).rejects.toSatisfy(APICallError.isInstance);
    expect("Thank you for your message. How can").toContain(pieces.join(""));
  });

  test("sends nothing until the client gives up", async () => {
    const client = new AbortController();
    const result = streamText({
      model: model("staller"),
      prompt: "Hello",
      abortSignal: client.signal,
      onError: () => {},
    });
    const parts = collect(result.stream);
    await vi.waitFor(async () => expect((await lastEntry(vendor)).status).toBe(200));
    client.abort();
    expect((await parts).map(({ type }) => type)).toEqual(expect.not.arrayContaining(["text-delta"]));
  });

  test("stalls only as long as the settings say", async () => {
    await control({ llm: { stallMs: 5, chunkMs: 1 } });
    const result = streamText({ model: model("staller"), prompt: "Hello" });
    expect(await result.text).toBe("Thank you for your message. How can we help you?");
    await control({ reset: true });
  });

  test("rejects requests in the vendor's own words", async () => {
    const failWith = async (brain: string) => {
      const error = await generateText({ model: model(brain), prompt: "Hello", maxRetries: 0 }).catch(
        (e) => e,
      );
      if (!APICallError.isInstance(error)) throw error;
      return error;
    };
    const names = ["rate-limited", "quota", "wrong-key", "retired-model", "overloaded"];
    const errors = await Promise.all(names.map(failWith));
    expect(errors.map(({ statusCode }) => statusCode)).toEqual([
      429,
      vendor === "deepseek" ? 402 : 429,
      vendor === "gemini" || vendor === "grok" ? 400 : 401,
      404,
      503,
    ]);
    expect(errors[0]?.responseHeaders?.["retry-after"]).toBe("1");
    // The client read each body with the vendor's own error schema.
    expect(errors.map(({ data }) => data)).not.toContain(undefined);
    expect(errors.map(({ message: words }) => words)).toEqual([
      expect.stringMatching(/rate limit|exhausted/i),
      expect.stringMatching(/current quota|Insufficient Balance|credits/),
      expect.stringMatching(/api key/i),
      expect.stringMatching(/not exist|not found/i),
      expect.stringMatching(/overloaded|busy|capacity/),
    ]);
  });

  test("a plan lasts for as many requests as it says, a credential always wins", async () => {
    expect(await control({ vendor, brain: "mute", times: 2 })).toBe(200);
    const texts: string[] = [];
    for (const key of ["k", "sk-liar-1", "k", "k"])
      texts.push((await generateText({ model: model(undefined, key), prompt: "Hello" })).text);
    expect(texts).toEqual(["", expect.stringContaining("booked"), "", expect.stringContaining("Thank you")]);
  });
});

// Before Gemini 3, the client asks for the structured answer as the call of one more tool.
test("Gemini 2 uses tools before it fills a schema", () =>
  expectToolThenSchema(google()("gemini-2.5-flash")));

test("only AI vendors have brains", async () => {
  expect(await control({ vendor: "twilio", brain: "mute" })).toBe(400);
  expect(await control({ brain: "mute" })).toBe(400);
  expect(await control({ vendor: "openai", brain: "genius" })).toBe(400);
});
