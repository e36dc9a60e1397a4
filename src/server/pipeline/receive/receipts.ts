import { forwardSteps } from "#domain/messages/action-status.ts";
import { simulatedMark } from "#domain/messages/simulation.ts";
import { vendorReason } from "#domain/messages/vendor-errors.ts";
import type { Reason } from "#domain/reason.ts";
import { system } from "#server/audit/entry.ts";
import { createBatcher } from "#server/batch.ts";
import type { VendorUpdate } from "#server/connectors/messaging/messenger.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import { deleteRecordings } from "#server/housekeeping/delete-recordings.ts";
import { suppressByVendor } from "#server/pipeline/deliver/opt-out.ts";
import { noteOutcomes } from "#server/pipeline/deliver/thread-hooks.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { countSuccesses } from "#server/store/delivery/actions.ts";
import { savePrices } from "#server/store/delivery/prices.ts";
import {
  type DeliveryReceipt,
  insertReceipts,
  lockReceiptTargets,
  moveActions,
  type ReceiptTarget,
} from "#server/store/delivery/receipts.ts";
import { reportDeletedCall } from "#server/store/delivery/recording-deletions.ts";
import { markLandlines } from "#server/store/people/matching.ts";
import { addToTimeline, type TimelineRow } from "#server/store/people/timeline.ts";
import type { Write, WriteContext } from "#server/store/write.ts";
import { saveCallStatus } from "./call-updates.ts";

type StatusUpdate = Extract<VendorUpdate, { kind: "status" }>;
export type IncomingReceipt = { messenger: string; update: StatusUpdate };

export type Receipts = {
  /**
   * Resolves when the receipt is committed; the vendor repeats one that was not. `isUrgent`: a caller on the telephone
   * waits for our answer.
   */
  add: (messenger: string, update: StatusUpdate, options: { isUrgent: boolean }) => Promise<void>;
};

const maxBatch = 200;
/** Vendors do not wait for receipts to be processed, so they gather. */
const gatherMs = 250;

export const createReceipts = (write: Write, hash: AddressHash): Receipts => {
  const batcher = createBatcher<IncomingReceipt, void>({
    maxItems: maxBatch,
    gather: { ms: gatherMs, untilItems: maxBatch },
    isTransient: isConnectionLost,
    run: async (receipts) => {
      await write(system, (context) => saveReceipts(context, receipts, hash));
      return receipts.map(() => undefined);
    },
  });
  return { add: (messenger, update, options) => batcher.add({ messenger, update }, options) };
};

const failureReasons = ({ messenger, update: { code } }: IncomingReceipt): Reason[] | null =>
  code === null ? null : [vendorReason("vendor_refused", messenger, { code })];

/** A failure keeps its reasons, for an outcome that is saved after it. */
const toReceipt = (incoming: IncomingReceipt): DeliveryReceipt => {
  const { messenger, update } = incoming;
  const reasons = update.status === "failed" ? failureReasons(incoming) : null;
  return {
    messenger,
    providerId: update.providerId,
    actionId: update.actionId,
    status: update.status,
    price: update.price,
    detail: {
      code: update.code,
      price: update.price,
      at: update.at,
      ...(reasons ? { reasons } : {}),
      ...update.detail,
    },
  };
};

type Step = { status: StatusUpdate["status"]; receipt: IncomingReceipt };
type Progress = { action: ReceiptTarget; steps: Step[]; price: number | null };

/** The statuses in which receipts move an action. While it is dispatching, its outcome takes them into account. */
const movableStatuses = ["sent", "simulated", "delivered", "read", "failed", "unknown"];

/** Those of the receipts that are about calls which were deleted; their recordings are deleted at the vendor. */
const findDeletedCalls = async (
  { tx, enqueue }: WriteContext,
  unmatched: readonly IncomingReceipt[],
): Promise<Set<IncomingReceipt>> => {
  const found = new Set<IncomingReceipt>();
  for (const receipt of unmatched) {
    const { messenger, update } = receipt;
    if (!update.detail) continue;
    const { isDeleted, hasRecording } = await reportDeletedCall(tx, { ...update, messenger }, update.detail);
    if (!isDeleted) continue;
    found.add(receipt);
    if (hasRecording) enqueue(deleteRecordings, {});
  }
  return found;
};

