import { type SQL, sql } from "drizzle-orm";
import type { ReportMail, ReportMailInput, ReportMailSend } from "#contract/report-mails.ts";
import { type MailState, mostMailAttempts, retriedStates } from "#domain/figures/report-mail.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { userNameSql } from "#server/store/conversations/user-name.ts";
import type { ReportRange } from "./read-reports.ts";

const isoSql = (column: string): SQL =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

export type StoredReportMail = ReportMail & { startsAt: string };

/** Saved mails with their readers, by name. */
export const listReportMails = async (db: Reader, id: string | null = null): Promise<StoredReportMail[]> =>
  (
    await db.execute<StoredReportMail>(sql`
      SELECT m.id, m.name, m.figures, m.rhythm, m.hour, m.language, m.audience, m.enabled,
             ${isoSql("m.starts_at")} AS "startsAt", ${isoSql("m.updated_at")} AS "updatedAt",
             coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'name', ${userNameSql("u")}) ORDER BY u.email)
                         FROM report_mail_readers r JOIN users u ON u.id = r.user_id WHERE r.mail_id = m.id), '[]') AS readers
        FROM report_mails m WHERE ${id === null ? sql`true` : sql`m.id = ${id}`} ORDER BY lower(m.name), m.id`)
  ).rows;

export const lockReportMail = async (tx: Tx, id: string): Promise<StoredReportMail | undefined> => {
  await tx.execute(sql`SELECT FROM report_mails WHERE id = ${id} FOR UPDATE`);
  return (await listReportMails(tx, id))[0];
};

const saveReaders = async (tx: Tx, id: string, userIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`DELETE FROM report_mail_readers WHERE mail_id = ${id}`);
  await tx.execute(sql`
    INSERT INTO report_mail_readers (mail_id, user_id)
    SELECT ${id}::uuid, u.id FROM users u WHERE u.id = ANY(${sql.param([...userIds])}::uuid[])`);
};

const audienceSql = (audience: ReportMailInput["audience"]): SQL =>
  audience === null ? sql`NULL` : sql`${JSON.stringify(audience)}::jsonb`;

export const insertReportMail = async (
  tx: Tx,
  input: ReportMailInput,
  createdBy: string,
): Promise<string> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO report_mails (name, figures, rhythm, hour, language, audience, enabled, created_by)
    VALUES (${input.name}, ${sql.param(input.figures)}::text[], ${input.rhythm}, ${input.hour}, ${input.language},
            ${audienceSql(input.audience)}, ${input.enabled}, ${createdBy}) RETURNING id`);
  const id = rows[0]?.id ?? "";
  await saveReaders(tx, id, input.userIds);
  return id;
};

/** Periods whose hour came before the change are not sent. */
export const updateReportMail = async (tx: Tx, id: string, input: ReportMailInput): Promise<void> => {
  await tx.execute(sql`
    UPDATE report_mails SET name = ${input.name}, figures = ${sql.param(input.figures)}::text[], rhythm = ${input.rhythm},
           hour = ${input.hour}, language = ${input.language}, audience = ${audienceSql(input.audience)},
           enabled = ${input.enabled}, starts_at = now(),
           updated_at = greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 millisecond')
     WHERE id = ${id}`);
  await saveReaders(tx, id, input.userIds);
};

export const deleteReportMail = async (tx: Tx, id: string): Promise<void> => {
  await tx.execute(sql`DELETE FROM report_mails WHERE id = ${id}`);
};

type Due = { mailId: string; userId: string; period: ReportRange["period"]; isTest: boolean };

/**
 * Makes the row of a mail that is about to leave. Undefined where another process has it, where it has left, or where it
 * failed too often or a moment ago.
 */
export const claimSend = async (
  tx: Tx,
  { mailId, userId, period, isTest }: Due,
): Promise<string | undefined> => {
  const values = sql`(${mailId}::uuid, ${userId}::uuid, ${period.from}::date, ${period.to}::date, ${isTest}, 'sending')`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO report_mail_sends AS s (mail_id, user_id, from_day, to_day, is_test, state) VALUES ${values}
    ON CONFLICT (mail_id, user_id, from_day, to_day) WHERE NOT is_test DO UPDATE
       SET state = 'sending', attempts = s.attempts + 1, at = now()
     WHERE s.state = ANY(${sql.param([...retriedStates])}::text[]) AND s.attempts < ${mostMailAttempts}
       AND s.at < now() - interval '10 minutes'
    RETURNING s.id`);
  return rows[0]?.id;
};

export const finishSend = async (tx: Tx, id: string, state: MailState): Promise<void> => {
  await tx.execute(sql`UPDATE report_mail_sends SET state = ${state}, at = now() WHERE id = ${id}`);
};

/** Mails whose process ended before their outcome was known are not sent again: they may have left. */
export const endLostSends = async (tx: Tx): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    UPDATE report_mail_sends SET state = 'unknown' WHERE state = 'sending' AND at < now() - interval '15 minutes'`);
  return rowCount ?? 0;
};

/** Readers of a mail for whom a period is not settled yet. */
export const readOpenReaders = async (
  db: Reader,
  mailId: string,
  period: ReportRange["period"],
): Promise<string[]> => {
  const { rows } = await db.execute<{ userId: string }>(sql`
    SELECT r.user_id AS "userId" FROM report_mail_readers r
     WHERE r.mail_id = ${mailId} AND NOT EXISTS (
       SELECT FROM report_mail_sends s WHERE s.mail_id = r.mail_id AND s.user_id = r.user_id AND NOT s.is_test
          AND s.from_day = ${period.from}::date AND s.to_day = ${period.to}::date
          AND NOT (s.state = ANY(${sql.param([...retriedStates])}::text[]) AND s.attempts < ${mostMailAttempts}))
     ORDER BY r.user_id`);
  return rows.map(({ userId }) => userId);
};

/** The newest mails that left or should have. */
export const listSends = async (db: Reader, mailId: string): Promise<ReportMailSend[]> =>
  (
    await db.execute<ReportMailSend>(sql`
      SELECT s.id, ${userNameSql("u")} AS name, to_char(s.from_day, 'YYYY-MM-DD') AS "from",
             to_char(s.to_day, 'YYYY-MM-DD') AS "to", s.is_test AS "isTest", s.state, s.attempts, ${isoSql("s.at")} AS at
        FROM report_mail_sends s JOIN users u ON u.id = s.user_id
       WHERE s.mail_id = ${mailId} ORDER BY s.at DESC, s.id DESC LIMIT 50`)
  ).rows;
