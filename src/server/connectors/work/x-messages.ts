import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { defineOperation, type ErrorClassifier, operationRequest } from "#server/connectors/operation.ts";
import { readBearer } from "#server/connectors/vendor-request.ts";
import { signInToX, x } from "#server/connectors/x.ts";
import { type DirectMessage, messagePageInput, type WorkVendor } from "./work-vendor.ts";

const { label } = x;
const rate = { requests: 1, perMs: 1000 };
const maxBytes = 4 * 1024 * 1024;

/** X answers some refusals with status 200 and errors instead of data. */
const refusal = z.object({ errors: z.array(z.unknown()).min(1), data: z.undefined().optional() });
const classify: ErrorClassifier = ({ status, json }) =>
  status < 300 && refusal.safeParse(json).success ? "auth" : undefined;

const me = z.object({ data: z.object({ id: z.string() }) });
const eventId = z.string().regex(/^\d{1,25}$/);
const page = z.object({
  data: z
    .array(
      z.object({
        id: eventId,
        event_type: z.string(),
        text: z.string().nullish(),
        sender_id: z.string().nullish(),
        dm_conversation_id: z.string().nullish(),
        created_at: z.string().nullish(),
      }),
    )
    .default([]),
  includes: z
    .object({
      users: z.array(z.object({ id: z.string(), username: z.string(), name: z.string() })).default([]),
    })
    .nullish(),
  meta: z.object({ next_token: z.string().nullish() }).nullish(),
});
type Page = z.infer<typeof page>;

const fields = new URLSearchParams({
  event_types: "MessageCreate",
  max_results: "100",
  "dm_event.fields": "id,text,event_type,created_at,sender_id,dm_conversation_id",
  expansions: "sender_id",
  "user.fields": "name,username",
});

/** Two accounts are joined by a hyphen; a group has a number. */
const isOneToOne = (conversation: string | null | undefined): boolean => conversation?.includes("-") ?? false;

/** What other accounts wrote to ours; ids grow with time. */
const readMessages = ({ data, includes }: Page, ownId: string, sinceId: string | null): DirectMessage[] => {
  const users = new Map((includes?.users ?? []).map((user) => [user.id, user]));
  return data.flatMap(({ id, text, sender_id: sender, dm_conversation_id: conversation, created_at: at }) => {
    const isNew = sinceId === null || BigInt(id) > BigInt(sinceId);
    if (!isNew || !sender || sender === ownId || !isOneToOne(conversation)) return [];
    const user = users.get(sender);
    return [
      {
        id,
        accountId: sender,
        handle: user?.username ?? sender,
        name: user?.name ?? null,
        text: text ?? "",
        at: Date.parse(at ?? "") || Date.now(),
      },
    ];
  });
};

/** Newest first, one page at a time, until the last known message. */
const listMessages = defineOperation({
  name: "list_messages",
  input: messagePageInput,
  idempotency: "read",
  rate,
  retry: retryPolicies.vendorOperation,
  run: async (call, { sinceId, after }) => {
    const own = await operationRequest(label, call, { path: "/2/users/me" }, me, classify);
    if (!own.ok) return own;
    const token = after === null ? "" : `&pagination_token=${encodeURIComponent(after)}`;
    const path = `/2/dm_events?${fields}${token}`;
    const result = await operationRequest(label, call, { path, maxBytes }, page, classify);
    if (!result.ok) return result;
    const { data, meta } = result.value;
    const isKnown = data.some(({ id }) => sinceId !== null && BigInt(id) <= BigInt(sinceId));
    return {
      ok: true,
      value: {
        messages: readMessages(result.value, own.value.data.id, sinceId),
        newestId: data[0]?.id ?? null,
        next: isKnown ? null : (meta?.next_token ?? null),
      },
    };
  },
});

export const xMessages: WorkVendor = {
  connector: x,
  rate,
  authorize: () => ({}),
  signIn: (context, refused) => signInToX(context, readBearer(refused)),
  // Webhooks of direct messages are part of X's enterprise access.
  webhook: { verify: () => false, read: () => [] },
  messages: { eventType: "x.message", listMessages },
};
