import * as z from "zod";
import { importColumn, importOptions } from "#domain/import/import-options.ts";
import { languages } from "#domain/language.ts";
import { apiRoute } from "./api-route.ts";
import { batch } from "./batches.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant, okResponse, shortText } from "./fields.ts";

const byId = { params: z.object({ id }) };
/** A link cannot set a header; without a language that of the browser counts. */
const inLanguage = z.strictObject({ language: z.enum(languages).optional() });

/** How a file is read. Null: as it was recognised. */
export const readingOptions = z.strictObject({
  encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252", "macintosh"]).nullable().default(null),
  separator: z.enum([",", ";", "\t", "|"]).nullable().default(null),
  hasHeader: z.boolean().nullable().default(null),
  sheet: z.string().max(200).nullable().default(null),
});

export const importDetail = z.object({
  batch,
  /** How the file was read. */
  file: z.object({
    size: z.int(),
    format: z.enum(["csv", "xlsx"]),
    encoding: z.string(),
    separator: z.string(),
    hasHeader: z.boolean(),
    sheets: z.array(z.string()),
    sheet: z.string().nullable(),
  }),
  columns: z.array(
    z.object({
      header: z.string(),
      /** The first different values. */
      samples: z.array(z.string()),
      filled: z.int(),
      /** What was recognised, or remembered from an earlier file. */
      guess: importColumn,
      /** How the values read with the present mapping. */
      reads: z.object({
        valid: z.int(),
        invalid: z.int(),
        mended: z.int(),
        distinct: z.int(),
        note: reasonSchema.nullable(),
      }),
      /** What the operator should look at. */
      question: reasonSchema.nullable(),
    }),
  ),
  /** How many rows `reads` counts, from the first one on. */
  readRows: z.int(),
  options: importOptions,
  /** The name of the earlier file whose matching is used. */
  rememberedFrom: z.object({ name: z.string(), at: isoInstant }).nullable(),
  check: z
    .object({
      added: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      joined: z.int(),
      refused: z.int(),
      /** Problems by kind, with examples and the answer in use. */
      problems: z.array(
        z.object({
          code: z.string(),
          count: z.int(),
          examples: z.array(z.string()),
          answers: z.array(z.enum(["leave_out", "empty", "join"])),
        }),
      ),
      /** So many rows would be joined with others that the operator must say first whether this is right. */
      joinQuestion: z.object({ joined: z.int(), rows: z.int() }).nullable(),
      /** Which rules would fire for new people, and for how many. */
      rules: z.array(z.object({ ruleId: id, name: z.string(), people: z.int() })),
      /** How many new people the rules were evaluated for; their figures are scaled up where these are fewer than all. */
      rulesEvaluated: z.int(),
    })
    .nullable(),
});
export type ImportDetail = z.infer<typeof importDetail>;

export const importPieceBytes = 2_097_152;
export const maxImportBytes = 104_857_600;

export const importsApi = {
  create: apiRoute({
    method: "POST",
    path: "/api/imports",
    access: "operator",
    area: "people",
    summary: "Begin an import: the file follows in pieces",
    input: {
      body: z.strictObject({ name: shortText.min(1), size: z.int().min(1).max(maxImportBytes) }),
    },
    output: batch,
    problems: ["too_large"],
    topics: ["batches"],
  }),
  piece: apiRoute({
    method: "PUT",
    path: "/api/imports/{id}/pieces/{position}",
    access: "operator",
    area: "people",
    summary: "A piece of the file, 2 MB each; a repeated one replaces itself",
    input: {
      params: z.object({ id, position: z.coerce.number().int().min(0).max(100) }),
      body: z.strictObject({ contentBase64: z.base64().max(2_800_000) }),
    },
    output: z.object({ received: z.int() }),
    problems: ["too_large", "conflict"],
    topics: [],
    maxBodyBytes: 2_900_000,
  }),
  read: apiRoute({
    method: "POST",
    path: "/api/imports/{id}/read",
    access: "operator",
    area: "people",
    summary: "Read the complete file, in the background; again with other options",
    input: { ...byId, body: readingOptions },
    output: batch,
    problems: ["upload_incomplete", "conflict"],
    topics: ["batches"],
  }),
  get: apiRoute({
    method: "GET",
    path: "/api/imports/{id}",
    access: "operator",
    area: "people",
    summary: "An import: file, columns, mapping and check",
    input: byId,
    output: importDetail,
    topics: ["batches", "person-fields"],
  }),
  map: apiRoute({
    method: "PUT",
    path: "/api/imports/{id}/options",
    access: "operator",
    area: "people",
    summary: "Save where columns go and how people are matched",
    input: { ...byId, body: importOptions },
    output: importDetail,
    topics: ["batches"],
  }),
  check: apiRoute({
    method: "POST",
    path: "/api/imports/{id}/check",
    access: "operator",
    area: "people",
    summary: "Find out what each row would do, in the background; nothing is written to people",
    input: byId,
    output: batch,
    topics: ["batches"],
  }),
  run: apiRoute({
    method: "POST",
    path: "/api/imports/{id}/run",
    access: "operator",
    area: "people",
    summary: "Import the checked rows, in the background",
    input: byId,
    output: batch,
    problems: ["conflict", "joins_unanswered"],
    topics: ["batches", "people"],
  }),
  fixCell: apiRoute({
    method: "PUT",
    path: "/api/imports/{id}/rows/{line}",
    access: "operator",
    area: "people",
    summary: "Mend cells of a row before the import; it is checked again",
    input: {
      params: z.object({ id, line: z.coerce.number().int().min(1) }),
      body: z.strictObject({ cells: z.array(z.string().max(10_000)).max(1000) }),
    },
    output: okResponse,
    topics: ["batches"],
  }),
  refused: apiRoute({
    method: "GET",
    path: "/api/imports/{id}/refused",
    access: "operator",
    area: "people",
    summary: "Rows that were left out as CSV, with their own columns and the problem",
    input: { ...byId, query: inLanguage },
    output: z.string(),
    topics: [],
    media: "text/csv",
  }),
  template: apiRoute({
    method: "GET",
    path: "/api/imports/template",
    access: "viewer",
    area: "people",
    summary: "An empty CSV with the columns that an import recognises",
    input: { query: inLanguage },
    output: z.string(),
    topics: [],
    media: "text/csv",
  }),
};
