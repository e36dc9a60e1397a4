import { forwardSteps } from "#domain/messages/action-status.ts";
import { vendorReason } from "#domain/messages/vendor-errors.ts";
import type { Reason } from "#domain/reason.ts";
import { system } from "#server/audit/entry.ts";
import type { DeliveryStatus, Incoming } from "#server/connectors/messaging/messenger.ts";
import { isConnectionLoss } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { countSuccesses } from "#server/store/delivery/actions.ts";
import { savePrices } from "#server/store/delivery/prices.ts";
import {
  holdTold,
  keepReceipts,
  moveActions,
  type Receipt,
  type Told,
} from "#server/store/delivery/receipts.ts";
import { addToTimeline, type TimelineRow } from "#server/store/ingestion/recording.ts";
import type { Write, Writing } from "#server/store/write.ts";
import { keepCallNews } from "./call-updates.ts";
import { suppressByVendor } from "./opt-out.ts";

type Status = Extract<Incoming, { kind: "status" }>;
type Given = { messenger: string; told: Status };
type Waiting = Given & { resolve: () => void; reject: (error: unknown) => void };

export type Receipts = {
  /**
   * Resolves when the receipt is committed: the vendor tells again what was not taken. `atOnce`: somebody on the
   * telephone waits for what we answer.
   */
  take: (messenger: string, told: Status, atOnce: boolean) => Promise<void>;
};

const mostAtOnce = 200;
/** Few are in a hurry to hear that we heard: what comes within so long is written together. */
const togetherMs = 250;

export const createReceipts = (write: Write, hash: AddressHash): Receipts => {
  const waiting: Waiting[] = [];
  let isRunning = false;
  let hurries = false;
  let hurry = (): void => {};
  const gather = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, togetherMs);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const flush = async (batch: Waiting[]): Promise<void> => {
    try {
      await write(system, (writing) => takeReceipts(writing, batch, hash));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // One that cannot be taken must not take its neighbours along.
      if (batch.length > 1 && !isConnectionLoss(error)) for (const one of batch) await flush([one]);
      else for (const { reject } of batch) reject(error);
    }
  };
  const drain = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      if (waiting.length < mostAtOnce && !hurries) await gather();
      hurries = false;
      await flush(waiting.splice(0, mostAtOnce));
    }
    isRunning = false;
  };
  return {
    take: (messenger, told, atOnce) =>
      new Promise((resolve, reject) => {
        waiting.push({ messenger, told, resolve, reject });
        if (atOnce) {
          hurries = true;
          hurry();
        }
        if (!isRunning) void drain();
      }),
  };
};

const receiptOf = ({ messenger, told }: Given): Receipt => ({
  messenger,
  providerId: told.providerId,
  actionId: told.actionId,
  status: told.status,
  price: told.price,
  detail: { code: told.code, price: told.price, at: told.at, ...told.detail },
});

const reasonsOf = ({ messenger, told: { code } }: Given): Reason[] | null =>
  code === null ? null : [vendorReason("vendor_refused", messenger, { code })];

type Step = { status: DeliveryStatus; given: Given };

/** What vendors told moves actions forward, whatever the order it comes in. */
const takeReceipts = async (writing: Writing, given: Given[], hash: AddressHash): Promise<void> => {
  const { tx, touch } = writing;
  const receipts = given.map(receiptOf);
  const held = await holdTold(tx, receipts);
  const owner = new Map(held.flatMap(({ id, places }) => places.map((place) => [place, id] as const)));
  const fresh = await keepReceipts(
    tx,
    receipts.map((one, place) => ({ ...one, of: owner.get(place) ?? null })),
  );
  // What comes after the end of a call may come under a status that was told before.
  for (const { messenger, told } of given)
    if (told.detail) await keepCallNews(writing, { ...told, messenger }, told.detail);
  const news = held.flatMap((action) => {
    // While it is being sent its outcome is not known; whoever writes it sees the receipt.
    if (!["sent", "delivered", "read", "failed", "unknown"].includes(action.status)) return [];
    const mine = action.places.flatMap((place): Step[] => {
      const one = given[place];
      return one && (fresh.has(place) || one.told.detail) ? [{ status: one.told.status, given: one }] : [];
    });
    const steps = forwardSteps(action.status, mine);
    const price = mine.map(({ given: { told } }) => told.price).findLast((one) => one !== null) ?? null;
    return mine.length === 0 ? [] : [{ action, steps, price }];
  });
  await moveActions(
    tx,
    news.flatMap(({ action, steps, price }) => {
      const last = steps.at(-1);
      if (!last) return [];
      const { providerId } = last.given.told;
      return [{ id: action.id, status: last.status, providerId, price, reasons: reasonsOf(last.given) }];
    }),
  );
  // A price may come with a receipt that says nothing else new.
  await savePrices(
    tx,
    news.flatMap(({ action, steps, price }) =>
      steps.length === 0 && price !== null ? [{ id: action.id, price }] : [],
    ),
  );
  for (const { action, steps } of news) {
    const asked = steps.find(({ given: { told } }) => told.optedOut);
    if (asked && action.to) {
      const { code } = asked.given.told;
      await suppressByVendor(tx, hash, {
        address: action.to,
        reason: code,
        causedBy: action.id,
      });
    }
  }
  await countSuccesses(
    tx,
    news.flatMap(({ action, steps }) =>
      action.status === "unknown" && steps.some(({ status }) => status !== "failed") && action.ruleId
        ? [action.ruleId]
        : [],
    ),
  );
  await addToTimeline(
    tx,
    news.flatMap(({ action, steps }) =>
      steps.filter(({ status }) => status !== "sent").map((step) => entryOf(action, step)),
    ),
    true,
  );
  if (news.some(({ steps }) => steps.length > 0)) touch("actions", "people");
};

const entryOf = ({ id, personId, channel }: Told, { status, given }: Step): TimelineRow => ({
  personId,
  eventType: `message_${status}`,
  source: channel,
  title: `${channel} ${status}`,
  description: null,
  metadata: { channel, actionId: id, reasons: reasonsOf(given) ?? [] },
  causedBy: id,
});
