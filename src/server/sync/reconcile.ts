import type { RecordMatch } from "#domain/sync/match-records.ts";
import type { PairPlan, SyncPerson } from "#domain/sync/plan-pair.ts";
import { redactRefusal } from "#domain/sync/redact-refusal.ts";
import type { SyncCounts } from "#domain/sync/sync-state.ts";
import { system } from "#server/audit/entry.ts";
import type { PushResult } from "#server/connectors/people/people-vendor.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { insertImported, writePeople } from "#server/store/batches/import-people.ts";
import { insertConsents } from "#server/store/compliance/consents.ts";
import { wakeHeldActions } from "#server/store/delivery/actions.ts";
import { addToTimeline } from "#server/store/people/timeline.ts";
import {
  confirmPending,
  dropPending,
  insertChanges,
  settleChanges,
} from "#server/store/sync/sync-changes.ts";
import {
  markSyncing,
  type StoredSync,
  type SyncChange,
  saveSyncProgress,
} from "#server/store/sync/sync-connections.ts";
import { findLinks, type SavedLink, saveLinks } from "#server/store/sync/sync-links.ts";
import { optOutSynced } from "#server/store/sync/sync-people.ts";
import { deleteQueued, queuePeople } from "#server/store/sync/sync-queue.ts";
import type { WriteContext } from "#server/store/write.ts";
import { inChange, type OutgoingPair, outgoingOf, problemChange, skippedChange } from "./change-entries.ts";
import { countPairs, hasFields, type PairBatch, type PlannedPair, planBatch } from "./plan-batch.ts";
import { scoreSynced } from "./score-synced.ts";
import { lockRun, type SyncRun } from "./sync-run.ts";

const writePairs = async (
  { tx, enqueue, touch, audit }: WriteContext,
  run: SyncRun,
  pairs: readonly PlannedPair[],
  skipped: readonly RecordMatch<SyncPerson>[],
  now: number,
): Promise<OutgoingPair[]> => {
  const { service, label, hash, proof } = run;
  const isChanged = ({ plan }: PlannedPair): boolean => hasFields(plan.pulled.after);
  const added = pairs.filter(({ isNew }) => isNew);
  const changed = pairs.filter((pair) => !pair.isNew && isChanged(pair));
  for (const { plan } of changed) plan.person.updatedAt = Math.max(now, plan.person.updatedAt + 1);
  for (const { plan } of added) plan.person.sources = [label];
  // First, because the other rows refer to them.
  await insertImported(
    tx,
    added.map(
      ({
        plan: {
          person: { suppressed, ...person },
        },
      }) => person,
    ),
  );
  const out = pairs.flatMap(outgoingOf);
  const changes = [
    ...pairs.flatMap(inChange),
    ...pairs.flatMap(problemChange),
    ...skipped.flatMap(skippedChange),
  ];
  const links: SavedLink[] = pairs.flatMap(({ plan, record, isSecond }) =>
    record && !isSecond
      ? [
          {
            remoteId: record.id,
            personId: plan.person.id,
            values: plan.base,
            problems: plan.problems,
            remoteAt: record.updatedAt,
          },
        ]
      : [],
  );
  const optedOut = pairs.filter(({ plan }) => plan.optOuts.length > 0);
  const isEqual = ({ plan, record, isNew, isSecond }: PlannedPair): boolean =>
    record !== undefined && !isNew && !isSecond && !hasFields(plan.pushed.values);
  await inOneRoundTrip([
    writePeople(
      tx,
      changed.map(
        ({
          plan: {
            person: { suppressed, ...person },
          },
        }) => person,
      ),
    ),
    saveLinks(tx, service, links),
    insertConsents(
      tx,
      pairs.flatMap(({ plan }) => [
        ...plan.optOuts
          .filter((scope) => scope !== "all")
          .map((channel) => ({
            personId: plan.person.id,
            channel,
            state: "denied" as const,
            method: "sync" as const,
            proof: null,
            actorId: null,
            causedBy: null,
          })),
        ...plan.agreed.map(({ channel, state }) => ({
          personId: plan.person.id,
          channel,
          state,
          written: state === "granted" && (proof?.how === "paper" || proof?.how === "web_form"),
          method: "sync" as const,
          proof: state === "granted" && proof ? { ...proof, source: label } : null,
          actorId: null,
          causedBy: null,
        })),
        ...plan.unproven.map((channel) => ({
          personId: plan.person.id,
          channel,
          state: "unproven" as const,
          method: "sync" as const,
          proof: null,
          actorId: null,
          causedBy: null,
        })),
      ]),
    ),
    optOutSynced(
      tx,
      optedOut.map(({ plan }) => ({ person: plan.person, scopes: plan.optOuts })),
      hash,
    ),
    confirmPending(
      tx,
      service,
      pairs.filter(isEqual).map(({ plan }) => plan.person.id),
    ),
    dropPending(
      tx,
      service,
      out.map(({ outgoing }) => outgoing.person.personId),
    ),
    insertChanges(tx, service, [...changes, ...out.map(({ change }) => change)]),
    addToTimeline(tx, [
      ...added.map(({ plan }) => entry(plan, "person_imported", `Added from ${label}`, label)),
      ...changed.map(({ plan }) => entry(plan, "person_updated", `Changed in ${label}`, label)),
      ...optedOut.map(({ plan }) => entry(plan, "opted_out", "Opted out", label)),
    ]),
  ]);
  await queuePeople(
    tx,
    service,
    pairs.flatMap(({ plan, isLinkBehind }) => (isLinkBehind ? [plan.person.id] : [])),
  );
  if (added.length > 0 && !run.isLoad) enqueue(scoreSynced, { ids: added.map(({ plan }) => plan.person.id) });
  if (added.length + changed.length > 0) {
    audit({
      eventType: "data_change",
      entityType: "sync",
      entityId: service,
      description: `Synced with ${label}: ${added.length} people added, ${changed.length} changed`,
    });
  }
  if (changes.length + out.length > 0 && run.isToldNow(run.isLoad)) touch("syncs", "people");
  return out.map(({ outgoing }) => outgoing);
};

