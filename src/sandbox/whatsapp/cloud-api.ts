import type { FastifyRequest } from "fastify";
import * as z from "zod";
import type { SandboxContext } from "#sandbox/context.ts";
import type { FileStore, SimulatedFile } from "#sandbox/file-store.ts";
import { graphError } from "#sandbox/graph-api.ts";
import type { AcceptResult } from "#sandbox/respond-with-fault.ts";
import type { SimulatedResponse } from "#sandbox/vendor.ts";
import { fillVendorTemplate } from "#sandbox/whatsapp-templates.ts";
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
import type { SimulatedWhatsappProvider, WhatsappWebhook } from "./webhook.ts";

const wabaId = "102290129340398";

const mediaSchema = z
  .object({
    id: z.string(),
    caption: z.string().max(1024).optional(),
    filename: z.string().max(240).optional(),
  })
  .nullish();
const mediaTypes = ["image", "video", "audio", "document"] as const;

/** The Cloud API's message format, which Meta and 360dialog share. */
const sendSchema = z.object({
  messaging_product: z.literal("whatsapp"),
  to: z.string(),
  type: z.string().default("text"),
  biz_opaque_callback_data: z.string().max(512).nullish(),
  text: z.object({ body: z.string().min(1).max(4096) }).nullish(),
  image: mediaSchema,
  video: mediaSchema,
  audio: mediaSchema,
  document: mediaSchema,
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
): SimulatedResponse => {
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
  provider: Exclude<SimulatedWhatsappProvider, "wati">;
  phoneNumberId: string;
  /** 360dialog rejects free text outside the service window at once; Meta reports it by a callback. */
  rejectsClosedWindow: boolean;
};

type MessageContent = { text: string; template: string | null; file?: SimulatedFile };

/** The vendor's own limits: which formats it shows as pictures, films and sounds. */
const mediaFormats: Record<(typeof mediaTypes)[number], RegExp> = {
  image: /^image\/(jpeg|png)$/,
  video: /^video\/(mp4|3gpp)$/,
  audio: /^audio\/(aac|mp4|mpeg|amr|ogg)$/,
  document: /./,
};

const readMedia = (
  message: z.output<typeof sendSchema>,
  type: (typeof mediaTypes)[number],
  files: FileStore,
): MessageContent | SimulatedResponse => {
  const media = message[type];
  const file = media && files.find(media.id);
  if (!media || !file)
    return cloudError(400, 131_053, "Media upload error", `No media with the id ${media?.id ?? ""}`);
  if (!mediaFormats[type].test(file.contentType))
    return cloudError(400, 131_053, "Media upload error", `${file.contentType} is not supported as ${type}`);
  const { content: _content, ...shown } = file;
  return { text: media.caption ?? "", template: null, file: shown };
};

const readContent = (
  message: z.output<typeof sendSchema>,
  context: Pick<SandboxContext, "files" | "templates">,
): MessageContent | SimulatedResponse => {
  const mediaType = mediaTypes.find((type) => type === message.type);
  if (mediaType) return readMedia(message, mediaType, context.files);
  if (message.type === "text") {
    return message.text
      ? { text: message.text.body, template: null }
      : cloudError(
          400,
          131_008,
          "Required parameter is missing",
          "Parameter 'text' is mandatory for type 'text'",
        );
  }
  if (message.type !== "template" || !message.template)
    return cloudError(
      400,
      131_051,
      "Unsupported message type",
      `Message type '${message.type}' is not supported.`,
    );
  const { name, language, components } = message.template;
  const template = context.templates.find(name, language.code);
  if (!template || template.status === "REJECTED" || template.status === "PENDING")
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

export const acceptCloudMessage = (number: CloudNumber, request: FastifyRequest): AcceptResult => {
  const { context, webhook, provider, phoneNumberId } = number;
  const readReceipt = z.object({ status: z.literal("read"), message_id: z.string() }).safeParse(request.body);
  if (readReceipt.success) return { response: { status: 200, body: { success: true } } };
  const parsed = sendSchema.safeParse(request.body);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join(".") ?? "";
    return { response: cloudError(400, 100, "Invalid parameter", `The parameter ${path} is not valid.`) };
  }
  const content = readContent(parsed.data, context);
  if ("status" in content) return { response: content };
  const to = onlyDigits(parsed.data.to);
  if (to.length < 7 || to.length > 15)
    return {
      response: cloudError(400, 131_009, "Parameter value is not valid", "Recipient is not a number"),
    };
  const magic = magicError(to);
  if (magic?.when === "immediately") {
    const { code, title } = magic.error;
    return { response: cloudError(code === 130_429 ? 429 : 400, code, title, title) };
  }
  const isWindowClosed = content.template === null && !context.serviceWindows.isOpen(phoneNumberId, to);
  if (isWindowClosed && number.rejectsClosedWindow)
    return {
      response: cloudError(400, windowClosedError.code, windowClosedError.title, windowClosedDetails),
    };
  const message: WhatsappMessage = {
    id: newWamid(),
    provider,
    business: phoneNumberId,
    to,
    ...content,
    callbackData: parsed.data.biz_opaque_callback_data ?? null,
    at: Date.now(),
  };
  const failure = magic?.error ?? (isWindowClosed ? windowClosedError : undefined);
  return {
    response: {
      status: 200,
      body: {
        messaging_product: "whatsapp",
        contacts: [{ input: parsed.data.to, wa_id: to }],
        messages: [{ id: message.id, ...(content.template ? { message_status: "accepted" } : {}) }],
      },
    },
    callbackPlan: acceptWhatsappMessage(
      context,
      context.ledger.entryFor(request),
      message,
      failure,
      (posted, status, error, forged) =>
        webhook.post(statusPayload(phoneNumberId, posted, status, error), forged),
    ),
  };
};

/** The upload of a file; the answer has the id that messages name. */
export const acceptUpload = (request: FastifyRequest): SimulatedResponse => {
  const { file, messaging_product: product } = (request.body ?? {}) as {
    file?: SimulatedFile;
    messaging_product?: string;
  };
  return file && product === "whatsapp"
    ? { status: 200, body: { id: file.id } }
    : cloudError(400, 100, "Invalid parameter", "The parameters messaging_product and file are required.");
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
  error?: WhatsappError,
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
        ...(error
          ? {
              errors: [
                {
                  code: error.code,
                  title: error.title,
                  message: error.title,
                  error_data: {
                    details: error.code === windowClosedError.code ? windowClosedDetails : error.title,
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
