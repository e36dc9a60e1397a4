import type { FastifyInstance, FastifyRequest } from "fastify";
import type { OpenSpan, Tracing } from "#server/tracing.ts";

/**
 * Makes each request the first span of a trace with its request id. A `traceparent` of the caller is not taken over:
 * anybody could add to a trace of others, or have all of theirs recorded.
 */
export const mountTraces = (
  server: FastifyInstance,
  tracing: Tracing,
  untraced: ReadonlySet<string>,
): void => {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  server.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    const span = untraced.has(route)
      ? undefined
      : tracing.startFirst(`${request.method} ${route}`, request.id, {
          kind: "SERVER",
          // The pattern, because a path may contain a token.
          attributes: { "http.request.method": request.method, "http.route": route },
        });
    if (!span) return done();
    spans.set(request, span);
    span.run(done);
  });
  server.addHook("onResponse", async (request, reply) => {
    const { statusCode } = reply;
    spans
      .get(request)
      ?.end({ "http.response.status_code": statusCode }, statusCode >= 500 ? statusCode : undefined);
  });
};
