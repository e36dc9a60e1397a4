import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { importLimits } from "#domain/import/import-state.ts";
import { UnreadableFile } from "./file-problem.ts";
import type { Encoding, Separator } from "./sniff.ts";

export type FileRow = { line: number; cells: string[] };

async function* decode(pieces: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  // Fatal, because a wrong guess must not replace letters silently.
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isFirst = true;
  const clean = (text: string): string => {
    if (text.includes("\u0000")) throw new UnreadableFile({ code: "nul_in_file" });
    const start = isFirst ? text.replace(/^\uFEFF?sep=[,;|\t]\r?\n/i, "") : text;
    isFirst = false;
    return start;
  };
  try {
    for await (const piece of pieces) {
      const text = clean(decoder.decode(piece, { stream: true }));
      if (text !== "") yield text;
    }
    const rest = clean(decoder.decode());
    if (rest !== "") yield rest;
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile({ code: "wrong_encoding" });
    throw error;
  }
}

const toFileProblem = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error;
  const line = Number(error.lines ?? 0);
  if (error.code === "CSV_MAX_RECORD_SIZE") return new UnreadableFile({ code: "row_too_large", line });
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return new UnreadableFile({ code: "open_quote", line });
  return new UnreadableFile({ code: "bad_quote", line });
};

/** The rows of a text file, streamed. Lines end with LF, CRLF or a lone CR. */
export async function* readCsvFile(
  pieces: AsyncIterable<Buffer>,
  { encoding, separator }: { encoding: Encoding; separator: Separator },
): AsyncGenerator<FileRow> {
  // The line of each record that the parser has handed over and the loop below has not seen yet.
  const lineNumbers: number[] = [];
  const parser = parse({
    delimiter: separator,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // A quote inside a cell is part of it: 6" pipe.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: importLimits.rowBytes,
    bom: true,
    on_record: (cells: string[], { lines }) => {
      lineNumbers.push(lines);
      return cells;
    },
  });
  const source = Readable.from(decode(pieces, encoding));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const cells of parser) yield { line: lineNumbers.shift() ?? 0, cells: cells as string[] };
  } catch (error) {
    throw toFileProblem(error);
  } finally {
    source.destroy();
  }
}
