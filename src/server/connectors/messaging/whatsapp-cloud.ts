import * as z from "zod";
import { detectWhatsappProvider, type WhatsappProvider } from "#server/connectors/whatsapp.ts";
import { callbackJson, fromUnixSeconds, parseActionId, toE164 } from "./callback.ts";
import type {
  InboundMessage,
  MessageDeliveryStatus,
  OutgoingMessage,
  StatusUpdate,
  VendorCallback,
  VendorUpdate,
} from "./messenger.ts";
import { cloudErrorFlags } from "./whatsapp-error-codes.ts";

export const phoneDigits = (number: string): string => number.replaceAll(/\D/g, "");

export const supportsProvider =
  (provider: WhatsappProvider) =>
  ({ baseUrl }: Record<string, unknown>): boolean =>
    typeof baseUrl === "string" && URL.canParse(baseUrl) && detectWhatsappProvider(baseUrl) === provider;

/** A file that was uploaded to the vendor. */
export type UploadedMedia = { id: string; filename: string; contentType: string };

/** Audio has no caption, and only a document shows its name. */
const mediaContent = ({ id, filename, contentType }: UploadedMedia, text: string) => {
  const caption = text === "" ? {} : { caption: text };
  if (contentType.startsWith("image/")) return { type: "image", image: { id, ...caption } };
  if (contentType.startsWith("video/")) return { type: "video", video: { id, ...caption } };
  if (contentType.startsWith("audio/")) return { type: "audio", audio: { id } };
  return { type: "document", document: { id, filename, ...caption } };
};

/** Meta's format, which 360dialog accepts, too. Each status callback repeats the action's id. */
export const cloudBody = (
  { actionId, to, text, template }: OutgoingMessage,
  media?: UploadedMedia,
): Record<string, unknown> => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  to: phoneDigits(to),
  biz_opaque_callback_data: actionId,
  ...(template
    ? {
        type: "template",
        template: {
          name: template.name,
          language: { code: template.language },
          ...(template.values.length > 0
            ? {
                components: [
                  {
                    type: "body",
                    parameters: template.values.map((value) => ({ type: "text", text: value })),
                  },
                ],
              }
            : {}),
        },
      }
    : media
      ? mediaContent(media, text)
      : { type: "text", text: { preview_url: false, body: text } }),
});

const text = z.string().optional().catch(undefined);
const titled = z.object({ title: text }).optional().catch(undefined);
const messageSchema = z.object({
  id: z.string(),
  from: z.string(),
  timestamp: z.unknown().optional(),
  type: z.string().catch("unsupported"),
  text: z.object({ body: text }).optional().catch(undefined),
  button: z.object({ text }).optional().catch(undefined),
  interactive: z.object({ button_reply: titled, list_reply: titled }).optional().catch(undefined),
  reaction: z.object({ emoji: text }).optional().catch(undefined),
  image: z.object({ caption: text }).optional().catch(undefined),
  video: z.object({ caption: text }).optional().catch(undefined),
  document: z.object({ caption: text }).optional().catch(undefined),
  location: z.object({ name: text, address: text }).optional().catch(undefined),
});
const statusSchema = z.object({
  id: z.string(),
  status: z.string(),
  timestamp: z.unknown().optional(),
  biz_opaque_callback_data: z.unknown().optional(),
  errors: z
    .array(z.object({ code: z.coerce.number().int() }))
    .optional()
    .catch(undefined),
});
const contactSchema = z.object({
  wa_id: z.string(),
  profile: z.object({ name: text }).optional().catch(undefined),
});
/** An array without its invalid entries, so that one invalid entry does not discard the others. */
const validEntries = <S extends z.ZodType>(entry: S) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((item) => {
        const parsed = entry.safeParse(item);
        return parsed.success ? [parsed.data] : [];
      }),
    );
const changeValue = z.object({
  metadata: z.object({ display_phone_number: text }).optional().catch(undefined),
  contacts: validEntries(contactSchema),
  messages: validEntries(messageSchema),
  statuses: validEntries(statusSchema),
});
const changes = validEntries(z.object({ field: z.string().optional(), value: changeValue }));
const callbackSchema = z.object({ entry: validEntries(z.object({ changes })) });

const deliveryStatuses: Record<string, MessageDeliveryStatus> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
};

/** A callback is a batch: it may hold several entries, changes, messages and statuses. */
export const parseCloudCallback = (callback: VendorCallback): VendorUpdate[] => {
  const parsed = callbackSchema.safeParse(callbackJson(callback));
  if (!parsed.success) return [];
  return parsed.data.entry
    .flatMap((entry) => entry.changes)
    .filter(({ field }) => field === undefined || field === "messages")
    .flatMap((change) => [...toInboundMessages(change.value), ...toStatusUpdates(change.value)]);
};

const toInboundMessages = ({ metadata, contacts, messages }: z.infer<typeof changeValue>): InboundMessage[] =>
  messages
    // System messages, such as a changed number, are not from the person.
    .filter(({ type }) => type !== "system")
    .map((message) => ({
      kind: "message",
      providerId: message.id,
      channel: "whatsapp",
      from: toE164(message.from),
      to: metadata?.display_phone_number ? toE164(metadata.display_phone_number) : "",
      text: messageText(message),
      name:
        contacts.find(({ wa_id: id }) => phoneDigits(id) === phoneDigits(message.from))?.profile?.name ??
        null,
      at: fromUnixSeconds(message.timestamp),
    }));

const messageText = (message: z.infer<typeof messageSchema>): string =>
  message.text?.body ??
  message.button?.text ??
  message.interactive?.button_reply?.title ??
  message.interactive?.list_reply?.title ??
  message.reaction?.emoji ??
  message.image?.caption ??
  message.video?.caption ??
  message.document?.caption ??
  message.location?.name ??
  message.location?.address ??
  `[${message.type}]`;

const toStatusUpdates = ({ statuses }: z.infer<typeof changeValue>): StatusUpdate[] =>
  statuses.flatMap((entry): StatusUpdate[] => {
    const status = Object.hasOwn(deliveryStatuses, entry.status) ? deliveryStatuses[entry.status] : undefined;
    if (!status) return [];
    const code = entry.errors?.[0]?.code;
    return [
      {
        kind: "status",
        providerId: entry.id,
        actionId: parseActionId(entry.biz_opaque_callback_data),
        status,
        code: code === undefined ? null : String(code),
        price: null,
        at: fromUnixSeconds(entry.timestamp),
        ...(status === "failed" && code !== undefined ? cloudErrorFlags(code) : {}),
      },
    ];
  });
