import { type SQL, sql } from "drizzle-orm";
import { type ConsentChannel, consentChannels } from "#domain/channels/channel.ts";
import type { Consent } from "#domain/compliance/consent.ts";
import { defaultFrequencyCaps, recentSendDays } from "#domain/compliance/defaults.ts";
import type { GateFacts, RecentSend } from "#domain/compliance/facts.ts";
import { regionCapsTable } from "#domain/compliance/hours-table.ts";
import type { ActiveSuppression, SuppressionState } from "#domain/compliance/suppression.ts";
import type { PersonRecord } from "#domain/person-record.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { AddressHash } from "./address-hash.ts";
import type { ContactRules } from "./contact-rules.ts";

/** A person as the gate and a message need them. The e-mail address is in lower case. */
export type Recipient = Pick<
  PersonRecord,
  "id" | "firstName" | "lastName" | "status" | "email" | "phone" | "language" | "zip" | "region" | "timezone"
> & {
  /** The number that a carrier reported as a landline. */
  landlinePhone: string | null;
  consents: Record<string, boolean | undefined>;
  /** Milliseconds since 1970. */
  createdAt: number;
};

type OfPerson<T> = T & { personId: string };
const epochMs = (column: string): SQL => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

export const findRecipients = async (db: Reader, ids: string[]): Promise<Recipient[]> => {
  const { rows } = await db.execute<Recipient>(sql`
    SELECT id, first_name AS "firstName", last_name AS "lastName", status, lower(email) AS email, phone,
           landline_phone AS "landlinePhone", language, consents, zip, region, timezone,
           ${epochMs("created_at")} AS "createdAt"
      FROM people WHERE id = ANY(${sql.param(ids)}::uuid[])`);
  return rows;
};

/** Everything the gate evaluates, for many people in one round trip. Read it in the transaction that decides. */
export const readGateFacts = async (
  tx: Tx,
  recipients: Recipient[],
  rules: ContactRules,
  hash: AddressHash,
  now: number,
): Promise<Map<string, GateFacts>> => {
  const ids = sql`${sql.param(recipients.map(({ id }) => id))}::uuid[]`;
  const [consents, suppressions, reviews, inboundTimes, sends] = await inOneRoundTrip([
    readConsents(tx, ids),
    readSuppressions(tx, recipients, hash),
    readOpenReviews(tx, ids),
    readInboundTimes(tx, ids),
    readRecentSends(tx, ids),
  ]);
  return new Map(
    recipients.map((person): [string, GateFacts] => [
      person.id,
      {
        now,
        phone: person.phone,
        lineType: person.phone !== null && person.phone === person.landlinePhone ? "landline" : null,
        email: person.email,
        where: { zip: person.zip, region: person.region, zone: person.timezone },
        consents: [...unprovenConsents(person), ...(consents.get(person.id) ?? [])],
        suppressions: activeSuppressions(suppressions.get(person.id) ?? []),
        underReview: reviews.get(person.id)?.[0] ?? null,
        dnc: person.consents.dnc === true ? { at: person.createdAt, source: "person" } : null,
        recentSends: (sends.get(person.id) ?? []).filter(({ limited }) => !limited),
        whatsappLimitedAt: lastLimitAt(sends.get(person.id) ?? []),
        caps: defaultFrequencyCaps,
        regionCaps: regionCapsTable,
        lastInboundAt: Object.fromEntries(
          (inboundTimes.get(person.id) ?? []).map(({ channel, inboundAt }) => [channel, inboundAt]),
        ),
        hoursRules: rules.hours,
        holidays: rules.holidays,
        policy: rules.policy,
        connections: rules.connections,
      },
    ]),
  );
};

const selectByPerson = async <T extends object>(tx: Tx, query: SQL): Promise<Map<string, T[]>> => {
  const { rows } = await tx.execute<{ personId: string }>(query);
  return Map.groupBy(rows as OfPerson<T>[], ({ personId }) => personId);
};

/** The newest record of each channel and purpose. */
const readConsents = (tx: Tx, ids: SQL) =>
  selectByPerson<Consent>(
    tx,
    sql`
    SELECT DISTINCT ON (person_id, channel, purpose) person_id AS "personId", channel, purpose, state, written,
           ${epochMs("created_at")} AS at, CASE WHEN proof IS NOT NULL THEN id END AS proof
      FROM consent_records WHERE person_id = ANY(${ids})
     ORDER BY person_id, channel, purpose, created_at DESC, id DESC`,
  );

