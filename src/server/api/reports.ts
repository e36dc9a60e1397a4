import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { scopedAreas } from "#domain/access/record-scope.ts";
import { dateIn } from "#domain/day.ts";
import type { Figure } from "#domain/figures/figure.ts";
import { figures } from "#domain/figures/figures.ts";
import { measureHours } from "#domain/figures/hour-grid.ts";
import type { Metric } from "#domain/figures/metrics.ts";
import { addDays, daysIn, isPeriod, type Period, periodBefore } from "#domain/figures/period.ts";
import {
  type MeasuredTable,
  measureTable,
  reportTables,
  type TableName,
  tableNames,
} from "#domain/figures/tables.ts";
import { tallyOf } from "#domain/figures/tally.ts";
import type { GeneralSettings } from "#domain/general-settings.ts";
import type { Language } from "#domain/language.ts";
import { channelLabels } from "#domain/texts/value-labels.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import { messengers } from "#server/connectors/messaging/messengers.ts";
import { isTooLarge, readTables } from "#server/store/reports/measure-tables.ts";
import {
  type ReportRange,
  readCountState,
  readDays,
  readHours,
  readWaiting,
} from "#server/store/reports/read-reports.ts";
import { readRowLabels } from "#server/store/reports/report-labels.ts";
import { readRowsBehind } from "#server/store/reports/rows-behind.ts";
import { requestedAudience } from "./audience-request.ts";
import { exportLanguage } from "./export-language.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { reportFile, reportFileTypes } from "./report-file.ts";
import { demandPeople } from "./require-rights.ts";
import { requestLanguage } from "./vendor-problems.ts";

type Asked = {
  from?: string | undefined;
  to?: string | undefined;
  where?: string | undefined;
  view?: string | undefined;
};
type ReportCall = { caller: UserSession; request: FastifyRequest; services: ApiServices };

const usualDays = 30;

const readPeriod = ({ from, to }: Asked, today: string): Period => {
  const last = to ?? (from === undefined || from <= today ? today : from);
  const period = { from: from ?? addDays(last, 1 - usualDays), to: last };
  if (!isPeriod(period)) throw new Problem("invalid", { issues: [{ path: "to", message: "" }] });
  return period;
};

/** The asked period and people, within the part of the people that the caller has. */
const readRange = async (asked: Asked, call: ReportCall): Promise<ReportRange> => {
  const { caller, services } = call;
  const { timezone } = await services.general();
  const period = readPeriod(asked, dateIn(Date.now(), timezone));
  // An audience may ask for names and addresses.
  if (asked.where !== undefined || asked.view !== undefined) demandPeople(caller);
  const audience = await requestedAudience(
    services,
    asked,
    { caller, area: scopedAreas },
    requestLanguage(call),
  );
  return { period, timezone, people: audience?.sql };
};

const demandSize = async ({ services: { database } }: ReportCall, range: ReportRange): Promise<void> => {
  if (await isTooLarge(database.db, range)) throw new Problem("report_too_large");
};

const measureTables = async (
  call: ReportCall,
  range: ReportRange,
  names: readonly TableName[],
): Promise<MeasuredTable[]> => {
  await demandSize(call, range);
  return readTables(call.services.database.db, range, names);
};

/** A vendor that has several channels is told apart by them. */
const vendorLabels = (language: Language): Map<string, string> =>
  new Map(
    messengers.map(({ id, connector: { label }, channels }) => {
      const isShared = messengers.some((other) => other.id !== id && other.connector.label === label);
      const names = channels.map((channel) => channelLabels[channel][language]).join(", ");
      return [id, isShared ? `${label} (${names})` : label];
    }),
  );

/** The labels of the rows of each table. */
const labelsOf = async (
  { services: { database } }: ReportCall,
  tables: readonly MeasuredTable[],
  language: Language,
): Promise<Map<TableName, Map<string, string>>> =>
  new Map(
    await Promise.all(
      tables.map(async ({ name, rows }): Promise<[TableName, Map<string, string>]> => {
        const kind = reportTables[name].rows;
        if (kind === "vendor") return [name, vendorLabels(language)];
        const keys = rows.map(({ key }) => key);
        return [name, await readRowLabels(database.db, kind, keys)];
      }),
    ),
  );

