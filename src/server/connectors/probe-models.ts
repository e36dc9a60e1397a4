import * as z from "zod";
import {
  adaptRequestBody,
  apiVersionOf,
  type FoundModels,
  type JsonMode,
  jsonInstructions,
  keyHeaders,
  type ModelAbilities,
} from "#domain/ai/compatible.ts";
import type { EgressResult } from "#server/egress/egress.ts";
import type { AiSettings } from "./ai-vendor.ts";
import type { VendorContext } from "./connector.ts";
import { type LocalizedText, type TestResult, testPassed, vendorFailure } from "./test-result.ts";
import { connectedText, jsonPost, maxListBytes } from "./vendor-request.ts";
import { describeFailure, parseSuccess, readJsonResponse } from "./vendor-response.ts";

type Probed = { result: TestResult; found: Omit<FoundModels, "baseUrl"> | undefined };
type Context = VendorContext<AiSettings>;

/** A model that is not in memory yet is loaded first. */
const completionTimeoutMs = 60_000;
/** Enough for a model that thinks before it answers. */
const maxTokens = 1_000;
const maxModels = 1_000;

const label = (settings: AiSettings): string => URL.parse(settings.baseUrl ?? "")?.host ?? "";

const blockedText = (settings: AiSettings): LocalizedText => ({
  en: `${label(settings)} is not allowed: private hosts, and any host without https, are reached only where the server's setting FARO_EGRESS_ALLOW names them, such as FARO_EGRESS_ALLOW=${label(settings)}`,
  es: `${label(settings)} no está permitido: a los hosts privados, y a cualquier host sin https, solo se accede si la opción FARO_EGRESS_ALLOW del servidor los nombra, por ejemplo FARO_EGRESS_ALLOW=${label(settings)}`,
});

const toRequest = ({ baseUrl = "", apiVersion, apiKey }: AiSettings, path: string) => {
  const url = new URL(baseUrl);
  const version = apiVersionOf(baseUrl, apiVersion ?? null);
  return {
    path: `${url.pathname.replace(/\/+$/, "")}${path}${version ? `?api-version=${version}` : ""}`,
    headers: keyHeaders(baseUrl, apiKey ?? ""),
  };
};

const modelList = z.object({ data: z.array(z.object({ id: z.string().max(120) })) });

/** A server without a list of models answers 404 or 405; so do Azure's addresses of deployments. */
const readModels = async (context: Context): Promise<{ models: string[] } | TestResult> => {
  const { settings, send } = context;
  const answer = await send({
    ...toRequest(settings, "/models"),
    maxBytes: maxListBytes,
    expectedStatus: 404,
  });
  if (!answer.ok && answer.failure === "blocked") return vendorFailure(blockedText(settings));
  if (answer.ok && [404, 405, 501].includes(answer.status)) return { models: [] };
  const read = readJsonResponse(label(settings), answer);
  if (!read.ok) return read.failure;
  const list = parseSuccess(modelList, read.response);
  return list
    ? { models: list.data.slice(0, maxModels).map(({ id }) => id) }
    : describeFailure(label(settings), read.response);
};

const schema = {
  type: "object",
  properties: { language: { type: "string", enum: ["en", "es"] } },
  required: ["language"],
  additionalProperties: false,
};
const expected = z.object({ language: z.enum(["en", "es"]) });

const responseFormats: Record<JsonMode, object | undefined> = {
  schema: { type: "json_schema", json_schema: { name: "response", strict: true, schema } },
  object: { type: "json_object" },
  instructions: undefined,
};

/** Asks for a small answer, with exactly the fields that later requests have. */
const complete = ({ settings, send }: Context, abilities: ModelAbilities): Promise<EgressResult> => {
  const instructions = "Say in which language the message is written.";
  const content =
    abilities.json === "schema" ? instructions : `${instructions}\n\n${jsonInstructions(schema)}`;
  const body = {
    model: settings.model,
    messages: [
      { role: "system", content },
      { role: "user", content: "<message>Hola, ¿cómo está?</message>" },
    ],
    max_tokens: maxTokens,
    reasoning_effort: "none",
    response_format: responseFormats[abilities.json],
    ...(abilities.streams ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  const { path, headers } = toRequest(settings, "/chat/completions");
  const post = jsonPost(adaptRequestBody(body, abilities));
  return send({
    ...post,
    path,
    headers: { ...post.headers, ...headers },
    timeoutMs: completionTimeoutMs,
  });
};

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});
const chunk = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).nullish() })),
});

