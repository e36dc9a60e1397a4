import type { KeyObject } from "node:crypto";
import type { WebhookAnswer } from "#domain/webhooks/decide-attempt.ts";
import { retryAfterMs } from "#server/connectors/messaging/outcome.ts";
import type { WebhookAttempt } from "#server/db/schema/webhooks.ts";
import type { Egress } from "#server/egress/egress.ts";
import { signWebhook } from "./signature.ts";

const timeoutMs = 15_000;
/** Read at most, so that a receiver cannot fill the memory; the rest is not waited for. */
const maxAnswerBytes = 16 * 1024;
/** Kept of an answer for the log. */
const keptCharacters = 2000;

export type WebhookTarget = {
  url: string;
  keys: readonly KeyObject[];
  /** Of the simulators, while they run. */
  sandboxUrl: string | undefined;
};
export type OutgoingEvent = {
  id: string;
  type: string;
  createdAt: string;
  data: Record<string, unknown>;
  isTest: boolean;
};

/** The body of a request. The id is also in a header, which many no-code tools do not show. */
export const webhookBody = ({ id, type, createdAt, data, isTest }: OutgoingEvent): string =>
  JSON.stringify({ id, type, timestamp: createdAt, ...(isTest ? { test: true } : {}), data });

/** PostgreSQL stores neither NUL nor half a character. */
const toKeptText = (body: Buffer): string =>
  body.length === 0
    ? ""
    : body.toString().replaceAll("\0", "").toWellFormed().slice(0, keptCharacters).toWellFormed();

/** Names under .example belong to nobody (RFC 2606): while the simulators run, that of n8n takes their events. */
const addressOf = ({ url, sandboxUrl }: WebhookTarget) => {
  const parsed = URL.parse(url);
  if (sandboxUrl === undefined || !parsed?.hostname.endsWith(".example"))
    return { url, allow: "operator" as const };
  const path = parsed.pathname.split("/").at(-1) || "events";
  return { url: `${sandboxUrl.replace(/\/$/, "")}/n8n/webhook/${path}`, allow: "sandbox" as const };
};

/** One attempt. Redirects are not followed: they could lead anywhere, and the signature is for this address. */
export const sendWebhook = async (
  egress: Egress,
  target: WebhookTarget,
  event: OutgoingEvent,
): Promise<{ answer: WebhookAnswer; attempt: WebhookAttempt }> => {
  const startedAt = Date.now();
  const body = webhookBody(event);
  const { keys } = target;
  const response = await egress.request({
    ...addressOf(target),
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "*/*",
      ...signWebhook(keys, { id: event.id, timestamp: Math.floor(startedAt / 1000), body }),
    },
    body,
    timeoutMs,
    maxBytes: maxAnswerBytes,
    // The status says whether the event was accepted, whatever happens to the rest.
    answer: "beginning",
  });
  const text = response.ok ? toKeptText(response.body) : null;
  const attempt = { at: new Date(startedAt).toISOString(), ms: Date.now() - startedAt, body: text };
  if (!response.ok)
    return {
      answer: { failure: response.failure },
      attempt: { ...attempt, status: null, failure: response.failure },
    };
  const { status, headers } = response;
  return {
    answer: { status, retryAfterMs: retryAfterMs(headers) },
    attempt: { ...attempt, status, failure: null },
  };
};
