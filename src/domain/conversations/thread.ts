import { takenOverMs } from "#domain/compliance/defaults.ts";
import { hourMs } from "#domain/compliance/durations.ts";
import { cutText } from "#domain/storable-text.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import type { EpisodeEnd, MessageDirection, ThreadState } from "./thread-state.ts";

/** The conversation with a person over all channels. Times are milliseconds since 1970. */
export type Thread = {
  state: ThreadState;
  ownerId: string | null;
  /** The team whose members may take it while it has no owner; an owner does not end it. */
  teamId: string | null;
  /** Read with the thread; the reducer only uses it. */
  isOwnerAway: boolean;
  /** The first message of the person that no human has answered. */
  waitingSince: number | null;
  snoozedUntil: number | null;
  snoozedBy: string | null;
  wakesOnReply: boolean;
  lastItemAt: number;
  lastText: string | null;
  lastChannel: string | null;
  lastDirection: MessageDirection | null;
  lastInboundAt: number | null;
  lastHumanAt: number | null;
  takenUntil: number | null;
  takenBy: string | null;
  muted: boolean;
  underReview: boolean;
  notSent: boolean;
  /** Whether an episode has not ended. */
  hasEpisode: boolean;
};

/** A message, call or note, as the list shows it. */
type ItemFacts = { itemId: string; at: number; channel: string; text: string | null };

/** What writing a message changes before it has left. */
export type WritingMark = Pick<Thread, "ownerId" | "takenUntil" | "takenBy">;

/** A team with the members who may own its conversations. The name stays in the history after the team is deleted. */
export type AssignedTeam = { id: string; name: string; memberIds: readonly string[] };

/** `by` is a user; null where no user did it. */
export type Happening =
  | ({ kind: "inbound_human" } & ItemFacts)
  | ({ kind: "inbound_automatic" } & ItemFacts)
  /** A clear opt-out or opt-in. */
  | ({ kind: "opt_out" } & ItemFacts)
  | ({ kind: "opt_out_ambiguous" } & ItemFacts)
  /** `remaining`: other reviews of the person are open. */
  | { kind: "review_resolved"; remaining: boolean }
  /** A user wrote a message, which leaves later. */
  | { kind: "written_by_hand"; by: string }
  /** It was taken back before it left. What has changed since it was written stays. */
  | { kind: "taken_back"; before: WritingMark; after: WritingMark }
  /** It left. One that was written before the person's question does not answer it. */
  | ({ kind: "sent_by_hand"; by: string; writtenAt: number } & ItemFacts)
  | ({ kind: "sent_by_machine" } & ItemFacts)
  /** Failed, blocked, or of unknown outcome. `by` wrote it. */
  | ({ kind: "not_sent"; by: string | null } & ItemFacts)
  | ({ kind: "note"; by: string } & ItemFacts)
  | { kind: "take"; by: string; hours: number }
  | { kind: "hand_back"; by: string | null }
  /** What is left out stays. A team keeps the owner who is one of its members, unless an owner is named. */
  | { kind: "assign"; by: string | null; ownerId?: string | null; team?: AssignedTeam | null }
  | { kind: "snooze"; by: string | null; until: number | null; wakesOnReply: boolean }
  /** The time of the snooze has come. */
  | { kind: "wake" }
  | { kind: "close"; by: string | null; how: EpisodeEnd }
  | { kind: "reopen"; by: string | null }
  /** `byHuman`: a human of the business spoke with the person. */
  | ({ kind: "call_answered"; direction: "in" | "out"; byHuman: boolean } & ItemFacts)
  /** An incoming call that reached no human of the business, with or without a message. */
  | ({ kind: "call_missed" } & ItemFacts)
  | { kind: "mute"; muted: boolean }
  /** The thread of a person who was merged into this one. */
  | { kind: "merged"; other: Thread };

export type ThreadLine = {
  eventType: Extract<TimelineKind, `thread_${string}`>;
  title: string;
  metadata: Record<string, unknown>;
};

export type EpisodeChange =
  | { kind: "open"; at: number; openedBy: string | null; channel: string | null }
  /** The first answer by hand; later ones change nothing. */
  | { kind: "answer"; at: number; by: string | null }
  | { kind: "close"; at: number; by: string | null; how: EpisodeEnd };

/** A thread is null where the person has none, before or after. */
export type ThreadStep = { thread: Thread | null; lines: ThreadLine[]; episodes: EpisodeChange[] };

