import { type SQL, sql } from "drizzle-orm";
import { type ConversationChannel, consentChannels } from "#domain/channels/channel.ts";
import type { Consent } from "#domain/compliance/consent.ts";
import { defaultFrequencyCaps, recentSendDays } from "#domain/compliance/defaults.ts";
import type { GateFacts, RecentSend } from "#domain/compliance/facts.ts";
import { regionCapsTable } from "#domain/compliance/hours-table.ts";
import type { ActiveSuppression, SuppressionState } from "#domain/compliance/suppression.ts";
import type { PersonAddressKind, PersonAddressState } from "#domain/people/person-address.ts";
import type { PersonValues } from "#domain/people/person-columns.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import type { AddressHash } from "./address-hash.ts";
import type { ContactRules } from "./contact-rules.ts";
import { countedSuppressions } from "./counted-suppressions.ts";

/** One of a person's addresses; the value is in lower case. */
export type RecipientAddress = {
  id: string;
  kind: PersonAddressKind;
  value: string;
  state: PersonAddressState;
  /** Of an account, its name. */
  label: string | null;
  /** When they last wrote from it. Milliseconds since 1970. */
  lastInboundAt: number | null;
};

/** A person as the gate and a message need them. The e-mail address is in lower case. */
export type Recipient = Pick<
  PersonValues,
  | "id"
  | "firstName"
  | "lastName"
  | "status"
  | "email"
  | "phone"
  | "language"
  | "zip"
  | "region"
  | "timezone"
  | "fields"
> & {
  /** All of them, the primary ones too. */
  addresses: RecipientAddress[];
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
           landline_phone AS "landlinePhone", language, consents, zip, region, timezone, fields,
           ${epochMs("created_at")} AS "createdAt", coalesce((
             SELECT jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'value', a.value, 'state', a.state, 'label', a.label,
                                                 'lastInboundAt', ${epochMs("a.last_inbound_at")}) ORDER BY a.id)
               FROM person_addresses a WHERE a.person_id = people.id), '[]') AS addresses
      FROM people WHERE id = ANY(${sql.param(ids)}::uuid[])`);
  return rows;
};

/** Of several accounts, the one that they last wrote from. */
export const findXAccount = ({ addresses }: Pick<Recipient, "addresses">): RecipientAddress | undefined =>
  addresses
    .filter(({ kind }) => kind === "x")
    .toSorted((a, b) => (b.lastInboundAt ?? 0) - (a.lastInboundAt ?? 0))[0];

const isLandline = ({ landlinePhone, addresses }: Recipient, phone: string): boolean =>
  phone === landlinePhone || addresses.some(({ value, state }) => value === phone && state === "landline");

/** The facts of a message to one of the person's addresses instead of the primary one. */
export const factsForAddress = (
  facts: GateFacts,
  person: Recipient,
  { kind, value, lastInboundAt }: RecipientAddress,
): GateFacts => {
  if (kind === "email") return { ...facts, email: value };
  if (kind === "phone")
    return { ...facts, phone: value, lineType: isLandline(person, value) ? "landline" : null };
  return { ...facts, x: value, lastInboundAt: { ...facts.lastInboundAt, x: lastInboundAt } };
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
  const [consents, suppressions, reviews, inboundTimes, sends, taken] = await inOneRoundTrip([
    readConsents(tx, ids),
    readSuppressions(tx, recipients, hash),
    readOpenReviews(tx, ids),
    readInboundTimes(tx, ids),
    readRecentSends(tx, ids),
    readTakenTimes(tx, ids),
  ]);
  const accounts = new Map(recipients.map((person) => [person.id, findXAccount(person)]));
  return new Map(
    recipients.map((person): [string, GateFacts] => [
      person.id,
      {
        now,
        phone: person.phone,
        lineType: person.phone !== null && isLandline(person, person.phone) ? "landline" : null,
        email: person.email,
        x: accounts.get(person.id)?.value ?? null,
        where: { zip: person.zip, region: person.region, zone: person.timezone },
        consents: [...unprovenConsents(person), ...(consents.get(person.id) ?? [])],
        suppressions: activeSuppressions(suppressions.get(person.id) ?? []),
        underReview: reviews.get(person.id)?.[0] ?? null,
        takenUntil: taken.get(person.id)?.[0]?.until ?? null,
        dnc: person.consents.dnc === true ? { at: person.createdAt, source: "person" } : null,
        recentSends: (sends.get(person.id) ?? []).filter(({ limited }) => !limited),
        whatsappLimitedAt: lastLimitAt(sends.get(person.id) ?? []),
        caps: defaultFrequencyCaps,
        regionCaps: regionCapsTable,
        lastInboundAt: {
          ...Object.fromEntries(
            (inboundTimes.get(person.id) ?? []).map(({ channel, inboundAt }) => [channel, inboundAt]),
          ),
          // Only the account that wrote is answered.
          x: accounts.get(person.id)?.lastInboundAt ?? null,
        },
        hoursRules: rules.hours,
        holidays: rules.holidays,
        policy: rules.policy,
        connections: rules.connections,
      },
    ]),
  );
};

const selectByPerson = async <T extends object>(tx: Reader, query: SQL): Promise<Map<string, T[]>> => {
  const { rows } = await tx.execute<{ personId: string }>(query);
  return Map.groupBy(rows as OfPerson<T>[], ({ personId }) => personId);
};

/** The newest record of each channel and purpose. */
const readConsents = (tx: Tx, ids: SQL) =>
  selectByPerson<Consent>(
    tx,
    sql`
    SELECT DISTINCT ON (person_id, channel, purpose) person_id AS "personId", channel, purpose, state, written,
           ${epochMs("created_at")} AS at, CASE WHEN proof IS NOT NULL THEN id END AS proof,
           state = 'unproven' AND coalesce(proof @> '{"confirmed": false}', false) AS "awaitsConfirmation"
      FROM consent_records WHERE person_id = ANY(${ids})
     ORDER BY person_id, channel, purpose, created_at DESC, id DESC`,
  );

type StoredSuppression = ActiveSuppression & { address: string; state: SuppressionState };

type AddressHolder = { id: string; addresses: readonly Pick<RecipientAddress, "value">[] };

/** The newest row of each of a person's addresses and scopes. */
const readSuppressions = (db: Reader, recipients: AddressHolder[], hash: AddressHash) => {
  const hashes = recipients.flatMap(({ id, addresses }) =>
    addresses.map(({ value }) => ({ id, address: value, hash: hash(value).toString("hex") })),
  );
  return selectByPerson<StoredSuppression>(
    db,
    sql`
    SELECT DISTINCT ON (row.id, s.address_hash, s.scope) row.id AS "personId", row.address, s.scope, s.state, s.source,
           ${epochMs("s.created_at")} AS at,
           (SELECT ${epochMs("max(a.executed_at)")} FROM actions a WHERE a.person_id = row.id
               AND a.config ->> 'purpose' = 'confirmation' AND a.executed_at >= s.created_at) AS "confirmedAt"
      FROM ${countedSuppressions} s JOIN jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) AS row (id uuid, address text, hash text)
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

