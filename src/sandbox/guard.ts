import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { trialNames, trials } from "./trials.ts";
import { type Answer, send } from "./vendor.ts";

/** How a vendor tells callers apart, and its own words for those it turns away. */
export type Door = {
  /** Every credential the request must carry; one that is absent is undefined. */
  credentials: (request: FastifyRequest) => readonly (string | undefined)[];
  /** `missing` when no credential came at all. */
  refuse: (request: FastifyRequest, missing: boolean) => Answer;
  limit: (request: FastifyRequest) => Answer;
  /** Success on the outside, an error within. Without it, the refusal comes with status 200. */
  lie?: (request: FastifyRequest) => Answer | undefined;
  unknown?: (request: FastifyRequest) => Answer;
};

export const retryAfterSeconds = 1;

/**
 * Words inside a credential choose what happens, so that a test needs no other channel to the vendor:
 * bad, rate, lies, and the trials. Any other credential is welcome.
 */
export const guard = (app: FastifyInstance, door: Door): void => {
  app.addHook("preHandler", async (request, reply) => {
    const credentials = door.credentials(request);
    const says = (word: string) => credentials.some((credential) => credential?.includes(word));
    for (const name of trialNames) {
      if (!says(name)) continue;
      await trials[name](request, reply);
      if (reply.sent) return reply;
    }
    if (says("rate")) return send(reply, limited(door.limit(request)));
    if (says("bad") || credentials.some((credential) => !credential))
      return send(reply, door.refuse(request, !credentials.some(Boolean)));
    if (!says("lies")) return;
    const lie = door.lie ? door.lie(request) : { ...door.refuse(request, false), status: 200 };
    if (lie) return send(reply, lie);
  });
  answerUnknown(app, door.unknown);
};

/** Paths the vendor does not have are its own to answer, and are seen in its ledger. */
export const answerUnknown = (
  app: FastifyInstance,
  unknown: (request: FastifyRequest) => Answer = () => ({ status: 404, body: { message: "Not Found" } }),
): void => {
  app.setNotFoundHandler((request, reply) => send(reply, unknown(request)));
};

/** For routes that find a credential wanting after all. */
export const turnAway = (door: Door, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send(reply, door.refuse(request, false));

const limited = (answer: Answer): Answer => ({
  ...answer,
  headers: { "retry-after": String(retryAfterSeconds), ...answer.headers },
});
