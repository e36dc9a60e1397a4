import type { BatchSelection } from "#contract/batches.ts";
import type { BulkChange } from "#domain/bulk-change.ts";
import type { Language } from "#domain/language.ts";
import type { Actor } from "#server/audit/entry.ts";
import { batchDetails } from "#server/batches/batch-audit.ts";
import { runBulkPage } from "#server/batches/bulk/run-bulk-page.ts";
import { runBatch } from "#server/batches/run-batch.ts";
import { readCounts, type StoredBatch } from "#server/store/batches/batches.ts";
import { insertBulkBatch, matchingCondition, previewBulk } from "#server/store/batches/bulk-people.ts";
import { audienceCondition } from "#server/store/people/audience-context.ts";
import { findUser } from "#server/store/workspace/users.ts";
import type { ApiServices } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { readFieldValues } from "./person-field-values.ts";
import { Problem } from "./problem.ts";

type BulkRequest = { selection: BatchSelection; change: BulkChange };

/** The change with the value of a custom field as it is stored; an unknown field or owner is a problem. */
const readChange = async (
  { database, personFields }: ApiServices,
  change: BulkChange,
  language: Language,
): Promise<BulkChange> => {
  if (change.kind === "owner" && change.userId !== null) {
    const owner = await findUser(database.db, change.userId);
    if (!owner?.active)
      throw new Problem("invalid", {
        issues: [{ path: "change.userId", message: issuePhrases[language].inactiveUser }],
      });
  }
  if (change.kind !== "field") return change;
  const { key } = change;
  const values = readFieldValues({ [key]: change.value }, {}, await personFields(), language);
  return { ...change, value: (values[key] ?? null) as typeof change.value };
};

const checkSelection = async (
  services: ApiServices,
  selection: BatchSelection,
  userId: string | null,
  language: Language,
): Promise<void> => {
  if ("ids" in selection) return;
  const use = { now: Date.now(), userId, timezone: (await services.general()).timezone };
  if ((await audienceCondition(services.database.db, selection.audience, use)).ok) return;
  throw new Problem("invalid", {
    issues: [{ path: "selection.audience", message: issuePhrases[language].filter }],
  });
};

/** Starts a bulk change or deletion in the background. */
export const startBulk = async (
  services: ApiServices,
  actor: Actor,
  { selection, change: requested }: BulkRequest,
  language: Language,
): Promise<string> => {
  await checkSelection(services, selection, actor.userId, language);
  const change = await readChange(services, requested, language);
  const { timezone } = await services.general();
  return services.write(actor, async ({ tx, enqueue, audit, touch }) => {
    const batch = await insertBulkBatch(tx, { userId: actor.userId, selection, change, timezone });
    enqueue(runBatch, { id: batch.id });
    audit({
      eventType: "data_change",
      entityType: "batch",
      entityId: batch.id,
      details: batchDetails("started", batch),
      metadata: { change, selection: "ids" in selection ? { named: selection.ids.length } : selection },
    });
    touch("batches");
    return batch.id;
  });
};

export const previewSelection = async (
  services: ApiServices,
  { selection, change: requested }: BulkRequest,
  userId: string,
  language: Language,
) => {
  await checkSelection(services, selection, userId, language);
  const change = await readChange(services, requested, language);
  const { timezone } = await services.general();
  const { db } = services.database;
  const condition =
    "ids" in selection
      ? undefined
      : await matchingCondition(db, {
          options: { change, matching: selection, timezone },
          createdAt: new Date(),
          userId,
        });
  return previewBulk(db, { change, selection }, condition);
};

/** As many as one request may name. */
const pageSize = 1000;

/** Changes named people within the request, as a batch that can be undone like any other; returns how many. */
export const changeNow = async (
  services: ApiServices,
  actor: Actor,
  { ids, change: requested }: { ids: string[]; change: BulkChange },
  language: Language,
): Promise<number> => {
  const change = await readChange(services, requested, language);
  const { timezone } = await services.general();
  const page = { condition: undefined, hash: services.addressHash, pageSize };
  return services.write(actor, async (context) => {
    const selection = { ids };
    let batch: StoredBatch = await insertBulkBatch(context.tx, {
      userId: actor.userId,
      selection,
      change,
      timezone,
    });
    while (batch.state === "running") batch = await runBulkPage(context, batch, page);
    const { changed = 0, deleted = 0 } = readCounts(batch);
    return changed + deleted;
  });
};
