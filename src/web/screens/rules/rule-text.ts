import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { viewsApi } from "#contract/audiences.ts";
import { consentKinds, personStatuses } from "#domain/person.ts";
import {
  defaultOptions,
  type RuleAction,
  type RuleCondition,
  type RuleOptions,
  type RuleTrigger,
} from "#domain/rules/rule.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatHours, formatTimeZone } from "#web/lib/time-format.ts";
import { readCondition } from "./rows/read-row.ts";

const signs = { ">=": "≥", "<=": "≤", "=": "=", "!=": "≠" } as const;

type RuleTextContext = {
  t: TFunction;
  locale: string;
  /** Names of segments by their ids. */
  segmentNames?: ReadonlyMap<string, string>;
};

/** The name of a signal in the language of the interface; an unknown one as it is stored. */
const signalName = (signal: string, t: TFunction): string =>
  String(t(`rules.option.${signal}` as never, { defaultValue: signal }));

export const triggerText = ({ type, operator, value }: RuleTrigger, { t }: RuleTextContext): string => {
  const sign = signs[operator];
  if (type === "signal")
    return t(operator === "!=" ? "rules.says.noSignal" : "rules.says.signal", {
      value: signalName(value, t),
    });
  if (type !== "event" || sign === "≥" || sign === "≤") return t(`rules.says.${type}`, { sign, value });
  return t(sign === "=" ? "rules.says.thisEvent" : "rules.says.otherEvent", { value });
};

const clockName = (field: string, { t, locale }: RuleTextContext): string =>
  field === "recipient" || field === "workspace"
    ? t(`rules.says.clock.${field}`)
    : formatTimeZone(field, locale);

const ruleScores = {
  intent: "intent_score",
  propensity: "propensity_score",
  churn: "churn_risk",
} as const;

export const conditionText = (row: RuleCondition, context: RuleTextContext): string => {
  const { t, locale } = context;
  const { type, field, value } = row;
  const { values } = readCondition(row);
  if (!values) {
    if (type === "tag") return t("rules.says.tag", { value: value || field });
    if (type === "status") return t("rules.says.status", { value });
    if (type === "score") return t("rules.says.otherScore", { field, value });
    if (type === "segment") return t("rules.says.segment", { value: value || "…" });
    return t(`rules.says.${type === "consent" ? "otherConsent" : "time_window"}`, { field, value });
  }
  if (type === "consent") {
    const expected = values.value === true ? "true" : "false";
    const channel = consentKinds.find((kind) => kind === values.field);
    return channel
      ? t(`rules.says.consent.${expected}`, { channel: t(`rules.channel.${channel}`) })
      : t(`rules.says.dnc.${expected}`);
  }
  if (type === "tag")
    return t(values.field === "has" ? "rules.says.tag" : "rules.says.noTag", { value: String(values.value) });
  if (type === "status") {
    const status = personStatuses.find((candidate) => candidate === values.value);
    return t(values.field === "is" ? "rules.says.status" : "rules.says.noStatus", {
      value: status ? t(`people.status.${status}`) : value,
    });
  }
  if (type === "segment") {
    const id = String(values.value);
    return t(values.field === "in" ? "rules.says.segment" : "rules.says.noSegment", {
      value: context.segmentNames?.get(id) ?? id,
    });
  }
  if (type === "score") {
    const [score = "", , bound] = String(values.field).split("_");
    const name = ruleScores[score as keyof typeof ruleScores];
    return t(`rules.says.${name}`, { sign: bound === "least" ? "≥" : "≤", value: String(values.value) });
  }
  return t(row.otherwise === "wait" ? "rules.says.hoursWait" : "rules.says.hours", {
    hours: formatHours(value, locale, t("reasons.everyDay")),
    clock: clockName(String(values.field), context),
  });
};

const maxTemplateLength = 80;

export const actionText = ({ type, template }: RuleAction, { t }: RuleTextContext): string => {
  const text = template.length > maxTemplateLength ? `${template.slice(0, maxTemplateLength)}…` : template;
  return text ? t(`rules.does.${type}`, { template: text }) : t(`rules.actionType.${type}`);
};

const units = [
  ["day", 1440],
  ["hour", 60],
  ["minute", 1],
] as const;

const durationText = (minutes: number, locale: string): string => {
  const [unit, size] = units.find(([, minutesPerUnit]) => minutes % minutesPerUnit === 0) ?? units[2];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(minutes / size);
};

/** Options at their defaults are not mentioned. */
export const optionTexts = (options: RuleOptions, { t, locale }: RuleTextContext): string[] => {
  const { delayMinutes, stopOnReply, reentryDays, frequencyCapPerDay, repeatHours } = options;
  const repeats =
    repeatHours === null
      ? t("rules.says.repeatsAlways")
      : t("rules.says.repeats", { duration: durationText(repeatHours * 60, locale) });
  return [
    ...(delayMinutes > 0 ? [t("rules.says.delay", { duration: durationText(delayMinutes, locale) })] : []),
    ...(stopOnReply ? [t("rules.says.stopOnReply")] : []),
    ...(reentryDays === null ? [] : [t("rules.says.reentry", { count: reentryDays })]),
    ...(frequencyCapPerDay === null ? [] : [t("rules.says.cap", { count: frequencyCapPerDay })]),
    ...(repeatHours === defaultOptions.repeatHours ? [] : [repeats]),
  ];
};

const capitalize = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

type RuleRows = { triggers: RuleTrigger[]; conditions: RuleCondition[]; actions: RuleAction[] };

/** Any trigger starts a rule, all conditions must hold, and all actions run. */
export const ruleText = ({ triggers, conditions, actions }: RuleRows, context: RuleTextContext) => {
  const join = (rows: string[], type: "conjunction" | "disjunction") =>
    capitalize(new Intl.ListFormat(context.locale, { type }).format(rows), context.locale);
  return {
    triggers: join(
      triggers.map((row) => triggerText(row, context)),
      "disjunction",
    ),
    conditions: join(
      conditions.map((row) => conditionText(row, context)),
      "conjunction",
    ),
    actions: join(
      actions.map((row) => actionText(row, context)),
      "conjunction",
    ),
  };
};

export const useRuleTextContext = (): RuleTextContext => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { data } = useQuery(apiQuery(viewsApi.list));
  return useMemo(
    () => ({ t, locale, segmentNames: new Map(data?.views.map(({ id, name }) => [id, name])) }),
    [t, locale, data],
  );
};
