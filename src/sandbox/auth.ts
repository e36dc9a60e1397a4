import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failureModeNames, failureModes } from "./failure-modes.ts";
import { type SimulatedResponse, sendResponse } from "./vendor.ts";

/** How a vendor authenticates requests, and its error responses. */
export type VendorAuth = {
  /** Every credential the request must carry; undefined for an absent one. */
  credentials: (request: FastifyRequest) => readonly (string | undefined)[];
  /** `missing` is true when the request carries no credential at all. */
  unauthorized: (request: FastifyRequest, missing: boolean) => SimulatedResponse;
  rateLimited: (request: FastifyRequest) => SimulatedResponse;
  /** An error in a response with a success status. The default is `unauthorized` with status 200. */
  falseSuccess?: (request: FastifyRequest) => SimulatedResponse | undefined;
  notFound?: (request: FastifyRequest) => SimulatedResponse;
};

export const retryAfterSeconds = 1;

/**
 * Accepts any credential, except one that contains a keyword: `bad`, `rate`, `lies` or the name of a failure mode.
 * A test can thus choose the response without a second channel to the vendor.
 */
export const requireCredentials = (app: FastifyInstance, auth: VendorAuth): void => {
  app.addHook("preHandler", async (request, reply) => {
    const credentials = auth.credentials(request);
    const contains = (word: string) => credentials.some((credential) => credential?.includes(word));
    for (const name of failureModeNames) {
      if (!contains(name)) continue;
      await failureModes[name](request, reply);
      if (reply.sent) return reply;
    }
    if (contains("rate")) return sendResponse(reply, withRetryAfter(auth.rateLimited(request)));
    if (contains("bad") || credentials.some((credential) => !credential))
      return sendResponse(reply, auth.unauthorized(request, !credentials.some(Boolean)));
    if (!contains("lies")) return;
    const response = auth.falseSuccess
      ? auth.falseSuccess(request)
      : { ...auth.unauthorized(request, false), status: 200 };
    if (response) return sendResponse(reply, response);
  });
  handleUnknownPaths(app, auth.notFound);
};

/** Unknown paths get the vendor's own response, and the ledger lists them under the vendor. */
export const handleUnknownPaths = (
  app: FastifyInstance,
  notFound: (request: FastifyRequest) => SimulatedResponse = () => ({
    status: 404,
    body: { message: "Not Found" },
  }),
): void => {
  app.setNotFoundHandler((request, reply) => sendResponse(reply, notFound(request)));
};

/** For routes that check the credential themselves. */
export const sendUnauthorized = (
  auth: VendorAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => sendResponse(reply, auth.unauthorized(request, false));

const withRetryAfter = (response: SimulatedResponse): SimulatedResponse => ({
  ...response,
  headers: { "retry-after": String(retryAfterSeconds), ...response.headers },
});