/** Moves actions forward by their receipts, in whatever order these arrive. */
export const saveReceipts = async (
  context: WriteContext,
  incoming: readonly IncomingReceipt[],
  hash: AddressHash,
): Promise<void> => {
  if (incoming.length === 0) return;
  const { tx, touch } = context;
  const receipts = incoming.map(toReceipt);
  const targets = await lockReceiptTargets(tx, receipts);
  const actionOf = new Map(
    targets.flatMap(({ id, indexes }) => indexes.map((index) => [index, id] as const)),
  );
  // After the locks, so that an erasure under way is waited for. A receipt may hold words of the person.
  const ofDeletedCalls = await findDeletedCalls(
    context,
    incoming.filter((_, index) => !actionOf.has(index)),
  );
  if (ofDeletedCalls.size > 0)
    return saveReceipts(
      context,
      incoming.filter((receipt) => !ofDeletedCalls.has(receipt)),
      hash,
    );
  const newIndexes = await insertReceipts(
    tx,
    receipts.map((receipt, index) => ({ ...receipt, actionId: actionOf.get(index) ?? null })),
  );
  // Details of a call may arrive after its end, under a status that was reported before.
  for (const { messenger, update } of incoming)
    if (update.detail) await saveCallStatus(context, { ...update, messenger }, update.detail);
  const progress = targets.flatMap((action): Progress[] => {
    if (!movableStatuses.includes(action.status)) return [];
    const own = action.indexes.flatMap((index): Step[] => {
      const receipt = incoming[index];
      const isNew = receipt && (newIndexes.has(index) || receipt.update.detail);
      return isNew ? [{ status: receipt.update.status, receipt }] : [];
    });
    if (own.length === 0) return [];
    const forward = forwardSteps(action.status, own);
    // A test send may fail, but the simulator cannot deliver or charge it.
    if (action.simulation === "test")
      return [{ action, steps: forward.filter(({ status }) => status === "failed"), price: null }];
    const price = own.map(({ receipt }) => receipt.update.price).findLast((one) => one !== null) ?? null;
    return [{ action, steps: forward, price }];
  });
  await saveProgress(context, progress, hash);
  if (progress.some(({ steps }) => steps.length > 0)) touch("actions", "people");
};

const saveProgress = async (
  context: WriteContext,
  progress: Progress[],
  hash: AddressHash,
): Promise<void> => {
  const { tx } = context;
  const moved = progress.flatMap(({ action, steps, price }) => {
    const last = steps.at(-1);
    return last ? [{ action, last, price, reasons: failureReasons(last.receipt) }] : [];
  });
  await moveActions(
    tx,
    moved.map(({ action, last, price, reasons }) => ({
      id: action.id,
      status: last.status,
      providerId: last.receipt.update.providerId,
      price,
      reasons,
    })),
  );
  await markLandlines(
    tx,
    moved.flatMap(({ action, reasons }) =>
      action.simulation !== "test" &&
      action.channel === "sms" &&
      action.to &&
      reasons?.some(({ code }) => code === "number_not_mobile")
        ? [{ personId: action.personId, phone: action.to }]
        : [],
    ),
  );
  // A receipt may bring a price and nothing else that is new.
  await savePrices(
    tx,
    progress.flatMap(({ action, steps, price }) =>
      steps.length === 0 && price !== null ? [{ id: action.id, price }] : [],
    ),
  );
  for (const { action, steps } of progress) {
    const optOut = steps.find(({ receipt }) => receipt.update.optedOut);
    if (optOut && action.to && action.simulation !== "test")
      await suppressByVendor(tx, hash, {
        address: action.to,
        reason: optOut.receipt.update.code,
        causedBy: action.id,
      });
  }
  await countSuccesses(
    tx,
    progress.flatMap(({ action, steps }) =>
      action.status === "unknown" && action.ruleId && steps.some(({ status }) => status !== "failed")
        ? [action.ruleId]
        : [],
    ),
  );
  const entries = progress.flatMap(({ action, steps }) =>
    steps.flatMap((step) => timelineEntry(action, step)),
  );
  await addToTimeline(tx, entries, { skipExisting: true });
  // A delivery of what was sent changes nothing for the thread.
  const surprises = moved.filter(
    ({ action, last }) => last.status === "failed" || ["unknown", "failed"].includes(action.status),
  );
  await noteOutcomes(
    context,
    surprises.map(({ action, last }) => ({ ...action, status: last.status })),
  );
};

/** A first "sent" is on the timeline already, written with the outcome of the send. */
const timelineEntry = (
  { id, personId, channel, simulation }: ReceiptTarget,
  { status, receipt }: Step,
): TimelineRow[] => {
  if (status === "sent") return [];
  return [
    {
      personId,
      eventType: `message_${status}` as const,
      source: channel,
      title: `${channel} ${status}`,
      description: null,
      metadata: {
        channel,
        actionId: id,
        reasons: failureReasons(receipt) ?? [],
        ...simulatedMark(simulation),
      },
      causedBy: id,
    },
  ];
};
