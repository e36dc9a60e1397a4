import { sql } from "drizzle-orm";
import type { Channel } from "#domain/channels/channel.ts";
import type { ReviewSubject } from "#domain/compliance/review.ts";
import { cutText } from "#domain/storable-text.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { personNameSql } from "#server/store/people/person-name.ts";

export type OpenReview = {
  id: string;
  personId: string;
  personName: string | null;
  channel: string;
  words: string;
  subject: ReviewSubject;
  createdAt: string;
};

const maxTextLength = 500;

export const insertReviews = async (
  tx: Tx,
  people: string[],
  {
    channel,
    text,
    subject,
    causedBy,
  }: { channel: Channel; text: string; subject: ReviewSubject; causedBy: string },
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO reviews (person_id, channel, words, subject, caused_by)
    SELECT id, ${channel}, ${cutText(text, maxTextLength)}, ${subject}, ${causedBy} FROM unnest(${sql.param(people)}::uuid[]) AS id`);
};

export const listReviews = async (db: Reader): Promise<OpenReview[]> => {
  const { rows } = await db.execute<OpenReview>(sql`
    SELECT r.id, r.person_id AS "personId", ${personNameSql} AS "personName", r.channel, r.words, r.subject,
           r.created_at AS "createdAt"
      FROM reviews r LEFT JOIN people p ON p.id = r.person_id WHERE r.resolved_at IS NULL ORDER BY r.id LIMIT 500`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
};

export const findReviewPerson = async (db: Reader, id: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ personId: string }>(sql`
    SELECT person_id AS "personId" FROM reviews WHERE id = ${id}`);
  return rows[0]?.personId;
};

export const hasOpenReviews = async (db: Reader, personId: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    SELECT 1 FROM reviews WHERE person_id = ${personId} AND resolved_at IS NULL LIMIT 1`);
  return rows.length > 0;
};

export const resolveReview = async (
  tx: Tx,
  id: string,
  outcome: string,
  userId: string | null,
): Promise<{ personId: string; words: string } | undefined> => {
  const { rows } = await tx.execute<{ personId: string; words: string }>(sql`
    UPDATE reviews SET outcome = ${outcome}, resolved_by = ${userId}, resolved_at = now()
     WHERE id = ${id} AND resolved_at IS NULL RETURNING person_id AS "personId", words`);
  return rows[0];
};
