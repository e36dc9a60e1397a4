import { changeSource } from "#domain/people/change-source.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import { completePlan, isEmptyPlan, type PersonPlan } from "#domain/people/plan-change.ts";
import { redactRefusal } from "#domain/sync/redact-refusal.ts";
import type { SyncCounts } from "#domain/sync/sync-state.ts";
import { system } from "#server/audit/entry.ts";
import type { PushResult } from "#server/connectors/people/people-vendor.ts";
import type { Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
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
import { deleteQueued, queuePeople } from "#server/store/sync/sync-queue.ts";
import type { WriteContext } from "#server/store/write.ts";
import { inChange, type OutgoingPair, outgoingOf, problemChange, skippedChange } from "./change-entries.ts";
import { countPairs, hasFields, type PairBatch, type PlannedPair, planBatch } from "./plan-batch.ts";
import { scoreSynced } from "./score-synced.ts";
import { lockRun, type SyncRun } from "./sync-run.ts";

/** What a pair does to the person here. */
const personPlanOf = (
  { label, proof }: SyncRun,
  { plan }: PlannedPair,
  before: PersonRecord | null,
  now: number,
): PersonPlan => {
  const isWritten = proof?.how === "paper" || proof?.how === "web_form";
  // The flags on the person were set with the other values.
  const consent = { method: "sync" as const, proof: null, causedBy: null, isFlagKept: true };
  const source = changeSource("sync", {
    name: "sync",
    label,
    causedBy: plan.person.id,
    metadata: { fields: Object.keys(plan.pulled.after) },
  });
  return completePlan(
    {
      before,
      after: plan.person,
      optOuts: plan.optOuts,
      consents: [
        ...plan.optOuts
          .filter((scope) => scope !== "all")
          .map((channel) => ({ ...consent, channel, state: "denied" as const })),
        ...plan.agreed.map(({ channel, state }) => ({
          ...consent,
          channel,
          state,
          written: state === "granted" && isWritten,
          proof: state === "granted" && proof ? { ...proof, source: label } : null,
        })),
        ...plan.unproven.map((channel) => ({ ...consent, channel, state: "unproven" as const })),
      ],
    },
    source,
    now,
  );
};

const writePairs = async (
  context: WriteContext,
  run: SyncRun,
  { pairs, skipped, people }: Awaited<ReturnType<typeof planBatch>>,
  now: number,
): Promise<OutgoingPair[]> => {
  const { tx, enqueue, touch, audit } = context;
  const { service, label, hash } = run;
  const isChanged = ({ plan }: PlannedPair): boolean => hasFields(plan.pulled.after);
  const added = pairs.filter(({ isNew }) => isNew);
  const changed = pairs.filter((pair) => !pair.isNew && isChanged(pair));
  for (const { plan } of changed) plan.person.updatedAt = Math.max(now, plan.person.updatedAt + 1);
  for (const { plan } of added) plan.person.sources = [label];
  const stored = new Map(people.map((person) => [person.id, person]));
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
  const isEqual = ({ plan, record, isNew, isSecond }: PlannedPair): boolean =>
    record !== undefined && !isNew && !isSecond && !hasFields(plan.pushed.values);
  await inOneRoundTrip([
    // First, because the other rows refer to these people.
    applyPlans(
      context,
      pairs
        .map((pair) => personPlanOf(run, pair, stored.get(pair.plan.person.id) ?? null, now))
        .filter((plan) => !isEmptyPlan(plan)),
      hash,
    ),
    saveLinks(tx, service, links),
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
      details: { kind: "synced", name: label, added: added.length, changed: changed.length },
    });
  }
  if (changes.length + out.length > 0 && run.isToldNow(run.isLoad)) touch("syncs", "people");
  return out.map(({ outgoing }) => outgoing);
};

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
  const now = run.clock.now();
  const { outgoing, counts } = await job.write(system, async (context) => {
    const sync = await lock(context.tx);
    await context.asyncCommit();
    const planned = await planBatch(context.tx, run, sync, batch, now, true);
    const toSend = await writePairs(context, run, planned, now);
    const found = countPairs(planned.pairs, planned.skipped);
    if (toSend.length === 0) {
      await deleteQueued(context.tx, batch.queued ?? []);
      await saveSyncProgress(context.tx, service, progress(sync, found));
    }
    return { outgoing: toSend, counts: found };
  });
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
