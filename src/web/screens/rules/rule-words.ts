import type { TFunction } from "i18next";
import { consentKinds, personStatuses } from "#domain/person.ts";
import type { RuleAction, RuleCondition, RuleTrigger } from "#domain/rules/rule.ts";

const signs = { ">=": "≥", "<=": "≤", "=": "=", "!=": "≠" } as const;

const triggerWords = ({ type, operator, value }: RuleTrigger, t: TFunction): string => {
  const sign = signs[operator];
  if (type !== "event" || sign === "≥" || sign === "≤") return t(`rules.says.${type}`, { sign, value });
  return t(sign === "=" ? "rules.says.thisEvent" : "rules.says.otherEvent", { value });
};

const conditionWords = ({ type, field, value }: RuleCondition, t: TFunction): string => {
  const channel = consentKinds.find((one) => one === field);
  if (type === "consent" && channel && (value === "true" || value === "false"))
    return t(`rules.says.consent.${value}`, { channel: t(`rules.channel.${channel}`) });
  if (type === "tag") return t("rules.says.tag", { value: value || field });
  if (type === "status") {
    const status = personStatuses.find((one) => one === value);
    return t("rules.says.status", { value: status ? t(`people.status.${status}`) : value });
  }
  return t(`rules.says.${type === "consent" ? "otherConsent" : "time_window"}`, { field, value });
};

const actionWords = ({ type, template }: RuleAction, t: TFunction): string =>
  template ? t(`rules.does.${type}`, { template }) : t(`rules.actionType.${type}`);

const asSentence = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

type Parts = { triggers: RuleTrigger[]; conditions: RuleCondition[]; actions: RuleAction[] };

/** A rule in words: any of its triggers starts it, all of its conditions must hold, all of its actions follow. */
export const ruleWords = ({ triggers, conditions, actions }: Parts, t: TFunction, language: string) => {
  const join = (rows: string[], type: "conjunction" | "disjunction") =>
    asSentence(new Intl.ListFormat(language, { type }).format(rows), language);
  return {
    triggers: join(
      triggers.map((row) => triggerWords(row, t)),
      "disjunction",
    ),
    conditions: join(
      conditions.map((row) => conditionWords(row, t)),
      "conjunction",
    ),
    actions: join(
      actions.map((row) => actionWords(row, t)),
      "conjunction",
    ),
  };
};
