import { titleOfName } from "#domain/messages/template-title.ts";
import { personStatuses } from "#domain/person.ts";
import type { RuleAction } from "#domain/rules/rule.ts";
import {
  defaultGoodForHours,
  type StepAnswer,
  type StepCondition,
  type StepTest,
  type StepWait,
  stepDays,
} from "#domain/rules/step-parts.ts";
import { isChannel } from "#web/components/rule/read-row.ts";
import type { RuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { formatClock, formatWeekday } from "#web/lib/time-format.ts";

const maxTemplateLength = 80;

const shortened = (text: string): string =>
  text.length > maxTemplateLength ? `${text.slice(0, maxTemplateLength)}…` : text;

/** What a model is asked for: “AI sorts into repair or purchase”. */
const aiText = (ai: RuleAction["ai"], { t, locale, names }: RuleTextContext): string => {
  if (!ai) return t("rules.actionType.ai");
  const labels = ai.task === "classify" ? ai.labels : [];
  const list = new Intl.ListFormat(locale, { type: "disjunction" }).format(labels) || "…";
  const field = ai.task === "extract" ? (names?.get(ai.field) ?? (ai.field || "…")) : "";
  return t(`sequence.ai.says.${ai.task}`, { labels: shortened(list), field });
};

/** What a row does, without its wait and conditions. */
export const actionText = ({ type, template, ai }: RuleAction, context: RuleTextContext): string => {
  const { t, names } = context;
  if (type === "ai") return aiText(ai, context);
  if (type === "set_field" && template !== "") {
    const [key = "", ...value] = template.split("=");
    const name = names?.get(key) ?? key;
    return t("rules.does.set_field", { template: [name, value.join("=")].filter(Boolean).join(": ") });
  }
  if (type === "assign" && template === "") return t("rules.does.unassign");
  // A name that is not loaded, or of what was deleted, is left out.
  if (type === "assign" || type === "start_rule" || type === "stop_rule") {
    const name = names?.get(template);
    return name === undefined ? t(`rules.actionType.${type}`) : t(`rules.does.${type}`, { template: name });
  }
  const stage =
    type === "set_stage" && personStatuses.find((status) => status === template.trim().toLowerCase());
  const isName = isChannel(type) && /^[a-z\d]+(?:_[a-z\d]+)+$/.test(template);
  const words = isName ? titleOfName(template) : shortened(template);
  const text = stage ? t(`people.status.${stage}`) : words;
  return text ? t(`rules.does.${type}`, { template: text }) : t(`rules.actionType.${type}`);
};

/** The time of day of a wait; the stored text has the form 09:30. */
export const clockText = (until: string, locale: string): string => {
  const [hours = Number.NaN, minutes = Number.NaN] = until.split(":").map(Number);
  return formatClock(hours * 60 + minutes, locale);
};

const unitNames = { minutes: "minute", hours: "hour", days: "day" } as const;

const lengthText = ({ for: length, unit }: StepWait, { t, locale }: RuleTextContext): string => {
  if (length === undefined || unit === undefined || Number.isNaN(length)) return "…";
  if (unit === "workdays") return t("sequence.says.workdays", { count: length });
  return new Intl.NumberFormat(locale, { style: "unit", unit: unitNames[unit], unitDisplay: "long" }).format(
    length,
  );
};

const untilText = ({ until = "", days }: StepWait, { t, locale }: RuleTextContext): string => {
  const time = clockText(until, locale);
  if (!days || days.length === stepDays.length) return t("sequence.says.until", { time });
  const names = stepDays.flatMap((day, index) => (days.includes(day) ? [formatWeekday(index, locale)] : []));
  const list = new Intl.ListFormat(locale, { type: "disjunction" }).format(names);
  return t("sequence.says.untilOn", { time, days: list });
};

/** How long a wait takes: “2 days, then until 10:00 AM their time”. */
const waitLength = (wait: StepWait, context: RuleTextContext): string => {
  if (wait.until === undefined) return lengthText(wait, context);
  if (wait.for === undefined) return untilText(wait, context);
  return context.t("sequence.says.both", {
    length: lengthText(wait, context),
    until: untilText(wait, context),
  });
};

/** Whether a question ends its wait as soon as the person answers. */
const endsEarly = ({ type, onlyIf }: RuleAction): boolean =>
  type === "ask" && (onlyIf?.is === "answered" || onlyIf?.is === "unanswered");

/** A wait around a date: “2 days before Renewal, 10:00 AM their time”. */
const aroundText = (
  { around = "", offsetDays = 0, until = "" }: StepWait,
  { t, locale, names }: RuleTextContext,
): string => {
  const side = offsetDays === 0 ? "on" : offsetDays < 0 ? "before" : "after";
  return t(`sequence.says.around.${side}`, {
    count: Math.abs(offsetDays),
    date: names?.get(around) || around || "…",
    time: clockText(until, locale),
  });
};

/** The wait before a step; undefined where it has none. */
export const waitText = (row: RuleAction, context: RuleTextContext): string | undefined =>
  row.wait?.around !== undefined
    ? aroundText(row.wait, context)
    : row.wait?.event !== undefined
      ? context.t("sequence.says.waitForEvent", {
          event: row.wait.event || "…",
          length: lengthText(row.wait, context),
        })
      : row.wait &&
        context.t(endsEarly(row) ? "sequence.says.waitAtMost" : "sequence.says.wait", {
          length: waitLength(row.wait, context),
        });

const segmentName = ({ segmentId }: StepCondition, { segmentNames }: RuleTextContext): string =>
  segmentId === undefined || segmentId === "" ? "…" : (segmentNames?.get(segmentId) ?? segmentId);

/** What a condition says of the person: “they have not answered”. */
export const testText = (condition: StepCondition, context: RuleTextContext): string =>
  context.t(`sequence.says.test.${condition.is}`, {
    segment: segmentName(condition, context),
    event: condition.event || "…",
    label: condition.label || "…",
  });

const opposites: Record<StepTest, StepTest> = {
  answered: "unanswered",
  unanswered: "answered",
  in_segment: "not_in_segment",
  not_in_segment: "in_segment",
  happened: "not_happened",
  not_happened: "happened",
  labelled: "not_labelled",
  not_labelled: "labelled",
};

/** What is known of people who go on with this answer. */
export const answerText = (
  { onlyIf }: RuleAction,
  answer: StepAnswer,
  context: RuleTextContext,
): string | undefined =>
  onlyIf && testText(answer === "yes" ? onlyIf : { ...onlyIf, is: opposites[onlyIf.is] }, context);

const variantText = ({ template, share }: { template: string; share: number }, { t }: RuleTextContext) =>
  template === ""
    ? t("sequence.says.variantNone", { share })
    : t("sequence.says.variant", { share, template: shortened(template) });

/** The step in a few words, as a list shows it. */
export const stepTitle = (row: RuleAction, context: RuleTextContext): string => {
  const { t } = context;
  if (row.type === "ask") {
    if (row.template) return shortened(row.template);
    return row.onlyIf
      ? t(`sequence.says.question.${row.onlyIf.is}`, {
          segment: segmentName(row.onlyIf, context),
          event: row.onlyIf.event || "…",
          label: row.onlyIf.label || "…",
        })
      : t("rules.actionType.ask");
  }
  return row.variants
    ? t("sequence.says.split", { kind: t(`rules.actionType.${row.type}`) })
    : actionText(row, context);
};

/** Everything else about a step, one part each; what is as usual is not mentioned. */
export const stepNotes = (row: RuleAction, context: RuleTextContext): string[] => {
  const { t, locale } = context;
  const { type, template, onlyIf, ifStopped, goodForHours = defaultGoodForHours, variants } = row;
  const hours = new Intl.NumberFormat(locale, { style: "unit", unit: "hour", unitDisplay: "long" });
  const condition = onlyIf && testText(onlyIf, context);
  return [
    ...(variants?.map((variant) => variantText(variant, context)) ?? []),
    // The name of a question does not say what it asks.
    ...(type === "ask" && template && condition ? [condition] : []),
    ...(type !== "ask" && condition
      ? [t(onlyIf?.else === "end" ? "sequence.says.onlyIfElseEnd" : "sequence.says.onlyIf", { condition })]
      : []),
    ...(ifStopped === "end"
      ? [t(type === "ai" ? "sequence.ai.endsIfUnanswered" : "sequence.says.endsIfStopped")]
      : []),
    ...(row.holds ? [t("sequence.says.holds", { duration: hours.format(goodForHours) })] : []),
    ...(row.holds || goodForHours === defaultGoodForHours || Number.isNaN(goodForHours)
      ? []
      : [t("sequence.says.goodFor", { duration: hours.format(goodForHours) })]),
  ];
};

/** A whole row in words; one without step parts is what it does. */
export const stepText = (row: RuleAction, context: RuleTextContext): string => {
  const { t } = context;
  const wait = waitText(row, context);
  const step = [stepTitle(row, context), ...stepNotes(row, context)].join(", ");
  const text = wait === undefined ? step : t("sequence.says.then", { wait, step });
  return row.within ? t(`sequence.says.on.${row.within.answer}`, { step: text }) : text;
};
