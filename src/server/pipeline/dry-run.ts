import { sql } from "drizzle-orm";
import type { DryRun } from "#contract/rules.ts";
import { clear } from "#domain/compliance/clear.ts";
import type { Reason } from "#domain/reason.ts";
import { type CompiledRule, compileRule } from "#domain/rules/evaluate.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import { eventArrived } from "#domain/rules/snapshot.ts";
import type { Reader } from "#server/db/database.ts";
import type { AddressHash } from "#server/store/address-hash.ts";
import type { ContactRules } from "#server/store/contact-rules.ts";
import { findRecipients, readGateFacts } from "#server/store/gate-facts.ts";
import type { Profiled } from "#server/store/profiles.ts";
import { snapshotOf } from "./react.ts";

export type DryRunning = { db: Reader; hash: AddressHash; rules: ContactRules; zone: string };

const atATime = 10_000;
const sampleSize = 20;
/** US dollars, until there are prices of our own. */
const usualPrice: Record<string, number> = {
  sms: 0.0083,
  whatsapp: 0.0052,
  call: 0.014,
  voice_agent: 0.06,
  email: 0.0001,
};

type Row = Profiled & { eventTypes: (string | null)[] | null };

/** People in the order of their ids, with what came about them in the last days where that is asked. */
const pageOf = async (db: Reader, after: string | null, days: number | undefined): Promise<Row[]> => {
  const events =
    days === undefined
      ? sql`NULL`
      : sql`(SELECT jsonb_agg(DISTINCT e.event_type) FROM events e
              WHERE e.person_id = p.id AND e.created_at > now() - make_interval(days => ${days}))`;
  const { rows } = await db.execute<Row>(sql`
    SELECT p.id, p.type, p.status, p.tags, p.consents, p.sources, p.phone, p.zip, p.region, p.timezone,
           (extract(epoch FROM p.created_at) * 1000)::float8 AS "createdAt", NULL AS history,
           CASE WHEN a.id IS NOT NULL THEN jsonb_build_object('intent', a.intent_score,
             'propensity', a.propensity_to_buy, 'churn', a.churn_risk) END AS scores,
           ${events} AS "eventTypes"
      FROM people p LEFT JOIN ai_profiles a ON a.person_id = p.id
     WHERE ${after === null ? sql`true` : sql`p.id > ${after}`} ORDER BY p.id LIMIT ${atATime}`);
  return rows;
};

/** The rule over everybody, through the real gate, without writing anything. */
export const dryRun = async (
  rule: RuleInput,
  days: number | undefined,
  { db, hash, rules, zone }: DryRunning,
  now: number,
): Promise<DryRun> => {
  const compiled = compileRule(rule);
  const prices = await pricesOf(db);
  const result: DryRun = {
    people: 0,
    fires: 0,
    sent: 0,
    held: 0,
    blocked: 0,
    reasons: [],
    cost: 0,
    sample: [],
  };
  const counted = new Map<string, number>();
  let after: string | null = null;
  for (;;) {
    const page: Row[] = await pageOf(db, after, days);
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
    result.people += page.length;
    const firing = page.filter((person) => fires(compiled, person, zone, now));
    result.fires += firing.length;
    await judge(
      firing,
      compiled,
      { db, hash, rules, zone },
      now,
      (name, channel, ruling, reasons, personId) => {
        const bucket = ruling === "send" ? "sent" : ruling === "wait" ? "held" : "blocked";
        result[bucket]++;
        if (ruling !== "stop") result.cost += prices.get(channel) ?? usualPrice[channel] ?? 0;
        for (const code of new Set(reasons.map((reason) => reason.code)))
          counted.set(code, (counted.get(code) ?? 0) + 1);
        if (result.sample.length < sampleSize) result.sample.push({ personId, name, ruling, reasons });
      },
    );
    if (page.length < atATime) break;
  }
  result.reasons = [...counted]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code));
  result.cost = Math.round(result.cost * 100) / 100;
  return result;
};

const fires = (compiled: CompiledRule, person: Row, zone: string, now: number): boolean => {
  const snapshot = snapshotOf(person, null, person.scores, zone, now);
  if (person.eventTypes === null) return compiled.matches(snapshot);
  return person.eventTypes.some((type) => compiled.fires(snapshot, eventArrived(snapshot, type)));
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
  { db, hash, rules }: DryRunning,
  now: number,
  count: Count,
): Promise<void> => {
  if (firing.length === 0) return;
  const recipients = await findRecipients(
    db,
    firing.map(({ id }) => id),
  );
  const facts = await readGateFacts(db, recipients, rules, hash, now);
  for (const { id, firstName, lastName } of recipients) {
    const known = facts.get(id);
    if (!known) continue;
    const name = [firstName, lastName].filter(Boolean).join(" ") || null;
    for (const { channel } of compiled.actions) {
      const ruling = clear(
        { personId: id, channel, purpose: "marketing", content: "freeform", template: null, ruleId: null },
        known,
      );
      count(name, channel, ruling.kind, ruling.reasons, id);
    }
  }
};

const pricesOf = async (db: Reader): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ channel: string; price: number }>(sql`
    SELECT type AS channel, avg(price)::float8 AS price FROM actions
     WHERE price IS NOT NULL AND created_at > now() - interval '90 days' GROUP BY 1`);
  return new Map(rows.map(({ channel, price }) => [channel, price]));
};
