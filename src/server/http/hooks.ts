import type { FastifyInstance } from "fastify";
import type { Services } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { receive } from "#server/pipeline/receive.ts";
import { findHook } from "#server/store/endpoints.ts";

/** The one inbound door. A 202 leaves only after the event is committed. */
export const mountHooks = (server: FastifyInstance, { database, keyring, write }: Services): void => {
  // A scope of its own: here every content type is read, as bytes, for signatures cover bytes.
  server.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    door.post<{ Params: { token: string }; Querystring: Record<string, unknown> }>(
      "/hooks/:token",
      async (request, reply) => {
        const hook = await findHook(database.pool, keyring, request.params.token);
        if (!hook) throw new Problem("not_found");
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const received = await receive(write, hook, { headers: request.headers, query: request.query, body });
        if (received.ok) return reply.status(202).send({ id: received.eventId });
        if (received.reason === "inactive") throw new Problem("not_found");
        if (received.reason === "bad_body") throw new Problem("bad_json");
        throw new Problem("unauthenticated");
      },
    );
  });
};
