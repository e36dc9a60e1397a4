import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aiVendors } from "#domain/ai/models.ts";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { sampleForSchema } from "./completion.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({});
});
afterAll(() => sandbox.stop());

const post = async (path: string, body: unknown): Promise<{ status: number; body: any }> => {
  const response = await fetch(sandbox.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer k", "x-goog-api-key": "k" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};
const schema = {
  type: "object",
  properties: { intent: { type: "integer", minimum: 0, maximum: 100 }, tone: { enum: ["warm", "cold"] } },
  required: ["intent", "tone"],
};
const filled = { intent: 0, tone: "warm" };

const apis = [
  {
    name: "OpenAI chat",
    path: "/openai/v1/chat/completions",
    ask: (extra: object) => ({ model: "gpt-4o", messages: [{ role: "user", content: "hi" }], ...extra }),
    textOf: (body: any) => body.choices[0].message.content,
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
    structured: { text: { format: { type: "json_schema", name: "r", schema } } },
    short: { max_output_tokens: 1 },
    end: (body: any) => body.status,
    ends: ["completed", "incomplete"],
    usage: (body: any) => [body.usage.input_tokens, body.usage.output_tokens, body.usage.total_tokens],
  },
  {
    name: "Gemini",
    path: "/gemini/v1beta/models/gemini-2.5-flash:generateContent",
    ask: (extra: object) => ({
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      generationConfig: extra,
    }),
    textOf: (body: any) => body.candidates[0].content.parts[0].text,
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

describe.each(apis)("$name", ({ path, ask, textOf, structured, short, end, ends, usage }) => {
  test("answers a prompt and counts its tokens", async () => {
    const { status, body } = await post(path, ask({}));
    expect([status, textOf(body), end(body)]).toEqual([200, "Sandbox: hi", ends[0]]);
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
    expect([textOf(body), end(body)]).toEqual(["Sand", ends[1]]);
  });

  test("rejects an unknown model and an empty prompt", async () => {
    const unknownModelPath = path.replace("gemini-2.5-flash", "gpt-0");
    expect((await post(unknownModelPath, { ...ask({}), model: "gpt-0" })).status).toBe(404);
    expect((await post(path, { model: (ask({}) as any).model })).status).toBe(400);
  });
});

test("each vendor lists its models, retired ones included", async () => {
  const paths: Record<string, string> = {
    openai: "/v1/models",
    deepseek: "/models",
    gemini: "/v1beta/models",
    grok: "/v1/models",
  };
  for (const { id, models } of aiVendors) {
    const headers = { authorization: "Bearer k", "x-goog-api-key": "k" };
    const body = (await (await fetch(`${sandbox.url}/${id}${paths[id]}`, { headers })).json()) as any;
    const listed = (body.data ?? body.models).map(
      (model: any) => model.id ?? model.name.replace("models/", ""),
    );
    expect(listed).toEqual(models.map((model) => model.id));
  }
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
