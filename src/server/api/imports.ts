import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { type ImportDetail, importPieceBytes } from "#contract/imports.ts";
import { type ImportOptions, importOptions } from "#domain/import/import-options.ts";
import { isImportProblem, problemKind } from "#domain/import/import-problems.ts";
import { findJoinQuestion } from "#domain/import/join-question.ts";
import { type BatchState, rowVerdicts } from "#domain/people/batch.ts";
import { batchDetails } from "#server/batches/batch-audit.ts";
import { assignFieldKeys } from "#server/batches/import/assign-field-keys.ts";
import { measureColumns } from "#server/batches/import/column-reads.ts";
import { parseFileFacts } from "#server/batches/import/load-import.ts";
import { runBatch } from "#server/batches/run-batch.ts";
import type { Db } from "#server/db/database.ts";
import {
  findBatch,
  insertBatch,
  readCounts,
  type StoredBatch,
  updateBatch,
} from "#server/store/batches/batches.ts";
import { measureFile, rememberMapping, savePiece } from "#server/store/batches/import-files.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { lockBatchIn, presentOr404 } from "./batches.ts";
import type { Handlers } from "./handler.ts";
import { sendRefused, sendTemplate } from "./import-texts.ts";
import { preferredLanguage } from "./preferred-language.ts";
import { Problem } from "./problem.ts";

const findImport = async (db: Db, id: string): Promise<StoredBatch> => {
  const batch = await findBatch(db, id);
  if (batch?.kind !== "import") throw new Problem("not_found");
  return batch;
};

const noOptions = importOptions.parse({ columns: [] });

const presentCheck = (batch: StoredBatch): ImportDetail["check"] => {
  const counts = readCounts(batch);
  const isChecked = !["uploading", "reading", "mapped", "checking"].includes(batch.state) && counts.problems;
  if (!isChecked) return null;
  const { rules = [], rulesEvaluated = 0 } = counts;
  const { added = 0, changed = 0, unchanged = 0, joined = 0, refused = 0 } = counts.checked ?? counts;
  const { data } = importOptions.safeParse(batch.options);
  return {
    ...{ added, changed, unchanged, joined, refused, rules, rulesEvaluated },
    joinQuestion: data && batch.state === "checked" ? findJoinQuestion(counts, data) : null,
    problems: (counts.problems ?? []).map(({ code, count, examples }) => ({
      code,
      count,
      examples,
      answers: isImportProblem(code) ? [...problemKind(code).answers] : [],
    })),
  };
};

const presentImport = async (db: Db, id: string): Promise<ImportDetail> => {
  const batch = await findImport(db, id);
  const facts = parseFileFacts(batch);
  const options = importOptions.safeParse(batch.options);
  return {
    batch: await presentOr404(db, id),
    file: {
      size: facts.size,
      format: facts.format ?? "csv",
      encoding: facts.encoding ?? "",
      separator: facts.separator ?? "",
      hasHeader: facts.hasHeader ?? true,
      sheets: facts.sheets ?? [],
      sheet: facts.sheet ?? null,
    },
    columns: facts.columns ?? [],
    readRows: facts.readRows ?? 0,
    options: options.success ? options.data : noOptions,
    rememberedFrom: facts.rememberedFrom ?? null,
    check: presentCheck(batch),
  };
};

const isSameCheck = (batch: StoredBatch, options: ImportOptions): boolean => {
  const { data } = importOptions.safeParse(batch.options);
  const next = importOptions.parse({ ...options, runRules: data?.runRules });
  return batch.state === "checked" && isDeepStrictEqual(data, next);
};

/** States in which the file may be read again. A failed import that has begun to write is not. */
const mayRead: readonly BatchState[] = ["uploading", "mapped", "checked", "failed"];

