import type { i18n } from "i18next";
import { eventName } from "#domain/ingestion/event-names.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { weekdays } from "#domain/rules/local-time.ts";
import { humanise } from "./json-schema.ts";
import { formatClock, formatHours, formatTimeZone, formatWeekday } from "./time-format.ts";

export type ReasonLike = { code: string } & Record<string, unknown>;

export type Wording = {
  i18n: i18n;
  format: { locale: string; dateTime: (instant: string) => string; number: (value: number) => string };
};

type Values = Record<string, string>;

/** The text of a value in a section of the locale; a value without a text is shown as it is. */
export const textOfValue = ({ i18n }: Wording, section: string, value: unknown): string => {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const key = `${section}.${text}`;
  return text !== "" && i18n.exists(key) ? String(i18n.t(key as never)) : text;
};

const instantText = (value: unknown, { i18n, format }: Wording): string => {
  const instant = typeof value === "number" || typeof value === "string" ? new Date(value) : null;
  return instant === null || Number.isNaN(instant.getTime())
    ? i18n.t("reasons.nothing")
    : format.dateTime(instant.toISOString());
};

/** The origin of an hours rule, by its id. */
const lawText = (rule: unknown, wording: Wording): string => {
  const { i18n } = wording;
  const id = typeof rule === "string" ? rule : "";
  if (id === "us_federal") return i18n.t("reasons.law.federal");
  if (id === "unknown_place") return i18n.t("reasons.law.unknown_place");
  const region = /^us_([a-z]{2})(?:_|$)/.exec(id)?.[1]?.toUpperCase();
  return region
    ? i18n.t("reasons.law.region", { region: textOfValue(wording, "reasons.region", region) })
    : i18n.t("reasons.law.workspace");
};

/** The reason holds `mon 09:05`. */
const localTimeText = (value: unknown, { format: { locale } }: Wording): string => {
  const [day = "", clock = ""] = String(value ?? "").split(" ");
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return weekdays.includes(day)
    ? `${formatWeekday(weekdays.indexOf(day), locale)} ${formatClock(hours * 60 + minutes, locale)}`
    : String(value ?? "");
};

const signs: Record<string, string> = { ">=": "≥", "<=": "≤", "=": "=", "!=": "≠" };
const instants = ["at", "until", "lastFiredAt", "repliedAt"];
const clocks = ["opens", "closes"];
const rowFields = ["type", "operator", "field", "value", "template"];

const plainText = (value: unknown, { i18n, format }: Wording): string => {
  if (typeof value === "number") return format.number(value);
  return value === null || value === undefined ? i18n.t("reasons.nothing") : formatPhone(String(value));
};

/** Types of events in words. */
const eventNames = ({ got, value }: ReasonLike, { i18n }: Wording): Values => {
  const language = i18n.language === "es" ? "es" : "en";
  const types = Object.entries({ got, value }).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return Object.fromEntries(types.map(([name, type]) => [name, eventName(type, language)]));
};

/** Every value that the text of a reason may contain, formatted for display. */
export const reasonValues = (reason: ReasonLike, wording: Wording): Values => {
  const { i18n, format } = wording;
  const { locale } = format;
  const values: Values = {};
  for (const [name, value] of Object.entries(reason)) values[name] = plainText(value, wording);
  for (const name of instants) if (name in reason) values[name] = instantText(reason[name], wording);
  for (const name of clocks) if (name in reason) values[name] = formatClock(Number(reason[name]), locale);
  const isStatus = reason.code.startsWith("status_");
  return {
    ...values,
    channel: textOfValue(wording, "reasons.by", reason.channel ?? reason.field),
    scope: textOfValue(wording, "reasons.by", reason.scope),
    source: textOfValue(wording, "reasons.source", reason.source),
    region: textOfValue(wording, "reasons.region", reason.region),
    zone: typeof reason.zone === "string" ? formatTimeZone(reason.zone, locale) : "",
    law: lawText(reason.rule, wording),
    sign: signs[String(reason.operator)] ?? "",
    score: textOfValue(wording, "reasons.score", reason.score),
    check: textOfValue(wording, "reasons.check", reason.check),
    list: textOfValue(wording, "reasons.list", reason.list),
    end: textOfValue(wording, "sequence.end", reason.end),
    signal: textOfValue(wording, "rules.option", reason.value),
    local: localTimeText(reason.local, wording),
    hours:
      typeof reason.hours === "number"
        ? format.number(reason.hours)
        : formatHours(String(reason.value ?? ""), locale, i18n.t("reasons.everyDay")),
    row: rowFields.flatMap((name) => (typeof reason[name] === "string" ? [reason[name]] : [])).join(" "),
    detail: String(
      (locale.startsWith("es") ? reason.detailEs : undefined) ??
        reason.detail ??
        reason.message ??
        reason.error ??
        reason.vendorCode ??
        "",
    ),
    by: String(reason.by ?? reason.user ?? i18n.t("reasons.somebody")),
    example: "{{first_name}}",
    ...(isStatus
      ? {
          status: textOfValue(wording, "people.status", reason.status),
          value: textOfValue(wording, "people.status", reason.value),
        }
      : {}),
    ...(reason.code.startsWith("event_") ? eventNames(reason, wording) : {}),
  };
};

export const humaniseCode = (code: string): string => humanise(code.slice(0, 200)) || "?";
