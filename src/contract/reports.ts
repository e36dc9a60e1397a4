import * as z from "zod";
import { behindKinds, figureUnits } from "#domain/figures/figure.ts";
import { figureNames } from "#domain/figures/figures.ts";
import { tableNames } from "#domain/figures/tables.ts";
import { apiRoute } from "./api-route.ts";
import { exportNames } from "./export-names.ts";
import { id, isoInstant } from "./fields.ts";

const day = z.iso.date();

/** The period, and of whom it tells; the last 30 days and everybody where they are left out. */
const asked = {
  from: day.optional(),
  to: day.optional(),
  view: id.optional(),
  /** An audience as JSON. */
  where: z.string().max(16_384).optional(),
};

const withPeriod = <const S extends z.ZodRawShape>(shape: S) => z.strictObject({ ...asked, ...shape });

const measured = {
  /** The count, the median in seconds, the share from 0 to 1, or US dollars. */
  value: z.number().nullable(),
  /** How many it rests on. */
  count: z.number(),
  p90: z.number().nullable(),
  mean: z.number().nullable(),
  /** The 95 % interval of a share. */
  low: z.number().nullable(),
  high: z.number().nullable(),
};

const cells = z.partialRecord(
  z.enum(figureNames),
  z.object({
    ...measured,
    /** The same number in the period before. */
    before: z.number().nullable(),
  }),
);

const period = z.object({ from: day, to: day });

const reports = z.object({
  period,
  before: period,
  timezone: z.string(),
  /** Until when everything was counted; null before the first time. */
  countedAt: isoInstant.nullable(),
  /** Changes wait to be counted for longer than usual. */
  isCounting: z.boolean(),
  /** The first day of which all data is kept; null without any. */
  since: day.nullable(),
  tables: z.array(
    z.object({
      name: z.enum(tableNames),
      rows: z.array(
        z.object({
          key: z.string(),
          /** The name of a user, a rule or a template; null where the key says all. */
          label: z.string().nullable(),
          cells,
        }),
      ),
      total: cells,
    }),
  ),
  /** Open conversations that wait for a reply by a user, by age, now. */
  waiting: z.array(z.object({ fromHours: z.number(), count: z.int() })),
});
export type Reports = z.infer<typeof reports>;

const plot = z.object({
  unit: z.enum(figureUnits),
  points: z.array(
    z.object({
      ...measured,
      /** By day. */
      day: day.nullable(),
      /** By hour: Monday is 1. */
      weekday: z.int().nullable(),
      hour: z.int().nullable(),
    }),
  ),
});
export type ReportPlot = z.infer<typeof plot>;

const behind = z.object({
  kind: z.enum(behindKinds),
  rows: z.array(
    z.object({
      id,
      personId: id.nullable(),
      personName: z.string().nullable(),
      at: isoInstant,
      seconds: z.number().nullable(),
      dollars: z.number().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export type ReportBehind = z.infer<typeof behind>;

const place = { access: "viewer", area: "reports" } as const;
const topics = ["settings"] as const;

export const reportsApi = {
  figures: apiRoute({
    method: "GET",
    path: "/api/reports",
    ...place,
    summary: "All figures of a period, beside those of the period before",
    input: { query: withPeriod({}) },
    output: reports,
    problems: ["report_too_large"],
    topics,
  }),
  plot: apiRoute({
    method: "GET",
    path: "/api/reports/plot",
    ...place,
    summary: "A figure by day, or by hour and weekday in the zone of the workspace",
    input: {
      query: withPeriod({ figure: z.enum(figureNames), by: z.enum(["day", "hour"]).default("day") }),
    },
    output: plot,
    problems: ["report_too_large"],
    topics,
  }),
  behind: apiRoute({
    method: "GET",
    path: "/api/reports/behind",
    ...place,
    summary: "The people, conversations, messages, tasks or calls that a number counts, the newest first",
    input: {
      query: withPeriod({
        figure: z.enum(figureNames),
        /** The key of a row; all rows where it is left out. */
        row: z.string().max(200).optional(),
        /** The row whose key is empty: people without a source, for example. */
        unnamed: z.literal("true").optional(),
        cursor: z.string().max(100).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
    },
    output: behind,
    problems: ["report_too_large"],
    topics,
  }),
  export: apiRoute({
    method: "GET",
    path: "/api/reports/export",
    ...place,
    summary: "A table of the reports as a file, with the numbers that the screen shows",
    input: {
      query: withPeriod({
        table: z.enum(tableNames),
        format: z.enum(["csv", "xlsx"]).default("csv"),
        ...exportNames,
      }),
    },
    output: z.string(),
    problems: ["report_too_large"],
    topics: [],
    media: "application/octet-stream",
  }),
};
