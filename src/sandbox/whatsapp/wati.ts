import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import type { SimulatedFile } from "#sandbox/file-store.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { type AcceptResult, respondWithFault } from "#sandbox/respond-with-fault.ts";
import { bodyField, pathParam, queryParam, requestBearerToken } from "#sandbox/vendor.ts";
import { fillVendorTemplate, vendorTemplates } from "#sandbox/whatsapp-templates.ts";
import {
  acceptWhatsappMessage,
  addPlus,
  magicError,
  newWamid,
  onlyDigits,
  receiveWhatsappMessage,
  unixSeconds,
  type WhatsappStatus,
} from "./messages.ts";
import { createWhatsappWebhook, type WhatsappWebhook } from "./webhook.ts";

// Users paste the token together with its scheme.
const accessToken = (request: FastifyRequest) => requestBearerToken(request)?.replace(/^Bearer\s+/i, "");

const auth: VendorAuth = {
  credentials: (request) => [accessToken(request)],
  unauthorized: () => ({ status: 401, type: "text/plain", body: "" }),
  rateLimited: () => ({ status: 429, body: { result: false, info: "Too many requests" } }),
  falseSuccess: () => ({ status: 200, body: { result: false, info: "Tenant is not active" } }),
};
const watiFailures = {
  serverError: { status: 500, type: "text/plain", body: "Internal Server Error" },
  rateLimited: { status: 429, body: { result: false, info: "Too many requests" } },
};

const business = "17875550100";

/** WATI reports rejections with status 200. */
const rejected = (info: string): AcceptResult => ({
  response: { status: 200, body: { result: false, info } },
});

const templateSchema = z.object({
  template_name: z.string(),
  broadcast_name: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});

const statusEventTypes: Partial<Record<WhatsappStatus, string>> = {
  delivered: "sentMessageDELIVERED_v2",
  read: "sentMessageREAD_v2",
};

const acceptText = (
  context: SandboxContext,
  webhook: WhatsappWebhook,
  request: FastifyRequest,
  to: string,
  { text, template, file }: { text: string; template: string | null; file?: SimulatedFile },
): AcceptResult => {
  const magic = magicError(to);
  if (to.length < 7 || to.length > 15 || magic?.when === "immediately")
    return rejected("Invalid WhatsApp number");
  if (template === null && !context.serviceWindows.isOpen(business, to))
    return rejected("Ticket has been expired. Customer has not messaged within 24 hours");
  const message = {
    id: newWamid(),
    provider: "wati" as const,
    business,
    to,
    text,
    template,
    ...(file ? { file } : {}),
    callbackData: null,
    at: Date.now(),
  };
  return {
    response: {
      status: 200,
      body: { result: true, info: "", message: { whatsappMessageId: message.id, text, type: "text" } },
    },
    callbackPlan: acceptWhatsappMessage(
      context,
      context.ledger.entryFor(request),
      message,
      magic?.error,
      async (posted, status, error, forged) => {
        const templateEventType =
          status === "failed" ? "templateMessageFailed" : template ? "templateMessageSent_v2" : undefined;
        const eventType = statusEventTypes[status] ?? templateEventType;
        if (!eventType) return;
        await webhook.post(
          {
            eventType,
            id: randomBytes(12).toString("hex"),
            whatsappMessageId: posted.id,
            waId: posted.to,
            statusString: status.toUpperCase(),
            timestamp: unixSeconds(),
            type: template ? "template" : "text",
            ...(error ? { failedCode: String(error.code), failedDetail: error.title } : {}),
          },
          forged,
        );
      },
    ),
  };
};

export const mountWati = (app: FastifyInstance, context: SandboxContext): void => {
  const webhook = createWhatsappWebhook(context, "wati");
  context.carriers.set("whatsapp/wati", async ({ customer, text }) => {
    const whatsappMessageId = receiveWhatsappMessage(context, "wati", { customer, business, text });
    await webhook.post({
      eventType: "message",
      owner: false,
      id: randomBytes(12).toString("hex"),
      whatsappMessageId,
      waId: onlyDigits(customer),
      senderName: "Cliente",
      text,
      type: "text",
      conversationId: onlyDigits(customer),
      ticketId: onlyDigits(customer),
      timestamp: unixSeconds(),
      channelPhoneNumber: business,
    });
  });
  requireCredentials(app, auth);

  const respond = (request: FastifyRequest, reply: FastifyReply, to: string, accept: () => AcceptResult) => {
    const byRecipient = magicBehaviour(addPlus(to)).fault;
    const fault = context.faults.choose("whatsapp", { credential: accessToken(request), byRecipient });
    return respondWithFault(context, request, reply, { fault, failures: watiFailures, accept });
  };
  // The tenant in the path is optional.
  for (const tenant of ["", "/:tenant"]) {
    app.get(`${tenant}/api/v1/getContacts`, async () => contacts);
    app.get(`${tenant}/api/v1/getMessageTemplates`, async () => ({
      result: "success",
      messageTemplates: vendorTemplates.map(({ name, language, category, status, body }) => ({
        elementName: `${name}_${language}`,
        category,
        status,
        body,
        language: { key: language },
      })),
    }));
    app.post(`${tenant}/api/v1/sendSessionMessage/:number`, async (request, reply) => {
      const to = onlyDigits(pathParam(request, "number"));
      return respond(request, reply, to, () => {
        const text = queryParam(request, "messageText") ?? bodyField(request, "messageText");
        if (!text) return rejected("messageText is required");
        return acceptText(context, webhook, request, to, { text, template: null });
      });
    });
    app.post(`${tenant}/api/v1/sendSessionFile/:number`, async (request, reply) => {
      const to = onlyDigits(pathParam(request, "number"));
      return respond(request, reply, to, () => {
        const { file } = (request.body ?? {}) as { file?: SimulatedFile };
        if (!file) return rejected("file is required");
        const text = queryParam(request, "caption") ?? "";
        return acceptText(context, webhook, request, to, { text, template: null, file });
      });
    });
    app.post(`${tenant}/api/v1/sendTemplateMessage`, async (request, reply) => {
      const to = onlyDigits(queryParam(request, "whatsappNumber") ?? "");
      return respond(request, reply, to, () => {
        const parsed = templateSchema.safeParse(request.body);
        if (!parsed.success) return rejected("template_name and broadcast_name are required");
        const { template_name: name, parameters } = parsed.data;
        // WATI sends no language: the name contains it, or the first language is used.
        const template = vendorTemplates.find(
          (candidate) =>
            [candidate.name, `${candidate.name}_${candidate.language}`].includes(name) &&
            candidate.status === "APPROVED",
        );
        if (!template) return rejected(`Template ${name} is not found or not approved`);
        const values = parameters.map(({ value }) => value);
        if (values.length !== template.variableCount)
          return rejected("The number of parameters does not match");
        return acceptText(context, webhook, request, to, {
          text: fillVendorTemplate(template, values),
          template: name,
        });
      });
    });
  }
};

const contacts = {
  result: "success",
  contact_list: [
    {
      id: "sandbox1",
      wAid: "17875550199",
      fullName: "Ana Rivera",
      phone: "17875550199",
      contactStatus: "VALID",
    },
  ],
  link: { prevPage: null, nextPage: null, pageNumber: 1, pageSize: 1, total: 1 },
};
