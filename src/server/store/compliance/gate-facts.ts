import { sql } from "drizzle-orm";
import type { ConsentChannel } from "#domain/channels/channel.ts";
import type { Consent } from "#domain/compliance/consent.ts";
import { defaultFrequencyCaps, recentSendDays } from "#domain/compliance/defaults.ts";
import type { GateFacts, RecentSend } from "#domain/compliance/facts.ts";
import { regionCapsTable } from "#domain/compliance/hours-table.ts";
import type { ActiveSuppression, SuppressionState } from "#domain/compliance/suppression.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { together } from "#server/db/together.ts";
import type { AddressHash } from "./address-hash.ts";
import type { ContactRules } from "./contact-rules.ts";

/** A person as a message needs them. */
export type Recipient = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  status: string;
  email: string | null;
  phone: string | null;
  language: string | null;
  consents: Record<string, boolean | undefined>;
  zip: string | null;
  region: string | null;
  timezone: string | null;
  createdAt: number;
};

type Row<T> = T & { personId: string };
const at = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

export const findRecipients = async (db: Reader, ids: string[]): Promise<Recipient[]> => {
  const { rows } = await db.execute<Recipient>(sql`
    SELECT id, first_name AS "firstName", last_name AS "lastName", status, lower(email) AS email, phone, language,
           consents, zip, region, timezone, ${at("created_at")} AS "createdAt"
      FROM people WHERE id = ANY(${sql.param(ids)}::uuid[])`);
  return rows;
};

/** Everything the gate looks at, for many people in a few statements. Read it in the transaction that decides. */
export const readGateFacts = async (
  tx: Tx,
  recipients: Recipient[],
  rules: ContactRules,
  hash: AddressHash,
  now: number,
): Promise<Map<string, GateFacts>> => {
  const ids = sql`${sql.param(recipients.map(({ id }) => id))}::uuid[]`;
  const hashes = recipients.flatMap(({ id, email, phone }) =>
    [email, phone].flatMap((address) =>
      address === null ? [] : [{ id, hash: hash(address).toString("hex") }],
    ),
  );
  const [
    { rows: consents },
    { rows: silenced },
    { rows: reviews },
    { rows: talks },
    { rows: sends },
    { rows: landlines },
  ] = await together([
    tx.execute<Row<Consent>>(sql`
    SELECT DISTINCT ON (person_id, channel, purpose) person_id AS "personId", channel, purpose, state, written,
           ${at("created_at")} AS at, CASE WHEN proof IS NOT NULL THEN id END AS proof
      FROM consent_records WHERE person_id = ANY(${ids})
     ORDER BY person_id, channel, purpose, created_at DESC, id DESC`),
    tx.execute<Row<ActiveSuppression & { state: SuppressionState }>>(sql`
    SELECT DISTINCT ON (row.id, s.address_hash, s.scope) row.id AS "personId", s.scope, s.state, s.source,
           ${at("s.created_at")} AS at,
           (SELECT ${at("max(a.executed_at)")} FROM actions a WHERE a.person_id = row.id
               AND a.config ->> 'purpose' = 'confirmation' AND a.executed_at >= s.created_at) AS "confirmedAt"
      FROM suppressions s JOIN jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) AS row (id uuid, hash text)
        ON s.address_hash = decode(row.hash, 'hex')
     ORDER BY row.id, s.address_hash, s.scope, s.created_at DESC, s.id DESC`),
    tx.execute<Row<{ at: number }>>(sql`
    SELECT person_id AS "personId", ${at("min(created_at)")} AS at FROM reviews
     WHERE person_id = ANY(${ids}) AND resolved_at IS NULL GROUP BY 1`),
    tx.execute<Row<{ channel: ConsentChannel; inboundAt: number | null }>>(sql`
    SELECT person_id AS "personId", channel, ${at("last_inbound_at")} AS "inboundAt" FROM conversations
     WHERE person_id = ANY(${ids})`),
    tx.execute<Row<RecentSend>>(sql`
    SELECT person_id AS "personId", ${at("executed_at")} AS at, type AS channel, rule_id AS "ruleId",
           coalesce(config ->> 'purpose', 'marketing') AS purpose
      FROM actions WHERE person_id = ANY(${ids}) AND executed_at > now() - make_interval(days => ${recentSendDays})
       AND status IN ('dispatching', 'sent', 'delivered', 'read', 'unknown')`),
    tx.execute<{ id: string }>(sql`
    SELECT DISTINCT p.id FROM people p JOIN actions a ON a.person_id = p.id
     WHERE p.id = ANY(${ids}) AND a.type = 'sms' AND a.status = 'failed' AND a.config -> 'rendered' ->> 'to' = p.phone
       AND a.reasons -> 0 ->> 'vendorCode' IN ('21614', '30006')`),
  ]);
  const isLandline = new Set(landlines.map(({ id }) => id));
  const of = {
    consents: Map.groupBy(consents, ({ personId }) => personId),
    silenced: Map.groupBy(silenced, ({ personId }) => personId),
    reviews: new Map(reviews.map(({ personId, at: opened }) => [personId, { at: opened }])),
    talks: Map.groupBy(talks, ({ personId }) => personId),
    sends: Map.groupBy(sends, ({ personId }) => personId),
  };
  return new Map(
    recipients.map((person): [string, GateFacts] => [
      person.id,
      {
        now,
        phone: person.phone,
        // Where a carrier told, once.
        lineType: isLandline.has(person.id) ? "landline" : null,
        email: person.email,
        where: { zip: person.zip, region: person.region, zone: person.timezone },
        consents: [...unprovenOf(person), ...(of.consents.get(person.id) ?? [])],
        suppressions: inForce(of.silenced.get(person.id) ?? []),
        underReview: of.reviews.get(person.id) ?? null,
        dnc: person.consents.dnc === true ? { at: person.createdAt, source: "person" } : null,
        recentSends: of.sends.get(person.id) ?? [],
        caps: defaultFrequencyCaps,
        regionCaps: regionCapsTable,
        lastInboundAt: Object.fromEntries(
          (of.talks.get(person.id) ?? []).map(({ channel, inboundAt }) => [channel, inboundAt]),
        ),
        hoursRules: rules.hours,
        holidays: rules.holidays,
        policy: rules.policy,
      },
    ]),
  );
};

/** A tick without a record: somebody says so, nobody can show it. */
const unprovenOf = ({ consents, createdAt }: Recipient): Consent[] =>
  (["sms", "whatsapp", "call", "email"] as const)
    .filter((channel) => consents[channel] === true)
    .map((channel) => ({
      channel,
      purpose: "marketing",
      state: "unproven",
      written: false,
      // Older than any record.
      at: Math.min(createdAt, 0),
      proof: null,
    }));

/** To hear again ends what was asked before it; a dead address stays dead. */
const inForce = (rows: (ActiveSuppression & { state: SuppressionState })[]): ActiveSuppression[] => {
  const released = Math.max(
    Number.NEGATIVE_INFINITY,
    ...rows.filter(({ state, scope }) => state === "released" && scope === "all").map((row) => row.at),
  );
  return rows.filter(
    ({ state, source, at: since }) => state === "opted_out" && (source === "bounce" || since > released),
  );
};
