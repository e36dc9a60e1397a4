import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { requireCredentials, type VendorAuth } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { respondWithFault } from "#sandbox/respond-with-fault.ts";
import { bodyField, requestHeader, type SimulatedResponse, sendResponse } from "#sandbox/vendor.ts";
import { vendorTemplates } from "#sandbox/whatsapp-templates.ts";
import { acceptCloudMessage, acceptUpload, inboundPayload } from "./cloud-api.ts";
import { addPlus, receiveWhatsappMessage } from "./messages.ts";
import { createWhatsappWebhook } from "./webhook.ts";

const dialog360Error = (status: number, message: string): SimulatedResponse => ({
  status,
  body: { meta: { success: false, http_code: status, developer_message: message } },
});

const auth: VendorAuth = {
  credentials: (request) => [requestHeader(request, "d360-api-key")],
  unauthorized: () => dialog360Error(401, "Invalid api_key"),
  rateLimited: () => dialog360Error(429, "Rate limit reached"),
  notFound: () => dialog360Error(404, "Not found"),
};
const dialog360Failures = {
  serverError: dialog360Error(502, "Upstream error"),
  rateLimited: dialog360Error(429, "Rate limit reached"),
};

/** The simulator has one number for all keys. */
const phoneNumberId = "106455010000360";
const webhookSchema = z.object({ url: z.string(), headers: z.record(z.string(), z.string()).optional() });

export const mountDialog360 = (app: FastifyInstance, context: SandboxContext): void => {
  const webhook = createWhatsappWebhook(context, "360dialog");
  context.carriers.set("whatsapp/360dialog", async ({ customer, text }) => {
    const id = receiveWhatsappMessage(context, "360dialog", { customer, business: phoneNumberId, text });
    await webhook.post(inboundPayload(phoneNumberId, id, customer, text));
  });
  requireCredentials(app, auth);
  app.get("/v1/configs/webhook", async () => {
    const { url = "", headers } = webhook.subscription() ?? {};
    return { url, ...(headers ? { headers } : {}) };
  });
  app.post("/v1/configs/webhook", async (request, reply) => {
    const parsed = webhookSchema.safeParse(request.body);
    if (!parsed.success) return sendResponse(reply, dialog360Error(400, "Invalid webhook"));
    const { url, headers } = parsed.data;
    webhook.subscribe(url === "" ? undefined : { url, ...(headers ? { headers } : {}) });
    return { url, ...(headers ? { headers } : {}) };
  });
  app.get("/v1/configs/templates", async () => ({
    count: vendorTemplates.length,
    total: vendorTemplates.length,
    waba_templates: vendorTemplates.map(({ name, language, category, status, body }) => ({
      name,
      language,
      category,
      status: status.toLowerCase(),
      components: [{ type: "BODY", text: body }],
    })),
  }));
  app.post("/media", async (request, reply) => sendResponse(reply, acceptUpload(request)));
  app.post("/messages", async (request, reply) => {
    const fault = context.faults.choose("whatsapp", {
      credential: requestHeader(request, "d360-api-key"),
      byRecipient: magicBehaviour(addPlus(bodyField(request, "to") ?? "")).fault,
    });
    const number = {
      context,
      webhook,
      provider: "360dialog" as const,
      phoneNumberId,
      rejectsClosedWindow: true,
    };
    return respondWithFault(context, request, reply, {
      fault,
      failures: dialog360Failures,
      accept: () => acceptCloudMessage(number, request),
    });
  });
};
