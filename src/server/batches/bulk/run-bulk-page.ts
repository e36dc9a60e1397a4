import type { SQL } from "drizzle-orm";
import type { BulkChangeDetails } from "#domain/audit/audit-details.ts";
import type { BulkChange, ReversibleChange } from "#domain/bulk-change.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { type BulkPlan, planBulkChange, refuse } from "#domain/people/plan-bulk-change.ts";
import { completePlan } from "#domain/people/plan-change.ts";
import { completeErasures } from "#server/housekeeping/complete-erasures.ts";
import { readCounts, type StoredBatch, updateBatch } from "#server/store/batches/batches.ts";
import {
  findMatching,
  readBulkOptions,
  readSelectedRows,
  type SelectedRow,
} from "#server/store/batches/bulk-people.ts";
import { savePlannedRows } from "#server/store/batches/import-people.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { erasePeople, lockForErasure } from "#server/store/people/erase-people.ts";
import { lockPeople } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";

const toAuditDetails = (change: BulkChange): BulkChangeDetails => {
  switch (change.kind) {
    case "delete":
      return { change: "delete" };
    case "status":
      return { change: "set_status", status: change.status };
    case "type":
      return { change: "set_type", type: change.type };
    case "owner":
      return { change: change.userId === null ? "remove_owner" : "set_owner" };
    case "language":
      return change.language === null
        ? { change: "remove_language" }
        : { change: "set_language", language: change.language };
    case "field":
      return { change: change.value === null ? "clear_field" : "set_field", field: change.key };
    case "add_tag":
    case "remove_tag":
      return { change: change.kind, tag: change.tag };
  }
};

type PageResult = { plans: BulkPlan[]; deleted: number; erasedEntries: number[] };

const changeRows = async (
  context: WriteContext,
  batch: StoredBatch,
  rows: readonly SelectedRow[],
  change: ReversibleChange,
  { condition, hash }: { condition: SQL | undefined; hash: AddressHash },
): Promise<PageResult> => {
  const { tx, clock } = context;
  const ids = rows.map(({ personId }) => personId);
  // Locked first, so that the answer of the filter holds until they are changed.
  const people = new Map(
    (await lockPeople(tx, { addresses: [], ids, field: null })).map((person) => [person.id, person]),
  );
  const matching = await findMatching(tx, ids, condition);
  const now = clock.now();
  const plans = rows.map(({ personId }) => {
    const person = people.get(personId);
    if (!person) return refuse("person_gone");
    return matching.has(personId) ? planBulkChange(person, change, now) : refuse("no_longer_matches");
  });
  const source = changeSource("user", { actorId: batch.userId, causedBy: batch.id });
  await applyPlans(
    context,
    plans.flatMap(({ person }) => {
      const before = person && people.get(person.id);
      return before ? [completePlan({ before, after: person }, source, now)] : [];
    }),
    hash,
  );
  await savePlannedRows(
    tx,
    batch.id,
    rows.map(({ line, personId }, index) => {
      const { verdict, before, after, problems } = plans[index] ?? refuse("person_gone");
      return { line, personId, verdict, before, after, problems };
    }),
  );
  return { plans, deleted: 0, erasedEntries: [] };
};

/** A deletion is an erasure, which deletes the rows of this batch as well. */
const deleteRows = async (
  { tx, enqueue, touch }: WriteContext,
  batch: StoredBatch,
  rows: readonly SelectedRow[],
  condition: SQL | undefined,
  hash: AddressHash,
): Promise<PageResult> => {
  const ids = rows.map(({ personId }) => personId);
  const existing = await lockForErasure(tx, ids);
  const matching = await findMatching(tx, ids, condition);
  const { erased, auditEntries } = await erasePeople(tx, [...matching], hash);
  const left = rows.filter(({ personId }) => !matching.has(personId));
  const plans = left.map(({ personId }) =>
    refuse(existing.has(personId) ? "no_longer_matches" : "person_gone"),
  );
  await savePlannedRows(
    tx,
    batch.id,
    left.map(({ line, personId }, index) => {
      const { verdict, before, after, problems } = plans[index] ?? refuse("person_gone");
      return { line, personId, verdict, before, after, problems };
    }),
  );
  if (erased > 0) {
    enqueue(completeErasures, {});
    touch("actions", "calls", "events");
  }
  return { plans, deleted: erased, erasedEntries: auditEntries };
};

/** Changes or deletes the next page of a locked batch, with its audit entry; returns the batch after it. */
export const runBulkPage = async (
  context: WriteContext,
  batch: StoredBatch,
  { condition, hash, pageSize }: { condition: SQL | undefined; hash: AddressHash; pageSize: number },
): Promise<StoredBatch> => {
  const { tx, audit, touch, clock } = context;
  const { change } = readBulkOptions(batch);
  const rows = await readSelectedRows(tx, batch.id, batch.afterLine, pageSize);
  const { plans, deleted, erasedEntries } =
    change.kind === "delete"
      ? await deleteRows(context, batch, rows, condition, hash)
      : await changeRows(context, batch, rows, change, { condition, hash });
  const changed = plans.filter(({ verdict }) => verdict === "changed").length + deleted;
  if (changed > 0)
    audit({
      eventType: "data_change",
      entityType: "person",
      entityId: "many",
      details: { kind: "bulk_changed", count: changed, ...toAuditDetails(change) },
      metadata: {
        change,
        named: rows.length,
        changed,
        ids: rows.map(({ personId }) => personId),
        batch: batch.id,
        ...(change.kind === "delete" ? { erasedEntries } : {}),
      },
    });
  touch("people", "batches");
  const counts = { ...readCounts(batch) };
  for (const { verdict } of plans) counts[verdict] = (counts[verdict] ?? 0) + 1;
  if (deleted > 0) counts.deleted = (counts.deleted ?? 0) + deleted;
  const afterLine = rows.at(-1)?.line ?? batch.afterLine;
  // A batch that changed no person has nothing to undo.
  if (changed > 0) counts.ranTo = afterLine;
  const isLast = rows.length < pageSize;
  return updateBatch(tx, batch.id, {
    afterLine,
    processed: isLast ? (batch.total ?? 0) : batch.processed + rows.length,
    counts,
    ...(isLast ? { state: "done", finishedAt: new Date(clock.now()) } : {}),
  });
};
