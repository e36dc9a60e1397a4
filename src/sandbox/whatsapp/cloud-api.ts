import type { FastifyRequest } from "fastify";
import * as z from "zod";
import type { SandboxContext } from "#sandbox/context.ts";
import { graphError } from "#sandbox/graph-api.ts";
import type { AcceptResult } from "#sandbox/respond-with-fault.ts";
import type { VendorResponse } from "#sandbox/vendor.ts";
import { fillVendorTemplate, findVendorTemplate } from "#sandbox/whatsapp-templates.ts";
import {
  acceptWhatsappMessage,
  magicError,
  newWamid,
  onlyDigits,
  unixSeconds,
  type WhatsappError,
  type WhatsappMessage,
  type WhatsappStatus,
  windowClosedError,
} from "./messages.ts";
import type { WhatsappWebhook } from "./webhook.ts";

const wabaId = "102290129340398";

/** The message of the Cloud API, which Meta and 360dialog share. */
const sendSchema = z.object({
  messaging_product: z.literal("whatsapp"),
  to: z.string(),
  type: z.string().default("text"),
  biz_opaque_callback_data: z.string().max(512).nullish(),
  text: z.object({ body: z.string().min(1).max(4096) }).nullish(),
  template: z
    .object({
      name: z.string(),
      language: z.object({ code: z.string() }),
      components: z
        .array(
          z.object({
            type: z.string(),
            parameters: z.array(z.object({ text: z.string().optional() })).optional(),
          }),
        )
        .optional(),
    })
    .nullish(),
});

export const cloudError = (
  status: number,
  code: number,
  message: string,
  details: string,
): VendorResponse => {
  const { body } = graphError(status, code, `(#${code}) ${message}`) as { body: { error: object } };
  return {
    status,
    body: {
      error: {
        ...body.error,
        error_data: { messaging_product: "whatsapp", details },
        ...(status === 429 ? { is_transient: true } : {}),
      },
    },
    ...(status === 429 ? { headers: { "retry-after": "1" } } : {}),
  };
};

export type CloudNumber = {
  context: SandboxContext;
  webhook: WhatsappWebhook;
  provider: "meta" | "360dialog";
  phoneNumberId: string;
  /** Meta finds a closed window later; 360dialog passes on what it is told at once. */
  refusesClosedWindow: boolean;
};

const readContent = (
  read: z.output<typeof sendSchema>,
): { text: string; template: string | null } | VendorResponse => {
  if (read.type === "text") {
    return read.text
      ? { text: read.text.body, template: null }
      : cloudError(
          400,
          131_008,
          "Required parameter is missing",
          "Parameter 'text' is mandatory for type 'text'",
        );
  }
  if (read.type !== "template" || !read.template)
    return cloudError(
      400,
      131_051,
      "Unsupported message type",
      `Message type '${read.type}' is not supported.`,
    );
  const { name, language, components } = read.template;
  const template = findVendorTemplate(name, language.code);
  if (!template || template.status === "REJECTED")
    return cloudError(
      404,
      132_001,
      "Template name does not exist in the translation",
      `template name (${name}) does not exist in ${language.code}`,
    );
  if (template.status === "PAUSED")
    return cloudError(400, 132_015, "Template is Paused", `template (${name}) is paused due to low quality`);
  const values = (components ?? [])
    .filter(({ type }) => type === "body")
    .flatMap(({ parameters }) => (parameters ?? []).map(({ text }) => text ?? ""));
  if (values.length !== template.variableCount)
    return cloudError(
      400,
      132_000,
      "Number of parameters does not match the expected number of params",
      `body: number of localizable_params (${values.length}) does not match the expected number of params (${template.variableCount})`,
    );
  return { text: fillVendorTemplate(template, values), template: name };
};

/** Takes a message, or says why not. */
export const acceptCloudMessage = (line: CloudNumber, request: FastifyRequest): AcceptResult => {
  const { context, webhook, provider: dialect, phoneNumberId } = line;
  const marked = z.object({ status: z.literal("read"), message_id: z.string() }).safeParse(request.body);
  if (marked.success) return { response: { status: 200, body: { success: true } } };
  const read = sendSchema.safeParse(request.body);
  if (!read.success) {
    const path = read.error.issues[0]?.path.join(".") ?? "";
    return { response: cloudError(400, 100, "Invalid parameter", `The parameter ${path} is not valid.`) };
  }
  const words = readContent(read.data);
  if ("status" in words) return { response: words };
  const to = onlyDigits(read.data.to);
  if (to.length < 7 || to.length > 15)
    return {
      response: cloudError(400, 131_009, "Parameter value is not valid", "Recipient is not a number"),
    };
  const found = magicError(to);
  if (found?.at === "once") {
    const { code, title } = found.trouble;
    return { response: cloudError(code === 130_429 ? 429 : 400, code, title, title) };
  }
  const closed = words.template === null && !context.serviceWindows.isOpen(phoneNumberId, to);
  if (closed && line.refusesClosedWindow)
    return {
      response: cloudError(400, windowClosedError.code, windowClosedError.title, windowClosedDetails),
    };
  const message: WhatsappMessage = {
    id: newWamid(),
    provider: dialect,
    business: phoneNumberId,
    to,
    ...words,
    callbackData: read.data.biz_opaque_callback_data ?? null,
    at: Date.now(),
  };
  const failed = found?.trouble ?? (closed ? windowClosedError : undefined);
  return {
    response: {
      status: 200,
      body: {
        messaging_product: "whatsapp",
        contacts: [{ input: read.data.to, wa_id: to }],
        messages: [{ id: message.id, ...(words.template ? { message_status: "accepted" } : {}) }],
      },
    },
    callbackPlan: acceptWhatsappMessage(
      context,
      context.ledger.entryFor(request),
      message,
      failed,
      (told, status, trouble, forged) =>
        webhook.post(statusPayload(phoneNumberId, told, status, trouble), forged),
    ),
  };
};

const windowClosedDetails =
  "Message failed to send because more than 24 hours have passed since the customer last replied to this number.";

const webhookPayload = (phoneNumberId: string, value: object) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: wabaId,
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "17875550100", phone_number_id: phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
});

const statusPayload = (
  phoneNumberId: string,
  message: WhatsappMessage,
  status: WhatsappStatus,
  trouble?: WhatsappError,
) => {
  const category = message.template ? "utility" : "service";
  return webhookPayload(phoneNumberId, {
    statuses: [
      {
        id: message.id,
        status,
        timestamp: unixSeconds(),
        recipient_id: message.to,
        ...(message.callbackData ? { biz_opaque_callback_data: message.callbackData } : {}),
        ...(trouble
          ? {
              errors: [
                {
                  code: trouble.code,
                  title: trouble.title,
                  message: trouble.title,
                  error_data: {
                    details: trouble.code === windowClosedError.code ? windowClosedDetails : trouble.title,
                  },
                  href: "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/",
                },
              ],
            }
          : {
              ...(status === "read"
                ? {}
                : {
                    conversation: {
                      id: message.id.slice(6, 38),
                      expiration_timestamp: String(Math.floor(message.at / 1000) + 86_400),
                      origin: { type: category },
                    },
                  }),
              pricing: { billable: message.template !== null, pricing_model: "PMP", category },
            }),
      },
    ],
  });
};

export const inboundPayload = (phoneNumberId: string, id: string, customer: string, text: string) =>
  webhookPayload(phoneNumberId, {
    contacts: [{ wa_id: onlyDigits(customer), profile: { name: "Cliente" } }],
    messages: [
      { from: onlyDigits(customer), id, timestamp: unixSeconds(), type: "text", text: { body: text } },
    ],
  });
