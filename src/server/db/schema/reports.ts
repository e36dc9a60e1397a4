import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import {
  type ContactChange,
  type CountedKind,
  contactChanges,
  type Metric,
  reportKinds,
} from "#domain/figures/metrics.ts";
import { users } from "./access.ts";
import { oneOf, primaryId, timestampMs } from "./columns.ts";
import { people } from "./people.ts";

/** A message or call of a person that waited, and the user's word that ended the wait. */
export const threadAnswers = pgTable(
  "thread_answers",
  {
    id: primaryId(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** The user who answered; null where that is not known. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    channel: text("channel"),
    waitingSince: timestampMs("waiting_since").notNull(),
    answeredAt: timestampMs("answered_at").notNull(),
  },
  (table) => [
    index("thread_answers_time_index").on(table.answeredAt),
    index("thread_answers_person_index").on(table.personId),
    index("thread_answers_user_index").on(table.userId).where(sql`user_id IS NOT NULL`),
  ],
);

/**
 * Hours whose rows changed since they were counted, as triggers append them. One hour may be here several times: what
 * finds out whether it is here already would cost more than the row, and would wait for the count that removes it.
 */
export const reportChanges = pgTable(
  "report_changes",
  { kind: text("kind").$type<CountedKind>().notNull(), at: timestampMs("at").notNull() },
  (table) => [oneOf("report_changes_kind_check", table.kind, reportKinds)],
);

/** Messages and people by which rows of other hours are counted, up to 100 in a row. */
export const reportContactChanges = pgTable(
  "report_contact_changes",
  {
    kind: text("kind").$type<ContactChange>().notNull(),
    /** Of messages sent (`sent`), messages received (`wrote`) or people (`moved`). */
    ids: uuid("ids").array().notNull(),
  },
  (table) => [oneOf("report_contact_changes_kind_check", table.kind, contactChanges)],
);

const counted = () => ({
  kind: text("kind").$type<CountedKind>().notNull(),
  metric: text("metric").$type<Metric>().notNull(),
  dimension: text("dimension").notNull(),
  /** The band of the duration (`duration-bands.ts`); null where rows have none. */
  band: smallint("band"),
  count: bigint("count", { mode: "number" }).notNull(),
  /** The sum of the seconds, or of US dollars. */
  amount: doublePrecision("amount").notNull(),
});

/** What was counted of the rows of an hour. */
export const reportHours = pgTable(
  "report_hours",
  { hour: timestampMs("hour").notNull(), ...counted() },
  (table) => [
    index("report_hours_kind_index").on(table.kind, table.hour),
    index("report_hours_metric_index").on(table.metric, table.hour),
  ],
);

/** The hours of a day in the workspace's zone together. */
export const reportDays = pgTable("report_days", { day: date("day").notNull(), ...counted() }, (table) => [
  index("report_days_kind_index").on(table.kind, table.day),
  index("report_days_metric_index").on(table.metric, table.day),
]);

/** One row: how the hours and days were counted, and until when. */
export const reportState = pgTable(
  "report_state",
  {
    id: smallint("id").primaryKey().default(1),
    /** Of the code that counted them; another version counts everything again. */
    version: integer("version").notNull(),
    timezone: text("timezone").notNull(),
    /** When no change was left last. */
    countedAt: timestampMs("counted_at"),
  },
  () => [check("report_state_one_row", sql`id = 1`)],
);
