import type { FastifyReply, FastifyRequest } from "fastify";
import type { Fault } from "./faults.ts";
import { retryAfterSeconds } from "./guard.ts";
import { type Announcement, announce } from "./notices.ts";
import { type Answer, send } from "./vendor.ts";
import type { World } from "./world.ts";

/** What a vendor does with a request once it has taken it. */
export type Taken = { answer: Answer; announcement?: Announcement };

/** The vendor's own words for its failures. */
export type Failures = { broken: Answer; limited: Answer };

/**
 * Carries out a request that has an effect, as well or badly as the fault says. `take` has the effect, or refuses by
 * an answer without an announcement; everything before it is without effect, everything after it is too late.
 */
export const carryOut = async (
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, failures, take }: { fault: Fault; failures: Failures; take: () => Taken },
): Promise<FastifyReply> => {
  if (fault === "refuse-500") return send(reply, failures.broken);
  if (fault === "refuse-429")
    return send(reply, {
      ...failures.limited,
      headers: { "retry-after": String(retryAfterSeconds), ...failures.limited.headers },
    });
  if (fault === "refuse-hang") return reply.hijack();

  const { answer, announcement } = take();
  const told = announcement ? announce(announcement, fault) : Promise.resolve();
  told.catch(() => {});
  if (answer.status >= 400) return send(reply, answer);
  switch (fault) {
    case "accept-cut":
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return reply;
    case "accept-hang":
      return reply.hijack();
    case "accept-500":
      return send(reply, failures.broken);
    case "accept-drip":
      return drip(world, reply, answer);
    case "early-callback":
      await Promise.race([told, world.wait(5000)]).catch(() => {});
      return send(reply, answer);
    default:
      return send(reply, answer);
  }
};

/** The answer is right, but takes its time: a byte now and then. */
const drip = async (world: World, reply: FastifyReply, { status, body, type }: Answer) => {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  reply.hijack();
  const { raw } = reply;
  raw.on("error", () => {});
  raw.writeHead(status, {
    "content-type": type ?? "application/json; charset=utf-8",
    "content-length": bytes.length,
  });
  const pause = world.settings.dripMs / bytes.length;
  for (const byte of bytes) {
    if (raw.destroyed) return reply;
    raw.write(Buffer.from([byte]));
    await world.wait(pause);
  }
  raw.end();
  return reply;
};
