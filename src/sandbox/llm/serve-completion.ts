import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { retryAfterSeconds, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import { answerRequest, findBrain, type LlmErrorName, withoutBrainName } from "./brains.ts";
import { type Completion, createCompletion, modelIds } from "./completion.ts";
import { createPacing } from "./pacing.ts";
import type { LlmRequest } from "./prompt.ts";

/** One API of a vendor: how it writes requests and answers. */
export type LlmApi = {
  readRequest: (body: Record<string, unknown>) => LlmRequest;
  toBody: (completion: Completion) => unknown;
  /** The same answer as server-sent events, ready to be written. */
  toEvents: (completion: Completion, body: Record<string, unknown>) => string[];
};

/** What the vendors' APIs do not share: where the key stands, and how errors look. */
export type LlmVendor = {
  id: string;
  auth: VendorAuth;
  errors: Record<Exclude<LlmErrorName, "wrongKey" | "rateLimited">, (model: string) => SimulatedResponse> & {
    invalid: (message: string) => SimulatedResponse;
  };
};

type CompletionCall = {
  context: SandboxContext;
  vendor: LlmVendor;
  api: LlmApi;
  model: string;
  isStreamed: boolean;
};

/** Enough for a client on the same machine to read what was written. */
const readMs = 20;

/** Answers one request for a completion as the chosen brain does. */
export const serveCompletion = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { context, vendor, api, model, isStreamed }: CompletionCall,
): Promise<FastifyReply> => {
  const body = (request.body ?? {}) as Record<string, unknown>;
  if (!modelIds(vendor.id).includes(withoutBrainName(model)))
    return sendResponse(reply, vendor.errors.retiredModel(model));
  const prompt = api.readRequest(body);
  if (!prompt.messages.some(({ role, text }) => role !== "system" && text !== ""))
    return sendResponse(reply, vendor.errors.invalid("Missing required parameter: the prompt is empty"));

  const credential = vendor.auth.credentials(request).find(Boolean);
  const brain = findBrain(context.brains.choose(vendor.id, { model, credential }));
  if (brain.error) return sendResponse(reply, toError(brain.error, vendor, request, model));

  const completion = createCompletion(model, prompt, answerRequest(brain, prompt));
  const chunks = isStreamed ? api.toEvents(completion, body) : halves(JSON.stringify(api.toBody(completion)));
  const pauseBefore = createPacing(context.settings.llm);
  const run = async function* () {
    reply.raw.flushHeaders();
    if (brain.connection === "stall") await context.wait(context.settings.llm.stallMs);
    for (const [at, chunk] of chunks.entries()) {
      if (brain.connection === "cut" && at >= chunks.length / 2) {
        // Clients drop what they have not read when a reset arrives.
        await context.wait(readMs);
        request.raw.socket.resetAndDestroy();
        return;
      }
      await context.wait(isStreamed ? pauseBefore(chunk) : at > 0 ? 0 : context.settings.llm.firstTokenMs);
      yield chunk;
    }
  };
  return reply
    .code(200)
    .type(isStreamed ? "text/event-stream; charset=utf-8" : "application/json; charset=utf-8")
    .header("cache-control", "no-cache")
    .header("x-request-id", `req_${crypto.randomUUID()}`)
    .send(Readable.from(run()));
};

const halves = (text: string): string[] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

const toError = (
  name: LlmErrorName,
  { auth, errors }: LlmVendor,
  request: FastifyRequest,
  model: string,
): SimulatedResponse => {
  if (name === "wrongKey") return auth.unauthorized(request, false);
  if (name !== "rateLimited") return errors[name](model);
  const response = auth.rateLimited(request);
  return { ...response, headers: { "retry-after": String(retryAfterSeconds), ...response.headers } };
};
