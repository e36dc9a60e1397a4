import type { Channel, ConversationChannel } from "#domain/channels/channel.ts";
import type { Consent } from "#domain/compliance/consent.ts";
import type { ThreadState } from "#domain/conversations/thread-state.ts";
import type { PersonValues } from "#domain/people/person-columns.ts";
import type { GeoPoint, UnitVector } from "#domain/places/sphere.ts";
import type { Scores } from "#domain/rules/snapshot.ts";

/** What must be loaded of a person beside their own row. */
export const factGroups = [
  "scores",
  "consents",
  "opt_outs",
  "addresses",
  "conversations",
  "thread",
  "tasks",
  "duplicates",
  "location",
] as const;
export type FactGroup = (typeof factGroups)[number];

/** From the first instant on, and before the second; null is no limit. Milliseconds since 1970. */
export type TimeWindow = { from: number | null; to: number | null };

export const messageResults = ["sent", "delivered", "read", "failed", "blocked"] as const;
export type MessageResult = (typeof messageResults)[number];

/** A question about history: how often something happened to a person. The loader answers it for many at once. */
export type AudienceAsk = TimeWindow & {
  /** Equal for equal questions. */
  key: string;
} & (
    | { of: "event"; type: string }
    | { of: "message"; result: MessageResult; channel: Channel | null }
    | { of: "call"; outcome: string }
    | { of: "rule"; id: string }
    | { of: "import"; id: string }
    | { of: "broadcast"; id: string }
  );

/** Everything that a field may read. Instants are milliseconds since 1970; a group that was not loaded is empty. */
export type AudienceFacts = {
  person: PersonValues;
  scores:
    | ({ [name in keyof Scores]: number | null } & {
        preferredChannel: string | null;
        nextAction: string | null;
        scoredAt: number;
      })
    | null;
  /** The newest record of each channel, for marketing. */
  consents: readonly Consent[];
  /** An opt-out of one of the person's addresses is in force; bounces do not count. */
  isOptedOut: boolean;
  addresses: readonly string[];
  lastInboundAt: Partial<Record<ConversationChannel, number | null>>;
  lastOutboundAt: Partial<Record<ConversationChannel, number | null>>;
  thread: {
    state: ThreadState;
    ownerId: string | null;
    teamId: string | null;
    waitingSince: number | null;
    lastHumanAt: number | null;
  } | null;
  /** When the first of the open tasks is due. */
  nextTaskAt: number | null;
  hasOpenDuplicate: boolean;
  /** Where the postal address is; null until it was located. */
  location: {
    areaCode: string | null;
    precision: string | null;
    position: (GeoPoint & UnitVector) | null;
  } | null;
  /** By the id of the broadcast, those that were asked for: the parts of `broadcast-parts.ts`. */
  broadcasts: ReadonlyMap<string, readonly string[]>;
  /** By the key of the question; absent is 0. */
  answers: ReadonlyMap<string, number>;
  now: number;
};
