import type { AudienceField } from "#contract/audiences.ts";
import type { Wording } from "#web/lib/reason-values.ts";
import { audienceChoiceLabel } from "./audience-labels.ts";

const instantText = (value: string | number, { format }: Wording): string => {
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? String(value) : format.dateTime(instant.toISOString());
};

/** What was seen of a person where a row looked, in words. */
export const seenValue = (field: AudienceField | undefined, seen: unknown, wording: Wording): string => {
  const { i18n, format } = wording;
  if (seen === null || seen === undefined || seen === "") return i18n.t("audience.why.nothing");
  if (typeof seen === "boolean") return i18n.t(seen ? "audience.why.yes" : "audience.why.no");
  if (Array.isArray(seen))
    return seen.length === 0
      ? i18n.t("audience.why.nothing")
      : seen.map((item) => seenValue(field, item, wording)).join(", ");
  if (field?.kind === "instant" && (typeof seen === "number" || typeof seen === "string"))
    return instantText(seen, wording);
  if (typeof seen === "number") return format.number(seen);
  if (typeof seen === "string") return field ? audienceChoiceLabel(field, seen, wording) : seen;
  if (typeof seen === "object" && "latitude" in seen && "longitude" in seen)
    return `${seen.latitude}, ${seen.longitude}`;
  return JSON.stringify(seen);
};
