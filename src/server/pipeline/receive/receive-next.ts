import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import { isConnectionLost, isDeadlock, isLockTimeout, isStatementTimeout } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";
import { withAddressesLocked } from "#server/pipeline/deliver/opt-out.ts";
import type { WaitingMessage } from "#server/store/ingestion/received-messages.ts";
import { openReviews, requireReview } from "./process-reply.ts";
import { readWaitingMessage, workWaitingMessage } from "./receive-message.ts";
import type { ReceiveContext } from "./record-inbound.ts";
import { setEventAside } from "./set-aside.ts";

/** Another transaction held the locks for too long. */
const isHeldUp = (error: unknown): boolean =>
  isLockTimeout(error) || isStatementTimeout(error) || isDeadlock(error);

type Failures = { count: number; retryAt: number };

/**
 * Works off messages that wait, one with each call of `next`, which returns whether there was one. One that fails is
 * tried again later, and others go first meanwhile. One that keeps failing is set aside; because it may be an opt-out,
 * an operator has to read it before anything is sent to its sender.
 */
export const createReceiver = (
  context: ReceiveContext & { log: Log },
  now: () => number = () => performance.now(),
) => {
  const { write, log } = context;
  const failed = new Map<string, Failures>();

  const giveUp = async ({ id, raw }: WaitingMessage, error: unknown): Promise<void> => {
    const read = readWaitingMessage(raw);
    const addresses = read ? [read.message.from] : [];
    const setAside = (review: typeof openReviews) =>
      withAddressesLocked(write, system, addresses, async (change, people) => {
        await setEventAside(change, id, error);
        if (!read) return;
        const { message, origin } = read;
        const unread = { ...message, subject: "opt_out" as const, isTest: origin.isTest };
        await review(change, unread, { eventId: id, people });
      });
    try {
      await setAside(openReviews);
    } catch (failure) {
      if (isConnectionLost(failure) || isHeldUp(failure)) throw failure;
      // What made the message fail may make the entries of thread and timeline fail, too.
      log.warn({ error: failure, eventId: id }, "a message is set aside without entries");
      await setAside(requireReview);
    }
    failed.delete(id);
    log.error({ error, eventId: id }, "a message could not be worked off and was set aside");
  };

  const noteFailure = async (claimed: WaitingMessage, error: unknown): Promise<void> => {
    const count = (failed.get(claimed.id)?.count ?? 0) + (isHeldUp(error) ? 0 : 1);
    const { inboundMessage: policy } = retryPolicies;
    failed.set(claimed.id, { count, retryAt: now() + retryDelayMs(policy, count) });
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