/** The text of an answer that is whole, or undefined. */
const readWhole = (body: string): string | undefined => {
  const parsed = completion.safeParse(parseJson(body));
  return parsed.success ? (parsed.data.choices[0]?.message.content ?? "") : undefined;
};

/** The text of an answer that came as events, or undefined where it did not. */
const readEvents = (body: string): string | undefined => {
  const chunks = [...body.matchAll(/^data: ?(\{.*\})\r?$/gm)].map(([, json = ""]) =>
    chunk.safeParse(parseJson(json)),
  );
  if (chunks.length === 0 || chunks.some(({ success }) => !success)) return undefined;
  return chunks.map(({ data }) => data?.choices[0]?.delta?.content ?? "").join("");
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isExpectedJson = (text: string): boolean => {
  const json = text.replace(/^[\s\S]*<\/think>/, "").replaceAll(/^\s*```(?:json)?|```\s*$/g, "");
  return expected.safeParse(parseJson(json)).success;
};

/** The next thing to do without after a request was not understood; undefined when nothing is left. */
const reduce = (abilities: ModelAbilities, error: string): ModelAbilities | undefined => {
  const { json, tokenLimit, takesEffort } = abilities;
  if (tokenLimit === "max_tokens" && /max_completion_tokens/.test(error))
    return { ...abilities, tokenLimit: "max_completion_tokens" };
  if (takesEffort && /reasoning/i.test(error)) return { ...abilities, takesEffort: false };
  if (json === "schema") return { ...abilities, json: "object" };
  if (json === "object") return { ...abilities, json: "instructions" };
  return takesEffort ? { ...abilities, takesEffort: false } : undefined;
};

const notUnderstood = [400, 415, 422, 501];

type Found = { ok: true; abilities: ModelAbilities } | { ok: false; failure: TestResult };

/** Asks first for everything, then for less, until the model answers; then once more for a streamed answer. */
const findAbilities = async (context: Context): Promise<Found> => {
  const host = label(context.settings);
  let abilities: ModelAbilities = {
    streams: false,
    json: "schema",
    returnsJson: false,
    tokenLimit: "max_tokens",
    takesEffort: true,
  };
  for (;;) {
    const answer = await complete(context, abilities);
    const body = answer.ok ? answer.body.toString() : "";
    if (answer.ok && notUnderstood.includes(answer.status)) {
      const less = reduce(abilities, body);
      if (less) {
        abilities = less;
        continue;
      }
    }
    const text = answer.ok && answer.status < 300 ? readWhole(body) : undefined;
    if (text === undefined) {
      const read = readJsonResponse(host, answer);
      return { ok: false, failure: read.ok ? describeFailure(host, read.response) : read.failure };
    }
    const returnsJson = isExpectedJson(text);
    // Some servers ignore a format that they do not know.
    if (!returnsJson && abilities.json !== "instructions") {
      abilities = { ...abilities, json: abilities.json === "schema" ? "object" : "instructions" };
      continue;
    }
    abilities = { ...abilities, returnsJson };
    break;
  }
  const streamed = await complete(context, { ...abilities, streams: true });
  // A failure of the moment says nothing about the model.
  const isAnswered = streamed.ok && (streamed.status < 300 || notUnderstood.includes(streamed.status));
  const streams = !isAnswered || readEvents(streamed.body.toString()) !== undefined;
  return { ok: true, abilities: { ...abilities, streams } };
};

const chooseModelText: LocalizedText = {
  en: "Connected. Enter a model and test again",
  es: "Conectado. Ingrese un modelo y pruebe de nuevo",
};
const noJsonText: LocalizedText = {
  en: "Connected, but the model did not answer in JSON: it can only speak in conversations",
  es: "Conectado, pero el modelo no respondió en JSON: solo puede hablar en conversaciones",
};

/** Lists the models of a server, and finds out by two to six small requests what the chosen one can do. */
export const probeModels = async (context: Context): Promise<Probed> => {
  const listed = await readModels(context);
  if (!("models" in listed)) return { result: listed, found: undefined };
  const { models } = listed;
  const { model } = context.settings;
  if (!model) return { result: testPassed(chooseModelText), found: { models, model: null, abilities: null } };
  const found = await findAbilities(context);
  if (!found.ok) return { result: found.failure, found: { models, model: null, abilities: null } };
  const { abilities } = found;
  return {
    result: testPassed(abilities.returnsJson ? connectedText : noJsonText),
    found: { models, model, abilities },
  };
};
