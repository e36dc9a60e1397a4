import { Readable } from "node:stream";
import { type SQL, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import type { ApiRoute } from "#contract/api-route.ts";
import type { ExportFormat } from "#contract/exports.ts";
import type { Language } from "#domain/language.ts";
import { exportColumns, fieldColumn } from "#domain/people/export-columns.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import {
  countPeopleForExport,
  type ExportedPerson,
  readPeopleForExport,
} from "#server/store/people/export-people.ts";
import { matchesPersonSql } from "#server/store/people/people-search.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
import { requestedAudience } from "./audience-request.ts";
import { exportLanguage } from "./export-language.ts";
import type { ApiCall, ApiServices, Handlers } from "./handler.ts";
import { type ExportTable, exportTable, toPeopleCsv, toPeopleJsonLines } from "./people-export.ts";
import { Problem } from "./problem.ts";
import { requestLanguage } from "./vendor-problems.ts";
import { workbookParts } from "./xlsx.ts";
import { streamZip } from "./zip.ts";

async function* toRows({ readCells }: ExportTable, pages: AsyncIterable<ExportedPerson[]>) {
  for await (const people of pages) yield people.map(readCells);
}

const formats: Record<
  ExportFormat,
  {
    contentType: string;
    write: (
      table: ExportTable,
      pages: AsyncIterable<ExportedPerson[]>,
      file: { now: Date; sheet: string },
    ) => AsyncIterable<string | Buffer>;
  }
> = {
  csv: { contentType: "text/csv; charset=utf-8", write: toPeopleCsv },
  xlsx: {
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: (table, pages, { now, sheet }) =>
      streamZip(workbookParts(sheet, table.headers, toRows(table, pages)), now),
  },
  jsonl: { contentType: "application/jsonl; charset=utf-8", write: toPeopleJsonLines },
};

const sheetNames: Record<Language, string> = { en: "People", es: "Personas" };

const invalid = (path: string, message: string): Problem =>
  new Problem("invalid", { issues: [{ path, message }] });

const messages: Record<Language, { column: (name: string) => string; ids: string }> = {
  en: { column: (name) => `There is no column ${name}.`, ids: "Not a list of ids." },
  es: { column: (name) => `No hay ninguna columna ${name}.`, ids: "No es una lista de identificadores." },
};

const splitNames = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** The chosen columns, or all: those of every person, then the custom fields in their order. */
const chooseColumns = async (
  { database }: ApiServices,
  chosen: string | undefined,
  { language, words }: { language: Language; words: Language | null },
): Promise<ExportTable> => {
  const fields = await listPersonFields(database.db);
  const present = fields.filter(({ archivedAt }) => archivedAt === null);
  const all = [...exportColumns, ...present.map(({ key }) => fieldColumn(key))];
  const columns = chosen === undefined ? all : splitNames(chosen);
  const unknown = columns.find((column) => !all.includes(column));
  if (columns.length === 0 || unknown !== undefined)
    throw invalid("columns", messages[language].column(unknown ?? ""));
  return exportTable(columns, new Map(fields.map((field) => [field.key, field])), words);
};

type ExportRequest = {
  format: ExportFormat;
  table: ExportTable;
  /** The language of the headings; null for the names of the API. */
  words: Language | null;
  /** On `people p`. */
  condition: SQL;
  /** Who was chosen, for the audit entry. */
  chosenBy: Record<string, unknown>;
};

type ExportCall = Pick<ApiCall<ApiRoute>, "actor" | "services" | "reply"> & {
  caller: UserSession;
  request: FastifyRequest;
};

/** Sends people as a download, and records that. Pages are read no faster than the client takes them. */
const sendPeople = async (
  { actor, services, reply }: ExportCall,
  { format, table, words, condition, chosenBy }: ExportRequest,
): Promise<string> => {
  const { db } = services.database;
  const { contentType, write } = formats[format];
  const count = await countPeopleForExport(db, condition);
  // Before the export starts, so that one which is broken off is recorded, too.
  await services.write(actor, async ({ audit }) => {
    audit({
      eventType: "data_change",
      entityType: "workspace",
      entityId: "people",
      details: { kind: "exported", what: "people", format },
      metadata: { format, columns: table.columns, count, ...chosenBy },
    });
  });
  const now = new Date();
  const file = write(table, readPeopleForExport(db, condition), { now, sheet: sheetNames[words ?? "en"] });
  void reply
    .header("content-type", contentType)
    .header(
      "content-disposition",
      `attachment; filename="faro-people-${now.toISOString().slice(0, 10)}.${format}"`,
    )
    .send(Readable.from(file, { objectMode: false }));
  return "";
};

/** Lines of JSON are read by programs, which know the names. */
const wordsOf = (
  request: Parameters<typeof exportLanguage>[0] & { format: ExportFormat },
  call: Pick<ExportCall, "caller" | "request">,
): Language | null => (request.format === "jsonl" ? null : exportLanguage(request, call));

const peopleIds = z.array(z.uuid()).min(1);

const byIds = (ids: string[]): Pick<ExportRequest, "condition" | "chosenBy"> => ({
  condition: sql`p.id = ANY(${sql.param(ids)}::uuid[])`,
  chosenBy: { selected: ids.length },
});

export const exportHandlers: Handlers["exports"] = {
  people: async ({ input: { query }, ...call }) => {
    const language = requestLanguage(call);
    const words = wordsOf(query, call);
    const table = await chooseColumns(call.services, query.columns, { language, words });
    const conditions: SQL[] = [];
    const chosenBy: Record<string, unknown> = {};
    const { caller } = call;
    const audience = await requestedAudience(call.services, query, { caller, area: "people" }, language);
    if (audience) {
      conditions.push(audience.sql);
      Object.assign(chosenBy, { audience: query.where && JSON.parse(query.where), view: query.view });
    }
    if (query.ids !== undefined) {
      const ids = peopleIds.safeParse(splitNames(query.ids));
      if (!ids.success) throw invalid("ids", messages[language].ids);
      const selected = byIds(ids.data);
      conditions.push(selected.condition);
      Object.assign(chosenBy, selected.chosenBy);
    }
    if (query.search) {
      conditions.push(matchesPersonSql(query.search));
      // Without the searched words, which may be a name.
      chosenBy.searched = true;
    }
    const condition = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
    return sendPeople(call, { format: query.format, table, words, condition, chosenBy });
  },

  selected: async ({ input: { body }, ...call }) => {
    const words = wordsOf(body, call);
    const table = await chooseColumns(call.services, body.columns?.join(","), {
      language: requestLanguage(call),
      words,
    });
    return sendPeople(call, { format: body.format, table, words, ...byIds(body.ids) });
  },
};
