import { request as ask } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ApiServices } from "#server/api/handler.ts";
import { Problem } from "#server/api/problem.ts";
import { authorize } from "./mount-api.ts";

/** Of what the browser sends, the simulator needs no more; our session least of all. */
const passedOn = ["accept", "content-type", "accept-language", "last-event-id"];

/**
 * The phone of the sandbox, for people who are signed in: passes on to our own simulator on this machine and to
 * nowhere else. Not by way of egress, because the phone is told what arrives as it arrives.
 */
export const mountSandboxProxy = (server: FastifyInstance, services: ApiServices): void => {
  const { sandboxUrl } = services;
  if (sandboxUrl === undefined) return;
  const origin = new URL(sandboxUrl);

  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const reads = request.method === "GET" || request.method === "HEAD";
    const page = reads && /^\/sandbox\/?(\?|$)/.test(request.url);
    try {
      await authorize(reads ? "viewer" : "operator", services, request);
    } catch (error) {
      if (page && error instanceof Problem && error.code === "unauthenticated") return reply.redirect("/");
      throw error;
    }
    const headers = Object.fromEntries(
      passedOn.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    );
    const body = reads ? undefined : JSON.stringify(request.body ?? {});
    reply.hijack();
    const { raw } = reply;
    const onward = ask(
      { host: origin.hostname, port: origin.port, path: request.url, method: request.method, headers },
      (answer) => {
        raw.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(raw);
      },
    );
    onward.on("error", () => {
      if (!raw.headersSent) raw.writeHead(502);
      raw.end();
    });
    raw.on("close", () => onward.destroy());
    onward.end(body);
    return reply;
  };
  for (const url of ["/sandbox", "/sandbox/*"]) {
    server.route({ method: ["GET", "POST"], url, handler: pass, exposeHeadRoute: false });
  }
};
