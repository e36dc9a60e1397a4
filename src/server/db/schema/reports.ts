import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { FigureName } from "#domain/figures/figures.ts";
import { type LimitSide, limitSides } from "#domain/figures/limit.ts";
import {
  type CountedKind,
  contactChanges,
  type Metric,
  type ReportContactChange,
  reportKinds,
} from "#domain/figures/metrics.ts";
import { type MailRhythm, type MailState, mailRhythms, mailStates } from "#domain/figures/report-mail.ts";
import { type Language, languages } from "#domain/language.ts";
import { users } from "./access.ts";
import { createdAt, oneOf, primaryId, timestampMs, updatedAt } from "./columns.ts";
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
    kind: text("kind").$type<ReportContactChange>().notNull(),
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
    /** The business hours, and the last day of the week that has them. */
    opens: smallint("opens").notNull().default(9),
    closes: smallint("closes").notNull().default(17),
    lastDay: smallint("last_day").notNull().default(5),
    /** When no change was left last. */
    countedAt: timestampMs("counted_at"),
  },
  () => [check("report_state_one_row", sql`id = 1`)],
);

/** A report that is mailed to users of the workspace. */
export const reportMails = pgTable(
  "report_mails",
  {
    id: primaryId(),
    name: text("name").notNull(),
    figures: text("figures").array().$type<FigureName[]>().notNull(),
    rhythm: text("rhythm").$type<MailRhythm>().notNull(),
    /** Of the day in the workspace's zone. */
    hour: smallint("hour").notNull(),
    language: text("language").$type<Language>().notNull(),
    /** Of whom is counted; null for everybody. */
    audience: jsonb("audience").$type<Record<string, unknown>>(),
    enabled: boolean("enabled").notNull().default(true),
    /** Periods whose hour came before are not sent. */
    startsAt: timestampMs("starts_at").notNull().defaultNow(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("report_mails_creator_index").on(table.createdBy).where(sql`created_by IS NOT NULL`),
    oneOf("report_mails_rhythm_check", table.rhythm, mailRhythms),
    oneOf("report_mails_language_check", table.language, languages),
    check("report_mails_hour_check", sql`hour BETWEEN 0 AND 23`),
  ],
);

export const reportMailReaders = pgTable(
  "report_mail_readers",
  {
    mailId: uuid("mail_id")
      .notNull()
      .references(() => reportMails.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.mailId, table.userId] }),
    index("report_mail_readers_user_index").on(table.userId),
  ],
);

/** What became of the mail of each period and reader: its row is made before the mail leaves, so that none leaves twice. */
export const reportMailSends = pgTable(
  "report_mail_sends",
  {
    id: primaryId(),
    mailId: uuid("mail_id")
      .notNull()
      .references(() => reportMails.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fromDay: date("from_day").notNull(),
    toDay: date("to_day").notNull(),
    /** A user asked for it now; others are sent on schedule. */
    isTest: boolean("is_test").notNull().default(false),
    state: text("state").$type<MailState>().notNull(),
    attempts: smallint("attempts").notNull().default(1),
    at: timestampMs("at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("report_mail_sends_period_index")
      .on(table.mailId, table.userId, table.fromDay, table.toDay)
      .where(sql`NOT is_test`),
    index("report_mail_sends_mail_index").on(table.mailId, table.at.desc()),
    index("report_mail_sends_user_index").on(table.userId),
    oneOf("report_mail_sends_state_check", table.state, mailStates),
  ],
);

/** A limit on a figure. Users are notified when it is crossed, and again only after it recovered. */
export const reportLimits = pgTable(
  "report_limits",
  {
    id: primaryId(),
    figure: text("figure").$type<FigureName>().notNull(),
    side: text("side").$type<LimitSide>().notNull(),
    /** In the unit of the figure. */
    value: doublePrecision("value").notNull(),
    /** Over so many days, today included. */
    days: smallint("days").notNull(),
    /** Fewer than this decide nothing. */
    fewest: integer("fewest").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    /** Since when it is crossed; null while it is kept. */
    crossedAt: timestampMs("crossed_at"),
    /** The figure when it was last looked at. */
    seen: doublePrecision("seen"),
    seenAt: timestampMs("seen_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("report_limits_creator_index").on(table.createdBy).where(sql`created_by IS NOT NULL`),
    oneOf("report_limits_side_check", table.side, limitSides),
    check("report_limits_days_check", sql`days BETWEEN 1 AND 90`),
    check("report_limits_fewest_check", sql`fewest >= 1`),
  ],
);
