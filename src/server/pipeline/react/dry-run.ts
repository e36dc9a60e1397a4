import { sql } from "drizzle-orm";
import type { DryRun } from "#contract/rules.ts";
import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import type { Reason } from "#domain/reason.ts";
import { type CompiledRule, compileRule } from "#domain/rules/evaluate.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import { eventReceived } from "#domain/rules/snapshot.ts";
import type { Reader } from "#server/db/database.ts";
import { intentOf, type Language, languageOf } from "#server/pipeline/deliver/compose.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { findRecipients, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import { listWordings } from "#server/store/delivery/templates.ts";
import type { Profiled } from "#server/store/people/profiles.ts";
import { snapshotOf } from "./react.ts";

export type DryRunning = {
  db: Reader;
  hash: AddressHash;
  rules: ContactRules;
  zone: string;
  /** The workspace's, for people whose own nobody knows. */
  language?: Language;
};

const atATime = 10_000;
const sampleSize = 20;
/** A part is over with the first page that ends after this. */
const partMs = 600;
/** US dollars, until there are prices of our own. */
const usualPrice: Record<string, number> = {
  sms: 0.0083,
  whatsapp: 0.0052,
  call: 0.014,
  voice_agent: 0.06,
  email: 0.0001,
};

/** A person as rules see them, flat: a million of them pass. */
type Row = Omit<Profiled, "scores" | "history" | "sources"> & {
  intent: number | null;
  propensity: number;
  churn: number;
  eventTypes: (string | null)[] | null;
};

/** People in the order of their ids, with what came about them in the last days where that is asked. */
const pageOf = async (db: Reader, after: string | null, days: number | undefined): Promise<Row[]> => {
  const events =
    days === undefined
      ? sql`NULL`
      : sql`(SELECT jsonb_agg(DISTINCT e.event_type) FROM events e
              WHERE e.person_id = p.id AND e.created_at > now() - make_interval(days => ${days}))`;
  const { rows } = await db.execute<Row>(sql`
    SELECT p.id, p.type, p.status, p.tags, p.consents, p.phone, p.zip, p.region, p.timezone,
           (extract(epoch FROM p.created_at) * 1000)::float8 AS "createdAt",
           a.intent_score AS intent, a.propensity_to_buy AS propensity, a.churn_risk AS churn,
           ${events} AS "eventTypes"
      FROM people p LEFT JOIN ai_profiles a ON a.person_id = p.id
     WHERE ${after === null ? sql`true` : sql`p.id > ${after}`} ORDER BY p.id LIMIT ${atATime}`);
  return rows;
};

type Asked = {
  days: number | undefined;
  /** Only a part of everybody, after this person. */
  part: { after: string | null } | undefined;
};

/**
 * The rule over everybody, through the real gate, without writing anything. A part ends with the page in which its
 * time is over, so that whoever waits sees how far it is, and may stop.
 */
export const dryRun = async (
  rule: RuleInput,
  { days, part }: Asked,
  running: DryRunning,
  now: number,
): Promise<DryRun> => {
  const { db, zone } = running;
  const compiled = compileRule(rule);
  const [prices, total] = [await pricesOf(db), await countPeople(db)];
  const figures = { people: 0, total, next: null, fires: 0, sent: 0, held: 0, blocked: 0, cost: 0 };
  const result: DryRun = { ...figures, reasons: [], sample: [] };
  const counted = new Map<string, number>();
  let after = part?.after ?? null;
  let coming: Promise<Row[]> | undefined;
  for (;;) {
    const asked = Date.now();
    const page: Row[] = await (coming ?? pageOf(db, after, days));
    after = page.at(-1)?.id ?? null;
    const isLast = page.length < atATime;
    // The database reads on while we judge, unless this page will be the last of its part.
    const ends = part && 2 * Date.now() - asked - now >= partMs;
    coming = isLast || ends ? undefined : pageOf(db, after, days);
    // Should this page fail, nobody waits for the next.
    coming?.catch(() => {});
    result.people += page.length;
    const firing = page.filter((person) => fires(compiled, person, zone, now));
    result.fires += firing.length;
    await judge(firing, compiled, running, now, (name, channel, ruling, reasons, personId) => {
      const bucket = ruling === "send" ? "sent" : ruling === "wait" ? "held" : "blocked";
      result[bucket]++;
      if (ruling !== "stop") result.cost += prices.get(channel) ?? usualPrice[channel] ?? 0;
      for (const code of new Set(reasons.map((reason) => reason.code)))
        counted.set(code, (counted.get(code) ?? 0) + 1);
      if (result.sample.length < sampleSize) result.sample.push({ personId, name, ruling, reasons });
    });
    if (isLast) break;
    if (part && (ends || Date.now() - now >= partMs)) {
      result.next = after;
      break;
    }
  }
  result.reasons = [...counted]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code));
  result.cost = Math.round(result.cost * 1e6) / 1e6;
  return result;
};

const fires = (compiled: CompiledRule, person: Row, zone: string, now: number): boolean => {
  const { intent, propensity, churn } = person;
  const scores = intent === null ? null : { intent, propensity, churn };
  const snapshot = snapshotOf(person, null, scores, zone, now);
  if (person.eventTypes === null) return compiled.matches(snapshot);
  return person.eventTypes.some((type) => compiled.fires(snapshot, eventReceived(snapshot, type)));
};

type Count = (
  name: string | null,
  channel: string,
  ruling: "send" | "wait" | "stop",
  reasons: Reason[],
  personId: string,
) => void;

const judge = async (
  firing: Row[],
  compiled: CompiledRule,
  { db, hash, rules, language: workspace = "en" }: DryRunning,
  now: number,
  count: Count,
): Promise<void> => {
  if (firing.length === 0) return;
  const recipients = await findRecipients(
    db,
    firing.map(({ id }) => id),
  );
  // In one transaction: on one connection, however many statements.
  const facts = await db.transaction((tx) => readGateFacts(tx, recipients, rules, hash, now));
  const wordings = await listWordings(db);
  for (const recipient of recipients) {
    const { id, firstName, lastName } = recipient;
    const known = facts.get(id);
    if (!known) continue;
    const name = [firstName, lastName].filter(Boolean).join(" ") || null;
    const to = { personId: id, language: languageOf(recipient, workspace), ruleId: null };
    for (const action of compiled.actions) {
      const ruling = evaluateGate(intentOf(action, to, wordings), known);
      count(name, action.channel, ruling.kind, ruling.reasons, id);
    }
  }
};

const countPeople = async (db: Reader): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT coalesce(sum(count), 0)::int AS total FROM counters WHERE metric = 'people'`);
  return rows[0]?.total ?? 0;
};

/** What the newest sends of each channel cost on average. */
const pricesOf = async (db: Reader): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ channel: string; price: number }>(sql`
    SELECT type AS channel, avg(price)::float8 AS price
      FROM (SELECT type, price FROM actions ORDER BY created_at DESC LIMIT 5000) newest
     WHERE price IS NOT NULL GROUP BY 1`);
  return new Map(rows.map(({ channel, price }) => [channel, price]));
};
