import { planUndo, type UndoableRow, type UndoPlan, type UndoReason } from "#domain/import/plan-undo.ts";
import { changeSource } from "#domain/people/change-source.ts";
import type { PersonRecord } from "#domain/people/person-record.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import type { Database, Reader } from "#server/db/database.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { lockBatch, readCounts, type StoredBatch, updateBatch } from "#server/store/batches/batches.ts";
import { findSurvivors, removeNotes } from "#server/store/batches/import-people.ts";
import {
  cancelCausedActions,
  deleteConsents,
  findTakenConsents,
  readLastEditors,
  readTraces,
  readUndoableRows,
  removeImported,
  saveUndoResults,
} from "#server/store/batches/undo-import.ts";
import { type AddressHash, openAddressHash } from "#server/store/compliance/address-hash.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { hashAddresses } from "#server/store/people/person-addresses.ts";
import { findPeople, lockPeople } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import { batchActor } from "./batch-actor.ts";
import type { UndoPreview } from "./batch-kind.ts";

/** Messages and events of the same people wait for a page. */
const undoPageSize = 200;
const pageSize = 1000;

type PlannedUndo = UndoPlan & {
  line: number;
  personId: string | null;
  isRow: boolean;
  /** As they are now; undefined for one who is gone. */
  current: PersonRecord | undefined;
};

const didSomething = ({ verdict }: UndoableRow): boolean =>
  verdict === "added" || verdict === "changed" || verdict === "joined";

/** Plans the undo of a page, from its last row to its first; a person whom several rows changed is followed. */
const planUndoPage = async (
  db: Reader,
  batch: StoredBatch,
  rows: UndoableRow[],
  isLocked: boolean,
): Promise<PlannedUndo[]> => {
  const since = batch.startedAt ?? batch.createdAt;
  const ids = [...new Set(rows.filter(didSomething).flatMap(({ personId }) => personId ?? []))];
  const keys = { addresses: [], ids, field: null };
  const found = await (isLocked ? lockPeople : findPeople)(db, keys);
  const stored = new Map(found.map((person) => [person.id, person]));
  const people = new Map<string, PersonRecord>(stored);
  const missing = ids.filter((id) => !people.has(id));
  const merged = await findSurvivors(db, missing);
  const traces = await readTraces(db, [...people.keys()], since);
  const planned = rows.map((row): PlannedUndo => {
    const id = row.personId ?? "";
    const plan = planUndo(
      // All new people got the instant of the run's start as their version.
      row.verdict === "added" ? { ...row, after: { ...row.after, updatedAt: since.getTime() } } : row,
      {
        person: people.get(id),
        isMerged: merged.has(id),
        hasMessages: traces.get(id)?.hasMessages ?? false,
        hasEvents: traces.get(id)?.hasEvents ?? false,
      },
      Date.now(),
    );
    if (plan.effect === "restore" && plan.person) people.set(id, plan.person);
    return {
      ...plan,
      line: row.line,
      personId: row.personId,
      isRow: didSomething(row),
      current: stored.get(id),
    };
  });
  const changed = planned.filter(({ reason }) => reason?.code === "changed_since");
  const editors = await readLastEditors(
    db,
    changed.flatMap(({ personId }) => personId ?? []),
    since,
  );
  return planned.map((plan) => {
    const by = editors.get(plan.personId ?? "");
    return plan.reason && by ? { ...plan, reason: { ...plan.reason, by } } : plan;
  });
};

const writeUndo = async (
  context: WriteContext,
  batch: StoredBatch,
  planned: PlannedUndo[],
  hash: AddressHash,
): Promise<void> => {
  const { tx } = context;
  const removed = planned.flatMap(({ effect, person }) => (effect === "remove" && person ? [person] : []));
  const removedIds = new Set(removed.map(({ id }) => id));
  // One who is removed needs no change before.
  const kept = planned.filter(
    ({ effect, person }) => effect === "restore" && person && !removedIds.has(person.id),
  );
  const ids = [...new Set(planned.flatMap(({ personId }) => personId ?? []))];
  await cancelCausedActions(tx, batch.id, ids);
  // With their hashes, the addresses that an import wrote are deleted by the trigger when they are taken back.
  await hashAddresses(
    tx,
    kept.flatMap(({ personId }) => personId ?? []),
    hash,
  );
  const isImport = batch.kind === "import";
  const source = changeSource("undo", {
    name: isImport ? "import" : "user",
    label: isImport ? "Import undone" : "Change undone",
    actorId: batch.userId,
    causedBy: batch.id,
  });
  const consents = await findTakenConsents(
    tx,
    batch.id,
    kept.flatMap(({ personId, consents: channels }) =>
      channels.map((channel) => ({ personId: personId ?? "", channel })),
    ),
  );
  const rowsOf = Map.groupBy(kept, ({ personId }) => personId ?? "");
  await applyPlans(
    context,
    [...rowsOf].flatMap(([personId, rows]) => {
      // Each person as the last of their rows leaves them.
      const after = rows.at(-1)?.person;
      const before = rows[0]?.current;
      return after && before
        ? [
            completePlan(
              {
                before,
                after,
                removedAddresses: rows.flatMap(({ addresses }) =>
                  addresses.map((value) => ({ value, isKeptIfUsed: true })),
                ),
                consents: consents.restored.get(personId) ?? [],
              },
              source,
              after.updatedAt,
            ),
          ]
        : [];
    }),
    hash,
  );
  await removeNotes(
    tx,
    kept.flatMap(({ personId, note }) => (note === null ? [] : [{ personId: personId ?? "", text: note }])),
    batch.startedAt ?? batch.createdAt,
  );
  await deleteConsents(tx, batch.id, consents.deleted);
  await removeImported(tx, batch.id, removed, hash);
  await saveUndoResults(
    tx,
    batch.id,
    planned.filter(({ isRow }) => isRow).map(({ line, result, reason }) => ({ line, result, reason })),
  );
};