type Changed = { thread: Thread; lines: ThreadLine[]; episodes: EpisodeChange[] };
type Of<K extends Happening["kind"]> = Extract<Happening, { kind: K }>;

const maxTextLength = 200;

/** What a person without a thread has: nothing that waits. */
export const closedThread = (now: number): Thread => ({
  state: "closed",
  ownerId: null,
  teamId: null,
  isOwnerAway: false,
  waitingSince: null,
  snoozedUntil: null,
  snoozedBy: null,
  wakesOnReply: true,
  lastItemAt: now,
  lastText: null,
  lastChannel: null,
  lastDirection: null,
  lastInboundAt: null,
  lastHumanAt: null,
  takenUntil: null,
  takenBy: null,
  muted: false,
  underReview: false,
  notSent: false,
  hasEpisode: false,
});

const later = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);
const earlier = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

const showsQuestion = ({ waitingSince, lastDirection, lastText }: Thread): boolean =>
  waitingSince !== null && lastDirection === "in" && lastText !== null;

const unchanged = (thread: Thread): Changed => ({ thread, lines: [], episodes: [] });

const change = (from: Changed, values: Partial<Thread>): Changed => ({
  ...from,
  thread: { ...from.thread, ...values },
});
const addLine = (from: Changed, line: ThreadLine): Changed => ({ ...from, lines: [...from.lines, line] });
const addEpisode = (from: Changed, episode: EpisodeChange): Changed => ({
  ...from,
  episodes: [...from.episodes, episode],
});

/** The newest item is the one that the list shows; one that arrives late does not replace it. */
const withItem = (from: Changed, { at, channel, text }: ItemFacts, direction: MessageDirection): Changed =>
  from.thread.lastDirection !== null && at < from.thread.lastItemAt
    ? from
    : change(from, {
        lastItemAt: at,
        lastText: text === null ? null : cutText(text, maxTextLength),
        lastChannel: channel,
        lastDirection: direction,
      });

const notSnoozed = { snoozedUntil: null, snoozedBy: null, wakesOnReply: true } as const;

const open = (
  from: Changed,
  at: number,
  { openedBy, channel, line }: { openedBy: string | null; channel: string | null; line: ThreadLine | null },
): Changed => {
  const opened = change(from, { state: "open", ...notSnoozed, hasEpisode: true });
  const named = line && from.thread.state !== "open" ? addLine(opened, line) : opened;
  return from.thread.hasEpisode ? named : addEpisode(named, { kind: "open", at, openedBy, channel });
};

type LineMaker = (metadata: Record<string, unknown>) => ThreadLine;
const lineOf =
  (eventType: ThreadLine["eventType"], title: string): LineMaker =>
  (metadata) => ({ eventType, title, metadata });
const openedLine = lineOf("thread_opened", "Conversation opened");
const wokenLine = lineOf("thread_woken", "Conversation back from snooze");

/** An owner who is away does not see it, so it goes back to the team, or to all. */
const releaseFromAway = (from: Changed): Changed => {
  const { ownerId, isOwnerAway } = from.thread;
  if (ownerId === null || !isOwnerAway) return from;
  return addLine(change(from, { ownerId: null, isOwnerAway: false }), {
    eventType: "thread_assigned",
    title: "Conversation assigned",
    metadata: { from: ownerId, to: null, away: true },
  });
};

/** What the person did opens the thread, unless it is muted or snoozed whatever they answer. */
const inbound = (from: Changed, item: ItemFacts, waits: boolean, isNew: boolean): Changed => {
  const { thread } = from;
  const seen = change(withItem(from, item, "in"), { lastInboundAt: later(thread.lastInboundAt, item.at) });
  if (thread.muted) return seen;
  const waiting = waits ? change(seen, { waitingSince: thread.waitingSince ?? item.at }) : seen;
  if (thread.state === "snoozed" && !thread.wakesOnReply) return waiting;
  const line =
    thread.state === "snoozed" ? wokenLine({ reply: true }) : isNew ? null : openedLine({ reply: true });
  return releaseFromAway(open(waiting, item.at, { openedBy: item.itemId, channel: item.channel, line }));
};

