import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { defineOperation, type ErrorClassifier, operationRequest } from "#server/connectors/operation.ts";
import { readBearer } from "#server/connectors/vendor-request.ts";
import { signInToX, x } from "#server/connectors/x.ts";
import {
  type DirectMessagePage,
  directMessageFields,
  directMessagePage,
} from "#server/connectors/x-events.ts";
import { type DirectMessage, messagePageInput, type WorkVendor } from "./work-vendor.ts";

const { label } = x;
const rate = { requests: 1, perMs: 1000 };
const maxBytes = 4 * 1024 * 1024;

/** X answers some refusals with status 200 and errors instead of data. */
const refusal = z.object({ errors: z.array(z.unknown()).min(1), data: z.undefined().optional() });
const classify: ErrorClassifier = ({ status, json }) =>
  status < 300 && refusal.safeParse(json).success ? "auth" : undefined;

const me = z.object({ data: z.object({ id: z.string() }) });
/** Two accounts are joined by a hyphen; a group has a number. */
const isOneToOne = (conversation: string | null | undefined): boolean => conversation?.includes("-") ?? false;

/** What other accounts wrote to ours; ids grow with time. */
const readMessages = (
  { data, includes }: DirectMessagePage,
  ownId: string,
  sinceId: string | null,
): DirectMessage[] => {
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
    const path = `/2/dm_events?${directMessageFields}${token}`;
    const result = await operationRequest(label, call, { path, maxBytes }, directMessagePage, classify);
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
  messages: { channel: "x", listMessages },
};
