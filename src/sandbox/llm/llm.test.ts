import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aiVendors } from "#domain/ai/models.ts";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { modelIds } from "./completion.ts";
import { sampleForSchema } from "./sample-schema.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({});
});
afterAll(() => sandbox.stop());

const headers = {
  "content-type": "application/json",
  authorization: "Bearer k",
  "x-goog-api-key": "k",
  "x-api-key": "k",
  "anthropic-version": "2023-06-01",
};
const post = async (path: string, body: unknown): Promise<{ status: number; body: any }> => {
  const response = await fetch(sandbox.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};
/** The events of a streamed answer, without the end mark. */
const stream = async (path: string, body: object): Promise<any[]> => {
  const response = await fetch(
    `${sandbox.url}${path.replace(":generateContent", ":streamGenerateContent?alt=sse")}`,
    { method: "POST", headers, body: JSON.stringify({ ...body, stream: true }) },
  );
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  return [...(await response.text()).matchAll(/^data: (\{.*\})\r?$/gm)].map(([, json = ""]) =>
    JSON.parse(json),
  );
};
const schema = {
  type: "object",
  properties: { intent: { type: "integer", minimum: 0, maximum: 100 }, tone: { enum: ["warm", "cold"] } },
  required: ["intent", "tone"],
};
const filled = { intent: 30, tone: "warm" };
const hello = "Thank you for your message. How can we help you?";

const apis = [
  {
    name: "OpenAI chat",
    path: "/openai/v1/chat/completions",
    ask: (extra: object) => ({ model: "gpt-4o", messages: [{ role: "user", content: "hi" }], ...extra }),
    textOf: (body: any) => body.choices[0].message.content,
    deltaOf: (event: any) => event.choices[0]?.delta.content ?? "",
    structured: {
      response_format: { type: "json_schema", json_schema: { name: "r", strict: true, schema } },
    },
    short: { max_tokens: 1 },
    end: (body: any) => body.choices[0].finish_reason,
    ends: ["stop", "length"],
    usage: (body: any) => [body.usage.prompt_tokens, body.usage.completion_tokens, body.usage.total_tokens],
  },
  {
    name: "OpenAI responses",
    path: "/openai/v1/responses",
    ask: (extra: object) => ({
      model: "gpt-6-luna",
      input: [{ role: "user", content: [{ type: "input_text", text: "hi" }] }],
      ...extra,
    }),
    textOf: (body: any) => body.output[0].content[0].text,
    deltaOf: (event: any) => (event.type === "response.output_text.delta" ? event.delta : ""),
    structured: { text: { format: { type: "json_schema", name: "r", strict: true, schema } } },
    short: { max_output_tokens: 1 },
    end: (body: any) => body.status,
    ends: ["completed", "incomplete"],
    usage: (body: any) => [body.usage.input_tokens, body.usage.output_tokens, body.usage.total_tokens],
  },
  {
    name: "DeepSeek chat",
    path: "/deepseek/chat/completions",
    ask: (extra: object) => ({
      model: "deepseek-chat",
      messages: [
        { role: "system", content: `JSON schema:\n${JSON.stringify(schema)}\nAnswer with JSON.` },
        { role: "user", content: "hi" },
      ],
      ...extra,
    }),
    textOf: (body: any) => body.choices[0].message.content,
    deltaOf: (event: any) => event.choices[0]?.delta.content ?? "",
    structured: { response_format: { type: "json_object" } },
    short: { max_tokens: 1 },
    end: (body: any) => body.choices[0].finish_reason,
    ends: ["stop", "length"],
    usage: (body: any) => [
      body.usage.prompt_cache_hit_tokens + body.usage.prompt_cache_miss_tokens,
      body.usage.completion_tokens,
      body.usage.total_tokens,
    ],
  },
  {
    name: "xAI responses",
    path: "/grok/v1/responses",
    ask: (extra: object) => ({ model: "grok-4.3", input: "hi", ...extra }),
    textOf: (body: any) => body.output[0].content[0].text,
    deltaOf: (event: any) => (event.type === "response.output_text.delta" ? event.delta : ""),
    structured: { text: { format: { type: "json_schema", name: "r", schema } } },
    short: { max_output_tokens: 1 },
    end: (body: any) => body.status,
    ends: ["completed", "incomplete"],
    usage: (body: any) => [body.usage.input_tokens, body.usage.output_tokens, body.usage.total_tokens],
  },
  {
    name: "Anthropic",
    path: "/anthropic/v1/messages",
    ask: (extra: object) => ({
      model: "claude-haiku-5-5",
      max_tokens: 1000,
      messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
      ...extra,
    }),
    textOf: (body: any) => body.content[0].text,
    deltaOf: (event: any) => event.delta?.text ?? "",
    structured: { output_config: { format: { type: "json_schema", schema } } },
    short: { max_tokens: 1 },
    end: (body: any) => body.stop_reason,
    ends: ["end_turn", "max_tokens"],
    usage: ({ usage }: any) => [
      usage.input_tokens,
      usage.output_tokens,
      usage.input_tokens + usage.output_tokens,
    ],
  },
  {
    name: "Gemini",
    path: "/gemini/v1beta/models/gemini-2.5-flash:generateContent",
    ask: (extra: object) => ({
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      generationConfig: extra,
    }),
    textOf: (body: any) => body.candidates[0].content.parts[0].text,
    deltaOf: (event: any) => event.candidates[0].content.parts[0].text,
    structured: { responseMimeType: "application/json", responseJsonSchema: schema },
    short: { maxOutputTokens: 1 },
    end: (body: any) => body.candidates[0].finishReason,
    ends: ["STOP", "MAX_TOKENS"],
    usage: ({ usageMetadata: usage }: any) => [
      usage.promptTokenCount,
      usage.candidatesTokenCount,
      usage.totalTokenCount,
    ],
  },
];

describe.each(apis)("$name", ({ path, ask, textOf, deltaOf, structured, short, end, ends, usage }) => {
  test("answers a prompt and counts its tokens", async () => {
    const { status, body } = await post(path, ask({}));
    expect([status, textOf(body), end(body)]).toEqual([200, hello, ends[0]]);
    const [input = 0, output = 0, total] = usage(body);
    expect(input).toBeGreaterThan(0);
    expect(output).toBeGreaterThan(0);
    expect(total).toBe(input + output);
  });

  test("fills the response schema", async () => {
    const { body } = await post(path, ask(structured));
    expect(JSON.parse(textOf(body))).toEqual(filled);
  });

  test("stops at the token limit", async () => {
    const { body } = await post(path, ask(short));
    expect([textOf(body), end(body)]).toEqual(["Than", ends[1]]);
  });

  test("streams the same answer as events", async () => {
    const events = await stream(path, ask({}));
    expect(events.length).toBeGreaterThan(4);
    expect(events.map(deltaOf).join("")).toBe(hello);
    expect(events.filter((event) => deltaOf(event)).length).toBeGreaterThan(3);
  });

  test("rejects an unknown model and an empty prompt", async () => {
    const unknownModelPath = path.replace("gemini-2.5-flash", "gpt-0");
    expect((await post(unknownModelPath, { ...ask({}), model: "gpt-0" })).status).toBe(404);
    expect((await post(path, { model: (ask({}) as any).model, max_tokens: 9 })).status).toBe(400);
  });
});

test("each vendor lists its models, retired ones included", async () => {
  const paths: Record<string, string> = {
    openai: "/v1/models",
    deepseek: "/models",
    gemini: "/v1beta/models",
    grok: "/v1/models",
    anthropic: "/v1/models",
    compatible: "/v1/models",
  };
  for (const { id } of aiVendors) {
    const body = (await (await fetch(`${sandbox.url}/${id}${paths[id]}`, { headers })).json()) as any;
    const listed = (body.data ?? body.models).map(
      (model: any) => model.id ?? model.name.replace("models/", ""),
    );
    expect(listed).toEqual(modelIds(id));
    expect(listed.length).toBeGreaterThan(2);
  }
});

describe("a stream of chat completions", () => {
  const body = {
    model: "gpt-4o",
    stream_options: { include_usage: true },
    messages: [{ role: "user", content: "Please send the weather report for Ponce" }],
    tools: [
      {
        type: "function",
        function: {
          name: "weather_report",
          description: "Reports the weather of a place.",
          parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
        },
      },
    ],
  };

  test("splits the arguments of a tool call and ends with the usage", async () => {
    const events = await stream("/openai/v1/chat/completions", body);
    const calls = events.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    expect(calls[0]).toMatchObject({
      index: 0,
      type: "function",
      function: { name: "weather_report", arguments: "" },
    });
    const pieces = calls.slice(1).map((call: any) => call.function.arguments);
    expect(pieces.length).toBeGreaterThan(3);
    expect(JSON.parse(pieces.join(""))).toEqual({ query: body.messages[0]?.content });
    expect(events.at(-2).choices[0].finish_reason).toBe("tool_calls");
    expect(events.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  });

  test("sends no usage unless asked", async () => {
    const events = await stream("/openai/v1/chat/completions", { ...body, stream_options: undefined });
    expect(events.at(-1)?.choices[0].finish_reason).toBe("tool_calls");
  });

  test("that is cut off has the first half of its events", async () => {
    let received = "";
    const error = await new Promise((resolve) => {
      const request = httpRequest(`${sandbox.url}/openai/v1/chat/completions`, { method: "POST", headers });
      request.on("error", resolve);
      request.on("response", (response) => {
        response.on("error", resolve).on("end", () => resolve(undefined));
        response.setEncoding("utf8").on("data", (chunk) => {
          received += chunk;
        });
      });
      request.end(JSON.stringify({ ...body, tools: [], model: "gpt-4o-cut", stream: true }));
    });
    expect(error).toBeInstanceOf(Error);
    expect(received).toContain('"content":"Thank"');
    expect(received).not.toContain('"finish_reason":"stop"');
  });
});

test("a model that stalls opens the response, and the sandbox can stop meanwhile", async () => {
  const other = await startSandbox({});
  const body = { model: "gpt-4o-staller", stream: true, messages: [{ role: "user", content: "hi" }] };
  const response = await fetch(`${other.url}/openai/v1/chat/completions`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const text = response.text().catch((error: Error) => error);
  await other.stop();
  expect(await text).toBeInstanceOf(Error);
});

test("the ledger lists a streamed answer with its status", async () => {
  const entries = (await (
    await fetch(`${sandbox.url}/sandbox/api/ledger?connector=deepseek`)
  ).json()) as any[];
  expect(entries.filter(({ body }) => body?.stream).map(({ status }) => status)).toContain(200);
});

test("a brain is named only at the end of a known model", async () => {
  const ask = (model: string) =>
    post("/openai/v1/chat/completions", { model, messages: [{ role: "user", content: "hi" }] });
  expect((await ask("gpt-4o-mute")).body.choices[0].message.content).toBe("");
  expect((await ask("gpt-0-mute")).status).toBe(404);
});

test.each([
  [{ type: "array", items: { type: "string" }, minItems: 2 }, ["sandbox", "sandbox"]],
  [{ anyOf: [{ type: "null" }, { type: "string" }] }, null],
  [{ type: ["string", "null"], format: "email" }, "sandbox@example.com"],
  [{ $ref: "#/$defs/a", $defs: { a: { const: 7 } } }, 7],
  [{ type: "number", exclusiveMinimum: 2 }, 3],
  [{ type: "OBJECT", properties: { yes: { type: "BOOLEAN" } } }, { yes: false }],
])("the smallest value of %j is %j", (jsonSchema, expected) => {
  expect(sampleForSchema(jsonSchema)).toEqual(expected);
});
