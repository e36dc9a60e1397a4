import * as z from "zod";
import { isTimeZone } from "#domain/places/zone-offsets.ts";
import { readHours, weekSpans } from "#domain/rules/hours-text.ts";
import { defineCondition } from "#domain/rules/kinds.ts";
import { minuteOfWeek, weekText } from "#domain/rules/local-time.ts";
import { normaliseWord } from "#domain/rules/read-text.ts";
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
  }),
  read: ({ field, value }) => {
    const word = normaliseWord(field);
    return { field: Object.hasOwn(zoneFields, word) ? zoneFields[word] : field.trim(), value };
  },
  compile: ({ field, value }) => {
    const spans = weekSpans(readHours(value) ?? []);
    const zonesOf = zonesFor(field);
    const isOpen = (now: number, zone: string): boolean => isInside(spans, minuteOfWeek(now, zone));
    const holds = (snapshot: RuleSnapshot): boolean => {
      for (const zone of zonesOf(snapshot)) if (!isOpen(snapshot.now, zone)) return false;
      return true;
    };
    return {
      holds,
      explain: (snapshot) => {
        const zones = zonesOf(snapshot);
        const zone = zones.find((each) => !isOpen(snapshot.now, each)) ?? zones[0] ?? "";
        return {
          code: holds(snapshot) ? "time_window_met" : "time_window_unmet",
          field,
          value,
          zone,
          local: weekText(minuteOfWeek(snapshot.now, zone)),
        };
      },
    };
  },
});
