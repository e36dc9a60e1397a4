import * as z from "zod";
import type { DeletionKind } from "#domain/deletion.ts";
import { retryPolicies } from "#domain/retry.ts";
import type { Topic } from "#domain/topic.ts";
import type { NewAuditEntry } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { defineJob, type JobContext } from "#server/jobs/job.ts";
import { deleteRule, lockRule } from "#server/store/automation/rules.ts";
import { type AddressHash, openAddressHash } from "#server/store/compliance/address-hash.ts";
import { deleteEndpoint, lockEndpoint } from "#server/store/ingestion/endpoints.ts";
import { deleteUnread } from "#server/store/ingestion/unread-events.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import { removeDependents } from "#server/store/workspace/deletion-batches.ts";
import {
  addDeletedRows,
  type DeletionRow,
  endDeletion,
  findDeletion,
} from "#server/store/workspace/deletions.ts";
import { completeErasures } from "./complete-erasures.ts";

const batchSize = 10_000;

type LastStep = {
  topics: readonly Topic[];
  /** Deletes the thing itself; returns its audit entry, or undefined when it is gone already. */
  finish: (tx: Tx, id: string, hash: AddressHash) => Promise<NewAuditEntry | undefined>;
};

const lastSteps: Record<DeletionKind, LastStep> = {
  rule: {
    topics: ["rules", "actions"],
    finish: async (tx, id) => {
      const rule = await lockRule(tx, id);
      if (!rule) return undefined;
      await deleteRule(tx, id);
      return {
        eventType: "data_change",
        entityType: "rule",
        entityId: id,
        details: { kind: "thing", verb: "deleted", thing: "rule", name: rule.name },
      };
    },
  },
  endpoint: {
    topics: ["endpoints", "events"],
    finish: async (tx, id) => {
      await deleteUnread(tx, id);
      const endpoint = await lockEndpoint(tx, id);
      if (!endpoint) return undefined;
      await deleteEndpoint(tx, id);
      return {
        eventType: "data_change",
        entityType: "endpoint",
        entityId: id,
        details: { kind: "thing", verb: "deleted", thing: "endpoint", name: endpoint.name },
      };
    },
  },
  person: {
    topics: ["people", "actions", "calls"],
    finish: async (tx, id, hash) => {
      const { erased, auditEntries } = await erasePeople(tx, [id], hash);
      if (erased === 0) return undefined;
      return {
        eventType: "data_change",
        entityType: "person",
        entityId: id,
        details: { kind: "thing", verb: "deleted", thing: "some_person" },
        metadata: { erasedEntries: auditEntries },
      };
    },
  },
};

const removeInBatches = async (deletion: DeletionRow, { write, database, keyring }: JobContext) => {
  const { id, kind, targetId } = deletion;
  const actor = { userId: deletion.createdBy, ip: null, userAgent: null };
  const { topics, finish } = lastSteps[kind];
  let removed: number;
  do {
    removed = await write(actor, async ({ tx }) => {
      const rows = await removeDependents(tx, kind, targetId, batchSize);
      await addDeletedRows(tx, id, rows);
      return rows;
    });
  } while (removed > 0);
  const hash = await openAddressHash(database.db, keyring);
  await write(actor, async ({ tx, audit, enqueue, touch }) => {
    const entry = await finish(tx, targetId, hash);
    if (entry) audit(entry);
    await endDeletion(tx, id, "done");
    if (kind === "person") enqueue(completeErasures, {});
    touch(...topics);
  });
};

/** Deletes something with many rows in batches of their own transactions, so that others can work meanwhile. */
export const runDeletion = defineJob({
  name: "run-deletion",
  payload: z.object({ id: z.uuid() }),
  retry: retryPolicies.job,
  batchSize: 1,
  run: async (batch, context) => {
    for (const { id } of batch) {
      const deletion = await findDeletion(context.database.db, id);
      if (!deletion || deletion.status === "done") continue;
      await removeInBatches(deletion, context);
    }
  },
  onDeadLetter: async ({ id }, { tx }) => {
    const deletion = await findDeletion(tx, id);
    if (deletion?.status === "running") await endDeletion(tx, id, "failed");
  },
});
