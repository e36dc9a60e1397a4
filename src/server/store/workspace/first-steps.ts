import { sql } from "drizzle-orm";
import type { OwnPhone, SentLead } from "#contract/first-steps.ts";
import { type FirstQuestion, type StartStage, startStageOf } from "#domain/first-steps/first-steps.ts";
import { formatPhone } from "#domain/phone-format.ts";
import type { Reason } from "#domain/reason.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { firstSteps } from "#server/db/schema/first-steps.ts";
import { personNameSql } from "#server/store/people/person-name.ts";
import { countedReading } from "#server/store/people/profiles.ts";

export type StoredFirstSteps = typeof firstSteps.$inferSelect;

const untouched = (userId: string): StoredFirstSteps => ({
  userId,
  settledAt: null,
  hiddenAt: null,
  businessName: null,
  leadEventId: null,
  ownPersonId: null,
  messageActionId: null,
  asked: {},
  done: {},
});

export const readFirstSteps = async (db: Reader, userId: string): Promise<StoredFirstSteps> => {
  const [row] = await db.select().from(firstSteps).where(sql`user_id = ${userId}`);
  return row ?? untouched(userId);
};

/** Adds the row of a user where there is none, and locks it. */
export const lockFirstSteps = async (tx: Tx, userId: string): Promise<StoredFirstSteps> => {
  await tx.insert(firstSteps).values({ userId }).onConflictDoNothing();
  const [row] = await tx.select().from(firstSteps).where(sql`user_id = ${userId}`).for("update");
  return row ?? untouched(userId);
};

/** The row is locked by `lockFirstSteps`. */
export const updateFirstSteps = async (
  tx: Tx,
  userId: string,
  change: Partial<Omit<StoredFirstSteps, "userId">>,
): Promise<void> => {
  await tx.update(firstSteps).set(change).where(sql`user_id = ${userId}`);
};

/** The names of the business that were asked for; each is returned once. */
export const takeAskedNames = async (tx: Tx): Promise<{ userId: string; name: string }[]> => {
  const { rows } = await tx.execute<{ userId: string; name: string }>(sql`
    WITH asked AS (SELECT user_id, business_name FROM first_steps WHERE business_name IS NOT NULL FOR UPDATE)
    UPDATE first_steps s SET business_name = NULL FROM asked WHERE s.user_id = asked.user_id
    RETURNING s.user_id AS "userId", asked.business_name AS name`);
  return rows;
};

/** What the sign-in shows to a user. The first administrator is the oldest user. */
export const readStartStage = async (
  db: Reader,
  user: { id: string; role: string; firstName: string | null },
): Promise<StartStage> => {
  const { settledAt, hiddenAt } = await readFirstSteps(db, user.id);
  const mayBeFirst = user.role === "admin" && user.firstName === null && settledAt === null;
  const isFirst = mayBeFirst && (await isOldestUser(db, user.id));
  return startStageOf({
    isFirst,
    hasName: user.firstName !== null,
    isSettled: settledAt !== null,
    isHidden: hiddenAt !== null,
  });
};