const readTakenTimes = (tx: Tx, ids: SQL) =>
  selectByPerson<{ until: number }>(
    tx,
    sql`
    SELECT person_id AS "personId", ${epochMs("taken_until")} AS until FROM threads
     WHERE person_id = ANY(${ids}) AND taken_until IS NOT NULL`,
  );

const readInboundTimes = (tx: Tx, ids: SQL) =>
  selectByPerson<{ channel: ConversationChannel; inboundAt: number | null }>(
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
           coalesce(config ->> 'purpose', 'marketing') AS purpose, config -> 'rendered' ->> 'words' AS words,
           status IN ('failed', 'pending') AS limited
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

/**
 * An opt-in ends the earlier opt-outs of the same address, but not the suppression of an address that bounces. It ends
 * those of no other address, because an address that a person gets later must not lift an opt-out.
 */
const activeSuppressions = (rows: StoredSuppression[]): (ActiveSuppression & { address: string })[] => {
  const isEnded = ({ address, source, at }: StoredSuppression): boolean =>
    source !== "bounce" &&
    rows.some(
      (other) =>
        other.state === "released" && other.scope === "all" && other.address === address && other.at >= at,
    );
  return rows.filter((row) => row.state === "opted_out" && !isEnded(row));
};

/** When people last opted out of anything, of those whose opt-out is in force; bounces are none. */
export const readOptOutTimes = async (
  db: Reader,
  people: AddressHolder[],
  hash: AddressHash,
): Promise<Map<string, number>> => {
  const times = new Map<string, number>();
  for (const [personId, rows] of await readSuppressions(db, people, hash))
    for (const { source, at } of activeSuppressions(rows))
      if (source !== "bounce") times.set(personId, Math.max(at, times.get(personId) ?? 0));
  return times;
};

/** The addresses of one person whose opt-out is in force, in any scope; bounces are none. */
export const findOptedOut = async (
  db: Reader,
  person: AddressHolder,
  hash: AddressHash,
): Promise<Set<string>> => {
  const rows = (await readSuppressions(db, [person], hash)).get(person.id) ?? [];
  return new Set(
    activeSuppressions(rows)
      .filter(({ source }) => source !== "bounce")
      .map(({ address }) => address),
  );
};
