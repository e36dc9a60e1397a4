import type pg from "pg";

/** Somebody of the demo, with the words that they have not used or were not told yet. */
export type LivePerson = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  phone: string;
  language: "en" | "es";
};

const columns = `p.id, p.first_name AS "firstName", p.last_name AS "lastName", p.email, p.phone,
  coalesce(p.language, 'en') AS language`;

const conditions = {
  /** Has not been thanked for a form. */
  form: `p.consents @> '{"sms": true}' AND NOT EXISTS (SELECT FROM actions a WHERE a.person_id = p.id AND a.type = 'sms')`,
  quote: `p.consents @> '{"whatsapp": true}' AND p.phone ~ '^\\+1(787|939)'
    AND NOT EXISTS (SELECT FROM actions a WHERE a.person_id = p.id AND a.type = 'whatsapp')`,
  booking: `p.consents @> '{"sms": true}' AND NOT EXISTS (
    SELECT FROM events e WHERE e.person_id = p.id AND e.event_type = 'appointment_booked')`,
  call: `p.consents @> '{"call": true}' AND NOT EXISTS (SELECT FROM calls c WHERE c.person_id = p.id)`,
  visit: "true",
  /** Was written to lately and has not answered. */
  sms: `EXISTS (SELECT FROM actions a WHERE a.person_id = p.id AND a.type = 'sms' AND a.status IN ('sent', 'delivered')
      AND a.created_at > now() - interval '2 days')
    AND NOT EXISTS (SELECT FROM messages m WHERE m.person_id = p.id AND m.direction = 'in')`,
} as const;
export type LiveReason = keyof typeof conditions;

/** A person of the demo for this, another for each seed; undefined where nobody is left. */
export const findLivePerson = async (
  pool: pg.Pool,
  reason: LiveReason,
  seed: number,
): Promise<LivePerson | undefined> => {
  const { rows } = await pool.query<LivePerson>(
    `SELECT ${columns} FROM people p JOIN demo_rows d ON d.kind = 'people' AND d.id = p.id
      WHERE p.email IS NOT NULL AND p.phone IS NOT NULL AND ${conditions[reason]}
        AND NOT EXISTS (SELECT FROM person_addresses a JOIN suppressions s ON s.address_hash = a.hash WHERE a.person_id = p.id)
      ORDER BY hashtext(p.id::text || $1) LIMIT 1`,
    [String(seed)],
  );
  return rows[0];
};

/** The addresses of the demo's webhooks by the names of their endpoints. */
export const findLiveTokens = async (pool: pg.Pool): Promise<Map<string, string>> => {
  const { rows } = await pool.query<{ name: string; token: string }>(
    `SELECT e.name, e.hook_token AS token FROM endpoints e JOIN demo_rows d ON d.kind = 'endpoints' AND d.id = e.id
      WHERE e.hook_token IS NOT NULL AND e.status = 'active'`,
  );
  return new Map(rows.map(({ name, token }) => [name, token]));
};
