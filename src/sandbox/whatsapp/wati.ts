import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { type AcceptResult, respondWithFault } from "#sandbox/respond-with-fault.ts";
import { bearerToken, bodyField, pathParam, queryParam } from "#sandbox/vendor.ts";
import { fillVendorTemplate, vendorTemplates } from "#sandbox/whatsapp-templates.ts";
import {
  acceptWhatsappMessage,
  magicError,
  newWamid,
  onlyDigits,
  receiveWhatsappMessage,
  toE164,
  unixSeconds,
  type WhatsappStatus,
} from "./messages.ts";
import { createWhatsappWebhook, type WhatsappWebhook } from "./webhook.ts";

// People paste the token together with its scheme.
const accessToken = (request: FastifyRequest) => bearerToken(request)?.replace(/^Bearer\s+/i, "");

const auth: VendorAuth = {
  credentials: (request) => [accessToken(request)],
  unauthorized: () => ({ status: 401, type: "text/plain", body: "" }),
  rateLimited: () => ({ status: 429, body: { result: false, info: "Too many requests" } }),
  falseSuccess: () => ({ status: 200, body: { result: false, info: "Tenant is not active" } }),
};
const failures = {
  serverError: { status: 500, type: "text/plain", body: "Internal Server Error" },
  rateLimited: { status: 429, body: { result: false, info: "Too many requests" } },
};

const business = "17875550100";

/** A failure comes with status 200 too. */
const refused = (info: string): AcceptResult => ({
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
  { text, template }: { text: string; template: string | null },
): AcceptResult => {
  const found = magicError(to);
  if (to.length < 7 || to.length > 15 || found?.at === "once") return refused("Invalid WhatsApp number");
  if (template === null && !context.serviceWindows.isOpen(business, to))
    return refused("Ticket has been expired. Customer has not messaged within 24 hours");
  const message = {
    id: newWamid(),
    provider: "wati" as const,
    business,
    to,
    text,
    template,
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
      found?.trouble,
      async (told, status, trouble, forged) => {
        const named =
          status === "failed" ? "templateMessageFailed" : template ? "templateMessageSent_v2" : undefined;
        const eventType = statusEventTypes[status] ?? named;
        if (!eventType) return;
        await webhook.post(
          {
            eventType,
            id: randomBytes(12).toString("hex"),
            whatsappMessageId: told.id,
            waId: told.to,
            statusString: status.toUpperCase(),
            timestamp: unixSeconds(),
            type: template ? "template" : "text",
            ...(trouble ? { failedCode: String(trouble.code), failedDetail: trouble.title } : {}),
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

  const carry = (request: FastifyRequest, reply: FastifyReply, to: string, take: () => AcceptResult) => {
    const byNumber = magicBehaviour(toE164(to)).fault;
    const fault = context.faults.choose("whatsapp", { credential: accessToken(request), byNumber });
    return respondWithFault(context, request, reply, { fault, failures, take });
  };
  // A tenant's address may or may not name the tenant.
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
      return carry(request, reply, to, () => {
        const text = queryParam(request, "messageText") ?? bodyField(request, "messageText");
        if (!text) return refused("messageText is required");
        return acceptText(context, webhook, request, to, { text, template: null });
      });
    });
    app.post(`${tenant}/api/v1/sendTemplateMessage`, async (request, reply) => {
      const to = onlyDigits(queryParam(request, "whatsappNumber") ?? "");
      return carry(request, reply, to, () => {
        const read = templateSchema.safeParse(request.body);
        if (!read.success) return refused("template_name and broadcast_name are required");
        const { template_name: name, parameters } = read.data;
        // WATI names no language: it is part of the name, or the first is meant.
        const template = vendorTemplates.find(
          (one) => [one.name, `${one.name}_${one.language}`].includes(name) && one.status === "APPROVED",
        );
        if (!template) return refused(`Template ${name} is not found or not approved`);
        const values = parameters.map(({ value }) => value);
        if (values.length !== template.variableCount)
          return refused("The number of parameters does not match");
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
