import type { VendorCallback } from "./messenger.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const parseActionId = (value: unknown): string | null =>
  typeof value === "string" && uuid.test(value) ? value.toLowerCase() : null;

/** The address a vendor tells about one action at: what it tells may come before its answer to us does. */
export const callbackUrlFor = (url: string, actionId: string, more: Record<string, string> = {}): string => {
  const address = new URL(url);
  for (const [name, value] of Object.entries({ action: actionId, ...more }))
    address.searchParams.set(name, value);
  return address.href;
};

export const callbackActionId = ({ query }: VendorCallback): string | null => parseActionId(query.action);

/** A parameter of the address that really holds something. */
export const queryParameter = ({ query }: VendorCallback, name: string): string | undefined => {
  const value = query[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** One field of a form; blank counts as absent. */
export const callbackForm = ({ sent }: VendorCallback): ((name: string) => string | undefined) => {
  const fields = new URLSearchParams(sent.toString());
  return (name) => fields.get(name) || undefined;
};

/** Null when it is not JSON. */
export const callbackJson = ({ sent }: VendorCallback): unknown => {
  try {
    return JSON.parse(sent.toString());
  } catch {
    return null;
  }
};

/** Vendors leave out the plus. */
export const toE164 = (digits: string): string => `+${digits.replaceAll(/\D/g, "")}`;

/** Seconds since 1970, as vendors write them: as text, or as a number. */
export const fromUnixSeconds = (seconds: unknown): number => {
  const read = Number(seconds);
  return Number.isFinite(read) && read > 0 ? Math.round(read * 1000) : Date.now();
};
