import type { BulkChange } from "#domain/bulk-change.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import { changePeople } from "#server/store/people/people-changes.ts";
import type { WriteContext } from "#server/store/write.ts";
import { completeErasures } from "./complete-erasures.ts";

const describeChange = (change: BulkChange): string => {
  if (change.kind === "delete") return "Deleted";
  if (change.kind === "status") return `Set the stage ${change.status} for`;
  return change.kind === "add_tag"
    ? `Added the tag “${change.tag}” to`
    : `Removed the tag “${change.tag}” from`;
};

export const peopleText = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

type BulkChangeOptions = {
  ids: string[];
  change: BulkChange;
  hash: AddressHash;
  /** The stored bulk change that can be undone. */
  bulkChangeId?: string;
};

/** Makes one change of many people, with its audit entry; returns how many it changed. A deletion is an erasure. */
export const applyBulkChange = async (
  { tx, audit, enqueue, touch }: WriteContext,
  { ids, change, hash, bulkChangeId }: BulkChangeOptions,
): Promise<number> => {
  const isDeletion = change.kind === "delete";
  const { erased, auditEntries } = isDeletion
    ? await erasePeople(tx, ids, hash)
    : { erased: 0, auditEntries: [] };
  const changed = isDeletion ? erased : await changePeople(tx, ids, change, bulkChangeId);
  if (changed === 0) return 0;
  audit({
    eventType: "data_change",
    entityType: "person",
    entityId: "many",
    description: `${describeChange(change)} ${peopleText(changed)}`,
    metadata: {
      change,
      named: ids.length,
      changed,
      ids,
      ...(bulkChangeId === undefined ? {} : { bulkChange: bulkChangeId }),
      ...(isDeletion ? { erasedEntries: auditEntries } : {}),
    },
  });
  touch("people");
  if (isDeletion) {
    enqueue(completeErasures, {});
    touch("actions", "calls", "events");
  }
  return changed;
};
