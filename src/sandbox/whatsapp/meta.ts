import type { FastifyInstance } from "fastify";
import { requireCredentials } from "#sandbox/auth.ts";
import type { SandboxContext } from "#sandbox/context.ts";
import { graphAuth, graphError, graphToken } from "#sandbox/graph-api.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { respondWithFault } from "#sandbox/respond-with-fault.ts";
import { bodyField, pathParam, sendResponse } from "#sandbox/vendor.ts";
import { acceptCloudMessage, acceptUpload, inboundPayload } from "./cloud-api.ts";
import { addPlus, receiveWhatsappMessage } from "./messages.ts";
import { mountTemplateReview } from "./template-review.ts";
import { createWhatsappWebhook } from "./webhook.ts";

const phoneNumberId = "106455010000001";

const phoneNumberResource = (id: string) => ({
  display_phone_number: "+1 787-555-0100",
  verified_name: "Faro Sandbox",
  quality_rating: "GREEN",
  id,
});

const metaFailures = {
  serverError: graphError(500, 131_000, "(#131000) Something went wrong"),
  rateLimited: graphError(429, 130_429, "(#130429) Rate limit hit"),
};

export const mountMeta = (app: FastifyInstance, context: SandboxContext): void => {
  const webhook = createWhatsappWebhook(context, "meta");
  context.carriers.set("whatsapp/meta", async ({ customer, business, text }) => {
    const id = receiveWhatsappMessage(context, "meta", { customer, business, text });
    await webhook.post(inboundPayload(business, id, customer, text));
  });
  requireCredentials(app, graphAuth);
  app.get("/:version/:phoneNumberId", async (request, reply) => {
    const id = pathParam(request, "phoneNumberId");
    if (!/^\d+$/.test(id))
      return sendResponse(
        reply,
        graphError(
          400,
          100,
          `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
          "GraphMethodException",
        ),
      );
    return phoneNumberResource(id);
  });
  app.get("/:version/:wabaId/phone_numbers", async () => ({ data: [phoneNumberResource(phoneNumberId)] }));
  app.get("/:version/:wabaId/message_templates", async () => ({
    data: context.templates.list().map(({ name, language, category, status, body }, index) => ({
      id: String(594_425_479_261_596 + index),
      name,
      language,
      category,
      status,
      components: [{ type: "BODY", text: body }],
    })),
    paging: { cursors: { before: "", after: "" } },
  }));
  mountTemplateReview(app, context, webhook);
  app.post("/:version/:phoneNumberId/messages", async (request, reply) => {
    const fault = context.faults.choose("whatsapp", {
      credential: graphToken(request),
      byRecipient: magicBehaviour(addPlus(bodyField(request, "to") ?? "")).fault,
    });
    const phoneNumberId = pathParam(request, "phoneNumberId");
    const number = { context, webhook, provider: "meta" as const, phoneNumberId, rejectsClosedWindow: false };
    return respondWithFault(context, request, reply, {
      fault,
      failures: metaFailures,
      accept: () => acceptCloudMessage(number, request),
    });
  });
  app.post("/:version/:phoneNumberId/media", async (request, reply) =>
    sendResponse(reply, acceptUpload(request)),
  );
  /** Meta verifies the address by a challenge before it registers it. */
  app.post("/:version/:wabaId/subscribed_apps", async (request, reply) => {
    const [url, token] = [bodyField(request, "override_callback_uri"), bodyField(request, "verify_token")];
    if (!url) return { success: true };
    const challenge = String(context.random.between(1e8, 1e9));
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.verify_token": token ?? "",
      "hub.challenge": challenge,
    });
    const verificationUrl = `${url}${url.includes("?") ? "&" : "?"}${query}`;
    const response = await context.callbacks.post({
      vendor: "whatsapp",
      url: verificationUrl,
      method: "GET",
      headers: {},
    });
    if (response?.status !== 200 || response.body !== challenge)
      return sendResponse(reply, graphError(400, 2200, "(#2200) Callback verification failed"));
    webhook.subscribe({ url });
    return { success: true };
  });
};
