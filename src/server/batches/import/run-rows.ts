import type { ImportOptions } from "#domain/import/import-options.ts";
import type { BatchCounts } from "#domain/import/import-state.ts";
import { type PagePlan, planPage } from "#domain/import/plan-page.ts";
import type { ReadRow } from "#domain/import/read-row.ts";
import { rowVerdicts } from "#domain/people/batch.ts";
import { changeSource } from "#domain/people/change-source.ts";
import { addressKind } from "#domain/people/person-address.ts";
import type { PersonWithConsents } from "#domain/people/person-record.ts";
import { completePlan, type PersonPlan } from "#domain/people/plan-change.ts";
import { batchActor } from "#server/batches/batch-actor.ts";
import { firstPageSize, nextPageSize } from "#server/batches/page-size.ts";
import { createProgressClock } from "#server/batches/progress-clock.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { enqueueReactions } from "#server/store/automation/reaction-queue.ts";
import { lockBatch, readCounts, type StoredBatch, updateBatch } from "#server/store/batches/batches.ts";
import { deleteFile } from "#server/store/batches/import-files.ts";
import {
  findEarlierRows,
  findSameNotes,
  findSurvivors,
  readRawRows,
  savePlannedRows,
} from "#server/store/batches/import-people.ts";
import { type AddressHash, openAddressHash } from "#server/store/compliance/address-hash.ts";
import { applyPlans } from "#server/store/people/apply-plans.ts";
import { lockAddresses } from "#server/store/people/matching.ts";
import { insertPersonField, lockPersonFields } from "#server/store/people/person-fields.ts";
import { lockPeople } from "#server/store/people/stored-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import { importedType } from "./check-rows.ts";
import { completeImport } from "./complete-import.ts";
import {
  type LoadedImport,
  loadImport,
  parseImportOptions,
  peopleKeys,
  readColumnChoices,
  rowNotes,
} from "./load-import.ts";

/** Makes the new custom fields of the mapping; those that exist already stay. */
const addNewFields = async (tx: Tx, batch: StoredBatch): Promise<boolean> => {
  const { columns } = parseImportOptions(batch);
  const wanted = columns.map((column, index) => ({ ...column, index })).filter(({ newField }) => newField);
  if (wanted.length === 0) return false;
  const fields = await lockPersonFields(tx);
  const known = new Set(fields.map(({ key }) => key));
  let position = fields.length;
  for (const { newField, field, index } of wanted) {
    if (!newField || field === undefined || known.has(field)) continue;
    const hasChoices = newField.kind === "choice" || newField.kind === "choices";
    await insertPersonField(tx, {
      key: field,
      position: position++,
      label: { en: newField.label, es: newField.label },
      kind: newField.kind,
      choices: hasChoices ? await readColumnChoices(tx, batch.id, index) : [],
      pii: false,
    });
    known.add(field);
  }
  return true;
};

/** A page of rows, with the ids that the check gave to new people. */
type RunPage = { rows: ReadRow[]; addedIds: ReadonlyMap<number, string>; isLast: boolean };
type PlannedPage = { plan: PagePlan; known: PersonWithConsents[] };

const planRows = async (
  tx: Tx,
  batch: StoredBatch,
  loaded: LoadedImport,
  { rows, addedIds }: RunPage,
): Promise<PlannedPage> => {
  const keys = peopleKeys(rows, loaded.options);
  // Before the look-up, so that neither an endpoint nor another import makes the same person meanwhile.
  await lockAddresses(tx, keys.addresses);
  const survivors = await findSurvivors(tx, keys.ids);
  const people = await lockPeople(tx, { ...keys, ids: [...keys.ids, ...survivors.values()] });
  const earlier = await findEarlierRows(
    tx,
    batch.id,
    batch.afterLine,
    people.map(({ id }) => id),
  );
  const plan = planPage(
    rows,
    {
      people,
      survivors,
      earlierLine: (key) => earlier.get(key),
      optedOut: new Set(),
      notes: await findSameNotes(
        tx,
        people.map(({ id }) => id),
        rowNotes(rows),
      ),
    },
    {
      options: loaded.options,
      modes: loaded.modes,
      // One instant for the whole run: an undo compares the versions of new people with it.
      now: (batch.startedAt ?? batch.createdAt).getTime(),
      newId: (line) => addedIds.get(line) ?? newId(),
    },
  );
  return { plan, known: people };
};

/** What a page does to each person; several rows may name one. */
const plansOf = (
  batch: StoredBatch,
  { rows, added, changed, possibleDuplicates }: PagePlan,
  known: readonly PersonWithConsents[],
  { proof }: ImportOptions,
): PersonPlan[] => {
  const before = new Map(known.map((person) => [person.id, person]));
  const images = new Map([...added, ...changed].map((person) => [person.id, person]));
  const source = changeSource("import", {
    name: "import",
    label: batch.name,
    actorId: batch.userId,
    causedBy: batch.id,
  });
  const isWritten = proof?.how === "paper" || proof?.how === "web_form";
  const rowsOf = Map.groupBy(rows, ({ person }) => person?.id ?? null);
  return [...images].map(([id, after]) => {
    const named = rowsOf.get(id) ?? [];
    return completePlan(
      {
        before: before.get(id) ?? null,
        after,
        addresses: named.flatMap(({ otherAddresses, labels }) => [
          ...otherAddresses,
          ...labels.flatMap(({ value, label }) => {
            const kind = addressKind(value);
            return kind === "x" ? [] : [{ kind, value, label }];
          }),
        ]),
        consents: named.flatMap(({ consents }) =>
          consents.map(({ channel, state }) => ({
            channel,
            state,
            written: state === "granted" && isWritten,
            method: "import" as const,
            proof: state === "granted" && proof ? { ...proof, file: batch.name } : null,
            isFlagKept: true,
          })),
        ),
        optOuts: [...new Set(named.flatMap(({ optOuts }) => optOuts))],
        notes: named.flatMap(({ note }) => note ?? []),
        possibleDuplicates: possibleDuplicates
          .filter(({ personId }) => personId === id)
          .map(({ otherId }) => ({ otherId, reason: "same_phone" as const })),
      },
      source,
      after.updatedAt,
    );
  });
};

