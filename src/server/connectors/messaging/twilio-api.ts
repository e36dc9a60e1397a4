import * as z from "zod";
import { form } from "#server/connectors/probe.ts";
import { type Reply, readJson, refusalOf } from "#server/connectors/reply.ts";
import { ownedNumbers, type TwilioContext, twilioAuth } from "#server/connectors/twilio.ts";
import { quote } from "#server/connectors/verdict.ts";
import type { DeliveryStatus, SendOutcome } from "./messenger.ts";
import { cleaned, outcomeOf } from "./outcome.ts";
import { outcomeOfCode } from "./twilio-codes.ts";

const label = "Twilio";

export type TwilioResource = "Messages" | "Calls";

const at = ({ settings }: TwilioContext, below: string): string =>
  `/2010-04-01/Accounts/${settings.accountSid}/${below}`;

/** US dollars; written with a minus, and absent until Twilio knows. */
export const priceOf = (price: unknown, unit: unknown): number | null => {
  const read = typeof price === "string" && price.trim() !== "" ? Number(price) : Number.NaN;
  const isDollars = unit === null || unit === undefined || String(unit).toUpperCase() === "USD";
  return Number.isFinite(read) && isDollars ? Math.abs(read) : null;
};

const resource = z.object({
  sid: z.string().regex(/^(SM|MM|CA)\w{1,64}$/),
  status: z.string(),
  price: z.unknown().optional(),
  price_unit: z.unknown().optional(),
  error_code: z.coerce.number().nullish().catch(null),
  error_message: z.string().nullish().catch(null),
});
const failure = z.object({ code: z.coerce.number().int().positive(), message: z.string() });

type StatusOf = (status: string) => DeliveryStatus | undefined;

export const judgeCreated =
  (statusOf: StatusOf) =>
  (reply: Reply): SendOutcome => {
    const created = reply.status < 300 ? resource.safeParse(reply.json) : undefined;
    if (created?.success) {
      const { sid, status, price, price_unit: unit, error_code: code, error_message: words } = created.data;
      const known = statusOf(status) ?? "sent";
      if (known !== "failed")
        return { kind: "accepted", providerId: sid, status: known, price: priceOf(price, unit) };
      return outcomeOfCode(code ?? 0, 400, { code: String(code ?? status), message: quote(words || status) });
    }
    const failed = failure.safeParse(reply.json);
    const { message } = refusalOf(label, reply);
    if (failed.success)
      return outcomeOfCode(failed.data.code, reply.status, { code: String(failed.data.code), message });
    const told = { code: `http_${reply.status}`, message };
    // A success that shows nothing of what it made.
    return reply.status < 400 ? { kind: "unknown", ...told } : outcomeOfCode(0, reply.status, told);
  };

export const create = async (
  context: TwilioContext,
  kind: TwilioResource,
  fields: URLSearchParams,
  statusOf: StatusOf,
): Promise<SendOutcome> => {
  const call = form({});
  const answer = await context.send({
    ...call,
    path: at(context, `${kind}.json`),
    headers: { ...call.headers, ...twilioAuth(context.settings) },
    body: fields.toString(),
  });
  return outcomeOf(label, answer, judgeCreated(statusOf), [context.settings.authToken]);
};

/** A resource, or a page of them; undefined when it could not be read, null when there is none. */
export const fetchJson = async (context: TwilioContext, path: string): Promise<unknown> => {
  const answer = await context.send({
    path: path.startsWith("/") ? path : at(context, path),
    headers: twilioAuth(context.settings),
    maxBytes: 4_194_304,
    hopedFor: 404,
  });
  const read = readJson(label, answer);
  if (!read.ok) return undefined;
  if (read.reply.status === 404) return null;
  return read.reply.status < 300 ? read.reply.json : undefined;
};

const longestSound = 64 * 1024 * 1024;

/** A file that the account keeps; null when it has none such. Throws when Twilio cannot be asked. */
export const fetchSound = async (context: TwilioContext, path: string): Promise<Buffer | null> => {
  const answer = await context.send({
    path: at(context, path),
    headers: twilioAuth(context.settings),
    maxBytes: longestSound,
    timeoutMs: 30_000,
    hopedFor: 404,
  });
  if (!answer.ok) throw new Error(`The recording could not be fetched: ${answer.failure}`);
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new Error(`The recording could not be fetched: ${answer.status}`);
  return answer.body;
};

type Sender = { ok: true; from: string } | { ok: false; outcome: SendOutcome };

const remembered = new Map<string, { from: string; until: number }>();
const rememberedMs = 300_000;

/** The number that was chosen, else the connection's, else the first that the account owns. */
export const senderFor = async (context: TwilioContext, chosen: string | null): Promise<Sender> => {
  const { accountSid, authToken, fromNumber } = context.settings;
  const given = chosen?.trim() || fromNumber?.trim();
  if (given) return { ok: true, from: given };
  const known = remembered.get(accountSid);
  if (known && known.until > Date.now()) return { ok: true, from: known.from };
  const owned = await ownedNumbers(context);
  if (!Array.isArray(owned)) {
    const outcome = { kind: "later", code: "no_sender", message: owned.message, afterMs: null } as const;
    return { ok: false, outcome: cleaned(outcome, [authToken]) };
  }
  const [first] = owned;
  if (first) {
    if (remembered.size > 100) remembered.clear();
    remembered.set(accountSid, { from: first.phoneNumber, until: Date.now() + rememberedMs });
    return { ok: true, from: first.phoneNumber };
  }
  const message = {
    en: "The Twilio account has no number to send from",
    es: "La cuenta de Twilio no tiene un número desde el cual enviar",
  };
  return { ok: false, outcome: { kind: "refused", code: "no_sender", message, account: true } };
};
