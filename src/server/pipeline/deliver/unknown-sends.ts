import { revealLink } from "#domain/forms/form-texts.ts";
import type { Simulation } from "#domain/messages/simulation.ts";
import { system } from "#server/audit/entry.ts";
import { findFailing } from "#server/batch.ts";
import type { LookupResult } from "#server/connectors/messaging/messenger.ts";
import { isConnectionLost } from "#server/db/errors.ts";
import type { Log } from "#server/log.ts";
import {
  type ActionOutcome,
  applyLateReceipts,
  claimUnknown,
  expireLeases,
  saveOutcomes,
  type UnknownAction,
} from "#server/store/delivery/actions.ts";
import type { Write } from "#server/store/write.ts";
import type { DeliveryContext } from "./claim.ts";
import { announceOutcomes, reconcile } from "./outcomes.ts";

/** Finds a send at its vendor; `unknown` where the vendor cannot be asked. */
export type LookUpSend = (
  messenger: string,
  sent: {
    simulation: Simulation | null;
    to: string;
    text: string;
    after: number;
    providerId: string | null;
    actionId: string;
  },
) => Promise<LookupResult>;

type UnknownSendsContext = Pick<DeliveryContext, "confirmUrl"> & {
  write: Write;
  log: Log;
  lookUp: LookUpSend;
};

const maxLookups = 200;
const concurrentLookups = 10;
/** Clocks differ, so a look-up starts this long before the send. */
const clockSkewMs = 60_000;

/** Finds out what became of sends whose process died or whose vendor did not answer. */
export const resolveUnknown = async (
  context: UnknownSendsContext,
  isStopped: () => boolean,
): Promise<void> => {
  await settleSends(context);
  const unknown = await context.write(system, ({ tx }) => claimUnknown(tx, maxLookups));
  for (let start = 0; start < unknown.length && !isStopped(); start += concurrentLookups) {
    const batch = unknown.slice(start, start + concurrentLookups);
    const outcomes = await Promise.all(batch.map((action) => lookUp(action, context)));
    await saveFound(
      outcomes.flatMap((outcome) => outcome ?? []),
      context,
    );
  }
};

/** Ends leases that expired and applies receipts that came late. What cannot be announced is settled without it. */
const settleSends = async ({ write, log }: UnknownSendsContext): Promise<void> => {
  let found: string[] = [];
  const settle = (ids: readonly string[] | undefined, announce: typeof announceOutcomes) =>
    write(system, async (writing) => {
      const expired = await expireLeases(writing.tx, ids);
      const received = await applyLateReceipts(writing.tx, ids);
      const receivedIds = new Set(received.map(({ id }) => id));
      const settled = [...received, ...expired.filter(({ id }) => !receivedIds.has(id))];
      found = settled.map(({ id }) => id);
      await announce(writing, settled);
    });
  try {
    await settle(undefined, announceOutcomes);
  } catch (error) {
    if (isConnectionLost(error) || found.length === 0) throw error;
    const settleSome = (ids: readonly string[]) => settle(ids, announceOutcomes);
    for (const { item, error: cause } of await findFailing(found, settleSome, isConnectionLost)) {
      log.error({ error: cause, actionId: item }, "the outcome of a send could not be announced");
      await settle([item], async () => {});
    }
  }
};

const lookUp = async (
  action: UnknownAction,
  { lookUp: find, confirmUrl, log }: UnknownSendsContext,
): Promise<ActionOutcome | undefined> => {
  const { id: actionId, messenger, executedAt, providerId, simulation, rendered, confirms } = action;
  const { to = "", text: stored = "" } = rendered ?? {};
  const link = confirms && confirmUrl(confirms.submissionId, confirms.kind);
  // Vendors find a message by the text that they got.
  const text = link ? revealLink(stored, link) : stored;
  const sent = { simulation, to, text, after: executedAt - clockSkewMs, providerId, actionId };
  const found = await find(messenger, sent).catch((error: unknown): LookupResult => {
    log.warn({ error, actionId }, "a send of unknown outcome was not looked up");
    return { kind: "unknown" };
  });
  return reconcile(action, found, Date.now());
};

const saveFound = async (outcomes: ActionOutcome[], { write, log }: UnknownSendsContext): Promise<void> => {
  if (outcomes.length === 0) return;
  const save = (some: readonly ActionOutcome[]) =>
    write(system, async (writing) => {
      const saved = await saveOutcomes(writing.tx, [...some]);
      await announceOutcomes(writing, saved);
    });
  for (const { item, error } of await findFailing(outcomes, save, isConnectionLost))
    log.error({ error, actionId: item.id }, "the outcome of a send that was looked up could not be saved");
};