/** A human of the business spoke: the person no longer waits, and automation does. */
const humanWord = (
  from: Changed,
  { at, by, writtenAt }: { at: number; by: string | null; writtenAt: number },
): Changed => {
  const { thread } = from;
  const isAnswer = thread.waitingSince === null || writtenAt >= thread.waitingSince;
  const spoken = change(from, {
    ...(isAnswer ? { waitingSince: null } : {}),
    lastHumanAt: later(thread.lastHumanAt, at),
    takenUntil: later(thread.takenUntil, at + takenOverMs),
    takenBy: by ?? thread.takenBy,
    ownerId: thread.ownerId ?? by,
    isOwnerAway: thread.ownerId === null ? false : thread.isOwnerAway,
    notSent: false,
  });
  return thread.hasEpisode && isAnswer ? addEpisode(spoken, { kind: "answer", at, by }) : spoken;
};

/** Who answers: a user, a team, or both. */
const assign = (from: Changed, { by, ownerId, team }: Of<"assign">): Changed => {
  const { thread } = from;
  const teamId = team === undefined ? thread.teamId : (team?.id ?? null);
  const isOwnerOutside = team && thread.ownerId !== null && !team.memberIds.includes(thread.ownerId);
  const nextOwner = ownerId === undefined ? (isOwnerOutside ? null : thread.ownerId) : ownerId;
  const isSameOwner = nextOwner === thread.ownerId;
  if (isSameOwner && teamId === thread.teamId) return from;
  const isOwnerAway = isSameOwner && thread.isOwnerAway;
  return addLine(change(from, { ownerId: nextOwner, isOwnerAway, teamId }), {
    eventType: "thread_assigned",
    title: "Conversation assigned",
    metadata: {
      by,
      from: thread.ownerId,
      to: nextOwner,
      ...(teamId === thread.teamId
        ? {}
        : { fromTeam: thread.teamId, toTeam: teamId, team: team?.name ?? null }),
    },
  });
};

type Reducers = {
  [K in Happening["kind"]]: (from: Changed, happening: Of<K>, now: number, isNew: boolean) => Changed;
};

const reducers: Reducers = {
  inbound_human: (from, item, _now, isNew) => inbound(from, item, true, isNew),
  inbound_automatic: (from, item) => withItem(from, item, "in"),
  opt_out: (from, item) =>
    change(withItem(from, item, "in"), { lastInboundAt: later(from.thread.lastInboundAt, item.at) }),
  opt_out_ambiguous: (from, item, _now, isNew) => {
    const seen = inbound(from, item, true, isNew);
    const line = isNew ? null : openedLine({ review: true });
    // An operator must decide, so that neither mute nor snooze hides it.
    const opened = open(seen, item.at, { openedBy: item.itemId, channel: item.channel, line });
    return change(opened, { underReview: true, waitingSince: seen.thread.waitingSince ?? item.at });
  },
  review_resolved: (from, { remaining }) => change(from, { underReview: remaining }),
  written_by_hand: (from, { by }, now) =>
    change(from, {
      takenUntil: later(from.thread.takenUntil, now + takenOverMs),
      takenBy: by,
      ownerId: from.thread.ownerId ?? by,
      isOwnerAway: from.thread.ownerId === null ? false : from.thread.isOwnerAway,
    }),
  taken_back: (from, { before, after }) => {
    const { takenUntil, takenBy, ownerId } = from.thread;
    const isStillTaken = takenUntil === after.takenUntil && takenBy === after.takenBy;
    return change(from, {
      ...(isStillTaken ? { takenUntil: before.takenUntil, takenBy: before.takenBy } : {}),
      ...(ownerId === after.ownerId ? { ownerId: before.ownerId } : {}),
    });
  },
  sent_by_hand: (from, item) => humanWord(withItem(from, item, "out"), item),
  // What waits for a human is what the person said, whatever a machine answered meanwhile.
  sent_by_machine: (from, item) =>
    change(showsQuestion(from.thread) ? from : withItem(from, item, "out"), { notSent: false }),
  not_sent: (from, item) => {
    const { lastDirection, lastItemAt } = from.thread;
    const isNewest = lastDirection !== "out" || item.at >= lastItemAt;
    return isNewest ? change(withItem(from, item, "out"), { notSent: true }) : from;
  },
  note: (from, item) => withItem(from, item, "note"),
  take: (from, { by, hours }, now) =>
    addLine(
      change(from, {
        takenUntil: now + hours * hourMs,
        takenBy: by,
        ownerId: from.thread.ownerId ?? by,
      }),
      { eventType: "thread_taken", title: "Taken over", metadata: { by, hours } },
    ),
  hand_back: (from) => change(from, { takenUntil: null, takenBy: null }),
  assign,
  snooze: (from, { by, until, wakesOnReply }) =>
    addLine(
      change(from, {
        state: "snoozed",
        snoozedUntil: until,
        snoozedBy: by,
        // Without a time, an answer is the only thing that brings it back.
        wakesOnReply: wakesOnReply || until === null,
      }),
      {
        eventType: "thread_snoozed",
        title: "Conversation snoozed",
        metadata: { by, until },
      },
    ),
  wake: (from, _happening, now) =>
    from.thread.state === "snoozed"
      ? open(from, now, { openedBy: null, channel: null, line: wokenLine({}) })
      : from,
  close: (from, { by, how }, now) => {
    if (from.thread.state === "closed") return from;
    const closed = change(from, {
      state: "closed",
      waitingSince: null,
      ...notSnoozed,
      takenUntil: null,
      takenBy: null,
      notSent: false,
      hasEpisode: false,
    });
    const named = addLine(closed, {
      eventType: "thread_closed",
      title: "Conversation closed",
      metadata: { by, how },
    });
    return from.thread.hasEpisode ? addEpisode(named, { kind: "close", at: now, by, how }) : named;
  },
  reopen: (from, { by }, now) => open(from, now, { openedBy: null, channel: null, line: openedLine({ by }) }),
  call_answered: (from, call, _now, isNew) => {
    const { direction, byHuman, at } = call;
    const seen = direction === "in" ? inbound(from, call, !byHuman, isNew) : withItem(from, call, "out");
    return byHuman ? humanWord(seen, { at, by: null, writtenAt: at }) : seen;
  },
  call_missed: (from, call, _now, isNew) => inbound(from, call, true, isNew),
  mute: (from, { muted }) => change(from, { muted }),
  merged: (from, { other }, now) => merge(from, other, now),
};

