import { instantAtLocalTime } from "#domain/day.ts";
import { isSend, type ProfileEntry } from "#domain/profile/entries.ts";
import { readMessage } from "./local-reader.ts";

/** Messages that were recorded before there was a reader are read when they are needed, the newest only. */
const maxReadNow = 10;

export const readMissingIntents = (
  entries: ProfileEntry[],
  { timezone, locale }: { timezone: string; locale: string },
): ProfileEntry[] => {
  let left = maxReadNow;
  return entries.map((entry, index) => {
    const { kind, text, intent, at } = entry;
    if (kind !== "event_received" || text === null || intent !== null || left-- <= 0) return entry;
    const previous = entries.slice(index).find(isSend)?.text ?? null;
    const reading = readMessage({ text, previous }, { now: at, timezone, locale });
    const { callback, confidence } = reading;
    const callbackAt = callback === null ? null : instantAtLocalTime(Date.parse(`${callback}Z`), timezone);
    return { ...entry, intent: reading.intent, confidence, callbackAt };
  });
};
