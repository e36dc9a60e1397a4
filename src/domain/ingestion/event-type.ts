import { cutText } from "#domain/storable-text.ts";

const typeFields = ["type", "event", "event_type", "eventType", "object"];

/** The sender's name for the event, until the mapping finds a better one. */
export const guessEventType = (payload: unknown): string | null => {
  if (payload === null || typeof payload !== "object") return null;
  for (const field of typeFields) {
    const value: unknown = Object.hasOwn(payload, field) ? Reflect.get(payload, field) : undefined;
    if (typeof value === "string" && value !== "") return cutText(value, 200);
  }
  return null;
};