export const importHandlers: Handlers["imports"] = {
  create: async ({ input: { body }, actor, services: { write } }) =>
    write(actor, async ({ tx, touch }) => {
      const batch = await insertBatch(tx, {
        kind: "import",
        state: "uploading",
        userId: actor.userId,
        name: body.name,
        facts: { size: body.size },
      });
      touch("batches");
      return presentOr404(tx, batch.id);
    }),

  piece: async ({ input: { params, body }, actor, services: { write } }) => {
    const content = Buffer.from(body.contentBase64, "base64");
    return write(actor, async ({ tx }) => {
      const batch = await lockBatchIn(tx, params.id, ["uploading"]);
      const { size } = parseFileFacts(batch);
      const isInside = params.position * importPieceBytes + content.length <= size;
      if (content.length > importPieceBytes || !isInside) throw new Problem("too_large");
      return { received: await savePiece(tx, batch.id, params.position, content) };
    });
  },

  read: async ({ input: { params, body }, actor, services: { write } }) =>
    write(actor, async ({ tx, enqueue, touch }) => {
      const batch = await lockBatchIn(tx, params.id, mayRead);
      if (batch.startedAt !== null) throw new Problem("conflict");
      const { received, isGapless } = await measureFile(tx, batch.id);
      if (!isGapless || received !== parseFileFacts(batch).size) throw new Problem("upload_incomplete");
      await updateBatch(tx, batch.id, {
        state: "reading",
        problem: null,
        processed: 0,
        total: null,
        counts: {},
        facts: { ...batch.facts, reading: body },
      });
      enqueue(runBatch, { id: batch.id });
      touch("batches");
      return presentOr404(tx, batch.id);
    }),

  get: async ({ input: { params }, services: { database } }) => presentImport(database.db, params.id),

  map: async ({ input: { params, body }, actor, services: { write, database, general } }) => {
    const found = await findImport(database.db, params.id);
    const { columns = [] } = parseFileFacts(found);
    if (body.columns.length !== columns.length) throw new Problem("invalid");
    const fields = await listPersonFields(database.db);
    const options = assignFieldKeys(body, new Set(fields.map(({ key }) => key)));
    const measured = await measureColumns(database.db, found, columns, options, await general());
    await write(actor, async ({ tx, touch }) => {
      const batch = await lockBatchIn(tx, params.id, ["mapped", "checked"]);
      await updateBatch(tx, batch.id, {
        options,
        // The check evaluates the rules anyway, so whether they shall run does not change what it found.
        ...(isSameCheck(batch, options)
          ? {}
          : { state: "mapped" as const, counts: {}, facts: { ...batch.facts, ...measured } }),
      });
      touch("batches");
    });
    return presentImport(database.db, params.id);
  },

  check: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async ({ tx, enqueue, touch }) => {
      const batch = await lockBatchIn(tx, params.id, ["mapped", "checked"]);
      await updateBatch(tx, batch.id, { state: "checking", processed: 0, counts: {} });
      enqueue(runBatch, { id: batch.id });
      touch("batches");
      return presentOr404(tx, batch.id);
    }),

  run: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async ({ tx, enqueue, audit, touch }) => {
      const batch = await lockBatchIn(tx, params.id, ["checked"]);
      const options = importOptions.parse(batch.options);
      const counts = readCounts(batch);
      if (findJoinQuestion(counts, options)) throw new Problem("joins_unanswered");
      const isVerdict = (name: string): boolean => (rowVerdicts as readonly string[]).includes(name);
      const entries = Object.entries(counts);
      // From here on the figures are those of the run.
      const checked = Object.fromEntries(entries.filter(([name]) => isVerdict(name)));
      const rest = Object.fromEntries(entries.filter(([name]) => !isVerdict(name)));
      await rememberMapping(tx, batch.name ?? "", parseFileFacts(batch).columns, options);
      await updateBatch(tx, batch.id, {
        state: "running",
        startedAt: new Date(),
        processed: 0,
        afterLine: 0,
        userId: actor.userId,
        counts: { ...rest, checked },
      });
      enqueue(runBatch, { id: batch.id });
      const { runRules, proof, matchBy, create, update } = options;
      audit({
        eventType: "data_change",
        entityType: "batch",
        entityId: batch.id,
        details: batchDetails("started", batch),
        metadata: { rows: batch.total, runRules, proof, matchBy, create, update },
      });
      touch("batches");
      return presentOr404(tx, batch.id);
    }),

  fixCell: async ({ input: { params, body }, actor, services: { write } }) =>
    write(actor, async ({ tx, enqueue, touch }) => {
      const batch = await lockBatchIn(tx, params.id, ["checked"]);
      const { rowCount } = await tx.execute(sql`
        UPDATE batch_rows SET raw = ${sql.param(body.cells)}::text[] WHERE batch_id = ${batch.id} AND line = ${params.line}`);
      if (rowCount === 0) throw new Problem("not_found");
      // All rows, because the row may now name the same person as another one.
      await updateBatch(tx, batch.id, { state: "checking", processed: 0, counts: {} });
      enqueue(runBatch, { id: batch.id });
      touch("batches");
      return { ok: true as const };
    }),

  refused: async ({ input: { params, query }, actor, services: { write, database }, request, reply }) => {
    const batch = await findImport(database.db, params.id);
    await write(actor, async ({ audit }) => {
      audit({
        eventType: "data_change",
        entityType: "batch",
        entityId: batch.id,
        details: { kind: "import_rest_exported", name: batch.name ?? "" },
      });
    });
    const headers = (parseFileFacts(batch).columns ?? []).map(({ header }) => header);
    return sendRefused(
      reply,
      database.db,
      batch.id,
      headers,
      query.language ?? preferredLanguage(request.headers),
    );
  },

  template: async ({ input: { query }, request, reply }) =>
    sendTemplate(reply, query.language ?? preferredLanguage(request.headers)),
};
