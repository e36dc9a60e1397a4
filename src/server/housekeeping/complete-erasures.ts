import * as z from "zod";
import { retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import type { Db } from "#server/db/database.ts";
import { defineJob } from "#server/jobs/job.ts";
import { type AddressHash, openAddressHash } from "#server/store/compliance/address-hash.ts";
import { hasDueRecordingDeletions } from "#server/store/delivery/recording-deletions.ts";
import { erasePeople } from "#server/store/people/erase-people.ts";
import {
  deleteEventsById,
  findEventsWithAddresses,
  findUnknownErasures,
  insertErasures,
  listUncopiedErasures,
  listUnsweptErasures,
  markErasuresCopied,
  markErasuresSwept,
} from "#server/store/people/erasures.ts";
import { appendErasures, readErasures } from "#server/store/people/erasures-file.ts";
import type { Write } from "#server/store/write.ts";
import { deleteRecordings } from "./delete-recordings.ts";

type ErasureContext = { db: Db; write: Write; hash: AddressHash; dataDir: string };

const copyToDataDir = async ({ db, write, dataDir }: ErasureContext): Promise<void> => {
  const erasures = await listUncopiedErasures(db);
  if (erasures.length === 0) return;
  await appendErasures(dataDir, erasures);
  await write(system, ({ tx }) =>
    markErasuresCopied(
      tx,
      erasures.map(({ id }) => id),
    ),
  );
};

/** Deletes events that belong to no person and hold an address of an erased one; a replay would bring them back. */
const sweepEvents = async ({ db, write, hash }: ErasureContext): Promise<void> => {
  const erasures = await listUnsweptErasures(db);
  if (erasures.length === 0) return;
  const hashes = new Set(erasures.flatMap(({ addressHashes }) => addressHashes));
  const until =
    erasures
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? "";
  let after: string | undefined;
  do {
    const { ids, next } = await findEventsWithAddresses(db, { hashes, until }, hash, after);
    if (ids.length > 0) {
      await write(system, async ({ tx, touch }) => {
        await deleteEventsById(tx, ids);
        touch("events");
      });
    }
    after = next;
  } while (after !== undefined);
  await write(system, ({ tx }) =>
    markErasuresSwept(
      tx,
      erasures.map(({ id }) => id),
    ),
  );
};

/** Erases people again whom a restored backup brought back; returns how many. */
export const repeatErasures = async (context: ErasureContext): Promise<number> => {
  const unknown = await findUnknownErasures(context.db, await readErasures(context.dataDir));
  let erased = 0;
  for (const erasure of unknown) {
    erased += await context.write(system, async ({ tx, audit }) => {
      await insertErasures(tx, [erasure]);
      const result = await erasePeople(tx, [erasure.personId], context.hash);
      if (result.erased > 0) {
        audit({
          eventType: "data_change",
          entityType: "person",
          entityId: erasure.personId,
          details: { kind: "person_deleted_again" },
          metadata: { erasedEntries: result.auditEntries },
        });
      }
      return result.erased;
    });
  }
  await sweepEvents(context);
  return erased;
};

/**
 * Copies erasures to the data directory, searches events without a person for the addresses, and starts the deletion of
 * recordings at the vendors that is due.
 */
export const completeErasures = defineJob({
  name: "complete-erasures",
  payload: z.object({}),
  retry: retryPolicies.scheduledJob,
  batchSize: 10,
  schedule: "* * * * *",
  run: async (_batch, { database: { db }, write, keyring, dataDir }) => {
    const context = { db, write, hash: await openAddressHash(db, keyring), dataDir };
    await copyToDataDir(context);
    await sweepEvents(context);
    if (await hasDueRecordingDeletions(db))
      await write(system, async ({ enqueue }) => enqueue(deleteRecordings, {}));
  },
});
