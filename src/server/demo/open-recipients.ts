import { contactWindowAt, rulesForChannel } from "#domain/compliance/hours.ts";
import { hoursTable } from "#domain/compliance/hours-table.ts";
import type { Interval } from "#domain/compliance/place-hours.ts";
import { candidatePlaces } from "#domain/places/candidate-places.ts";
import { islandAreaCodes, mainlandAreaCodes, pacificAreaCodes } from "./names.ts";

const territories = [...islandAreaCodes, ...pacificAreaCodes];
/** WhatsApp delivers marketing to numbers of the territories, not to those of the mainland. */
const areaCodesFor = (channel: string): string[] =>
  channel === "whatsapp" ? territories : [...territories, ...mainlandAreaCodes];

/** The same for calls and WhatsApp. */
const rules = rulesForChannel(hoursTable, "sms");

const contactWindow = (phone: string, at: number) =>
  contactWindowAt(at, candidatePlaces({ phone, zip: null, region: null, zone: null }), rules, []);

/** Whether the gate's contact hours allow a message to the number. */
export const isContactable = (phone: string, at: number): boolean => contactWindow(phone, at).open;

const secondMs = 1000;

const openIntervals = (areaCode: string, from: number, to: number): Interval[] => {
  const intervals: Interval[] = [];
  for (let at = from; at < to; ) {
    const window = contactWindow(`+1${areaCode}5550100`, at);
    if (!window.open) {
      if (window.opensAt === null) break;
      at = window.opensAt;
      continue;
    }
    // A second before the end, which is closed already.
    const end = Math.min(to, window.until - secondMs);
    if (end > at) intervals.push({ from: at, to: end });
    at = window.until;
  }
  return intervals;
};

/** The instants of a span at which people of at least one area code may be contacted by the channel. */
export const contactableIntervals =
  (channel: string) =>
  (from: number, to: number): Interval[] => {
    const all = areaCodesFor(channel)
      .flatMap((areaCode) => openIntervals(areaCode, from, to))
      .toSorted((first, second) => first.from - second.from);
    const merged: Interval[] = [];
    for (const interval of all) {
      const last = merged.at(-1);
      if (last && interval.from <= last.to) last.to = Math.max(last.to, interval.to);
      else merged.push({ ...interval });
    }
    return merged;
  };

export type PlannedSend = { n: number; channel: "sms" | "whatsapp" | "call"; at: number };
export type PossibleRecipient = {
  n: number;
  phone: string;
  createdAt: number;
  consents: Readonly<Record<PlannedSend["channel"], boolean>>;
};

/**
 * A recipient for each send who may be contacted at its time: of those who consented to the channel, the one with the
 * fewest messages so far.
 */
export const chooseOpenRecipients = (
  sends: readonly PlannedSend[],
  people: readonly PossibleRecipient[],
): Map<number, number> => {
  const received = new Map<number, number>();
  const chosen = new Map<number, number>();
  const byAreaCode = Map.groupBy(people, ({ phone }) => phone.slice(2, 5));
  for (const { n, channel, at } of sends) {
    const candidates = [...byAreaCode.values()]
      .filter(([first]) => first !== undefined && isContactable(first.phone, at))
      .flat()
      .filter(({ consents, createdAt }) => consents[channel] && createdAt < at);
    let best: { n: number; count: number } | undefined;
    for (const person of candidates) {
      const count = received.get(person.n) ?? 0;
      if (best === undefined || count < best.count) best = { n: person.n, count };
      if (count === 0) break;
    }
    if (best === undefined)
      throw new Error(`Nobody in the demo may be contacted at ${new Date(at).toISOString()}`);
    received.set(best.n, best.count + 1);
    chosen.set(n, best.n);
  }
  return chosen;
};
