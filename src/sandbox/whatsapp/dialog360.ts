import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { carryOut } from "#sandbox/carry-out.ts";
import { type Door, guard } from "#sandbox/guard.ts";
import { magicOf } from "#sandbox/magic.ts";
import { templates } from "#sandbox/templates.ts";
import { type Answer, bodyOf, headerOf, send } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import { inboundBody, takeCloudMessage } from "./cloud.ts";
import { plus, receive } from "./network.ts";
import { createWebhook } from "./webhook.ts";

const failure = (status: number, message: string): Answer => ({
  status,
  body: { meta: { success: false, http_code: status, developer_message: message } },
});

const door: Door = {
  credentials: (request) => [headerOf(request, "d360-api-key")],
  refuse: () => failure(401, "Invalid api_key"),
  limit: () => failure(429, "Rate limit reached"),
  unknown: () => failure(404, "Not found"),
};
const failures = { broken: failure(502, "Upstream error"), limited: failure(429, "Rate limit reached") };

/** A key belongs to one number; the simulator has one for all keys. */
const phoneNumberId = "106455010000360";
const webhookSchema = z.object({ url: z.string(), headers: z.record(z.string(), z.string()).optional() });

export const mountDialog360 = (app: FastifyInstance, world: World): void => {
  const webhook = createWebhook(world, "360dialog");
  world.carriers.set("whatsapp/360dialog", async ({ customer, text }) => {
    const id = receive(world, "360dialog", { customer, business: phoneNumberId, text });
    await webhook.post(inboundBody(phoneNumberId, id, customer, text));
  });
  guard(app, door);
  app.get("/v1/configs/webhook", async () => {
    const { url = "", headers } = webhook.subscription() ?? {};
    return { url, ...(headers ? { headers } : {}) };
  });
  app.post("/v1/configs/webhook", async (request, reply) => {
    const read = webhookSchema.safeParse(request.body);
    if (!read.success) return send(reply, failure(400, "Invalid webhook"));
    const { url, headers } = read.data;
    webhook.subscribe(url === "" ? undefined : { url, ...(headers ? { headers } : {}) });
    return { url, ...(headers ? { headers } : {}) };
  });
  app.get("/v1/configs/templates", async () => ({
    count: templates.length,
    total: templates.length,
    waba_templates: templates.map(({ name, language, category, status, body }) => ({
      name,
      language,
      category,
      status: status.toLowerCase(),
      components: [{ type: "BODY", text: body }],
    })),
  }));
  app.post("/messages", async (request, reply) => {
    const fault = world.faults.choose("whatsapp", {
      credential: headerOf(request, "d360-api-key"),
      byNumber: magicOf(plus(bodyOf(request, "to") ?? "")).fault,
    });
    const line = { world, webhook, dialect: "360dialog" as const, phoneNumberId, refusesClosedWindow: true };
    return carryOut(world, request, reply, { fault, failures, take: () => takeCloudMessage(line, request) });
  });
};
