import type { ConversationChannel } from "#domain/channels/channel.ts";
import { personStatuses } from "#domain/person.ts";
import type { ReadIntent } from "#domain/reading/labels.ts";
import type { Scores } from "#domain/rules/snapshot.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import { isInbound, type ProfileEntry } from "./entries.ts";

const dayMs = 86_400_000;
/** What changed is counted from the same time yesterday. */
export const changesSpanMs = dayMs;
const maxMessages = 5;
const maxSends = 5;

/** Outcomes of our messages, the furthest last. */
export const sendOutcomes = [
  "held",
  "delayed",
  "blocked",
  "cancelled",
  "unknown",
  "sent",
  "failed",
  "delivered",
  "read",
] as const;
type SendOutcome = (typeof sendOutcomes)[number];

export type ConsentChange = { channel: string; state: string; at: number };

export type ProfileChange =
  | { kind: "score"; score: keyof Scores; before: number; after: number }
  | {
      kind: "message";
      entryId: string;
      at: number;
      channel: ConversationChannel | null;
      intent: ReadIntent | null;
    }
  | {
      kind: "stage";
      entryId: string;
      at: number;
      from: (typeof personStatuses)[number];
      to: (typeof personStatuses)[number];
    }
  | { kind: "preference"; entryId: string; at: number; state: "opted_out" | "opted_in" }
  | { kind: "consent"; at: number; channel: string; state: string }
  | { kind: "send"; entryId: string; at: number; channel: ConversationChannel; outcome: SendOutcome };

type ChangeFacts = {
  now: number;
  /** Newest first. */
  entries: readonly ProfileEntry[];
  /** Null where they cannot be compared. */
  scores: { before: Scores; after: Scores } | null;
  consents: readonly ConsentChange[];
};

const outcomeOf = (kind: TimelineKind): SendOutcome | undefined =>
  sendOutcomes.find((outcome) => kind === `message_${outcome}`);

/** The furthest outcome of each message, the newest message first. */
const sendChanges = (entries: readonly ProfileEntry[]): ProfileChange[] => {
  const byMessage = new Map<string, Extract<ProfileChange, { kind: "send" }>>();
  for (const { id, at, kind, channel, causedBy } of entries) {
    const outcome = outcomeOf(kind);
    if (!outcome || channel === null || causedBy === null) continue;
    const known = byMessage.get(causedBy);
    if (known && sendOutcomes.indexOf(known.outcome) >= sendOutcomes.indexOf(outcome)) continue;
    byMessage.set(causedBy, { kind: "send", entryId: id, at, channel, outcome });
  }
  return [...byMessage.values()].slice(0, maxSends);
};

const stageChanges = (entries: readonly ProfileEntry[]): ProfileChange[] =>
  entries.flatMap(({ id, at, kind, text }) => {
    if (kind !== "status_changed") return [];
    const [from, to] = (text ?? "")
      .split(" → ")
      .map((name) => personStatuses.find((status) => status === name));
    return from && to ? [{ kind: "stage" as const, entryId: id, at, from, to }] : [];
  });

const scoreChanges = (scores: ChangeFacts["scores"]): ProfileChange[] =>
  (["intent", "propensity", "churn"] as const).flatMap((score) =>
    scores && scores.before[score] !== scores.after[score]
      ? [{ kind: "score" as const, score, before: scores.before[score], after: scores.after[score] }]
      : [],
  );

/** What is different from the same time yesterday: scores first, then what happened, newest first. */
export const listChanges = ({ now, entries, scores, consents }: ChangeFacts): ProfileChange[] => {
  const recent = entries.filter(({ at }) => at > now - changesSpanMs && at <= now);
  const messages = recent
    .filter(isInbound)
    .slice(0, maxMessages)
    .map(({ id, at, channel, intent }) => ({ kind: "message" as const, entryId: id, at, channel, intent }));
  const preferences = recent.flatMap(({ id, at, kind }) =>
    kind === "opted_out" || kind === "opted_in"
      ? [{ kind: "preference" as const, entryId: id, at, state: kind }]
      : [],
  );
  const consentChanges = consents
    .filter(({ at }) => at > now - changesSpanMs && at <= now)
    .map((consent) => ({ kind: "consent" as const, ...consent }));
  const happened = [
    ...messages,
    ...stageChanges(recent),
    ...preferences,
    ...consentChanges,
    ...sendChanges(recent),
  ];
  const timeOf = (change: ProfileChange): number => ("at" in change ? change.at : now);
  return [...scoreChanges(scores), ...happened.toSorted((a, b) => timeOf(b) - timeOf(a))];
};
