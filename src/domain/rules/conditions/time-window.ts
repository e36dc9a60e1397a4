import * as z from "zod";
import { isTimeZone } from "#domain/places/zone-offsets.ts";
import { readHours, weekSpans } from "#domain/rules/hours-text.ts";
import { defineCondition } from "#domain/rules/kinds.ts";
import { minuteOfWeek, minutesPerWeek, weekText } from "#domain/rules/local-time.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";
import { outsideHours } from "#domain/rules/rule.ts";
import type { RuleSnapshot } from "#domain/rules/snapshot.ts";

const zoneFields: Record<string, string> = {
  "": "recipient",
  recipient: "recipient",
  local: "recipient",
  person: "recipient",
  workspace: "workspace",
  business: "workspace",
};

/** All candidate time zones of the recipient must agree; the workspace's applies where none is known. */
const zonesFor = (field: string): ((snapshot: RuleSnapshot) => readonly string[]) => {
  const fixed = [field];
  if (field === "recipient")
    return ({ zones }) => (zones.recipient.length > 0 ? zones.recipient : [zones.workspace]);
  if (field === "workspace") return ({ zones }) => [zones.workspace];
  return () => fixed;
};

const isInside = (spans: readonly number[], minute: number): boolean => {
  for (let at = 0; at < spans.length; at += 2)
    if (minute >= (spans[at] as number) && minute < (spans[at + 1] as number)) return true;
  return false;
};

/** One bit for each minute of the week, because a rule may have many spans. */
const toMinuteBits = (spans: readonly number[]): Uint8Array => {
  const bits = new Uint8Array(minutesPerWeek / 8);
  for (let at = 0; at < spans.length; at += 2)
    for (let minute = spans[at] as number; minute < (spans[at + 1] as number); minute++)
      bits[minute >> 3] = (bits[minute >> 3] as number) | (1 << (minute & 7));
  return bits;
};
/** The minute of an unknown zone is -1, which has no bit. */
const hasMinute = (bits: Uint8Array, minute: number): boolean =>
  ((bits[minute >> 3] ?? 0) & (1 << (minute & 7))) !== 0;

/** Minutes until the next span begins. */
const minutesUntilOpen = (spans: readonly number[], minute: number): number => {
  let least = minutesPerWeek;
  for (let at = 0; at < spans.length; at += 2)
    least = Math.min(
      least,
      ((spans[at] as number) - minute + minutesPerWeek) % minutesPerWeek || minutesPerWeek,
    );
  return least;
};

/** Where clocks went forward on the way, the start was passed by their difference. */
const minutesPastStart = (spans: readonly number[], minute: number): number => {
  for (let at = 0; at < spans.length; at += 2) {
    const past = minute - (spans[at] as number);
    if (past >= 0 && past <= 60) return past;
  }
  return 0;
};

const minuteMs = 60_000;
const searchMs = 14 * 24 * 60 * minuteMs;

/** The first instant that is inside the spans in every zone; null if there is none within two weeks. */
const nextOpening = (spans: readonly number[], zones: readonly string[], from: number): number | null => {
  let at = from;
  while (at <= from + searchMs) {
    const instant = at;
    const closed = zones.find((zone) => !isInside(spans, minuteOfWeek(instant, zone)));
    if (closed === undefined) return at;
    const minute = minuteOfWeek(at, closed);
    if (minute < 0) return null;
    const landed = (Math.floor(at / minuteMs) + minutesUntilOpen(spans, minute)) * minuteMs;
    const start = landed - minutesPastStart(spans, minuteOfWeek(landed, closed)) * minuteMs;
    at = Math.max(start, at + minuteMs);
  }
  return null;
};

/** Hours in which the rule may fire, in the time zone of the recipient, of the workspace, or a named one. */
export const timeWindowCondition = defineCondition({
  id: "time_window",
  fields: z.object({
    field: z
      .string()
      .refine((zone) => zone === "recipient" || zone === "workspace" || isTimeZone(zone))
      .meta({ examples: ["recipient", "workspace", "America/Puerto_Rico"] }),
    value: z
      .string()
      .refine((hours) => readHours(hours) !== undefined)
      .meta({ examples: ["mon-fri 09:00-17:00"] }),
    otherwise: z.enum(outsideHours),
  }),
  read: ({ field, value, otherwise = "drop" }) => {
    const word = normaliseWord(field);
    return { field: Object.hasOwn(zoneFields, word) ? zoneFields[word] : field.trim(), value, otherwise };
  },
  compile: ({ field, value, otherwise }) => {
    const spans = weekSpans(readHours(value) ?? []);
    const zonesOf = zonesFor(field);
    const openMinutes = toMinuteBits(spans);
    const isOpen = (now: number, zone: string): boolean => hasMinute(openMinutes, minuteOfWeek(now, zone));
    const isOpenNow = (snapshot: RuleSnapshot): boolean => {
      for (const zone of zonesOf(snapshot)) if (!isOpen(snapshot.now, zone)) return false;
      return true;
    };
    const opensAt = (snapshot: RuleSnapshot, from: number) => nextOpening(spans, zonesOf(snapshot), from);
    const waits = otherwise === "wait";
    return {
      isSlow: true,
      holds: waits
        ? (snapshot) => isOpenNow(snapshot) || opensAt(snapshot, snapshot.now) !== null
        : isOpenNow,
      ...(waits ? { opensAt } : {}),
      explain: (snapshot) => {
        const zones = zonesOf(snapshot);
        const zone = zones.find((each) => !isOpen(snapshot.now, each)) ?? zones[0] ?? "";
        const until = waits && !isOpenNow(snapshot) ? opensAt(snapshot, snapshot.now) : null;
        return {
          code: isOpenNow(snapshot)
            ? "time_window_met"
            : until === null
              ? "time_window_unmet"
              : "time_window_wait",
          ...(until === null ? {} : { until }),
          field,
          value,
          zone,
          local: weekText(minuteOfWeek(snapshot.now, zone)),
        };
      },
    };
  },
});
