import type { FastifyReply, FastifyRequest } from "fastify";
import { retryAfterSeconds } from "./auth.ts";
import { type CallbackPlan, runCallbackPlan } from "./callback-plan.ts";
import type { SandboxContext } from "./context.ts";
import type { Fault } from "./faults.ts";
import { sendResponse, type VendorResponse } from "./vendor.ts";

/** What a vendor does with a request once it has taken it. */
export type AcceptResult = { response: VendorResponse; callbackPlan?: CallbackPlan };

/** The vendor's own words for its failures. */
export type VendorFailures = { serverError: VendorResponse; rateLimited: VendorResponse };

/**
 * Carries out a request that has an effect, as well or badly as the fault says. `take` has the effect, or refuses by
 * an answer without an announcement; everything before it is without effect, everything after it is too late.
 */
export const respondWithFault = async (
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, failures, take }: { fault: Fault; failures: VendorFailures; take: () => AcceptResult },
): Promise<FastifyReply> => {
  if (fault === "refuse-500") return sendResponse(reply, failures.serverError);
  if (fault === "refuse-429")
    return sendResponse(reply, {
      ...failures.rateLimited,
      headers: { "retry-after": String(retryAfterSeconds), ...failures.rateLimited.headers },
    });
  if (fault === "refuse-hang") return reply.hijack();

  const { response: answer, callbackPlan: announcement } = take();
  const told = announcement ? runCallbackPlan(announcement, fault) : Promise.resolve();
  told.catch(() => {});
  if (answer.status >= 400) return sendResponse(reply, answer);
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
      return sendByteByByte(context, reply, answer);
    case "early-callback":
      await Promise.race([told, context.wait(5000)]).catch(() => {});
      return sendResponse(reply, answer);
    default:
      return sendResponse(reply, answer);
  }
};

/** The answer is right, but takes its time: a byte now and then. */
const sendByteByByte = async (
  context: SandboxContext,
  reply: FastifyReply,
  { status, body, type }: VendorResponse,
) => {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  reply.hijack();
  const { raw } = reply;
  raw.on("error", () => {});
  raw.writeHead(status, {
    "content-type": type ?? "application/json; charset=utf-8",
    "content-length": bytes.length,
  });
  const pause = context.settings.dripMs / bytes.length;
  for (const byte of bytes) {
    if (raw.destroyed) return reply;
    raw.write(Buffer.from([byte]));
    await context.wait(pause);
  }
  raw.end();
  return reply;
};
