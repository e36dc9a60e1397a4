import { request as sendRequest } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mayUse } from "#domain/access/areas.ts";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { authorizeSession } from "./authorize.ts";

/** The session cookie is not forwarded. */
const forwardedHeaders = ["accept", "content-type", "accept-language", "last-event-id"];

/**
 * Forwards requests of signed-in users to the simulator on this machine. It does not use egress, because the
 * simulator's phone needs streamed responses.
 */
export const mountSandboxProxy = (server: FastifyInstance, services: ApiServices): void => {
  const { sandboxUrl } = services;
  if (sandboxUrl === undefined) return;
  const simulators = new URL(sandboxUrl);

  const forward = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isPage = isRead && /^\/sandbox\/?(\?|$)/.test(request.url);
    try {
      const access = isRead ? "viewer" : "operator";
      const signedIn = await authorizeSession({ access, area: "integrations" }, services, request);
      // What the simulators hold are conversations with customers.
      if (!signedIn || !mayUse(signedIn.user.permissions, { access, area: "inbox" }))
        throw new Problem("forbidden");
    } catch (error) {
      if (isPage && error instanceof Problem && error.code === "unauthenticated") return reply.redirect("/");
      throw error;
    }
    const headers = Object.fromEntries(
      forwardedHeaders.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    );
    const body = isRead ? undefined : JSON.stringify(request.body ?? {});
    reply.hijack();
    const { raw } = reply;
    const upstream = sendRequest(
      {
        host: simulators.hostname,
        port: simulators.port,
        // The secret of the simulators comes first.
        path: simulators.pathname.replace(/\/$/, "") + request.url,
        method: request.method,
        headers,
      },
      (response) => {
        raw.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(raw);
      },
    );
    upstream.on("error", () => {
      if (!raw.headersSent) raw.writeHead(502);
      raw.end();
    });
    raw.on("close", () => upstream.destroy());
    upstream.end(body);
    return reply;
  };
  for (const url of ["/sandbox", "/sandbox/*"]) {
    server.route({ method: ["GET", "POST"], url, handler: forward, exposeHeadRoute: false });
  }
};
