import type { Measured } from "./figure.ts";
import { type FigureName, figures } from "./figures.ts";
import type { Metric } from "./metrics.ts";
import { type CountedRow, type Tally, talliesOf, tallyOf } from "./tally.ts";

/** By what the rows of a table differ: how their keys are named. A table of `none` has its total only. */
export const rowKinds = [
  "source",
  "pace",
  "channel",
  "vendor",
  "rule",
  "template",
  "reason",
  "user",
  "speaker",
  "none",
] as const;
export type RowKind = (typeof rowKinds)[number];

export type ReportTable = { rows: RowKind; figures: readonly FigureName[] };

/** The tables of the reports. All figures of one have the same rows. */
export const reportTables = {
  sources: {
    rows: "source",
    figures: [
      "new_leads",
      "lead_answered",
      "lead_qualified",
      "conversion",
      "cost",
      "cost_per_answer",
      "cost_per_conversion",
      "time_to_answer",
      "time_to_qualified",
      "time_to_conversion",
    ],
  },
  speed: { rows: "source", figures: ["speed_to_lead", "speed_to_human"] },
  pace: { rows: "pace", figures: ["pace_leads", "pace_conversion"] },
  attribution: { rows: "channel", figures: ["credit_first", "credit_last", "credit_even"] },
  conversations: {
    rows: "channel",
    figures: [
      "conversations_opened",
      "first_answer",
      "first_answer_open",
      "answer_time",
      "answer_time_open",
      "handled",
    ],
  },
  agents: {
    rows: "user",
    figures: ["written_by", "first_answer_by", "answer_time_by", "calls_by", "tasks_done_by"],
  },
  calls: { rows: "speaker", figures: ["calls_talked"] },
  delivery: {
    rows: "channel",
    figures: ["messages_planned", "delivered", "failed", "unknown", "answer_rate", "price"],
  },
  delivery_by_vendor: {
    rows: "vendor",
    figures: ["handed_by_vendor", "delivered_by_vendor", "failed_by_vendor"],
  },
  delivery_by_rule: {
    rows: "rule",
    figures: ["handed_by_rule", "delivered_by_rule", "failed_by_rule"],
  },
  delivery_by_template: {
    rows: "template",
    figures: ["handed_by_template", "delivered_by_template", "failed_by_template"],
  },
  not_sent: { rows: "reason", figures: ["not_sent", "waited", "time_lost"] },
  opt_outs: { rows: "none", figures: ["opt_outs", "complaints"] },
} as const satisfies Record<string, ReportTable>;
export type TableName = keyof typeof reportTables;
export const tableNames = Object.keys(reportTables) as [TableName, ...TableName[]];

/** A number of a table, and the same number of the period before; null where the period before is not compared. */
export type ReportCell = Measured & { before: number | null };
export type ReportCells = Partial<Record<FigureName, ReportCell>>;
export type ReportRow = { key: string; cells: ReportCells };
export type MeasuredTable = { name: TableName; rows: ReportRow[]; total: ReportCells };

const usedMetrics = (names: readonly FigureName[]): Metric[] =>
  names.flatMap((name) => {
    const { metric, of } = figures[name];
    return of === undefined ? [metric] : [metric, of];
  });

/** The table that a figure is in; each is in exactly one. */
export const tableOfFigure = (name: FigureName): TableName => {
  const table = tableNames.find((one) => (reportTables[one] as ReportTable).figures.includes(name));
  if (table === undefined) throw new Error(`No table shows ${name}`);
  return table;
};

/** What must be counted for a table. */
export const metricsOfTable = (table: TableName): Metric[] => [
  ...new Set(usedMetrics(reportTables[table].figures)),
];

const cellsOf = (names: readonly FigureName[], now: Tally, before: Tally): ReportCells =>
  Object.fromEntries(
    names.map((name) => [
      name,
      { ...figures[name].measure(now), before: figures[name].measure(before).value },
    ]),
  );

const none: Tally = new Map();

/** Rows with the most behind their first figures come first; their keys decide between equal ones. */
const byWeight = (names: readonly FigureName[]) => (a: ReportRow, b: ReportRow) => {
  for (const name of names) {
    const difference = (b.cells[name]?.count ?? 0) - (a.cells[name]?.count ?? 0);
    if (difference !== 0) return difference;
  }
  return a.key.localeCompare(b.key);
};

/**
 * Measures a table from what was counted in a period and in the one before. Counts of all rows are added before they
 * are measured, so that a total median is the median of all.
 */
export const measureTable = (
  name: TableName,
  now: readonly CountedRow[],
  before: readonly CountedRow[],
): MeasuredTable => {
  const table: ReportTable = reportTables[name];
  const used = new Set(metricsOfTable(name));
  const own = now.filter(({ metric }) => used.has(metric));
  const earlier = before.filter(({ metric }) => used.has(metric));
  const tallies = talliesOf(own);
  const earlierTallies = talliesOf(earlier);
  const keys = table.rows === "none" ? [] : [...tallies.keys(), ...earlierTallies.keys()];
  const rows = [...new Set(keys)].map((key) => ({
    key,
    cells: cellsOf(table.figures, tallies.get(key) ?? none, earlierTallies.get(key) ?? none),
  }));
  return {
    name,
    rows: rows.toSorted(byWeight(table.figures)),
    total: cellsOf(table.figures, tallyOf(own), tallyOf(earlier)),
  };
};
