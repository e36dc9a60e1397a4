import { countUnqueued, isPaused, reserveSlot, type SendRate } from "#domain/messages/send-rate.ts";
import type { Tx } from "#server/db/database.ts";
import type { DueAction } from "#server/store/delivery/actions.ts";
import {
  lockSendRates,
  type PostponedAction,
  postponeActions,
  readPausedRates,
  saveSendRates,
} from "#server/store/delivery/send-rates.ts";
import type { ReadyMessenger } from "./messengers.ts";

export type MessengerChoice =
  | { kind: "messenger"; messenger: ReadyMessenger }
  /** It waits for its turn, or for the end of a pause. */
  | { kind: "postponed" }
  /** No messenger is available. */
  | { kind: "none" };

/** The send rates of messengers in one transaction; all processes share them. */
export type SendRates = {
  choose: (action: DueAction, candidates: readonly ReadyMessenger[]) => MessengerChoice;
  save: () => Promise<void>;
};

/** A reserved slot is kept for this long, and then given to another message. */
const slotValidMs = 10_000;

export const openSendRates = async (
  tx: Tx,
  messengers: readonly ReadyMessenger[],
  now: number,
): Promise<SendRates> => {
  const limited = messengers.flatMap(({ messenger, perSecond }) =>
    perSecond === null ? [] : [messenger.id],
  );
  const locked = await lockSendRates(tx, [...new Set(limited)]);
  const rates = new Map([...(await readPausedRates(tx)), ...locked]);
  const changed = new Map<string, SendRate>();
  const postponed: PostponedAction[] = [];
  const rateOf = (id: string): SendRate => rates.get(id) ?? { nextAt: 0, pausedUntil: null };
  const setRate = (id: string, rate: SendRate): void => {
    rates.set(id, rate);
    changed.set(id, rate);
  };
  const postpone = (id: string, until: number, slotAt: string | null): MessengerChoice => {
    postponed.push({ id, until, messenger: slotAt });
    return { kind: "postponed" };
  };

  return {
    choose: (action, candidates) => {
      if (candidates.length === 0) return { kind: "none" };
      const chosen = candidates.find(({ messenger }) => !isPaused(rateOf(messenger.id), now));
      if (!chosen) {
        const pauseEnds = candidates.map(({ messenger }) => rateOf(messenger.id).pausedUntil ?? now);
        return postpone(action.id, Math.min(...pauseEnds), null);
      }
      const { perSecond, messenger } = chosen;
      const { slot, purpose = "marketing" } = action.config;
      const hasSlot = slot?.messenger === messenger.id && now >= slot.at && now - slot.at < slotValidMs;
      if (perSecond === null || hasSlot) return { kind: "messenger", messenger: chosen };
      if (purpose !== "marketing") {
        setRate(messenger.id, countUnqueued(rateOf(messenger.id), perSecond, now));
        return { kind: "messenger", messenger: chosen };
      }
      const reserved = reserveSlot(rateOf(messenger.id), perSecond, now);
      setRate(messenger.id, reserved.rate);
      return reserved.at <= now
        ? { kind: "messenger", messenger: chosen }
        : postpone(action.id, reserved.at, messenger.id);
    },
    save: async () => {
      await saveSendRates(tx, changed);
      await postponeActions(tx, postponed);
    },
  };
};
