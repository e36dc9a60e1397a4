import type { CodedReason } from "#domain/coded-reason.ts";
import type { RowVerdict, UndoResult } from "#domain/people/batch.ts";
import type { ImportColumn } from "./import-options.ts";
import type { ColumnQuestion } from "./recognise-columns.ts";

/** Why a file cannot be read. The interface has a text for each. */
export const fileProblemCodes = [
  "empty_file",
  "binary_file",
  "old_excel",
  "damaged_xlsx",
  "encrypted_xlsx",
  "no_such_sheet",
  "zip_bomb",
  "open_quote",
  "bad_quote",
  "nul_in_file",
  "wrong_encoding",
  "cell_too_large",
  "row_too_large",
  "too_many_columns",
  "too_many_rows",
  "incomplete_upload",
  "stopped",
] as const;
export type FileProblem = CodedReason<(typeof fileProblemCodes)[number]>;

export const importLimits = {
  cellBytes: 102_400,
  rowBytes: 1_048_576,
  columns: 1000,
  rows: 1_000_000,
  zipEntries: 2000,
  /** Of all parts of a spreadsheet together, unpacked. */
  unpackedBytes: 1_073_741_824,
  unpackRatio: 250,
} as const;

export type ReadingOptions = {
  encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "macintosh" | null;
  separator: "," | ";" | "\t" | "|" | null;
  hasHeader: boolean | null;
  sheet: string | null;
};

export type ColumnReads = {
  valid: number;
  invalid: number;
  mended: number;
  distinct: number;
  note: CodedReason<string> | null;
};

export type FileColumn = {
  header: string;
  samples: string[];
  filled: number;
  guess: ImportColumn;
  question: ColumnQuestion | null;
  reads: ColumnReads;
};

/** What was found out about a file; stored with its batch. */
export type FileFacts = {
  size: number;
  format: "csv" | "xlsx";
  encoding: string;
  separator: string;
  hasHeader: boolean;
  sheets: string[];
  sheet: string | null;
  columns: FileColumn[];
  readRows: number;
  reading?: ReadingOptions;
  rememberedFrom?: { name: string; at: string } | null;
};

/** Figures of a batch; stored with it. */
export type BatchCounts = Partial<Record<RowVerdict, number>> & {
  problems?: { code: string; count: number; examples: string[] }[];
  rules?: { ruleId: string; name: string; people: number }[];
  rulesEvaluated?: number;
  /** What the check found, once the run counts its own rows. */
  checked?: Partial<Record<RowVerdict, number>>;
  /** The last line that was run; an undo starts there. */
  ranTo?: number;
  undone?: Partial<Record<UndoResult, number>>;
};
