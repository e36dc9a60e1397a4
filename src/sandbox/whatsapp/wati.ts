import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { carryOut, type Taken } from "#sandbox/carry-out.ts";
import { type Door, guard } from "#sandbox/guard.ts";
import { magicOf } from "#sandbox/magic.ts";
import { fillTemplate, templates } from "#sandbox/templates.ts";
import { bearerOf, bodyOf, paramOf, queryOf } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import {
  digitsOf,
  newWamid,
  nowSeconds,
  plus,
  receive,
  type Status,
  transmit,
  troubleOf,
} from "./network.ts";
import { createWebhook, type Webhook } from "./webhook.ts";

// People paste the token together with its scheme.
const tokenOf = (request: FastifyRequest) => bearerOf(request)?.replace(/^Bearer\s+/i, "");

const door: Door = {
  credentials: (request) => [tokenOf(request)],
  refuse: () => ({ status: 401, type: "text/plain", body: "" }),
  limit: () => ({ status: 429, body: { result: false, info: "Too many requests" } }),
  lie: () => ({ status: 200, body: { result: false, info: "Tenant is not active" } }),
};
const failures = {
  broken: { status: 500, type: "text/plain", body: "Internal Server Error" },
  limited: { status: 429, body: { result: false, info: "Too many requests" } },
};

const business = "17875550100";

/** A failure comes with status 200 too. */
const refused = (info: string): Taken => ({ answer: { status: 200, body: { result: false, info } } });

const templateSchema = z.object({
  template_name: z.string(),
  broadcast_name: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});

const sent: Partial<Record<Status, string>> = {
  delivered: "sentMessageDELIVERED_v2",
  read: "sentMessageREAD_v2",
};

const takeText = (
  world: World,
  webhook: Webhook,
  request: FastifyRequest,
  to: string,
  { text, template }: { text: string; template: string | null },
): Taken => {
  const found = troubleOf(to);
  if (to.length < 7 || to.length > 15 || found?.at === "once") return refused("Invalid WhatsApp number");
  if (template === null && !world.windows.isOpen(business, to))
    return refused("Ticket has been expired. Customer has not messaged within 24 hours");
  const message = {
    id: newWamid(),
    dialect: "wati" as const,
    business,
    to,
    text,
    template,
    opaque: null,
    at: Date.now(),
  };
  return {
    answer: {
      status: 200,
      body: { result: true, info: "", message: { whatsappMessageId: message.id, text, type: "text" } },
    },
    announcement: transmit(
      world,
      world.ledger.entryOf(request),
      message,
      found?.trouble,
      async (told, status, trouble, forged) => {
        const named =
          status === "failed" ? "templateMessageFailed" : template ? "templateMessageSent_v2" : undefined;
        const eventType = sent[status] ?? named;
        if (!eventType) return;
        await webhook.post(
          {
            eventType,
            id: randomBytes(12).toString("hex"),
            whatsappMessageId: told.id,
            waId: told.to,
            statusString: status.toUpperCase(),
            timestamp: nowSeconds(),
            type: template ? "template" : "text",
            ...(trouble ? { failedCode: String(trouble.code), failedDetail: trouble.title } : {}),
          },
          forged,
        );
      },
    ),
  };
};

export const mountWati = (app: FastifyInstance, world: World): void => {
  const webhook = createWebhook(world, "wati");
  world.carriers.set("whatsapp/wati", async ({ customer, text }) => {
    const whatsappMessageId = receive(world, "wati", { customer, business, text });
    await webhook.post({
      eventType: "message",
      owner: false,
      id: randomBytes(12).toString("hex"),
      whatsappMessageId,
      waId: digitsOf(customer),
      senderName: "Cliente",
      text,
      type: "text",
      conversationId: digitsOf(customer),
      ticketId: digitsOf(customer),
      timestamp: nowSeconds(),
      channelPhoneNumber: business,
    });
  });
  guard(app, door);

  const carry = (request: FastifyRequest, reply: FastifyReply, to: string, take: () => Taken) => {
    const byNumber = magicOf(plus(to)).fault;
    const fault = world.faults.choose("whatsapp", { credential: tokenOf(request), byNumber });
    return carryOut(world, request, reply, { fault, failures, take });
  };
  // A tenant's address may or may not name the tenant.
  for (const tenant of ["", "/:tenant"]) {
    app.get(`${tenant}/api/v1/getContacts`, async () => contacts);
    app.get(`${tenant}/api/v1/getMessageTemplates`, async () => ({
      result: "success",
      messageTemplates: templates.map(({ name, language, category, status, body }) => ({
        elementName: `${name}_${language}`,
        category,
        status,
        body,
        language: { key: language },
      })),
    }));
    app.post(`${tenant}/api/v1/sendSessionMessage/:number`, async (request, reply) => {
      const to = digitsOf(paramOf(request, "number"));
      return carry(request, reply, to, () => {
        const text = queryOf(request, "messageText") ?? bodyOf(request, "messageText");
        if (!text) return refused("messageText is required");
        return takeText(world, webhook, request, to, { text, template: null });
      });
    });
    app.post(`${tenant}/api/v1/sendTemplateMessage`, async (request, reply) => {
      const to = digitsOf(queryOf(request, "whatsappNumber") ?? "");
      return carry(request, reply, to, () => {
        const read = templateSchema.safeParse(request.body);
        if (!read.success) return refused("template_name and broadcast_name are required");
        const { template_name: name, parameters } = read.data;
        // WATI names no language: it is part of the name, or the first is meant.
        const template = templates.find(
          (one) => [one.name, `${one.name}_${one.language}`].includes(name) && one.status === "APPROVED",
        );
        if (!template) return refused(`Template ${name} is not found or not approved`);
        const values = parameters.map(({ value }) => value);
        if (values.length !== template.places) return refused("The number of parameters does not match");
        return takeText(world, webhook, request, to, {
          text: fillTemplate(template, values),
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
