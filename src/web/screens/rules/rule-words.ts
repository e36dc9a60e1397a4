import type { TFunction } from "i18next";
import { consentKinds, personStatuses } from "#domain/person.ts";
import type { RuleAction, RuleCondition, RuleOptions, RuleTrigger } from "#domain/rules/rule.ts";
import { formatHours, formatTimeZone } from "#web/lib/time-format.ts";
import { readCondition } from "./rows/read-row.ts";

const signs = { ">=": "≥", "<=": "≤", "=": "=", "!=": "≠" } as const;

/** What wording a rule takes. */
export type Say = { t: TFunction; locale: string };

export const triggerWords = ({ type, operator, value }: RuleTrigger, { t }: Say): string => {
  const sign = signs[operator];
  if (type !== "event" || sign === "≥" || sign === "≤") return t(`rules.says.${type}`, { sign, value });
  return t(sign === "=" ? "rules.says.thisEvent" : "rules.says.otherEvent", { value });
};

const clockOf = (field: string, { t, locale }: Say): string =>
  field === "recipient" || field === "workspace"
    ? t(`rules.says.clock.${field}`)
    : formatTimeZone(field, locale);

export const conditionWords = (row: RuleCondition, say: Say): string => {
  const { t, locale } = say;
  const { type, field, value } = row;
  const { values } = readCondition(row);
  if (!values) {
    if (type === "tag") return t("rules.says.tag", { value: value || field });
    if (type === "status") return t("rules.says.status", { value });
    return t(`rules.says.${type === "consent" ? "otherConsent" : "time_window"}`, { field, value });
  }
  if (type === "consent") {
    const wanted = values.value === true ? "true" : "false";
    const channel = consentKinds.find((one) => one === values.field);
    return channel
      ? t(`rules.says.consent.${wanted}`, { channel: t(`rules.channel.${channel}`) })
      : t(`rules.says.dnc.${wanted}`);
  }
  if (type === "tag")
    return t(values.field === "has" ? "rules.says.tag" : "rules.says.noTag", { value: String(values.value) });
  if (type === "status") {
    const status = personStatuses.find((one) => one === values.value);
    return t(values.field === "is" ? "rules.says.status" : "rules.says.noStatus", {
      value: status ? t(`people.status.${status}`) : value,
    });
  }
  return t("rules.says.hours", {
    hours: formatHours(value, locale, t("reasons.everyDay")),
    clock: clockOf(String(values.field), say),
  });
};

const longest = 80;

export const actionWords = ({ type, template }: RuleAction, { t }: Say): string => {
  const text = template.length > longest ? `${template.slice(0, longest)}…` : template;
  return text ? t(`rules.does.${type}`, { template: text }) : t(`rules.actionType.${type}`);
};

const units = [
  ["day", 1440],
  ["hour", 60],
  ["minute", 1],
] as const;

const durationWords = (minutes: number, locale: string): string => {
  const [unit, size] = units.find(([, each]) => minutes % each === 0) ?? units[2];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(minutes / size);
};

/** Only what differs from acting at once and each time. */
export const optionWords = (options: RuleOptions, { t, locale }: Say): string[] => {
  const { delayMinutes, stopOnReply, reentryDays, frequencyCapPerDay } = options;
  return [
    ...(delayMinutes > 0 ? [t("rules.says.delay", { duration: durationWords(delayMinutes, locale) })] : []),
    ...(stopOnReply ? [t("rules.says.stopOnReply")] : []),
    ...(reentryDays === null ? [] : [t("rules.says.reentry", { count: reentryDays })]),
    ...(frequencyCapPerDay === null ? [] : [t("rules.says.cap", { count: frequencyCapPerDay })]),
  ];
};

const asSentence = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

type Parts = { triggers: RuleTrigger[]; conditions: RuleCondition[]; actions: RuleAction[] };

/** A rule in words: any of its triggers starts it, all of its conditions must hold, all of its actions follow. */
export const ruleWords = ({ triggers, conditions, actions }: Parts, say: Say) => {
  const join = (rows: string[], type: "conjunction" | "disjunction") =>
    asSentence(new Intl.ListFormat(say.locale, { type }).format(rows), say.locale);
  return {
    triggers: join(
      triggers.map((row) => triggerWords(row, say)),
      "disjunction",
    ),
    conditions: join(
      conditions.map((row) => conditionWords(row, say)),
      "conjunction",
    ),
    actions: join(
      actions.map((row) => actionWords(row, say)),
      "conjunction",
    ),
  };
};
