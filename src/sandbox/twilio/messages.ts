import type { FastifyInstance } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { respondWithFault } from "#sandbox/respond-with-fault.ts";
import { basicCredentials, bodyField, pathParam, queryParam, sendResponse } from "#sandbox/vendor.ts";
import type { TwilioCallbacks } from "./callbacks.ts";
import { receiveMessage } from "./inbound-message.ts";
import { createMessages, messageResource, stripChannelPrefix } from "./message.ts";
import { createSenderOptOuts } from "./opt-outs.ts";
import { acceptMessage, type MessagingContext } from "./outbound-message.ts";
import { accountSid, listPage, matchesDateFilter, twilioApiVersion, twilioError } from "./rest-api.ts";

export const twilioFailures = {
  serverError: twilioError(500, 20_500, "Internal Server Error"),
  rateLimited: twilioError(429, 20_429, "Too Many Requests"),
};

export const mountMessages = (
  app: FastifyInstance,
  context: SandboxContext,
  callbacks: TwilioCallbacks,
): void => {
  const messaging: MessagingContext = {
    context,
    callbacks,
    messages: createMessages(),
    optOuts: createSenderOptOuts(),
  };
  for (const channel of ["sms", "whatsapp"] as const)
    context.carriers.set(`twilio/${channel}`, (reply) => receiveMessage(messaging, channel, reply));

  const base = `/${twilioApiVersion}/Accounts/:sid`;
  app.post(`${base}/Messages.json`, async (request, reply) => {
    const fault = context.faults.choose("twilio", {
      credential: basicCredentials(request)?.password,
      byNumber: magicBehaviour(stripChannelPrefix(bodyField(request, "To") ?? "")).fault,
    });
    return respondWithFault(context, request, reply, {
      fault,
      failures: twilioFailures,
      take: () => acceptMessage(messaging, request),
    });
  });
  app.get(`${base}/Messages.json`, async (request) => {
    const account = accountSid(request);
    const from = queryParam(request, "From");
    const found = messaging.messages
      .list(queryParam(request, "To"))
      .filter(
        (message) =>
          message.account === account &&
          (from === undefined || message.from === from) &&
          matchesDateFilter(request, "DateSent", message.sentAt ?? message.createdAt),
      );
    return listPage(request, "messages", found, messageResource);
  });
  app.get(`${base}/Messages/:message`, async (request, reply) => {
    const message = messaging.messages.find(pathParam(request, "message").replace(/\.json$/, ""));
    return message?.account === accountSid(request) && request.url.includes(".json")
      ? messageResource(message)
      : sendResponse(
          reply,
          twilioError(
            404,
            20_404,
            `The requested resource ${request.url.slice("/twilio".length)} was not found`,
          ),
        );
  });
};