/** Writes what a page does to people. */
const writePlan = async (
  { tx, touch }: Pick<WriteContext, "tx" | "touch">,
  batch: StoredBatch,
  { plan, known }: PlannedPage,
  { addedIds }: RunPage,
  options: ImportOptions,
  hash: AddressHash,
): Promise<void> => {
  await inOneRoundTrip([
    applyPlans({ tx, touch }, plansOf(batch, plan, known, options), hash),
    savePlannedRows(
      tx,
      batch.id,
      // A row that adds a person does exactly what the check has saved.
      plan.rows
        .filter(({ line, verdict, person }) => verdict !== "added" || addedIds.get(line) !== person?.id)
        .map(({ line, verdict, before, after, problems, person }) => ({
          line,
          verdict,
          before,
          after,
          problems,
          personId: person?.id ?? null,
        })),
    ),
    options.runRules &&
      enqueueReactions(
        tx,
        plan.added.map(({ id }) => ({ personId: id, type: importedType, causedBy: batch.id })),
      ),
  ]);
};

/** Problems and rules stay as the check found them; verdicts are counted anew from the first page on. */
const addVerdicts = (checked: BatchCounts, plan: PagePlan, isFirst: boolean): BatchCounts => {
  const counts: BatchCounts = { ...checked };
  if (isFirst) for (const verdict of rowVerdicts) delete counts[verdict];
  for (const { verdict } of plan.rows) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
};

const runPage = async (
  { tx, audit, touch, enqueue, asyncCommit }: WriteContext,
  expected: StoredBatch,
  loaded: LoadedImport,
  page: RunPage,
  { hash, isProgressDue }: { hash: AddressHash; isProgressDue: (isLast: boolean) => boolean },
): Promise<StoredBatch | undefined> => {
  const { rows, isLast } = page;
  const batch = await lockBatch(tx, expected.id);
  // Another worker has run the page.
  if (batch?.afterLine !== expected.afterLine || batch.state !== "running") return undefined;
  await asyncCommit();
  const isFirst = batch.afterLine === 0;
  if (isFirst && (await addNewFields(tx, batch))) touch("person-fields");
  const planned = await planRows(tx, batch, loaded, page);
  const { plan } = planned;
  await writePlan({ tx, touch }, batch, planned, page, loaded.options, hash);
  const afterLine = rows.at(-1)?.line ?? batch.afterLine;
  const changes = plan.added.length + plan.changed.length;
  if (changes > 0)
    audit({
      eventType: "data_change",
      entityType: "batch",
      entityId: batch.id,
      details: {
        kind: "rows_imported",
        rows: rows.length,
        added: plan.added.length,
        changed: plan.changed.length,
      },
      metadata: { file: batch.name, lines: [rows[0]?.line, afterLine] },
    });
  if (isProgressDue(isLast)) touch("batches", "people");
  if (isLast) {
    await deleteFile(tx, batch.id);
    completeImport({ enqueue }, batch.id);
  }
  return updateBatch(tx, batch.id, {
    afterLine,
    processed: batch.processed + rows.length,
    counts: { ...addVerdicts(readCounts(batch), plan, isFirst), ranTo: afterLine },
    ...(isLast ? { state: "done", finishedAt: new Date() } : {}),
  });
};

const firstRows = (page: RunPage, count: number): RunPage =>
  page.rows.length > count ? { ...page, rows: page.rows.slice(0, count), isLast: false } : page;

/** Imports the checked rows, a page in each transaction. The next page is read while one is written. */
export const runImport = async (
  context: JobContext,
  batch: StoredBatch,
): Promise<StoredBatch | undefined> => {
  const { database, write, general, keyring } = context;
  const loaded = await loadImport(database.db, batch, await general());
  const shared = {
    hash: await openAddressHash(database.db, keyring),
    isProgressDue: createProgressClock(),
  };
  let pageSize = firstPageSize;
  const readNext = async (db: Reader, after: number): Promise<RunPage> => {
    const size = pageSize.rows;
    const raw = await readRawRows(db, batch.id, after, size);
    return {
      isLast: raw.length < size,
      rows: raw.map(({ line, raw: cells }) => loaded.read(line, cells)),
      addedIds: new Map(raw.flatMap(({ line, addedId }) => (addedId === null ? [] : [[line, addedId]]))),
    };
  };
  let current: StoredBatch | undefined = batch;
  let next = readNext(database.db, batch.afterLine);
  while (current?.state === "running") {
    const expected: StoredBatch = current;
    // It was read while the page before was written, whose time may call for a smaller one.
    const page = firstRows(await next, pageSize.rows);
    const last = page.rows.at(-1);
    if (!page.isLast && last) next = readNext(database.db, last.line);
    // When this page fails, the rejection of the next has no other listener.
    next.catch(() => {});
    const started = performance.now();
    current = await write(batchActor(batch), (writing) => runPage(writing, expected, loaded, page, shared));
    if (page.rows.length > 0)
      pageSize = nextPageSize(pageSize, { rows: page.rows.length, tookMs: performance.now() - started });
  }
  return current;
};
