import { type SQL, sql } from "drizzle-orm";
import { type BroadcastRuling, broadcastRulings } from "#domain/broadcasts/broadcast.ts";
import {
  channelPrefix,
  noReason,
  type PersonOutcome,
  personOutcomes,
  reasonPrefix,
} from "#domain/broadcasts/broadcast-parts.ts";

/** All of these are on `broadcast_people b`. Messages are found by their run, reactions by the person. */
const hasMessage = sql`EXISTS (
  SELECT FROM actions m WHERE m.rule_run_id = b.run_id AND m.status IN ('sent', 'simulated', 'delivered', 'read', 'unknown'))`;

const lastMessageIs = (condition: SQL): SQL => sql`EXISTS (
  SELECT FROM (SELECT m.status, m.reasons FROM actions m WHERE m.rule_run_id = b.run_id
                ORDER BY m.created_at DESC, m.id DESC LIMIT 1) m WHERE ${condition})`;

/** When the first message left, or failed at the provider. */
const firstAt = sql`(
  SELECT min(m.executed_at) FROM actions m
   WHERE m.rule_run_id = b.run_id AND m.status IN ('sent', 'simulated', 'delivered', 'read', 'failed', 'unknown'))`;

const optedOut = (source: SQL): SQL => sql`EXISTS (
  SELECT FROM timeline l WHERE l.person_id = b.person_id AND l.event_type = 'opted_out' AND ${source}
     AND l.created_at > ${firstAt})`;

/** Total: never NULL. The same causes as in `readBroadcastFigures`. */
const outcomeConditions: Record<PersonOutcome, SQL> = {
  got: hasMessage,
  not_got: sql`NOT ${hasMessage}`,
  clicked: sql`EXISTS (
    SELECT FROM actions m JOIN short_links k ON k.action_id = m.id
     WHERE m.rule_run_id = b.run_id AND k.first_clicked_at IS NOT NULL)`,
  answered: sql`EXISTS (SELECT FROM threads t WHERE t.person_id = b.person_id AND t.last_inbound_at > ${firstAt})`,
  opted_out: optedOut(sql`l.source <> 'complaint'`),
  complained: optedOut(sql`l.source = 'complaint'`),
  bounced: lastMessageIs(sql`m.reasons -> 0 ->> 'code' = 'mail_bounced'`),
  failed: lastMessageIs(sql`m.status = 'failed'`),
};

export const outcomeSql = (outcome: PersonOutcome): SQL => outcomeConditions[outcome];

/** Rows of earlier checks are deleted by the next one, page by page. */
export const inLastCheck = (id: string): SQL =>
  sql`b.broadcast_id = ${id}::uuid AND b.check_number = (SELECT check_number FROM broadcasts WHERE id = ${id}::uuid)`;

const firstCode = sql`(b.reasons -> 0 ->> 'code')`;

const isOutcome = (value: string): value is PersonOutcome =>
  (personOutcomes as readonly string[]).includes(value);
const isRuling = (value: string): value is BroadcastRuling =>
  (broadcastRulings as readonly string[]).includes(value);

const partSql = (value: string): SQL => {
  if (isRuling(value)) return sql`b.ruling = ${value}::text`;
  if (isOutcome(value)) return outcomeSql(value);
  if (value === `${reasonPrefix}${noReason}`) return sql`${firstCode} IS NULL`;
  if (value.startsWith(reasonPrefix)) return sql`${firstCode} = ${value.slice(reasonPrefix.length)}::text`;
  return value.startsWith(channelPrefix)
    ? sql`b.channel = ${value.slice(channelPrefix.length)}::text`
    : sql`false`;
};

/** Whether the person with the alias `p` is in the list with one of the parts; without parts, in the list at all. */
export const isInBroadcast = (id: string, parts: readonly string[]): SQL => {
  const condition = parts.length === 0 ? sql`true` : sql`(${sql.join(parts.map(partSql), sql` OR `)})`;
  return sql`EXISTS (SELECT FROM broadcast_people b WHERE b.person_id = p.id AND ${inLastCheck(id)} AND ${condition})`;
};

/** All parts of each of many people, as the predicate of an audience reads them. */
export const broadcastPartsStatement = (id: string, personIds: SQL): SQL => {
  const outcomes = personOutcomes.map(
    (outcome) => sql`CASE WHEN ${outcomeSql(outcome)} THEN ${outcome}::text END`,
  );
  const parts = [
    sql`b.ruling`,
    sql`${reasonPrefix}::text || coalesce(${firstCode}, ${noReason}::text)`,
    sql`${channelPrefix}::text || b.channel`,
    ...outcomes,
  ];
  return sql`SELECT b.person_id AS "personId", array_remove(ARRAY[${sql.join(parts, sql`, `)}], NULL) AS parts
               FROM broadcast_people b WHERE ${inLastCheck(id)} AND b.person_id = ANY(${personIds})`;
};
