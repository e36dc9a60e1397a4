import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failureModeNames, failureModes } from "./failure-modes.ts";
import { sendResponse, type VendorResponse } from "./vendor.ts";

/** How a vendor tells callers apart, and its own words for those it turns away. */
export type VendorAuth = {
  /** Every credential the request must carry; one that is absent is undefined. */
  credentials: (request: FastifyRequest) => readonly (string | undefined)[];
  /** `missing` when no credential came at all. */
  unauthorized: (request: FastifyRequest, missing: boolean) => VendorResponse;
  rateLimited: (request: FastifyRequest) => VendorResponse;
  /** Success on the outside, an error within. Without it, the refusal comes with status 200. */
  falseSuccess?: (request: FastifyRequest) => VendorResponse | undefined;
  notFound?: (request: FastifyRequest) => VendorResponse;
};

export const retryAfterSeconds = 1;

/**
 * Words inside a credential choose what happens, so that a test needs no other channel to the vendor:
 * bad, rate, lies, and the trials. Any other credential is welcome.
 */
export const requireCredentials = (app: FastifyInstance, door: VendorAuth): void => {
  app.addHook("preHandler", async (request, reply) => {
    const credentials = door.credentials(request);
    const says = (word: string) => credentials.some((credential) => credential?.includes(word));
    for (const name of failureModeNames) {
      if (!says(name)) continue;
      await failureModes[name](request, reply);
      if (reply.sent) return reply;
    }
    if (says("rate")) return sendResponse(reply, withRetryAfter(door.rateLimited(request)));
    if (says("bad") || credentials.some((credential) => !credential))
      return sendResponse(reply, door.unauthorized(request, !credentials.some(Boolean)));
    if (!says("lies")) return;
    const lie = door.falseSuccess
      ? door.falseSuccess(request)
      : { ...door.unauthorized(request, false), status: 200 };
    if (lie) return sendResponse(reply, lie);
  });
  handleUnknownPaths(app, door.notFound);
};

/** Paths the vendor does not have are its own to answer, and are seen in its ledger. */
export const handleUnknownPaths = (
  app: FastifyInstance,
  unknown: (request: FastifyRequest) => VendorResponse = () => ({
    status: 404,
    body: { message: "Not Found" },
  }),
): void => {
  app.setNotFoundHandler((request, reply) => sendResponse(reply, unknown(request)));
};

/** For routes that find a credential wanting after all. */
export const sendUnauthorized = (
  door: VendorAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => sendResponse(reply, door.unauthorized(request, false));

const withRetryAfter = (answer: VendorResponse): VendorResponse => ({
  ...answer,
  headers: { "retry-after": String(retryAfterSeconds), ...answer.headers },
});