const activity: Record<ThreadState, number> = { open: 2, snoozed: 1, closed: 0 };

/** What is stricter or more urgent of the two counts. */
const merge = (from: Changed, other: Thread, now: number): Changed => {
  const { thread } = from;
  const newest = other.lastItemAt > thread.lastItemAt ? other : thread;
  const { lastItemAt, lastText, lastChannel, lastDirection } = newest;
  const active = activity[other.state] > activity[thread.state] ? other : thread;
  const both = change(from, {
    lastItemAt,
    lastText,
    lastChannel,
    lastDirection,
    state: active.state,
    snoozedUntil: active.snoozedUntil,
    snoozedBy: active.snoozedBy,
    wakesOnReply: active.wakesOnReply,
    ownerId: thread.ownerId ?? other.ownerId,
    isOwnerAway: thread.ownerId === null ? other.isOwnerAway : thread.isOwnerAway,
    teamId: thread.teamId ?? other.teamId,
    waitingSince: earlier(thread.waitingSince, other.waitingSince),
    lastInboundAt: later(thread.lastInboundAt, other.lastInboundAt),
    lastHumanAt: later(thread.lastHumanAt, other.lastHumanAt),
    takenUntil: later(thread.takenUntil, other.takenUntil),
    takenBy: thread.takenBy ?? other.takenBy,
    muted: thread.muted && other.muted,
    underReview: thread.underReview || other.underReview,
    notSent: thread.notSent || other.notSent,
    hasEpisode: thread.hasEpisode || active.state !== "closed",
  });
  return !thread.hasEpisode && active.state !== "closed"
    ? addEpisode(both, { kind: "open", at: now, openedBy: null, channel: null })
    : both;
};

/** What machines send, and changes of state that mean nothing without a thread, create none. */
const neverCreates = new Set<Happening["kind"]>([
  "taken_back",
  "sent_by_machine",
  "review_resolved",
  "hand_back",
  "wake",
  "close",
]);

const createsThread = (happening: Happening): boolean =>
  happening.kind === "not_sent" ? happening.by !== null : !neverCreates.has(happening.kind);

/** What a happening makes of the thread of a person. */
export const applyHappening = (thread: Thread | null, happening: Happening, now: number): ThreadStep => {
  if (thread === null && !createsThread(happening)) return { thread: null, lines: [], episodes: [] };
  const reduce = reducers[happening.kind] as (
    from: Changed,
    happening: Happening,
    now: number,
    isNew: boolean,
  ) => Changed;
  return reduce(unchanged(thread ?? closedThread(now)), happening, now, thread === null);
};
