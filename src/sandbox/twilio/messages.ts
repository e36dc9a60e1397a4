import type { FastifyInstance } from "fastify";
import { carryOut } from "#sandbox/carry-out.ts";
import { magicOf } from "#sandbox/magic.ts";
import { basicOf, bodyOf, paramOf, queryOf, send } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import { receiveMessage } from "./incoming.ts";
import type { Line } from "./line.ts";
import { bare, createMessages, showMessage } from "./message.ts";
import { createOptOuts } from "./opt-outs.ts";
import { type Desk, takeMessage } from "./outgoing.ts";
import { failure, isWithin, pageOf, sidOf, version } from "./resource.ts";

export const failures = {
  broken: failure(500, 20_500, "Internal Server Error"),
  limited: failure(429, 20_429, "Too Many Requests"),
};

export const mountMessages = (app: FastifyInstance, world: World, line: Line): void => {
  const desk: Desk = { world, line, messages: createMessages(), optOuts: createOptOuts() };
  for (const channel of ["sms", "whatsapp"] as const)
    world.carriers.set(`twilio/${channel}`, (reply) => receiveMessage(desk, channel, reply));

  const base = `/${version}/Accounts/:sid`;
  app.post(`${base}/Messages.json`, async (request, reply) => {
    const fault = world.faults.choose("twilio", {
      credential: basicOf(request)?.password,
      byNumber: magicOf(bare(bodyOf(request, "To") ?? "")).fault,
    });
    return carryOut(world, request, reply, { fault, failures, take: () => takeMessage(desk, request) });
  });
  app.get(`${base}/Messages.json`, async (request) => {
    const account = sidOf(request);
    const from = queryOf(request, "From");
    const found = desk.messages
      .list(queryOf(request, "To"))
      .filter(
        (message) =>
          message.account === account &&
          (from === undefined || message.from === from) &&
          isWithin(request, "DateSent", message.sentAt ?? message.createdAt),
      );
    return pageOf(request, "messages", found, showMessage);
  });
  app.get(`${base}/Messages/:message`, async (request, reply) => {
    const message = desk.messages.find(paramOf(request, "message").replace(/\.json$/, ""));
    return message?.account === sidOf(request) && request.url.includes(".json")
      ? showMessage(message)
      : send(
          reply,
          failure(404, 20_404, `The requested resource ${request.url.slice("/twilio".length)} was not found`),
        );
  });
};
