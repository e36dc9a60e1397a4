import type { FastifyReply, FastifyRequest } from "fastify";
import { retryAfterSeconds } from "./auth.ts";
import { type CallbackPlan, runCallbackPlan } from "./callback-plan.ts";
import type { SandboxContext } from "./context.ts";
import type { Fault } from "./faults.ts";
import { type SimulatedResponse, sendResponse } from "./vendor.ts";

/** The response to a send. A rejected send has no callback plan. */
export type AcceptResult = { response: SimulatedResponse; callbackPlan?: CallbackPlan };

/** The vendor's own error responses. */
export type VendorFailures = { serverError: SimulatedResponse; rateLimited: SimulatedResponse };

/**
 * Handles a request that has an effect, and fails as the fault says. `accept` has the effect or rejects the request:
 * faults before it leave no effect, faults after it cannot undo one.
 */
export const respondWithFault = async (
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, failures, accept }: { fault: Fault; failures: VendorFailures; accept: () => AcceptResult },
): Promise<FastifyReply> => {
  if (fault === "refuse-500") return sendResponse(reply, failures.serverError);
  if (fault === "refuse-429")
    return sendResponse(reply, {
      ...failures.rateLimited,
      headers: { "retry-after": String(retryAfterSeconds), ...failures.rateLimited.headers },
    });
  if (fault === "refuse-hang") return reply.hijack();

  const { response, callbackPlan } = accept();
  const callbacksPosted = callbackPlan ? runCallbackPlan(callbackPlan, fault) : Promise.resolve();
  callbacksPosted.catch(() => {});
  if (response.status >= 400) return sendResponse(reply, response);
  switch (fault) {
    case "accept-cut":
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return reply;
    case "accept-hang":
      return reply.hijack();
    case "accept-500":
      return sendResponse(reply, failures.serverError);
    case "accept-drip":
      return sendByteByByte(context, reply, response);
    case "early-callback":
      await Promise.race([callbacksPosted, context.wait(5000)]).catch(() => {});
      return sendResponse(reply, response);
    default:
      return sendResponse(reply, response);
  }
};

const sendByteByByte = async (
  context: SandboxContext,
  reply: FastifyReply,
  { status, body, type }: SimulatedResponse,
) => {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  reply.hijack();
  const { raw } = reply;
  raw.on("error", () => {});
  raw.writeHead(status, {
    "content-type": type ?? "application/json; charset=utf-8",
    "content-length": bytes.length,
  });
  const delayMs = context.settings.dripMs / bytes.length;
  for (const byte of bytes) {
    if (raw.destroyed) return reply;
    raw.write(Buffer.from([byte]));
    await context.wait(delayMs);
  }
  raw.end();
  return reply;
};
