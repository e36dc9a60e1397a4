import type { Writable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  type ColumnSample,
  columnLetters,
  createColumnSampler,
  findHeaderRow,
  maxTitleRows,
  nameColumns,
} from "#domain/import/file-columns.ts";
import { type FileProblem, importLimits, type ReadingOptions } from "#domain/import/import-state.ts";
import { type FileRow, readCsvFile } from "./csv-rows.ts";
import { UnreadableFile } from "./file-problem.ts";
import {
  type Encoding,
  guessOldEncoding,
  isZip,
  type Separator,
  sniffEncoding,
  sniffSeparator,
} from "./sniff.ts";
import { openWorkbook } from "./xlsx-rows.ts";

export type ReadingOrder = { connection: pg.ClientConfig; batchId: string; options: ReadingOptions };

export type ReadFile = {
  format: "csv" | "xlsx";
  encoding: string;
  separator: string;
  hasHeader: boolean;
  sheets: string[];
  sheet: string | null;
  headers: string[];
  columns: readonly ColumnSample[];
  rows: number;
};
export type ReadingMessage =
  | { kind: "progress"; rows: number }
  | { kind: "done"; file: ReadFile }
  | { kind: "unreadable"; problem: FileProblem };

const progressEvery = 20_000;

/** Text of COPY: an array literal, then the escapes of COPY itself. */
const toCopyLine = (batchId: string, { line, cells }: FileRow): string => {
  const literal = cells.map((cell) => `"${cell.replaceAll(/["\\]/g, "\\$&")}"`).join(",");
  const escaped = `{${literal}}`
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `${batchId}\t${line}\t${escaped}\n`;
};

const writeTo = (stream: Writable, text: string): Promise<void> | undefined =>
  stream.write(text)
    ? undefined
    : new Promise((resolve, reject) => {
        stream.once("drain", resolve);
        stream.once("error", reject);
      });

/** Stages rows with their limits, and finds header and columns on the way. */
const createStaging = (
  stream: Writable,
  batchId: string,
  hasHeader: boolean | null,
  onRows: (count: number) => void,
) => {
  const sampler = createColumnSampler();
  const firstRows: FileRow[] = [];
  let headers: string[] | undefined;
  let isHeader = false;
  let rows = 0;
  let width = 0;
  let buffered: string[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const text = buffered.join("");
    buffered = [];
    size = 0;
    if (text !== "") await writeTo(stream, text);
  };
  const check = ({ line, cells }: FileRow): void => {
    if (cells.length > importLimits.columns)
      throw new UnreadableFile({ code: "too_many_columns", line, max: importLimits.columns });
    let total = 0;
    for (const cell of cells) {
      if (cell.length > importLimits.cellBytes / 4 && Buffer.byteLength(cell) > importLimits.cellBytes)
        throw new UnreadableFile({ code: "cell_too_large", line });
      total += cell.length;
    }
    if (total > importLimits.rowBytes) throw new UnreadableFile({ code: "row_too_large", line });
  };
  const stageRow = async (row: FileRow): Promise<void> => {
    rows += 1;
    if (rows > importLimits.rows) throw new UnreadableFile({ code: "too_many_rows", max: importLimits.rows });
    if (!isHeader) width = Math.max(width, row.cells.length);
    sampler.add(isHeader ? row.cells.slice(0, width) : row.cells);
    const line = toCopyLine(batchId, { line: row.line, cells: row.cells.map((cell) => cell.toWellFormed()) });
    buffered.push(line);
    size += line.length;
    if (size > 65_536) await flush();
    if (rows % progressEvery === 0) onRows(rows);
  };
  /** Finds the header among the first rows; what stands above it is left out. */
  const begin = async (): Promise<void> => {
    const found = hasHeader === false ? undefined : findHeaderRow(firstRows.map(({ cells }) => cells));
    const index = found ?? (hasHeader === true ? 0 : undefined);
    isHeader = index !== undefined;
    headers = nameColumns(index === undefined ? [] : (firstRows[index]?.cells ?? []));
    width = headers.length;
    for (const row of firstRows.slice(index === undefined ? 0 : index + 1)) await stageRow(row);
  };
  return {
    add: async (row: FileRow): Promise<void> => {
      check(row);
      if (row.cells.every((cell) => cell.trim() === "")) return;
      if (headers !== undefined) return stageRow(row);
      firstRows.push(row);
      if (firstRows.length > maxTitleRows) await begin();
    },
    end: async (): Promise<Pick<ReadFile, "headers" | "hasHeader" | "columns" | "rows">> => {
      if (headers === undefined) await begin();
      await flush();
      if (rows === 0) throw new UnreadableFile({ code: "empty_file" });
      const names = isHeader
        ? (headers ?? [])
        : Array.from({ length: width }, (_, index) => columnLetters(index));
      return { headers: names, hasHeader: isHeader, columns: sampler.columns(), rows };
    },
  };
};

