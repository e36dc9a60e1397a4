import type { Channel } from "#domain/channels/channel.ts";
import type { Reason } from "#domain/reason.ts";
import type { BroadcastRuling } from "./broadcast.ts";
import { groupOf, type PersonRuling } from "./rule-person.ts";

export type CountedGroup = {
  ruling: BroadcastRuling;
  code: string | null;
  channel: string | null;
  count: number;
  /** When the first and the last of them leave; milliseconds since 1970. */
  from: number | null;
  to: number | null;
};

/** What a check has counted so far. */
export type CheckCount = {
  people: number;
  looked: number;
  send: number;
  wait: number;
  stop: number;
  heldOut: number;
  groups: CountedGroup[];
  missing: Record<string, number>;
  languages: Record<string, number>;
  segments: number;
  cost: number;
  inSequence: number;
  writtenToday: number;
  openConversation: number;
  /** Of a part of the people. */
  hours: { at: number; send: number; wait: number; stop: number }[];
  sampled: number;
};

export const emptyCount = (people: number, hours: readonly number[]): CheckCount => ({
  people,
  looked: 0,
  ...{ send: 0, wait: 0, stop: 0, heldOut: 0 },
  groups: [],
  missing: {},
  languages: {},
  ...{ segments: 0, cost: 0, inSequence: 0, writtenToday: 0, openConversation: 0 },
  hours: hours.map((at) => ({ at, send: 0, wait: 0, stop: 0 })),
  sampled: 0,
});

export type LookedAt = PersonRuling & {
  channel: Channel | null;
  unwritable: Reason | null;
  language: string;
  segments: number;
  cost: number;
  isInSequence: boolean;
  isWrittenToday: boolean;
  hasOpenConversation: boolean;
  /** At each hour of the count, for the people of whom these are asked. */
  hours: readonly BroadcastRuling[] | null;
};

const addOne = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** Adds people to a count, which it changes. */
export const addToCount = (count: CheckCount, looked: readonly LookedAt[]): void => {
  const groups = new Map(count.groups.map((group) => [keyOf(group), group]));
  for (const one of looked) {
    count.looked++;
    count[one.ruling]++;
    const { ruling, code, channel } = groupOf(one, one.channel);
    if (code === "broadcast_held_out") count.heldOut++;
    const key = keyOf({ ruling, code, channel });
    const group = groups.get(key) ?? { ruling, code, channel, count: 0, from: null, to: null };
    groups.set(key, group);
    group.count++;
    if (one.until !== null) {
      group.from = Math.min(group.from ?? one.until, one.until);
      group.to = Math.max(group.to ?? one.until, one.until);
    }
    if (one.unwritable && "name" in one.unwritable) addOne(count.missing, String(one.unwritable.name));
    if (one.hours) {
      count.sampled++;
      for (const [index, hour] of one.hours.entries()) {
        const bar = count.hours[index];
        if (bar) bar[hour]++;
      }
    }
    if (one.ruling === "stop") continue;
    addOne(count.languages, one.language);
    count.segments += one.segments;
    count.cost += one.cost;
    count.inSequence += Number(one.isInSequence);
    count.writtenToday += Number(one.isWrittenToday);
    count.openConversation += Number(one.hasOpenConversation);
  }
  count.groups = [...groups.values()].toSorted((one, other) => other.count - one.count);
};

const keyOf = ({ ruling, code, channel }: Pick<CountedGroup, "ruling" | "code" | "channel">): string =>
  `${ruling} ${code ?? ""} ${channel ?? ""}`;
