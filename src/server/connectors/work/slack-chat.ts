import * as z from "zod";
import { readSlackText, toSlackText } from "#domain/integrations/slack-text.ts";
import { retryPolicies } from "#domain/retry.ts";
import {
  defineOperation,
  type ErrorClassifier,
  type OperationCall,
  operationRequest,
} from "#server/connectors/operation.ts";
import type { OperationErrorKind, OperationResult } from "#server/connectors/operation-result.ts";
import { slack } from "#server/connectors/slack.ts";
import { bearerAuth, jsonPost } from "#server/connectors/vendor-request.ts";
import { egressFailureText, readTextResponse } from "#server/connectors/vendor-response.ts";
import { toLinkReport } from "./chat-link-report.ts";
import { hasHexSignature } from "./hex-signature.ts";
import { type PostedMessage, postInput, type VendorReport, type WorkVendor } from "./work-vendor.ts";

const { label } = slack;

/** Slack takes about one message a second for each channel. */
const rate = { requests: 1, perMs: 1000 };
const maxTextLength = 3500;
const signatureAgeSeconds = 300;

const errorBody = z.object({ ok: z.literal(false), error: z.string() });
const authErrors =
  /^(invalid_auth|not_authed|account_inactive|token_revoked|token_expired|missing_scope|no_permission|org_login_required|ekm_access_denied|access_denied|not_allowed_token_type|team_access_not_granted)$/;
const transientErrors =
  /^(internal_error|fatal_error|service_unavailable|request_timeout|team_added_to_org)$/;

/** Slack answers refusals with status 200 and names them. */
const classify: ErrorClassifier = ({ status, json }) => {
  const { data } = errorBody.safeParse(json);
  if (!data) return undefined;
  if (data.error === "ratelimited" || data.error === "rate_limited" || status === 429) return "rate";
  if (authErrors.test(data.error)) return "auth";
  return transientErrors.test(data.error) ? "transient" : "invalid";
};

const posted = z.object({ ok: z.literal(true), channel: z.string(), ts: z.string() });

type Post = z.infer<typeof postInput>;

const composeText = ({ text, mention, link }: Post): string =>
  [
    ...(mention === null || !/^[A-Z0-9]+$/.test(mention) ? [] : [`<@${mention}>`]),
    toSlackText(text.slice(0, maxTextLength)),
    ...(link === null ? [] : [`<${encodeURI(link.url)}|${toSlackText(link.label)}>`]),
  ].join("\n");

const postWithBot = async (call: OperationCall, post: Post): Promise<OperationResult<PostedMessage>> => {
  const body = {
    channel: post.channel,
    text: composeText(post),
    unfurl_links: false,
    unfurl_media: false,
    ...(post.threadId === null ? {} : { thread_ts: post.threadId }),
  };
  const result = await operationRequest(
    label,
    call,
    { path: "/api/chat.postMessage", ...jsonPost(body) },
    posted,
    classify,
  );
  if (!result.ok) return result;
  return { ok: true, value: { channel: result.value.channel, messageId: result.value.ts } };
};

const kindOfHookStatus = (status: number): OperationErrorKind => {
  if (status === 429) return "rate";
  if (status === 403 || status === 404 || status === 410) return "auth";
  return status >= 500 ? "transient" : "invalid";
};

/** An incoming webhook posts to its own channel and does not say which message that was. */
const postWithHook = async (
  { send }: OperationCall,
  url: string,
  post: Post,
): Promise<OperationResult<PostedMessage>> => {
  const { origin, pathname } = new URL(url);
  const result = await send({ host: origin, path: pathname, ...jsonPost({ text: composeText(post) }) });
  if (!result.ok) {
    const message = egressFailureText(label, result.failure);
    return { ok: false, error: { kind: "transient", message, mayHaveHappened: true } };
  }
  const read = readTextResponse(label, result);
  if (read.ok && read.status === 200) return { ok: true, value: null };
  const text = read.ok ? read.text.trim().slice(0, 200) : "";
  const message = read.ok ? { en: text, es: text } : read.failure.message;
  const kind = read.ok ? kindOfHookStatus(read.status) : "transient";
  return { ok: false, error: { kind, message, mayHaveHappened: result.status >= 500 } };
};

const post = defineOperation({
  name: "post_message",
  input: postInput,
  // Slack has no key that would recognise a repeated message.
  idempotency: "none",
  rate,
  retry: retryPolicies.vendorOperation,
  run: (call, input) => {
    const { botToken, webhookUrl } = call.settings;
    return !botToken && typeof webhookUrl === "string"
      ? postWithHook(call, webhookUrl, input)
      : postWithBot(call, input);
  },
});

const challenge = z.object({ type: z.literal("url_verification"), challenge: z.string().max(1000) });
const messageEvent = z.object({
  type: z.literal("event_callback"),
  event: z.object({
    type: z.literal("message"),
    channel: z.string(),
    user: z.string(),
    text: z.string().default(""),
    ts: z.string(),
    thread_ts: z.string().optional(),
    parent_user_id: z.string().optional(),
    // A reply with a file, or one that is also shown in the channel; other subtypes are edits, deletions and notices.
    subtype: z.enum(["file_share", "thread_broadcast"]).optional(),
    bot_id: z.never().optional(),
    app_id: z.never().optional(),
    files: z.array(z.unknown()).optional(),
  }),
  authorizations: z.array(z.object({ user_id: z.string() })).optional(),
});

const readReply = (body: unknown): VendorReport[] => {
  const { data } = messageEvent.safeParse(body);
  if (!data) return [];
  const { channel, user, text, ts, thread_ts, parent_user_id, files } = data.event;
  const bots = (data.authorizations ?? []).map(({ user_id }) => user_id);
  // What our own bot posts comes back as an event.
  if (bots.includes(user)) return [];
  const message = {
    channel,
    threadId: thread_ts ?? null,
    messageId: ts,
    userId: user,
    text: readSlackText(text),
  };
  const link = toLinkReport(message);
  if (link) return [link];
  if (thread_ts === undefined || thread_ts === ts) return [];
  return [
    {
      kind: "chat_reply",
      // The message, because a repeated delivery may have an event id of its own.
      key: `${channel}:${ts}`,
      payload: {
        channel,
        threadId: thread_ts,
        messageId: ts,
        userId: user,
        text: readSlackText(text),
        hasFiles: (files ?? []).length > 0,
        isOurs: parent_user_id !== undefined && bots.includes(parent_user_id),
      },
    },
  ];
};

export const slackChat: WorkVendor = {
  connector: slack,
  rate,
  authorize: ({ botToken }) => (botToken ? bearerAuth(String(botToken)) : {}),
  webhook: {
    verify: ({ headers, rawBody }, { settings }, now) => {
      const timestamp = String(headers["x-slack-request-timestamp"] ?? "");
      const isRecent =
        /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= signatureAgeSeconds;
      return (
        isRecent &&
        hasHexSignature(
          headers["x-slack-signature"],
          "v0=",
          settings.signingSecret,
          Buffer.concat([Buffer.from(`v0:${timestamp}:`), rawBody]),
        )
      );
    },
    answer: (body) => {
      const { data } = challenge.safeParse(body);
      return data && { body: data.challenge };
    },
    read: readReply,
  },
  chat: {
    hasThreads: true,
    takesReplies: ({ botToken, signingSecret }) => Boolean(botToken && signingSecret),
    defaultChannel: () => null,
    post,
  },
};
