import * as z from "zod";
import { detectWhatsappProvider, type WhatsappProvider } from "#server/connectors/whatsapp.ts";
import { callbackJson, fromUnixSeconds, parseActionId, toE164 } from "./callback.ts";
import type { MessageDeliveryStatus, OutgoingMessage, VendorCallback, VendorUpdate } from "./messenger.ts";
import { cloudErrorFlags } from "./whatsapp-error-codes.ts";

export const phoneDigits = (number: string): string => number.replaceAll(/\D/g, "");

/** One connector, three services: the base address tells which. */
export const supportsProvider =
  (dialect: WhatsappProvider) =>
  ({ baseUrl }: Record<string, unknown>): boolean =>
    typeof baseUrl === "string" && URL.canParse(baseUrl) && detectWhatsappProvider(baseUrl) === dialect;

/** What Meta reads, and 360dialog passes on. The action's id comes back with each status. */
export const cloudBody = ({ actionId, to, text, template }: OutgoingMessage): Record<string, unknown> => ({
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
    : { type: "text", text: { preview_url: false, body: text } }),
});

const text = z.string().optional().catch(undefined);
const titled = z.object({ title: text }).optional().catch(undefined);
const message = z.object({
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
const status = z.object({
  id: z.string(),
  status: z.string(),
  timestamp: z.unknown().optional(),
  biz_opaque_callback_data: z.unknown().optional(),
  errors: z
    .array(z.object({ code: z.coerce.number().int() }))
    .optional()
    .catch(undefined),
});
const contact = z.object({
  wa_id: z.string(),
  profile: z.object({ name: text }).optional().catch(undefined),
});
/** Each entry is read for itself: one that makes no sense leaves its neighbours alone. */
const listOf = <S extends z.ZodType>(entry: S) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((one) => {
        const read = entry.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    );
const value = z.object({
  metadata: z.object({ display_phone_number: text }).optional().catch(undefined),
  contacts: listOf(contact),
  messages: listOf(message),
  statuses: listOf(status),
});
const changes = listOf(z.object({ field: z.string().optional(), value }));
const envelope = z.object({ entry: listOf(z.object({ changes })) });

const statuses: Record<string, MessageDeliveryStatus> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
};

/** All of a batch: every entry, change, message and status. */
export const parseCloudCallback = (request: VendorCallback): VendorUpdate[] => {
  const read = envelope.safeParse(callbackJson(request));
  if (!read.success) return [];
  return read.data.entry
    .flatMap((entry) => entry.changes)
    .filter(({ field }) => field === undefined || field === "messages")
    .flatMap((change) => [...messagesIn(change.value), ...statusesIn(change.value)]);
};

const messagesIn = ({ metadata, contacts, messages }: z.infer<typeof value>): VendorUpdate[] =>
  messages
    // Notices of the service itself, such as a changed number, are not from the person.
    .filter(({ type }) => type !== "system")
    .map((one) => ({
      kind: "message",
      providerId: one.id,
      channel: "whatsapp",
      from: toE164(one.from),
      to: metadata?.display_phone_number ? toE164(metadata.display_phone_number) : "",
      text: wordsIn(one),
      name:
        contacts.find(({ wa_id: id }) => phoneDigits(id) === phoneDigits(one.from))?.profile?.name ?? null,
      at: fromUnixSeconds(one.timestamp),
    }));

const wordsIn = (one: z.infer<typeof message>): string =>
  one.text?.body ??
  one.button?.text ??
  one.interactive?.button_reply?.title ??
  one.interactive?.list_reply?.title ??
  one.reaction?.emoji ??
  one.image?.caption ??
  one.video?.caption ??
  one.document?.caption ??
  one.location?.name ??
  one.location?.address ??
  `[${one.type}]`;

const statusesIn = ({ statuses: told }: z.infer<typeof value>): VendorUpdate[] =>
  told.flatMap((one): VendorUpdate[] => {
    const state = Object.hasOwn(statuses, one.status) ? statuses[one.status] : undefined;
    if (!state) return [];
    const code = one.errors?.[0]?.code;
    return [
      {
        kind: "status",
        providerId: one.id,
        actionId: parseActionId(one.biz_opaque_callback_data),
        status: state,
        code: code === undefined ? null : String(code),
        price: null,
        at: fromUnixSeconds(one.timestamp),
        ...(state === "failed" && code !== undefined ? cloudErrorFlags(code) : {}),
      },
    ];
  });
