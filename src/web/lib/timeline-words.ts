import type { TFunction } from "i18next";
import type { PersonDetail } from "#contract/people.ts";
import { channels, consentChannels } from "#domain/channels/channel.ts";
import { personStatuses } from "#domain/person.ts";
import { type ReasonLike, type Wording, wordOf } from "./reason-values.ts";

export type TimelineEvent = PersonDetail["timelineEvents"][number];
/** What of an entry its words are made of. */
type Told = Pick<TimelineEvent, "eventType" | "source" | "title" | "description" | "metadata">;
/** What an entry says: a line, what stands under it, and why. */
export type Worded = { title: string; text: string | null; reasons: ReasonLike[] };
type Metadata = Record<string, unknown>;

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const isReason = (value: unknown): value is ReasonLike =>
  value !== null && typeof value === "object" && "code" in value && typeof value.code === "string";

/** Reasons come from storage and are not taken on trust. */
const reasonsOf = ({ reasons }: Metadata): ReasonLike[] =>
  Array.isArray(reasons) ? reasons.filter(isReason) : [];

/** Entries whose words are ours and need nothing more. */
const plain = [
  "person_created",
  "person_updated",
  "status_changed",
  "tag_added",
  "tag_removed",
  "opted_out",
  "opted_in",
  "review_opened",
  "handoff_asked",
] as const;

const ofMessages = [
  "message_sent",
  "message_held",
  "message_blocked",
  "message_failed",
  "message_unknown",
  "message_delayed",
  "message_cancelled",
  "message_delivered",
  "message_read",
] as const;

const scores = ["intent", "propensity", "churn"] as const;

/** A score as it is now, or from what to what. */
const scoreWords = (value: unknown): string | null => {
  if (typeof value === "number") return String(value);
  if (value === null || typeof value !== "object") return null;
  const { before, after } = value as Metadata;
  if (typeof after !== "number") return null;
  return typeof before === "number" ? `${before} → ${after}` : String(after);
};

const stagesOf = (description: string | null, t: TFunction): string | null =>
  description
    ?.split(" → ")
    .map((word) => {
      const status = personStatuses.find((one) => one === word);
      return status ? t(`people.status.${status}`) : word;
    })
    .join(" → ") ?? null;

/** An entry in the language of the interface, as far as its words are ours; any other says its own. */
export const timelineWords = (event: Told, t: TFunction, wording: Wording): Worded => {
  const metadata = event.metadata ?? {};
  const { eventType: type, title, description } = event;
  const own: Worded = { title, text: description, reasons: reasonsOf(metadata) };
  const known = plain.find((one) => one === type);
  if (known) {
    const source = metadata.source ? wordOf(wording, "reasons.source", metadata.source) : null;
    return {
      ...own,
      title: t(`people.event.${known}`),
      text: known === "status_changed" ? stagesOf(description, t) : (description ?? source),
    };
  }
  if (type === "event_received") {
    const [endpoint, received] = [textOf(metadata.endpoint), textOf(metadata.type)];
    if (!received && !endpoint) return own;
    const written = consentChannels.find((one) => received === `${one}_received`);
    if (written)
      return { ...own, title: t("people.event.wrote", { channel: t(`reasons.channel.${written}`) }) };
    return {
      ...own,
      title: received ? t("people.event.event_received", { type: received }) : t("people.event.event_any"),
      text:
        [endpoint && t("people.event.from", { endpoint }), description].filter(Boolean).join(" · ") || null,
    };
  }
  if (type === "rule_fired" && textOf(metadata.rule))
    return { ...own, title: t("people.event.rule_fired", { rule: textOf(metadata.rule) }) };
  const by = channels.find((one) => one === (metadata.channel ?? event.source));
  const channel = by && t(`reasons.channel.${by}`);
  const message = ofMessages.find((one) => one === type);
  if (message && channel)
    return {
      ...own,
      title: t(`people.event.${message}`, { channel }),
      text: textOf(metadata.text) ?? description,
    };
  if (type === "reply")
    return {
      ...own,
      title: channel ? t("people.event.reply", { channel }) : t("people.event.replied"),
      text: textOf(metadata.text) ?? description,
    };
  if (type === "call_completed" && channel)
    return {
      ...own,
      title: t("people.event.call_completed", { channel, length: textOf(metadata.length) ?? "" }),
    };
  if (type === "scores_changed") {
    const said = scores.flatMap((score) => {
      const words = scoreWords(metadata[score]);
      return words ? [`${t(`people.event.score.${score}`)} ${words}`] : [];
    });
    return { ...own, title: t("people.event.scores_changed"), text: said.join(" · ") || description };
  }
  return own;
};
