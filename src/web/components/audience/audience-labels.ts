import type { AudienceField } from "#contract/audiences.ts";
import { type AudienceFieldKind, type AudienceOperator, fieldOperators } from "#domain/audience/audience.ts";
import { channelPrefix, noReason, reasonPrefix } from "#domain/broadcasts/broadcast-parts.ts";
import { channels } from "#domain/channels/channel.ts";
import { humaniseCode, textOfValue, type Wording } from "#web/lib/reason-values.ts";
import { shortReason } from "#web/lib/reasons.ts";

/** Ids contain dots, which lead to sections in a locale. */
const textKey = (id: string): string => id.replaceAll(".", "_");

const ownLabel = (field: AudienceField, { i18n }: Wording): string | undefined =>
  field.label?.[i18n.language === "es" ? "es" : "en"];

/** The label of a built-in field; one of a channel, such as `last_inbound_at.sms`, names it in brackets. */
const builtInLabel = (id: string, wording: Wording): string => {
  const key = textKey(id);
  const text = textOfValue(wording, "audience.field", key);
  if (text !== key) return text;
  if (id.startsWith("call."))
    return wording.i18n.t("audience.call", { outcome: textOfValue(wording, "voice.outcome", id.slice(5)) });
  const base = id.slice(0, id.lastIndexOf("."));
  const channel = channels.find((candidate) => id === `${base}.${candidate}`);
  return channel
    ? `${builtInLabel(base, wording)} (${wording.i18n.t(`reasons.channel.${channel}`)})`
    : humaniseCode(id.slice(id.indexOf(".") + 1));
};

export const audienceFieldLabel = (field: AudienceField, wording: Wording): string =>
  ownLabel(field, wording) ?? builtInLabel(field.id, wording);

const choiceSections: Record<string, string> = {
  type: "people.type",
  status: "people.status",
  stage_reached: "people.status",
  language: "language",
  preferred_channel: "reasons.channel",
  next_action: "people.profile.action",
  "thread.state": "audience.threadState",
  location_precision: "places.precision",
};

const choiceSection = (id: string): string | undefined => {
  if (id.startsWith("consent.")) return "audience.consent";
  if (id.startsWith("rule.")) return "audience.ruleState";
  return choiceSections[id];
};

export const isBroadcastField = (id: string): boolean => id.startsWith("broadcast.");

/** A ruling or an outcome, the first reason, or the channel. */
const broadcastPartLabel = (value: string, wording: Wording): string => {
  if (value === `${reasonPrefix}${noReason}`) return wording.i18n.t("audience.noReason");
  if (value.startsWith(reasonPrefix)) return shortReason(value.slice(reasonPrefix.length), wording);
  if (value.startsWith(channelPrefix))
    return textOfValue(wording, "reasons.channel", value.slice(channelPrefix.length));
  return textOfValue(wording, "audience.broadcastPart", value);
};

/** `me` is the user who asks, and `mine` are their teams. */
export const audienceChoiceLabel = (field: AudienceField, value: string, wording: Wording): string => {
  if (field.kind === "user" && value === "me") return wording.i18n.t("audience.me");
  if (field.kind === "team" && value === "mine") return wording.i18n.t("audience.myTeams");
  const choice = field.choices?.find((candidate) => candidate.value === value);
  if (choice?.label) return choice.label;
  if (isBroadcastField(field.id)) return broadcastPartLabel(value, wording);
  const section = choiceSection(field.id);
  return section ? textOfValue(wording, section, value) : value;
};

const signNames = { "=": "eq", ">": "gt", ">=": "gte", "<": "lt", "<=": "lte" } as const;
type Sign = keyof typeof signNames;
type NamedOperator = Exclude<AudienceOperator, Sign> | (typeof signNames)[Sign];
export type OperatorTextKey = NamedOperator | "count_gte" | "count_eq" | "count_lte";

const isSign = (op: AudienceOperator): op is Sign => op in signNames;

const countKeys: Partial<Record<AudienceOperator, OperatorTextKey>> = {
  ">=": "count_gte",
  "=": "count_eq",
  "<=": "count_lte",
};

/** The name of an operator in the locales: that of a count reads differently. */
export const operatorTextKey = (kind: AudienceFieldKind, op: AudienceOperator): OperatorTextKey =>
  (kind === "count" ? countKeys[op] : undefined) ?? (isSign(op) ? signNames[op] : op);

export const operatorLabel = (
  kind: AudienceFieldKind,
  op: AudienceOperator,
  negated: boolean,
  { i18n }: Wording,
): string => i18n.t(`audience.op.${operatorTextKey(kind, op)}.${negated ? "no" : "yes"}`);

export type OperatorOption = { op: AudienceOperator; negated: boolean };

/** Operators whose opposite a form offers. Others have one among the operators themselves. */
const withOpposite: Record<AudienceFieldKind, readonly AudienceOperator[]> = {
  text: fieldOperators.text,
  choice: fieldOperators.choice,
  user: fieldOperators.user,
  team: fieldOperators.team,
  set: fieldOperators.set,
  number: ["=", "between", "known"],
  instant: ["in_last", "between", "known"],
  date: ["in_last", "between", "day_and_month_is", "known"],
  yes_no: fieldOperators.yes_no,
  count: [],
  reference: fieldOperators.reference,
  bucket: fieldOperators.bucket,
  area: fieldOperators.area,
  distance: fieldOperators.distance,
};

/** The operators that a form offers for a kind of field, each followed by its opposite. */
export const operatorOptions = (
  kind: AudienceFieldKind,
  current: { op?: AudienceOperator | undefined; negated?: boolean } = {},
): OperatorOption[] => {
  const all: OperatorOption[] = fieldOperators[kind].flatMap((op) => [
    { op, negated: false },
    { op, negated: true },
  ]);
  return all.filter(
    ({ op, negated }) =>
      !negated || withOpposite[kind].includes(op) || (current.negated === true && current.op === op),
  );
};
