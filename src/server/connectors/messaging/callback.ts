import { createHmac } from "node:crypto";
import { parsePhoneText } from "#domain/phone.ts";
import { timingSafeEqualBytes, timingSafeEqualText } from "#server/constant-time.ts";
import type { VendorCallback } from "./messenger.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const parseActionId = (value: unknown): string | null =>
  typeof value === "string" && uuid.test(value) ? value.toLowerCase() : null;

/** The URL names the action, because a callback may arrive before the vendor's response to the send. */
export const callbackUrlFor = (
  callbackUrl: string,
  actionId: string,
  parameters: Record<string, string> = {},
): string => {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries({ action: actionId, ...parameters }))
    url.searchParams.set(name, value);
  return url.href;
};

export const callbackActionId = ({ query }: VendorCallback): string | null => parseActionId(query.action);

/** A query parameter; blank counts as absent. */
export const queryParameter = ({ query }: VendorCallback, name: string): string | undefined => {
  const value = query[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

export type CallbackField = (name: string) => string | undefined;

/** Reads fields of the posted form; blank counts as absent. */
export const callbackForm = ({ rawBody }: VendorCallback): CallbackField => {
  const fields = new URLSearchParams(rawBody.toString());
  return (name) => fields.get(name) || undefined;
};

/** Null when the body is not JSON. */
export const callbackJson = ({ rawBody }: VendorCallback): unknown => {
  try {
    return JSON.parse(rawBody.toString());
  } catch {
    return null;
  }
};

/** Vendors leave out the plus sign, and WhatsApp keeps the abolished 1 of Mexican mobile numbers. */
export const toE164 = (digits: string): string => {
  const phone = `+${digits.replaceAll(/\D/g, "")}`;
  return parsePhoneText(phone) ?? phone;
};

/** Milliseconds from a Unix time in seconds, as text or number; the current time when it is unreadable. */
export const fromUnixSeconds = (seconds: unknown): number => {
  const value = Number(seconds);
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : Date.now();
};

/** Derived from a secret of the connection, which it does not reveal. Null without a secret. */
export const callbackKeyFor = (messengerId: string, secret: unknown): string | null =>
  typeof secret === "string" && secret !== ""
    ? createHmac("sha256", secret).update(`callbacks of ${messengerId}`).digest("base64url")
    : null;

const keyHeader = "x-faro-key";

/** The key is a query parameter, or a header where the vendor allows one to be registered. */
export const hasCallbackKey = (messengerId: string, secret: unknown, callback: VendorCallback): boolean => {
  const expected = callbackKeyFor(messengerId, secret);
  const header = callback.headers[keyHeader];
  const received = queryParameter(callback, "key") ?? (typeof header === "string" ? header : undefined);
  return expected !== null && received !== undefined && timingSafeEqualText(received, expected);
};

const metaSignature = /^sha256=([0-9a-f]{64})$/i;

/** Meta signs the raw body with HMAC-SHA256, in hex. */
export const isSignedByMeta = (rawBody: Buffer, header: unknown, secret: string): boolean => {
  const hex = typeof header === "string" ? metaSignature.exec(header)?.[1] : undefined;
  return (
    hex !== undefined &&
    timingSafeEqualBytes(Buffer.from(hex, "hex"), createHmac("sha256", secret).update(rawBody).digest())
  );
};
