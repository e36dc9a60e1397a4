import type { FastifyInstance } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { respondWithFault } from "#sandbox/respond-with-fault.ts";
import { basicCredentials, bodyField, pathParam, queryParam, sendResponse } from "#sandbox/vendor.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import { receiveMessage } from "./inbound-message.ts";
import { messageResource, stripChannelPrefix, type TwilioMessage } from "./message.ts";
import { createSenderOptOuts } from "./opt-outs.ts";
import { acceptMessage, type MessagingContext } from "./outbound-message.ts";
import { createResourceStore } from "./resource-store.ts";
import {
  accountSid,
  listPage,
  matchesDateFilter,
  resourceNotFound,
  twilioApiVersion,
  twilioFailures,
} from "./rest-api.ts";

export const mountMessages = (
  app: FastifyInstance,
  context: SandboxContext,
  callbacks: TwilioCallbacks,
): void => {
  const messaging: MessagingContext = {
    context,
    callbacks,
    messages: createResourceStore<TwilioMessage>(),
    optOuts: createSenderOptOuts(),
  };
  for (const channel of ["sms", "whatsapp"] as const)
    context.carriers.set(`twilio/${channel}`, (message) => receiveMessage(messaging, channel, message));

  const base = `/${twilioApiVersion}/Accounts/:sid`;
  app.post(`${base}/Messages.json`, async (request, reply) => {
    const fault = context.faults.choose("twilio", {
      credential: basicCredentials(request)?.password,
      byRecipient: magicBehaviour(stripChannelPrefix(bodyField(request, "To") ?? "")).fault,
    });
    return respondWithFault(context, request, reply, {
      fault,
      failures: twilioFailures,
      accept: () => acceptMessage(messaging, request),
    });
  });
  app.get(`${base}/Messages.json`, async (request) => {
    const account = accountSid(request);
    const from = queryParam(request, "From");
    const matching = messaging.messages
      .list(queryParam(request, "To"))
      .filter(
        (message) =>
          message.account === account &&
          (from === undefined || message.from === from) &&
          matchesDateFilter(request, "DateSent", message.sentAt ?? message.createdAt),
      );
    return listPage(request, "messages", matching, messageResource);
  });
  app.get(`${base}/Messages/:message`, async (request, reply) => {
    const message = messaging.messages.find(pathParam(request, "message").replace(/\.json$/, ""));
    return message?.account === accountSid(request) && request.url.includes(".json")
      ? messageResource(message)
      : sendResponse(reply, resourceNotFound(request));
  });
};