type StoredSuppression = ActiveSuppression & { state: SuppressionState };

/** The newest row of each of a person's addresses and scopes. */
const readSuppressions = (tx: Tx, recipients: Recipient[], hash: AddressHash) => {
  const hashes = recipients.flatMap(({ id, email, phone }) =>
    [email, phone].flatMap((address) =>
      address === null ? [] : [{ id, hash: hash(address).toString("hex") }],
    ),
  );
  return selectByPerson<StoredSuppression>(
    tx,
    sql`
    SELECT DISTINCT ON (row.id, s.address_hash, s.scope) row.id AS "personId", s.scope, s.state, s.source,
           ${epochMs("s.created_at")} AS at,
           (SELECT ${epochMs("max(a.executed_at)")} FROM actions a WHERE a.person_id = row.id
               AND a.config ->> 'purpose' = 'confirmation' AND a.executed_at >= s.created_at) AS "confirmedAt"
      FROM suppressions s JOIN jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) AS row (id uuid, hash text)
        ON s.address_hash = decode(row.hash, 'hex')
     ORDER BY row.id, s.address_hash, s.scope, s.created_at DESC, s.id DESC`,
  );
};

const readOpenReviews = (tx: Tx, ids: SQL) =>
  selectByPerson<{ at: number }>(
    tx,
    sql`
    SELECT person_id AS "personId", ${epochMs("min(created_at)")} AS at FROM reviews
     WHERE person_id = ANY(${ids}) AND resolved_at IS NULL GROUP BY 1`,
  );

const readInboundTimes = (tx: Tx, ids: SQL) =>
  selectByPerson<{ channel: ConsentChannel; inboundAt: number | null }>(
    tx,
    sql`
    SELECT person_id AS "personId", channel, ${epochMs("last_inbound_at")} AS "inboundAt" FROM conversations
     WHERE person_id = ANY(${ids})`,
  );

type StoredSend = RecentSend & { limited: boolean };

/** WhatsApp's refusal of marketing to one person, as vendors report it. */
const limitReason = JSON.stringify([{ vendorCode: "131049" }]);

const lastLimitAt = (sends: StoredSend[]): number | null => {
  const times = sends.filter(({ limited }) => limited).map(({ at }) => at);
  return times.length === 0 ? null : Math.max(...times);
};

/** What was sent, and what WhatsApp refused because of its limit on marketing. */
const readRecentSends = (tx: Tx, ids: SQL) =>
  selectByPerson<StoredSend>(
    tx,
    sql`
    SELECT person_id AS "personId", ${epochMs("executed_at")} AS at, type AS channel, rule_id AS "ruleId",
           coalesce(config ->> 'purpose', 'marketing') AS purpose, status IN ('failed', 'pending') AS limited
      FROM actions WHERE person_id = ANY(${ids}) AND executed_at > now() - make_interval(days => ${recentSendDays})
       AND (status IN ('dispatching', 'sent', 'delivered', 'read', 'unknown')
            OR (status IN ('failed', 'pending') AND type = 'whatsapp' AND reasons @> ${limitReason}::jsonb))
       AND simulation IS DISTINCT FROM 'test'`,
  );

/** A consent flag without a record: claimed, but without proof. */
const unprovenConsents = ({ consents, createdAt }: Recipient): Consent[] =>
  consentChannels
    .filter((channel) => consents[channel] === true)
    .map((channel) => ({
      channel,
      purpose: "marketing",
      state: "unproven",
      written: false,
      // Older than any record, so that every record overrides it.
      at: Math.min(createdAt, 0),
      proof: null,
    }));

/** An opt-in ends the opt-outs before it, but not the suppression of an address that bounces. */
const activeSuppressions = (rows: StoredSuppression[]): ActiveSuppression[] => {
  const optInTimes = rows.filter(({ state, scope }) => state === "released" && scope === "all");
  const lastOptInAt = Math.max(Number.NEGATIVE_INFINITY, ...optInTimes.map(({ at }) => at));
  return rows.filter(
    ({ state, source, at }) => state === "opted_out" && (source === "bounce" || at > lastOptInAt),
  );
};
