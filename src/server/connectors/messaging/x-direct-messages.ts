import * as z from "zod";
import { xAccountId } from "#domain/people/person-address.ts";
import type { VendorContext, VendorRequest } from "#server/connectors/connector.ts";
import { jsonPost, readBearer } from "#server/connectors/vendor-request.ts";
import {
  describeFailure,
  parseSuccess,
  readJsonResponse,
  type VendorResponse,
} from "#server/connectors/vendor-response.ts";
import { signInToX, x } from "#server/connectors/x.ts";
import { directMessageFields, directMessagePage } from "#server/connectors/x-events.ts";
import type { EgressResult } from "#server/egress/egress.ts";
import type { LookupQuery, LookupResult, Messenger, OutgoingMessage, SendOutcome } from "./messenger.ts";
import { toSendOutcome } from "./outcome.ts";

const { label } = x;

/** 200 messages in 15 minutes. */
const perSecond = 200 / (15 * 60);
const maxPauseMs = 15 * 60_000;
/** The clocks of X and ours may differ. */
const clockToleranceMs = 60_000;

type XContext = VendorContext<Record<string, unknown>>;
type SignedResult =
  | { ok: true; result: EgressResult; token: string | undefined }
  | { ok: false; outcome: SendOutcome };

/** A token that has run out is renewed once; X has then done nothing with the request. */
const requestSigned = async (context: XContext, request: VendorRequest): Promise<SignedResult> => {
  let refused: string | undefined;
  for (;;) {
    const signIn = await signInToX(context, refused);
    if (!signIn.ok) {
      const { message } = signIn.error;
      return { ok: false, outcome: { kind: "refused", code: "not_signed_in", message, account: true } };
    }
    const token = readBearer(signIn.value);
    const result = await context.send({ ...request, headers: { ...request.headers, ...signIn.value } });
    const isRefused = result.ok && result.status === 401;
    if (!isRefused || refused !== undefined || token === undefined) return { ok: true, result, token };
    refused = token;
  }
};

const sentMessage = z.object({ data: z.object({ dm_event_id: z.string() }) });
const refusal = z.object({ detail: z.string() });
/** X names the participants only where the account at the other end takes no messages of ours. */
const isAboutRecipient = (json: unknown): boolean =>
  /participant|recipient/i.test(refusal.safeParse(json).data?.detail ?? "");

const readOutcome = (response: VendorResponse): SendOutcome => {
  const { status, json } = response;
  const sent = parseSuccess(sentMessage, response);
  if (sent) return { kind: "accepted", providerId: sent.data.dm_event_id, status: "sent", price: null };
  const { message } = describeFailure(label, response);
  const code = `http_${status}`;
  if (status === 429) return { kind: "later", code, message, afterMs: null, tooFast: true };
  if (status === 401) return { kind: "refused", code, message, account: true };
  if (status === 403)
    return isAboutRecipient(json)
      ? { kind: "refused", code: "recipient", message }
      : { kind: "refused", code, message, account: true };
  if (status >= 400) return { kind: "refused", code, message };
  // Some refusals have the status of a success.
  return "errors" in Object(json)
    ? { kind: "refused", code: "errors", message, account: true }
    : { kind: "unknown", code, message };
};

/** X names the second in which its limit is lifted. */
const msUntilReset = ({ "x-rate-limit-reset": reset = "" }: Record<string, string>, now: number) =>
  /^\d{9,11}$/.test(reset) ? Math.min(Math.max(Number(reset) * 1000 - now, 0), maxPauseMs) : null;

const wrongAddress = { en: "This is not an account at X", es: "Esto no es una cuenta de X" };

const send = async (context: XContext, { to, text }: OutgoingMessage): Promise<SendOutcome> => {
  const accountId = xAccountId(to);
  if (accountId === undefined) return { kind: "refused", code: "address", message: wrongAddress };
  const path = `/2/dm_conversations/with/${encodeURIComponent(accountId)}/messages`;
  const sent = await requestSigned(context, { path, ...jsonPost({ text }) });
  if (!sent.ok) return sent.outcome;
  const { result, token } = sent;
  const outcome = toSendOutcome(label, result, readOutcome, [token, context.settings.clientSecret]);
  return outcome.kind === "later" && result.ok
    ? { ...outcome, afterMs: outcome.afterMs ?? msUntilReset(result.headers, Date.now()) }
    : outcome;
};

/** X shortens links, so that a message of ours with another text may be this one. */
const lookUp = async (context: XContext, { to, text, after }: LookupQuery): Promise<LookupResult> => {
  const accountId = xAccountId(to);
  if (accountId === undefined) return { kind: "unknown" };
  const path = `/2/dm_conversations/with/${encodeURIComponent(accountId)}/dm_events?${directMessageFields}`;
  const listed = await requestSigned(context, { path });
  const read = listed.ok ? readJsonResponse(label, listed.result) : undefined;
  const page = read?.ok ? parseSuccess(directMessagePage, read.response) : undefined;
  if (!page) return { kind: "unknown" };
  const since = after - clockToleranceMs;
  const isRecent = (at: string | null | undefined) => !(Date.parse(at ?? "") < since);
  const recent = page.data.filter(({ created_at: at }) => isRecent(at));
  const own = recent.filter(({ sender_id: sender }) => sender !== accountId);
  const match = own.find((event) => event.text === text);
  if (match) return { kind: "found", providerId: match.id, status: "sent", price: null };
  const isComplete = recent.length < page.data.length || !page.meta?.next_token;
  return own.length === 0 && isComplete ? { kind: "absent" } : { kind: "unknown" };
};

/** Answers to direct messages. X reports neither delivery nor reading. */
export const xDirectMessages: Messenger = {
  id: "x",
  connector: x,
  channels: ["x"],
  perSecond: () => perSecond,
  idempotency: "lookup",
  send: (context: XContext, { message }) => send(context, message),
  lookUp,
  // What people write is listed instead: webhooks of direct messages are part of X's enterprise access.
  verifyCallback: () => false,
  parseCallback: () => [],
};
