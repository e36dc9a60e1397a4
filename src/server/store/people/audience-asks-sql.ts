import { type SQL, sql } from "drizzle-orm";
import type { AudienceAsk, MessageResult } from "#domain/audience/facts.ts";
import { inLastCheck } from "#server/store/broadcasts/broadcast-outcomes.ts";

/** The rows that an ask counts: of which person, when, and which. */
type AskSource = { table: SQL; person: SQL; at: SQL; where: SQL };

/** A message that was read was delivered and sent, too. */
const reached: Record<MessageResult, SQL> = {
  sent: sql`x.status IN ('sent', 'delivered', 'read')`,
  delivered: sql`x.status IN ('delivered', 'read')`,
  read: sql`x.status = 'read'`,
  failed: sql`x.status = 'failed'`,
  blocked: sql`x.status = 'blocked'`,
};

const sourceOf = (ask: AudienceAsk): AskSource => {
  switch (ask.of) {
    case "event":
      return {
        table: sql`events x`,
        person: sql`x.person_id`,
        at: sql`x.created_at`,
        where: sql`x.event_type = ${ask.type}::text`,
      };
    case "message":
      return {
        table: sql`actions x`,
        person: sql`x.person_id`,
        at: sql`coalesce(x.executed_at, x.created_at)`,
        where: sql`${reached[ask.result]} AND x.simulation IS DISTINCT FROM 'test'${
          ask.channel === null ? sql`` : sql` AND x.type = ${ask.channel}::text`
        }`,
      };
    case "call":
      return {
        table: sql`calls x`,
        person: sql`x.person_id`,
        at: sql`x.created_at`,
        where: sql`x.outcome = ${ask.outcome}::text`,
      };
    case "rule":
      return {
        table: sql`rule_runs x`,
        person: sql`x.person_id`,
        at: sql`x.created_at`,
        where: sql`x.rule_id = ${ask.id}::uuid AND x.fired`,
      };
    case "import":
      return {
        table: sql`batch_rows x`,
        person: sql`x.person_id`,
        at: sql`NULL::timestamptz`,
        where: sql`x.batch_id = ${ask.id}::uuid AND x.verdict IN ('added', 'changed', 'unchanged', 'joined')`,
      };
    case "broadcast":
      return {
        table: sql`broadcast_people b`,
        person: sql`b.person_id`,
        at: sql`NULL::timestamptz`,
        where: inLastCheck(ask.id),
      };
  }
};

/** The rows of an ask, of the people that a condition on `person` chooses. */
const rowsOfAsk = (ask: AudienceAsk, people: (person: SQL) => SQL): { from: SQL; person: SQL } => {
  const { table, person, at, where } = sourceOf(ask);
  const limits = [
    people(person),
    where,
    ...(ask.from === null ? [] : [sql`${at} >= ${new Date(ask.from).toISOString()}::timestamptz`]),
    ...(ask.to === null ? [] : [sql`${at} < ${new Date(ask.to).toISOString()}::timestamptz`]),
  ];
  return { from: sql`FROM ${table} WHERE ${sql.join(limits, sql` AND `)}`, person };
};

/** Whether it happened at all to the person with the alias `p`. */
export const askExists = (ask: AudienceAsk): SQL =>
  sql`EXISTS (SELECT ${rowsOfAsk(ask, (person) => sql`${person} = p.id`).from})`;

/** How often it happened to the person with the alias `p`. */
export const askCount = (ask: AudienceAsk): SQL =>
  sql`(SELECT count(*) ${rowsOfAsk(ask, (person) => sql`${person} = p.id`).from})`;

/** How often it happened to each of many people; those to whom it never did are absent. */
export const askStatement = (ask: AudienceAsk, ids: SQL): SQL => {
  const { from, person } = rowsOfAsk(ask, (column) => sql`${column} = ANY(${ids})`);
  return sql`SELECT ${person} AS "personId", count(*)::int AS count ${from} GROUP BY 1`;
};
