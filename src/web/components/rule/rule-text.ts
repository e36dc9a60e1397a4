import type { TFunction } from "i18next";
import { eventName } from "#domain/ingestion/event-names.ts";
import { consentKinds, personStatuses } from "#domain/person.ts";
import { defaultTriggerTime } from "#domain/rules/date-trigger.ts";
import {
  defaultOptions,
  type RuleAction,
  type RuleCondition,
  type RuleOptions,
  type RuleTrigger,
} from "#domain/rules/rule.ts";
import { type StopHappening, stopEvents } from "#domain/rules/step-parts.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { clockText, stepText } from "#web/components/sequence/step-text.ts";
import { formatHours, formatTimeZone } from "#web/lib/time-format.ts";
import { goalTexts } from "./goal-text.ts";
import { readCondition } from "./read-row.ts";
import type { RuleTextContext } from "./rule-text-context.ts";

const signs = { ">=": "≥", "<=": "≤", "=": "=", "!=": "≠" } as const;

/** The name of a signal in the language of the interface; an unknown one as it is stored. */
const signalName = (signal: string, t: TFunction): string =>
  String(t(`rules.option.${signal}` as never, { defaultValue: signal }));

/** A date with its days before or after: “7 days before Renewal, 9:00 AM their time”. */
const dateText = (
  { value, offsetDays = 0, at = defaultTriggerTime, yearly }: RuleTrigger,
  { t, locale, names }: RuleTextContext,
): string => {
  const side = offsetDays === 0 ? "on" : offsetDays < 0 ? "before" : "after";
  const when = t(`rules.says.date.${side}`, {
    count: Math.abs(offsetDays),
    date: names?.get(value) || value || "…",
    time: clockText(at, locale),
  });
  return yearly ? t("rules.says.yearly", { when }) : when;
};

export const triggerText = (row: RuleTrigger, context: RuleTextContext): string => {
  const { type, operator, value, end } = row;
  const { t, names, segmentNames } = context;
  if (type === "person_date") return dateText(row, context);
  if (type === "segment_entered" || type === "segment_left")
    return t(type === "segment_entered" ? "rules.says.segmentEntered" : "rules.says.segmentLeft", {
      value: segmentNames?.get(value) ?? "…",
    });
  if (type === "sequence_ended") {
    const rule = names?.get(value) ?? "…";
    return end === undefined
      ? t("rules.says.ended", { rule })
      : t("rules.says.endedWith", { rule, end: t(`sequence.end.${end}`) });
  }
  const sign = signs[operator];
  if (type === "signal")
    return t(operator === "!=" ? "rules.says.noSignal" : "rules.says.signal", {
      value: signalName(value, t),
    });
  if (type !== "event" || sign === "≥" || sign === "≤") return t(`rules.says.${type}`, { sign, value });
  return t(sign === "=" ? "rules.says.thisEvent" : "rules.says.otherEvent", {
    value: eventName(value, context.locale.startsWith("es") ? "es" : "en"),
  });
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

const units = [
  ["day", 1440],
  ["hour", 60],
  ["minute", 1],
] as const;

const durationText = (minutes: number, locale: string): string => {
  const [unit, size] = units.find(([, minutesPerUnit]) => minutes % minutesPerUnit === 0) ?? units[2];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(minutes / size);
};

/** What else ends a run: “they have entered the segment …”. */
export const stopHappeningText = (happening: StopHappening, { t, segmentNames }: RuleTextContext): string =>
  happening.kind === "event"
    ? t("sequence.says.stop.event", { type: happening.type || "…" })
    : t(`sequence.says.stop.${happening.is}`, { segment: segmentNames?.get(happening.segmentId) ?? "…" });

/** What ends a run of a sequence, in the order in which it is asked. */
const stopText = (
  { stopWhen, stopOn = [] }: Pick<RuleOptions, "stopWhen" | "stopOn">,
  context: RuleTextContext,
): string => {
  const { t, locale } = context;
  const events = [
    ...stopEvents
      .filter((event) => stopWhen?.includes(event) ?? true)
      .map((event) => t(`sequence.says.stop.${event}`)),
    ...stopOn.map((happening) => stopHappeningText(happening, context)),
  ];
  if (events.length === 0) return t("sequence.says.stopNever");
  const list = new Intl.ListFormat(locale, { type: "disjunction" }).format(events);
  return t("sequence.says.stopWhen", { events: list });
};

/** Options at their defaults are not mentioned. */
export const optionTexts = (options: RuleOptions, context: RuleTextContext): string[] => {
  const { t, locale } = context;
  const { delayMinutes, stopOnReply, reentryDays, frequencyCapPerDay, repeatHours, stopWhen, stopOn } =
    options;
  const isUsualStop = !stopOn?.length && (!stopWhen || stopWhen.length === stopEvents.length);
  const repeats =
    repeatHours === null
      ? t("rules.says.repeatsAlways")
      : t("rules.says.repeats", { duration: durationText(repeatHours * 60, locale) });
  return [
    ...(delayMinutes > 0 ? [t("rules.says.delay", { duration: durationText(delayMinutes, locale) })] : []),
    // A sequence has the list instead.
    ...(stopOnReply && !stopWhen ? [t("rules.says.stopOnReply")] : []),
    ...(isUsualStop ? [] : [stopText(options, context)]),
    ...(reentryDays === null ? [] : [t("rules.says.reentry", { count: reentryDays })]),
    ...(frequencyCapPerDay === null ? [] : [t("rules.says.cap", { count: frequencyCapPerDay })]),
    ...(repeatHours === defaultOptions.repeatHours ? [] : [repeats]),
    ...goalTexts(options, context),
  ];
};

/** Spanish questions begin with a mark. */
const firstLetter = /^[¿¡]?\p{L}/u;

export const capitalize = (text: string, locale: string): string =>
  text.replace(firstLetter, (letter) => letter.toLocaleUpperCase(locale));

type RuleRows = {
  triggers: RuleTrigger[];
  conditions: RuleCondition[];
  actions: RuleAction[];
  options: RuleOptions;
};

/** Any trigger starts a rule, all conditions must hold, and all actions run; those of a sequence in their order. */
export const ruleText = ({ triggers, conditions, actions, options }: RuleRows, context: RuleTextContext) => {
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
    actions: isSequence(actions, options)
      ? capitalize(actions.map((row) => stepText(row, context)).join(" → "), context.locale)
      : join(
          actions.map((row) => stepText(row, context)),
          "conjunction",
        ),
  };
};