async function* readPieces(client: pg.Client, batchId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const { rows } = await client.query<{ content: Buffer }>(
      "SELECT content FROM batch_files WHERE batch_id = $1 AND position = $2",
      [batchId, position],
    );
    if (!rows[0]) return;
    yield rows[0].content;
  }
}

const readWhole = async (client: pg.Client, batchId: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(client, batchId)) pieces.push(piece);
  return Buffer.concat(pieces);
};

type Staging = ReturnType<typeof createStaging>;

const stageWorkbook = async (reader: pg.Client, { batchId, options }: ReadingOrder, staging: Staging) => {
  const workbook = await openWorkbook(await readWhole(reader, batchId));
  try {
    const sheet = await workbook.readRows(options.sheet, async (rows) => {
      for (const row of rows) await staging.add(row);
    });
    return { format: "xlsx" as const, encoding: "utf-8", separator: "", sheets: workbook.sheets, sheet };
  } finally {
    workbook.close();
  }
};

const stageText = async (
  reader: pg.Client,
  { batchId }: ReadingOrder,
  { encoding, separator }: { encoding: Encoding; separator: Separator },
  staging: Staging,
) => {
  for await (const row of readCsvFile(readPieces(reader, batchId), { encoding, separator }))
    await staging.add(row);
  return { format: "csv" as const, encoding, separator, sheets: [], sheet: null };
};

const decodeStart = (start: Buffer, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(start.subarray(0, 131_072));

/** One attempt in one transaction: a file that cannot be read leaves no rows. */
const stage = async (
  clients: { reader: pg.Client; writer: pg.Client },
  order: ReadingOrder,
  start: Buffer,
  encoding: Encoding,
  onRows: (rows: number) => void,
): Promise<ReadFile> => {
  const { reader, writer } = clients;
  await writer.query("BEGIN");
  let stream: Writable | undefined;
  try {
    await writer.query("DELETE FROM batch_rows WHERE batch_id = $1", [order.batchId]);
    stream = writer.query(copyFrom("COPY batch_rows (batch_id, line, raw) FROM STDIN"));
    const finished = new Promise<void>((resolve, reject) => {
      stream?.once("finish", resolve);
      stream?.once("error", reject);
    });
    finished.catch(() => {});
    const staging = createStaging(stream, order.batchId, order.options.hasHeader, onRows);
    const separator = order.options.separator ?? sniffSeparator(decodeStart(start, encoding));
    const read = isZip(start)
      ? await stageWorkbook(reader, order, staging)
      : await stageText(reader, order, { encoding, separator }, staging);
    const staged = await staging.end();
    stream.end();
    await finished;
    await writer.query("COMMIT");
    // So that the next steps are planned for the rows that are there now.
    await writer.query("ANALYZE batch_rows");
    return { ...read, ...staged };
  } catch (error) {
    // Ends the COPY with an error; the transaction has staged nothing.
    if (stream)
      await new Promise<void>((resolve) => {
        stream?.once("close", () => resolve());
        stream?.destroy(new Error("unreadable"));
        setTimeout(resolve, 2000).unref();
      });
    await writer.query("ROLLBACK").catch(() => {});
    throw error;
  }
};

const readFile = async (order: ReadingOrder): Promise<void> => {
  const post = (message: ReadingMessage): void => parentPort?.postMessage(message);
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...order.connection, query_timeout: 0 });
    client.on("error", () => {});
    await client.connect();
    await client.query("SET statement_timeout = 0");
    return client;
  };
  const clients = { reader: await connect(), writer: await connect() };
  const onRows = (rows: number): void => post({ kind: "progress", rows });
  try {
    const start = (await readPieces(clients.reader, order.batchId).next()).value ?? Buffer.alloc(0);
    if (start.length === 0) throw new UnreadableFile({ code: "empty_file" });
    const encoding = isZip(start) ? "utf-8" : (order.options.encoding ?? sniffEncoding(start));
    const file = await stage(clients, order, start, encoding, onRows).catch((error: unknown) => {
      const isGuess = order.options.encoding === null && encoding === "utf-8" && !isZip(start);
      // A file that is no UTF-8 is read as what Windows writes, or old programs of the Mac.
      if (isGuess && error instanceof UnreadableFile && error.problem.code === "wrong_encoding")
        return stage(clients, order, start, guessOldEncoding(start), onRows);
      throw error;
    });
    post({ kind: "done", file });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    post({ kind: "unreadable", problem: error.problem });
  } finally {
    await clients.reader.end();
    await clients.writer.end();
  }
};

await readFile(workerData as ReadingOrder);