/** Takes an import or a bulk change back, a page in each transaction. */
export const undoRowsPage = async (
  { write, database, keyring }: JobContext,
  expected: StoredBatch,
): Promise<StoredBatch | undefined> => {
  const hash = await openAddressHash(database.db, keyring);
  return write(batchActor(expected), async (context) => {
    const { tx, audit, touch, asyncCommit } = context;
    const batch = await lockBatch(tx, expected.id);
    if (batch?.state !== "undoing" || batch.afterLine !== expected.afterLine) return undefined;
    await asyncCommit();
    const rows = await readUndoableRows(tx, batch.id, batch.afterLine, undoPageSize);
    const planned = await planUndoPage(tx, batch, rows, true);
    await writeUndo(context, batch, planned, hash);
    const counts = readCounts(batch);
    const undone = { ...counts.undone };
    for (const { result, isRow } of planned) if (isRow) undone[result] = (undone[result] ?? 0) + 1;
    const removed = planned.filter(({ effect }) => effect === "remove").length;
    const restored = planned.filter(({ effect }) => effect === "restore").length;
    if (removed + restored > 0)
      audit({
        eventType: "data_change",
        entityType: "batch",
        entityId: batch.id,
        details:
          batch.kind === "import"
            ? { kind: "import_rows_undone", rows: rows.length, removed, restored }
            : { kind: "bulk_change_undone", count: restored },
        metadata: { file: batch.name, batch: batch.id, restored, lines: [rows.at(-1)?.line, rows[0]?.line] },
      });
    touch("batches", "people", "actions");
    const isLast = rows.length < undoPageSize;
    return updateBatch(tx, batch.id, {
      afterLine: rows.at(-1)?.line ?? 0,
      processed: batch.processed + rows.length,
      counts: { ...counts, undone },
      ...(isLast ? { state: "undone", undoneAt: new Date() } : {}),
    });
  });
};

/** A preview looks at so many pages of `pageSize` rows; of a larger batch it takes some that are spread over it, and scales the figures up. */
const maxPreviewPages = 20;

/** The lines before which the pages of a preview begin. */
const previewStarts = (ranTo: number): number[] => {
  const count = Math.min(Math.ceil(ranTo / pageSize), maxPreviewPages);
  return Array.from({ length: count }, (_, index) => ranTo + 1 - Math.floor((index * ranTo) / count));
};

/** Counts what an undo would do now. */
export const previewRowsUndo = async ({ db }: Database, batch: StoredBatch): Promise<UndoPreview> => {
  const { ranTo = 0 } = readCounts(batch);
  const starts = previewStarts(ranTo);
  const isEstimate = ranTo > maxPreviewPages * pageSize;
  const reasons = new Map<string, { reason: UndoReason; count: number }>();
  // Several rows may have changed one person, who may also be one that the import added.
  const removed = new Set<string>();
  const restored = new Set<string>();
  let kept = 0;
  let looked = 0;
  let before = ranTo + 1;
  for (let page = 0; ; page++) {
    if (isEstimate) before = starts[page] ?? 0;
    const rows = await readUndoableRows(db, batch.id, before, pageSize);
    looked += rows.length;
    for (const plan of await planUndoPage(db, batch, rows, false)) {
      const { effect, result, reason, isRow, personId } = plan;
      if (!isRow) continue;
      if (effect === "remove" && personId) removed.add(personId);
      if (effect === "restore" && plan.restored > 0 && personId) restored.add(personId);
      if (result === "kept") kept += 1;
      if (reason) {
        const entry = reasons.get(reason.code) ?? { reason: { code: reason.code }, count: 0 };
        entry.count += 1;
        reasons.set(reason.code, entry);
      }
    }
    before = rows.at(-1)?.line ?? 0;
    if (isEstimate ? page + 1 >= starts.length : rows.length < pageSize) break;
  }
  const total = (batch.state === "done" ? batch.total : undefined) ?? ranTo;
  const scale = isEstimate && looked > 0 ? total / looked : 1;
  const scaled = (count: number): number => Math.round(count * scale);
  return {
    removed: scaled(removed.size),
    restored: scaled([...restored].filter((id) => !removed.has(id)).length),
    kept: scaled(kept),
    reasons: [...reasons.values()]
      .map(({ reason, count }) => ({ reason, count: scaled(count) }))
      .sort((one, other) => other.count - one.count),
    isEstimate,
  };
};