const isOldestUser = async (db: Reader, id: string): Promise<boolean> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM users ORDER BY created_at, id LIMIT 1`,
  );
  return rows[0]?.id === id;
};

const iso = (value: string | null): string | null => (value === null ? null : new Date(value).toISOString());

type LeadRow = Omit<SentLead, "answer"> & {
  answerId: string | null;
  channel: NonNullable<SentLead["answer"]>["channel"];
  status: NonNullable<SentLead["answer"]>["status"];
  ruleName: string | null;
  reasons: Reason[] | null;
  answeredAt: string | null;
};

/** The lead that a user sent, from what the pipeline stored of it; the rule's answer is the first message planned for it. */
export const readSentLead = async (db: Reader, eventId: string): Promise<SentLead | null> => {
  const { rows } = await db.execute<LeadRow>(sql`
    SELECT e.endpoint_id AS "endpointId", n.name AS "endpointName", e.created_at AS "receivedAt",
           p.id AS "personId", ${personNameSql} AS "personName",
           (SELECT min(t.created_at) FROM timeline t WHERE t.person_id = p.id) AS "readAt",
           ${countedReading} ->> 'intent' AS "readAs",
           CASE WHEN f.model_version IS NOT NULL THEN f.created_at END AS "scoredAt", f.intent_score AS "intentScore",
           f.propensity_to_buy AS "propensityScore",
           a.id AS "answerId", a.type AS channel, a.status, a.reasons, u.name AS "ruleName", a.executed_at AS "answeredAt"
      FROM events e JOIN endpoints n ON n.id = e.endpoint_id LEFT JOIN people p ON p.id = e.person_id
      LEFT JOIN ai_profiles f ON f.person_id = p.id LEFT JOIN message_readings r ON r.event_id = e.id
      LEFT JOIN LATERAL (SELECT * FROM actions WHERE person_id = p.id AND rule_id IS NOT NULL
                          ORDER BY created_at, id LIMIT 1) a ON true
      LEFT JOIN rules u ON u.id = a.rule_id
     WHERE e.id = ${eventId}`);
  const [row] = rows;
  if (!row) return null;
  const { answerId, channel, status, ruleName, reasons, answeredAt, ...lead } = row;
  return {
    ...lead,
    receivedAt: new Date(lead.receivedAt).toISOString(),
    readAt: iso(lead.readAt),
    scoredAt: iso(lead.scoredAt),
    answer:
      answerId === null
        ? null
        : { id: answerId, channel, status, ruleName, reasons: reasons ?? [], at: iso(answeredAt) },
  };
};

type PhoneRow = {
  personId: string;
  name: string;
  number: string | null;
  actionId: string | null;
  status: NonNullable<OwnPhone["message"]>["status"];
  reasons: Reason[] | null;
  sentAt: string | null;
  repliedAt: string | null;
  reply: string | null;
};

/** The user as a customer, with the message that they wrote to themselves and the answer from the phone. */
export const readOwnPhone = async (
  db: Reader,
  { ownPersonId, messageActionId }: Pick<StoredFirstSteps, "ownPersonId" | "messageActionId">,
): Promise<OwnPhone | null> => {
  if (ownPersonId === null) return null;
  const { rows } = await db.execute<PhoneRow>(sql`
    SELECT p.id AS "personId", ${personNameSql} AS name, p.phone AS number, a.id AS "actionId", a.status, a.reasons,
           a.executed_at AS "sentAt", i.at AS "repliedAt", i.text AS reply
      FROM people p LEFT JOIN actions a ON a.id = ${messageActionId} AND a.person_id = p.id
      LEFT JOIN LATERAL (SELECT at, text FROM messages
                          WHERE person_id = p.id AND direction = 'in' AND at >= a.created_at
                          ORDER BY at LIMIT 1) i ON true
     WHERE p.id = ${ownPersonId}`);
  const [row] = rows;
  if (!row || row.number === null) return null;
  const { personId, name, number, actionId, status, reasons, sentAt, repliedAt, reply } = row;
  return {
    personId,
    name: formatPhone(name),
    number,
    message:
      actionId === null
        ? null
        : {
            id: actionId,
            status,
            reasons: reasons ?? [],
            sentAt: iso(sentAt),
            repliedAt: iso(repliedAt),
            reply,
          },
  };
};

/** The first of the numbers that is nobody's. */
export const findFreeNumber = async (db: Reader, numbers: readonly string[]): Promise<string | undefined> => {
  const { rows } = await db.execute<{ value: string }>(
    sql`SELECT value FROM person_addresses WHERE value = ANY(${sql.param([...numbers])}::text[])`,
  );
  const taken = new Set(rows.map(({ value }) => value));
  return numbers.find((number) => !taken.has(number));
};

/** Whether the gate has ruled on any message, which can then be asked about. */
export const hasRuledMessages = async (db: Reader): Promise<boolean> => {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`SELECT EXISTS (SELECT FROM actions WHERE status NOT IN ('pending', 'dispatching', 'cancelled')) AS found`,
  );
  return rows[0]?.found === true;
};

/** Whether an answer to the question exists: the gate ruled so on the message. */
export const isRuledMessage = async (
  db: Reader,
  actionId: string,
  question: Exclude<FirstQuestion, "forward">,
): Promise<boolean> => {
  const refused = sql`status IN ('blocked', 'held', 'failed')`;
  const { rows } = await db.execute<{ found: boolean }>(sql`
    SELECT EXISTS (SELECT FROM actions WHERE id = ${actionId} AND reasons IS NOT NULL
                      AND ${question === "refused" ? refused : sql`NOT ${refused}`}) AS found`);
  return rows[0]?.found === true;
};

export const hasRuleAndPerson = async (db: Reader, ruleId: string, personId: string): Promise<boolean> => {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    SELECT EXISTS (SELECT FROM rules WHERE id = ${ruleId}) AND EXISTS (SELECT FROM people WHERE id = ${personId}) AS found`);
  return rows[0]?.found === true;
};

/** The people of the page Start are the demo's, so that leaving it removes them. */
export const markTrialPeople = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO demo_rows (kind, id)
    SELECT 'people', p.id FROM people p
     WHERE p.id IN (SELECT own_person_id FROM first_steps)
        OR p.id IN (SELECT e.person_id FROM first_steps s JOIN events e ON e.id = s.lead_event_id)
        ON CONFLICT DO NOTHING`);
};
