import type { FastifyInstance } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import { modelIds } from "./completion.ts";
import { mountEmbeddings } from "./embeddings.ts";
import { isRecord } from "./prompt.ts";
import { type LlmApi, type LlmVendor, serveCompletion } from "./serve-completion.ts";

export const openaiError = (
  status: number,
  message: string,
  type: string,
  code: string | null,
): SimulatedResponse => ({
  status,
  body: { error: { message, type, param: null, code } },
});

export const mountModels = (app: FastifyInstance, prefix: string, vendor: string): void => {
  if (vendor === "openai") mountEmbeddings(app, prefix);
  app.get(`${prefix}/models`, async () => ({
    object: "list",
    data: modelIds(vendor).map((id) => ({
      id,
      object: "model",
      created: 1_700_000_000,
      owned_by: vendor === "grok" ? "xai" : vendor,
    })),
  }));
};

/** A route that takes the model and the wish to stream from the body. */
export const mountCompletions = (
  app: FastifyInstance,
  path: string,
  { context, vendor, api }: { context: SandboxContext; vendor: LlmVendor; api: LlmApi },
): void => {
  app.post(path, async (request, reply) => {
    const { model, stream } = isRecord(request.body) ? request.body : {};
    if (typeof model !== "string")
      return sendResponse(reply, vendor.errors.invalid("you must provide a model parameter"));
    return serveCompletion(request, reply, { context, vendor, api, model, isStreamed: stream === true });
  });
};
