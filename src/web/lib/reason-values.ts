import type { i18n } from "i18next";
import { weekdays } from "#domain/rules/local-time.ts";
import { humanise } from "./json-schema.ts";
import { formatClock, formatHours, formatTimeZone, formatWeekday } from "./time-format.ts";

export type ReasonLike = { code: string } & Record<string, unknown>;

export type Wording = {
  i18n: i18n;
  format: { locale: string; dateTime: (instant: string) => string; number: (value: number) => string };
};

type Values = Record<string, string>;

/** The words of a value under one of our sections; whatever is not known there stands for itself. */
export const wordOf = ({ i18n }: Wording, section: string, value: unknown): string => {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const key = `${section}.${text}`;
  return text !== "" && i18n.exists(key) ? String(i18n.t(key as never)) : text;
};

const instantWords = (value: unknown, { i18n, format }: Wording): string => {
  const instant = typeof value === "number" || typeof value === "string" ? new Date(value) : null;
  return instant === null || Number.isNaN(instant.getTime())
    ? i18n.t("reasons.nothing")
    : format.dateTime(instant.toISOString());
};

/** Whose rule of hours it is, by its id. */
const lawWords = (rule: unknown, wording: Wording): string => {
  const { i18n } = wording;
  const id = typeof rule === "string" ? rule : "";
  if (id === "us_federal") return i18n.t("reasons.law.federal");
  if (id === "unknown_place") return i18n.t("reasons.law.unknown_place");
  const region = /^us_([a-z]{2})(?:_|$)/.exec(id)?.[1]?.toUpperCase();
  return region
    ? i18n.t("reasons.law.region", { region: wordOf(wording, "reasons.region", region) })
    : i18n.t("reasons.law.workspace");
};

/** `mon 09:05` as it is written in a reason. */
const localWords = (value: unknown, { format: { locale } }: Wording): string => {
  const [day = "", clock = ""] = String(value ?? "").split(" ");
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return weekdays.includes(day)
    ? `${formatWeekday(weekdays.indexOf(day), locale)} ${formatClock(hours * 60 + minutes, locale)}`
    : String(value ?? "");
};

const signs: Record<string, string> = { ">=": "≥", "<=": "≤", "=": "=", "!=": "≠" };
const instants = ["at", "until", "lastFiredAt", "repliedAt"];
const clocks = ["opens", "closes"];
const shown = ["type", "operator", "field", "value", "template"];

const plain = (value: unknown, { i18n, format }: Wording): string => {
  if (typeof value === "number") return format.number(value);
  return value === null || value === undefined ? i18n.t("reasons.nothing") : String(value);
};

/** Everything that the words of a reason may name, each as a person reads it. */
export const reasonValues = (reason: ReasonLike, wording: Wording): Values => {
  const { i18n, format } = wording;
  const { locale } = format;
  const values: Values = {};
  for (const [name, value] of Object.entries(reason)) values[name] = plain(value, wording);
  for (const name of instants) if (name in reason) values[name] = instantWords(reason[name], wording);
  for (const name of clocks) if (name in reason) values[name] = formatClock(Number(reason[name]), locale);
  const isStatus = reason.code.startsWith("status_");
  return {
    ...values,
    channel: wordOf(wording, "reasons.by", reason.channel ?? reason.field),
    scope: wordOf(wording, "reasons.by", reason.scope),
    source: wordOf(wording, "reasons.source", reason.source),
    region: wordOf(wording, "reasons.region", reason.region),
    zone: typeof reason.zone === "string" ? formatTimeZone(reason.zone, locale) : "",
    law: lawWords(reason.rule, wording),
    sign: signs[String(reason.operator)] ?? "",
    score: wordOf(wording, "reasons.score", reason.score),
    check: wordOf(wording, "reasons.check", reason.check),
    list: wordOf(wording, "reasons.list", reason.list),
    local: localWords(reason.local, wording),
    hours: formatHours(String(reason.value ?? ""), locale, i18n.t("reasons.everyDay")),
    row: shown.flatMap((name) => (typeof reason[name] === "string" ? [reason[name]] : [])).join(" "),
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
          status: wordOf(wording, "people.status", reason.status),
          value: wordOf(wording, "people.status", reason.value),
        }
      : {}),
  };
};

/** A code nobody gave words to yet, as readable as it gets. */
export const readable = (code: string): string => humanise(code.slice(0, 200)) || "?";
