import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type ImportOptions, importOptions } from "#domain/import/import-options.ts";
import type { FileColumn, FileFacts, FileProblem, ReadingOptions } from "#domain/import/import-state.ts";
import { plainColumn, recogniseColumns } from "#domain/import/recognise-columns.ts";
import { batchActor } from "#server/batches/batch-actor.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { lockBatch, type StoredBatch, updateBatch } from "#server/store/batches/batches.ts";
import { findMapping } from "#server/store/batches/import-files.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { assignFieldKeys } from "./assign-field-keys.ts";
import { measureColumns } from "./column-reads.ts";
import { parseFileFacts } from "./load-import.ts";
import type { ReadFile, ReadingMessage, ReadingOrder } from "./reading-thread.ts";

type Outcome = { file: ReadFile } | { problem: FileProblem };

/** Reads the file in a thread of its own, which stages the rows. */
const runThread = async (order: ReadingOrder, onRows: (rows: number) => void): Promise<Outcome> => {
  const thread = new Worker(new URL("./reading-thread.ts", import.meta.url), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    workerData: order,
  });
  const finished = Promise.withResolvers<Outcome>();
  thread.on("message", (message: ReadingMessage) => {
    if (message.kind === "progress") onRows(message.rows);
    else finished.resolve(message.kind === "done" ? { file: message.file } : { problem: message.problem });
  });
  thread.once("error", finished.reject);
  const exited = once(thread, "exit").then(() => {
    throw new Error("The reading ended without a result");
  });
  exited.catch(() => {});
  try {
    return await Promise.race([finished.promise, exited]);
  } finally {
    await thread.terminate();
  }
};

const noReads = { valid: 0, invalid: 0, mended: 0, distinct: 0, note: null };

/** Columns with what they are recognised as. */
const describeColumns = async (
  { database, general }: JobContext,
  { headers, columns }: ReadFile,
): Promise<FileColumn[]> => {
  const fields = await listPersonFields(database.db);
  const recognised = recogniseColumns(
    headers,
    headers.map((_, index) => columns[index]?.values ?? []),
    {
      fields: fields
        .filter(({ archivedAt }) => archivedAt === null)
        .map(({ key, label }) => ({ key, labels: [label.en, label.es] })),
      country: (await general()).defaultCountry,
    },
  );
  return headers.map((header, index) => ({
    header,
    samples: columns[index]?.samples ?? [],
    filled: columns[index]?.filled ?? 0,
    guess: recognised[index]?.guess ?? plainColumn("skip"),
    question: recognised[index]?.question ?? null,
    reads: noReads,
  }));
};

const saveProblem = (
  { write }: JobContext,
  batch: StoredBatch,
  problem: FileProblem,
): Promise<StoredBatch | undefined> =>
  write(batchActor(batch), async ({ tx, touch }) => {
    const current = await lockBatch(tx, batch.id);
    if (current?.state !== "reading") return current;
    touch("batches");
    return updateBatch(tx, batch.id, { state: "failed", problem, total: null });
  });

const saveFile = async (
  context: JobContext,
  batch: StoredBatch,
  file: ReadFile,
): Promise<StoredBatch | undefined> => {
  const { database, write, general } = context;
  const described = await describeColumns(context, file);
  const remembered = await findMapping(database.db, described);
  const taken = (await listPersonFields(database.db)).map(({ key }) => key);
  const options: ImportOptions =
    remembered?.options ??
    assignFieldKeys(importOptions.parse({ columns: described.map(({ guess }) => guess) }), new Set(taken));
  const named = described.map((column, index) => ({
    ...column,
    guess: options.columns[index] ?? column.guess,
  }));
  const { columns, readRows } = await measureColumns(database.db, batch, named, options, await general());
  const { format, encoding, separator, hasHeader, sheets, sheet } = file;
  const facts: FileFacts = {
    ...parseFileFacts(batch),
    ...{ format, encoding, separator, hasHeader, sheets, sheet, columns, readRows },
    rememberedFrom: remembered ? { name: remembered.name, at: remembered.at } : null,
  };
  return write(batchActor(batch), async ({ tx, touch }) => {
    const current = await lockBatch(tx, batch.id);
    if (current?.state !== "reading") return current;
    touch("batches");
    return updateBatch(tx, batch.id, {
      state: "mapped",
      total: file.rows,
      processed: file.rows,
      problem: null,
      options,
      counts: {},
      facts,
    });
  });
};

/** Reads the uploaded file: stages its rows and recognises its columns. */
export const readImport = async (
  context: JobContext,
  batch: StoredBatch,
): Promise<StoredBatch | undefined> => {
  const { database, write } = context;
  const reading: ReadingOptions = parseFileFacts(batch).reading ?? {
    encoding: null,
    separator: null,
    hasHeader: null,
    sheet: null,
  };
  let saving: Promise<unknown> = Promise.resolve();
  const outcome = await runThread(
    { connection: database.connection, batchId: batch.id, options: reading },
    (rows) => {
      saving = saving.then(() =>
        write(batchActor(batch), async ({ tx, touch }) => {
          await updateBatch(tx, batch.id, { processed: rows });
          touch("batches");
        }),
      );
      saving.catch(() => {});
    },
  );
  await saving;
  return "problem" in outcome
    ? saveProblem(context, batch, outcome.problem)
    : saveFile(context, batch, outcome.file);
};
