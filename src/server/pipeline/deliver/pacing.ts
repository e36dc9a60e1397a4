import { countUnqueued, isPaused, reserveSlot, type SendRate } from "#domain/messages/send-rate.ts";
import type { Tx } from "#server/db/database.ts";
import type { DueAction } from "#server/store/delivery/actions.ts";
import {
  findPaused,
  holdPaces,
  type Postponed,
  postpone,
  savePaces,
} from "#server/store/delivery/send-rates.ts";
import type { OpenWay } from "./claim.ts";

/** Whose turn it is at which way: all processes share the places. */
export type Pacing = {
  /** The way it may leave by now; null when it waits for its turn; nothing when there is no way. */
  choose: (action: DueAction, ways: readonly OpenWay[]) => OpenWay | null | undefined;
  /** Writes down what was given out, and who waits. */
  save: () => Promise<void>;
};

/** A place that was given out is kept for a moment, and then for somebody else. */
const keptMs = 10_000;

export const openPacing = async (tx: Tx, ways: readonly OpenWay[], now: number): Promise<Pacing> => {
  const limited = ways.flatMap(({ messenger, perSecond }) => (perSecond === null ? [] : [messenger.id]));
  const held = await holdPaces(tx, [...new Set(limited)]);
  const paces = new Map([...(await findPaused(tx)), ...held]);
  const taken = new Map<string, SendRate>();
  const waiting: Postponed[] = [];
  const wait = (id: string, until: number, place: string | null): null => {
    waiting.push({ id, until, place });
    return null;
  };
  const paceOf = (id: string): SendRate => paces.get(id) ?? { nextAt: 0, pausedUntil: null };

  return {
    choose: (action, open) => {
      if (open.length === 0) return undefined;
      // Nothing was sent by a way that rests, so another may carry it.
      const way = open.find(({ messenger }) => !isPaused(paceOf(messenger.id), now));
      if (!way) {
        const ends = open.map(({ messenger }) => paceOf(messenger.id).pausedUntil ?? now);
        return wait(action.id, Math.min(...ends), null);
      }
      const { id } = way.messenger;
      const { perSecond } = way;
      const { place, purpose = "marketing" } = action.config;
      const hasPlace = place?.way === id && now >= place.at && now - place.at < keptMs;
      if (perSecond === null || hasPlace) return way;
      const keep = (pace: SendRate): void => {
        paces.set(id, pace);
        taken.set(id, pace);
      };
      if (purpose !== "marketing") {
        keep(countUnqueued(paceOf(id), perSecond, now));
        return way;
      }
      const given = reserveSlot(paceOf(id), perSecond, now);
      keep(given.rate);
      return given.at <= now ? way : wait(action.id, given.at, id);
    },
    save: async () => {
      await savePaces(tx, taken);
      await postpone(tx, waiting);
    },
  };
};