const usedMetrics = ({ metric, of }: Figure): Metric[] => (of === undefined ? [metric] : [metric, of]);

/** The first day whose rows are all there; null without any data. Messages, calls and the timeline end with the retention. */
const firstWholeDay = (
  since: string | null,
  { dataRetention: days, timezone }: Pick<GeneralSettings, "dataRetention" | "timezone">,
): string | null => {
  if (since === null || days === 0) return since;
  const kept = addDays(dateIn(Date.now(), timezone), 1 - days);
  return kept > since ? kept : since;
};

export const reportHandlers: Handlers["reports"] = {
  figures: async ({ input: { query }, ...call }) => {
    const range = await readRange(query, call);
    const { db } = call.services.database;
    const [tables, waiting, state] = await Promise.all([
      measureTables(call, range, tableNames),
      readWaiting(db, range.people, Date.now()),
      readCountState(db),
    ]);
    const labels = await labelsOf(call, tables, requestLanguage(call));
    return {
      period: range.period,
      before: periodBefore(range.period),
      timezone: range.timezone,
      ...state,
      since: firstWholeDay(state.since, await call.services.general()),
      tables: tables.map(({ name, rows, total }) => ({
        name,
        total,
        rows: rows.map((row) => ({ ...row, label: labels.get(name)?.get(row.key) ?? null })),
      })),
      waiting,
    };
  },

  plot: async ({ input: { query }, ...call }) => {
    const range = await readRange(query, call);
    await demandSize(call, range);
    const { db } = call.services.database;
    const figure: Figure = figures[query.figure];
    if (query.by === "hour") {
      const cells = measureHours(figure, await readHours(db, range, usedMetrics(figure)), range.timezone);
      return { unit: figure.unit, points: cells.map((cell) => ({ ...cell, day: null })) };
    }
    const counted = Map.groupBy(await readDays(db, range, usedMetrics(figure)), ({ day }) => day);
    return {
      unit: figure.unit,
      points: daysIn(range.period).map((day) => ({
        ...figure.measure(tallyOf(counted.get(day) ?? [])),
        ...{ day, weekday: null, hour: null },
      })),
    };
  },

  behind: async ({ input: { query }, ...call }) => {
    demandPeople(call.caller);
    const range = await readRange(query, call);
    await demandSize(call, range);
    const { metric, behind, unit }: Figure = figures[query.figure];
    const found = await readRowsBehind(call.services.database.db, range, {
      metric,
      dimension: query.unnamed ? "" : query.row,
      cursor: query.cursor,
      limit: query.limit,
    });
    if (!found) throw new Problem("invalid", { issues: [{ path: "cursor", message: "" }] });
    // Parts of a credit are amounts, too.
    const rows = unit === "dollars" ? found.rows : found.rows.map((row) => ({ ...row, dollars: null }));
    return { ...found, kind: behind, rows };
  },

  export: async ({ input: { query }, actor, reply, ...call }) => {
    const range = await readRange(query, call);
    const tables = await measureTables(call, range, [query.table]);
    const language = exportLanguage(query, call);
    const named = await labelsOf(call, tables, language ?? "en");
    const labels = named.get(query.table) ?? new Map<string, string>();
    const { format, table } = query;
    await call.services.write(actor, async ({ audit }) => {
      audit({
        eventType: "data_change",
        entityType: "workspace",
        entityId: "reports",
        details: { kind: "exported", what: "report", format },
        metadata: { format, table, ...range.period, filtered: range.people !== undefined },
      });
    });
    const file = reportFile(tables[0] ?? measureTable(table, [], []), {
      format,
      language,
      labels,
      now: new Date(),
    });
    void reply
      .header("content-type", reportFileTypes[format])
      .header(
        "content-disposition",
        `attachment; filename="faro-${table.replaceAll("_", "-")}-${range.period.from}-${range.period.to}.${format}"`,
      )
      .send(Readable.from(file, { objectMode: false }));
    return "";
  },
};
