import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { cutText } from "#domain/storable-text.ts";
import { system } from "#server/audit/entry.ts";
import { isConnectionLost, isDeadlock, isLockTimeout } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";
import { optOut, withAddressesLocked } from "#server/pipeline/deliver/opt-out.ts";
import type { WaitingMessage } from "#server/store/ingestion/received-messages.ts";
import { addNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { openReviews, requireReview } from "./process-reply.ts";
import { readMessageParts, readWaitingMessage, workWaitingMessage } from "./receive-message.ts";
import type { ReceiveContext } from "./record-inbound.ts";
import { setEventAside } from "./set-aside.ts";

/** Another transaction held the locks for too long. */
const isHeldUp = (error: unknown): boolean => isLockTimeout(error) || isDeadlock(error);

/** `count` leaves out the attempts that were held up. */
type Failures = { attempts: number; count: number; retryAt: number };

/** No person has its address, so that no review shows it. */
const notifyOfDeadLetter = async (
  { tx, touch }: WriteContext,
  endpointId: string,
  isTest: boolean,
): Promise<void> => {
  await addNotifications(tx, [
    {
      kind: "review_needed",
      params: isTest ? { simulated: 1 } : {},
      link: `/endpoints/${endpointId}?tab=dead&status=dead`,
    },
  ]);
  touch("notifications");
};

/**
 * Works off messages that wait, one with each call of `next`, which returns whether there was one. One that fails is
 * tried again later, and others go first meanwhile. One that keeps failing is set aside; because it may be an opt-out,
 * an operator has to read it before anything is sent to its sender.
 */
export const createReceiver = (
  context: ReceiveContext & { log: Log },
  now: () => number = () => performance.now(),
) => {
  const { write, hash, log } = context;
  const failed = new Map<string, Failures>();

  const giveUp = async ({ id, endpointId, raw }: WaitingMessage, error: unknown): Promise<void> => {
    const { from, text, channel, isOptOut, isTest } = readMessageParts(raw);
    const request = { addresses: [from], source: "reply" as const, causedBy: id, isTest };
    const setAside = (hasEntries: boolean) =>
      withAddressesLocked(write, system, from === "" ? [] : [from], async (change, people) => {
        await setEventAside(change, id, error, people[0]);
        if (isOptOut && from !== "")
          await optOut(change, hash, { ...request, reason: cutText(text, 200) }, hasEntries ? people : []);
        const unread = { text, channel, isTest, subject: "opt_out" as const };
        if (people.length > 0)
          await (hasEntries ? openReviews : requireReview)(change, unread, { eventId: id, people });
        else await notifyOfDeadLetter(change, endpointId, isTest);
      });
    try {
      await setAside(true);
    } catch (failure) {
      if (isConnectionLost(failure) || isHeldUp(failure)) throw failure;
      // What made the message fail may make the entries of thread and timeline fail, too.
      log.warn({ error: failure, eventId: id }, "a message is set aside without entries");
      await setAside(false);
    }
    failed.delete(id);
    log.error({ error, eventId: id }, "a message could not be worked off and was set aside");
  };

  const noteFailure = async (claimed: WaitingMessage, error: unknown): Promise<void> => {
    const before = failed.get(claimed.id) ?? { attempts: 0, count: 0 };
    const attempts = before.attempts + 1;
    const count = before.count + (isHeldUp(error) ? 0 : 1);
    const { inboundMessage: policy } = retryPolicies;
    failed.set(claimed.id, { attempts, count, retryAt: now() + retryDelayMs(policy, attempts) });
    log.warn({ error, eventId: claimed.id, count }, "a message is worked off later");
    const isHopeless = !mayRetry(policy, count) || readWaitingMessage(claimed.raw) === undefined;
    if (isHopeless) await giveUp(claimed, error);
  };

  return {
    next: async (): Promise<boolean> => {
      const postponed = [...failed].flatMap(([id, { retryAt }]) => (retryAt > now() ? [id] : []));
      let claimed: WaitingMessage | undefined;
      try {
        const hasWorked = await workWaitingMessage(context, postponed, (message) => {
          claimed = message;
        });
        if (claimed) failed.delete(claimed.id);
        return hasWorked;
      } catch (error) {
        if (claimed === undefined || isConnectionLost(error)) throw error;
        await noteFailure(claimed, error);
        return true;
      }
    },
  };
};
