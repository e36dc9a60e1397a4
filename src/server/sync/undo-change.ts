import { planUndo } from "#domain/import/plan-undo.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { isSameValue, readChanged } from "#domain/people/person-record.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import { consentChannelOf, optOutScopeOf } from "#domain/sync/field-map.ts";
import type { SyncChangeState } from "#domain/sync/sync-state.ts";
import { findSurvivors } from "#server/store/batches/import-people.ts";
import { readTraces, removeImported } from "#server/store/batches/undo-import.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { lockOnePerson } from "#server/store/people/stored-people.ts";
import { endUndo, lockChange, type UndoableChange } from "#server/store/sync/sync-changes.ts";
import { markSyncing } from "#server/store/sync/sync-connections.ts";
import { readAddresses } from "#server/store/sync/sync-people.ts";
import type { WriteContext } from "#server/store/write.ts";

export const mayUndo = ({ kind, state }: Pick<UndoableChange, "kind" | "state">): boolean =>
  state === "done" && (kind === "changed" || kind === "added");

/** Opt-outs and consents are never taken back. */
const withoutOptOuts = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) => optOutScopeOf(name) === undefined && consentChannelOf(name) === undefined,
    ),
  );

/**
 * Puts back what a change wrote, where the person still has it. The values before are written here; the sync then
 * carries them to the vendor as any other change. A person whom the sync added is removed, if nothing came of them since.
 */
export const undoSyncChange = async (
  context: WriteContext,
  { service, id, label, hash }: { service: string; id: string; label: string; hash: AddressHash },
): Promise<SyncChangeState | undefined> => {
  const { tx, audit, touch } = context;
  const change = await lockChange(tx, service, id);
  const isAddedThere = change?.kind === "added" && change.way === "out";
  if (!change || !mayUndo(change) || isAddedThere || change.personId === null) return undefined;
  const isAdded = change.kind === "added";
  await lockAddresses(tx, await readAddresses(tx, [change.personId]));
  const person = await lockOnePerson(tx, change.personId);
  const traces = await readTraces(tx, [change.personId], change.createdAt);
  const trace = traces.get(change.personId);
  const after = withoutOptOuts(change.after);
  const plan = planUndo(
    {
      line: 1,
      verdict: change.kind === "added" ? "added" : "changed",
      personId: change.personId,
      before: withoutOptOuts(change.before),
      after: { ...after, ...(isAdded ? { updatedAt: person?.updatedAt } : {}) },
    },
    {
      person,
      isMerged: (await findSurvivors(tx, [change.personId])).size > 0,
      hasMessages: trace?.hasMessages ?? false,
      hasEvents: trace?.hasEvents ?? false,
    },
    Date.now(),
  );
  // A person who was edited since is not the one that the sync made.
  const isEdited =
    isAdded &&
    person !== undefined &&
    Object.entries(after).some(([name, value]) => !isSameValue(readChanged(person, name), value));
  if (plan.effect === "remove" && plan.person && !isEdited) {
    // The contact stays at the vendor, and its link keeps it from coming back.
    await markSyncing(tx, service);
    await removeImported(tx, id, [plan.person], hash);
  } else if (plan.effect === "restore" && plan.person && plan.restored > 0) {
    const entries = [
      { eventType: "change_undone" as const, title: "Change undone", description: label, metadata: {} },
    ];
    const source = changeSource("undo", { name: "sync", label, causedBy: id });
    const restored = { before: person ?? null, after: plan.person, entries };
    await applyPlans(context, [completePlan(restored, source, context.clock.now())], hash);
  }
  const state: SyncChangeState = plan.result === "reversed" && !isEdited ? "undone" : "kept";
  await endUndo(tx, id, state);
  audit({
    eventType: "data_change",
    entityType: "sync",
    entityId: service,
    details: { kind: "sync_change_undone", name: label },
    metadata: { change: id, result: state },
  });
  touch("syncs", "people");
  return state;
};