const entry = (
  { person, pulled }: PairPlan,
  eventType: "person_imported" | "person_updated" | "opted_out",
  title: string,
  label: string,
) => ({
  personId: person.id,
  eventType,
  source: "sync",
  title,
  description: label,
  metadata: { fields: Object.keys(pulled.after) },
  causedBy: person.id,
});

const pushSize = 100;

/** Sends what the vendor shall have. What it refuses is refused alone. */
const push = async (
  { session }: SyncRun,
  outgoing: readonly OutgoingPair[],
  onAnswer: (sent: readonly OutgoingPair[], results: readonly PushResult[]) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < outgoing.length; start += pushSize) {
    const sent = outgoing.slice(start, start + pushSize);
    const people = sent.map(({ person }) => person);
    await onAnswer(sent, await session.run(session.vendor.pushPeople, { people }));
  }
};

const noAnswer = { en: "No answer", es: "Sin respuesta" };
const contactOfAnother = {
  en: "The contact belongs to another person",
  es: "El contacto es de otra persona",
};

const storeAnswers = async (
  { tx, touch }: WriteContext,
  { service, language, redact }: SyncRun,
  sent: readonly OutgoingPair[],
  results: readonly PushResult[],
): Promise<void> => {
  const links = await findLinks(tx, service, {
    remoteIds: results.flatMap((result) => (result.ok ? [result.remoteId] : [])),
    personIds: [],
  });
  const owner = new Map(links.map(({ remoteId, personId }) => [remoteId, personId]));
  const saved: SavedLink[] = [];
  await settleChanges(
    tx,
    sent.map(({ changeId, person, base, remoteAt, problems }, index) => {
      const result = results[index] ?? { ok: false as const, message: noAnswer };
      if (!result.ok) {
        const message = redactRefusal(redact(result.message)[language], Object.values(person.values));
        return { id: changeId, state: "refused", remoteId: null, message };
      }
      const holder = owner.get(result.remoteId);
      if (holder !== undefined && holder !== person.personId)
        return {
          id: changeId,
          state: "refused",
          remoteId: result.remoteId,
          message: contactOfAnother[language],
        };
      saved.push({
        remoteId: result.remoteId,
        personId: person.personId,
        values: base,
        problems,
        remoteAt: result.updatedAt ?? remoteAt,
      });
      return { id: changeId, state: "done", remoteId: result.remoteId, message: null };
    }),
  );
  await saveLinks(tx, service, saved);
  touch("syncs");
};

/**
 * Compares pairs and writes both sides. What changes here, the links and the intent to write there are one transaction;
 * then the vendor gets its part, and its answers are stored. When the process dies in between, the pairs are compared
 * again: what the vendor has already is equal, and is not sent twice. `progress` is stored with the last transaction.
 */
export const reconcile = async (
  run: SyncRun,
  batch: PairBatch,
  progress: (sync: StoredSync, counts: SyncCounts) => SyncChange,
): Promise<{ refused: number; sent: number }> => {
  const { job, service } = run;
  const lock = async (tx: Tx): Promise<StoredSync> => {
    const sync = await lockRun(tx, run);
    await markSyncing(tx, service);
    return sync;
  };
  const now = Date.now();
  const { outgoing, counts, optedOut } = await job.write(system, async (context) => {
    const sync = await lock(context.tx);
    await context.asyncCommit();
    const { pairs, skipped } = await planBatch(context.tx, run, sync, batch, now, true);
    const toSend = await writePairs(context, run, pairs, skipped, now);
    const found = countPairs(pairs, skipped);
    if (toSend.length === 0) {
      await deleteQueued(context.tx, batch.queued ?? []);
      await saveSyncProgress(context.tx, service, progress(sync, found));
    }
    return {
      outgoing: toSend,
      counts: found,
      optedOut: pairs.flatMap(({ plan }) => (plan.optOuts.length > 0 ? [plan.person.id] : [])),
    };
  });
  // Apart, because actions are locked before people.
  if (optedOut.length > 0) await job.write(system, ({ tx }) => wakeHeldActions(tx, optedOut));
  if (outgoing.length === 0) return { refused: 0, sent: 0 };
  let refused = 0;
  await push(run, outgoing, async (sent, results) => {
    refused += results.filter(({ ok }) => !ok).length;
    await job.write(system, async (context) => {
      await lock(context.tx);
      await storeAnswers(context, run, sent, results);
    });
  });
  await job.write(system, async ({ tx }) => {
    const sync = await lock(tx);
    await deleteQueued(tx, batch.queued ?? []);
    await saveSyncProgress(tx, service, progress(sync, { ...counts, ...(refused > 0 ? { refused } : {}) }));
  });
  return { refused, sent: outgoing.length };
};
