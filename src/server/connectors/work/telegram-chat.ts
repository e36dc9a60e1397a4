import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import {
  defineOperation,
  type ErrorClassifier,
  type OperationCall,
  operationRequest,
} from "#server/connectors/operation.ts";
import type { OperationResult } from "#server/connectors/operation-result.ts";
import { telegram } from "#server/connectors/telegram.ts";
import { jsonPost } from "#server/connectors/vendor-request.ts";
import { timingSafeEqualText } from "#server/constant-time.ts";
import { toLinkReport } from "./chat-link-report.ts";
import { postInput, subscribeInput, type VendorReport, type WorkVendor } from "./work-vendor.ts";

const { label } = telegram;

/** Twenty messages a minute to a group; to one chat about one a second. */
const rate = { requests: 20, perMs: 60_000 };
const retry = retryPolicies.vendorOperation;
const maxTextLength = 3500;

const errorBody = z.object({
  ok: z.literal(false),
  error_code: z.number(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

const classify: ErrorClassifier = ({ json }) => {
  const { data } = errorBody.safeParse(json);
  if (!data) return undefined;
  const { error_code: code } = data;
  if (code === 429) return { kind: "rate", retryAfterMs: 1000 * (data.parameters?.retry_after ?? 1) };
  if (code >= 500) return "transient";
  // An unknown token is answered like an unknown path; a bot that was removed from its chat is forbidden.
  return code === 401 || code === 403 || code === 404 ? "auth" : "invalid";
};

/** The token is part of the path. */
const request = <T>(
  call: OperationCall,
  method: string,
  body: object,
  schema: z.ZodType<T>,
): Promise<OperationResult<T>> =>
  operationRequest(
    label,
    call,
    { path: `/bot${String(call.settings.botToken ?? "").trim()}/${method}`, ...jsonPost(body) },
    schema,
    classify,
  );

const posted = z.object({
  ok: z.literal(true),
  result: z.object({ message_id: z.int(), chat: z.object({ id: z.int() }) }),
});

const post = defineOperation({
  name: "send_message",
  input: postInput,
  // Telegram has no key that would recognise a repeated message.
  idempotency: "none",
  rate,
  retry,
  run: async (call, { channel, threadId, text, link }) => {
    const lines = [text.slice(0, maxTextLength), ...(link === null ? [] : [link.url])];
    const result = await request(
      call,
      "sendMessage",
      {
        chat_id: channel,
        // Without a parse mode, what looks like markup is text.
        text: lines.join("\n"),
        link_preview_options: { is_disabled: true },
        ...(threadId === null
          ? {}
          : { reply_parameters: { message_id: Number(threadId), allow_sending_without_reply: true } }),
      },
      posted,
    );
    if (!result.ok) return result;
    const { message_id, chat } = result.value.result;
    return { ok: true, value: { channel: String(chat.id), messageId: String(message_id) } };
  },
});

const subscribe = defineOperation({
  name: "set_webhook",
  input: subscribeInput,
  idempotency: "upsert",
  rate,
  retry,
  run: async (call, { url, token }) => {
    const result = await request(
      call,
      "setWebhook",
      { url, secret_token: token, allowed_updates: ["message"] },
      z.object({ ok: z.literal(true) }),
    );
    return result.ok ? { ok: true, value: null } : result;
  },
});

const sender = z.object({ id: z.int(), is_bot: z.boolean() });
const update = z.object({
  update_id: z.int(),
  message: z.object({
    message_id: z.int(),
    from: sender,
    chat: z.object({ id: z.int() }),
    text: z.string().optional(),
    caption: z.string().optional(),
    reply_to_message: z.object({ message_id: z.int(), from: sender.optional() }).optional(),
  }),
});

const readReply = (body: unknown): VendorReport[] => {
  const { data } = update.safeParse(body);
  if (!data || data.message.from.is_bot) return [];
  const { message_id, from, chat, text, caption, reply_to_message: answered } = data.message;
  const message = { channel: String(chat.id), messageId: String(message_id), userId: String(from.id) };
  const link = toLinkReport({ ...message, threadId: null, text: text ?? caption ?? "" });
  if (link) return [link];
  if (!answered) return [];
  return [
    {
      kind: "chat_reply",
      key: `${chat.id}:${message_id}`,
      payload: {
        channel: String(chat.id),
        threadId: String(answered.message_id),
        messageId: String(message_id),
        userId: String(from.id),
        text: (text ?? caption ?? "").trim(),
        hasFiles: text === undefined,
        // A bot sees the messages of other bots' conversations only where it is an administrator.
        isOurs: answered.from?.is_bot === true,
      },
    },
  ];
};

export const telegramChat: WorkVendor = {
  connector: telegram,
  rate,
  authorize: () => ({}),
  webhook: {
    verify: ({ headers }, { token }) => {
      const sent = headers["x-telegram-bot-api-secret-token"];
      return token !== undefined && typeof sent === "string" && timingSafeEqualText(sent, token);
    },
    read: readReply,
  },
  subscribe,
  chat: {
    hasThreads: false,
    takesReplies: () => true,
    defaultChannel: ({ chatId }) => (typeof chatId === "string" && chatId !== "" ? chatId : null),
    post,
  },
};
