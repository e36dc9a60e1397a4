import { type SQL, sql } from "drizzle-orm";
import { type AttentionKind, maxAttentionCount } from "#domain/attention.ts";
import type { Reader } from "#server/db/database.ts";
import { isoSql } from "#server/store/conversations/thread-list.ts";
import { isVisible, type RecordReach } from "#server/store/people/visible-people.ts";

type Attention = { kind: AttentionKind; count: number; since: string | null; personId: string | null };

const nobody = sql`NULL::uuid`;

/** Rows with `since` and `person_id`, of which the index gives the oldest first. */
const sources = (reach: RecordReach | undefined): Record<AttentionKind, SQL> => ({
  handoffs: sql`SELECT t.created_at AS since, t.person_id FROM tasks t
    WHERE t.done_at IS NULL AND t.made_by = 'handoff' AND ${isVisible("t.person_id", reach)}`,
  waiting: sql`SELECT t.waiting_since AS since, t.person_id FROM threads t
    WHERE t.state = 'open' AND t.waiting_since IS NOT NULL AND ${isVisible("t.person_id", reach)}`,
  reviews: sql`SELECT t.last_item_at AS since, t.person_id FROM threads t
    WHERE t.under_review AND ${isVisible("t.person_id", reach)}`,
  approvals: sql`SELECT a.created_at AS since, ${nobody} AS person_id FROM approvals a
    WHERE a.state = 'pending' AND a.expires_at > now()`,
  // Lost service within a day, not restored, and without a notice.
  outages: sql`SELECT (region.value ->> 'openSince')::timestamptz AS since, ${nobody} AS person_id
     FROM settings s CROSS JOIN LATERAL jsonb_each(s.value -> 'regions') region
    WHERE (s.category, s.key) = ('outages', 'watch')
      AND (region.value ->> 'openSince')::timestamptz > now() - interval '1 day'`,
  unknownSends: sql`SELECT a.created_at AS since, a.person_id FROM actions a WHERE a.status = 'unknown'
    AND ${isVisible("a.person_id", reach)}`,
  notSent: sql`SELECT t.last_item_at AS since, t.person_id FROM threads t
    WHERE t.not_sent AND ${isVisible("t.person_id", reach)}`,
  endpoints: sql`SELECT NULL::timestamptz AS since, ${nobody} AS person_id FROM endpoints e WHERE e.status = 'error'`,
  deadLetters: sql`SELECT e.created_at AS since, ${nobody} AS person_id FROM events e WHERE e.validation_status = 'dead'`,
});

/** How much of each kind waits, since when, and whose conversation comes first. Kinds without any are left out. */
export const readAttention = async (
  db: Reader,
  kinds: readonly AttentionKind[],
  reach: RecordReach | undefined,
): Promise<Attention[]> => {
  if (kinds.length === 0) return [];
  const all = sources(reach);
  const parts = kinds.map(
    (kind, place) => sql`(SELECT ${place}::int AS place, ${kind}::text AS kind, count(*)::int AS count,
      ${isoSql("min(since)")} AS since, (array_agg(person_id ORDER BY since))[1] AS "personId"
      FROM (${all[kind]} LIMIT ${maxAttentionCount}) found)`,
  );
  const { rows } = await db.execute<Attention & { place: number }>(
    sql`${sql.join(parts, sql` UNION ALL `)} ORDER BY place`,
  );
  return rows.flatMap(({ kind, count, since, personId }) =>
    count > 0 ? [{ kind, count, since, personId }] : [],
  );
};
