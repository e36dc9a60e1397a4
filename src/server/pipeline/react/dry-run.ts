import { type SQL, sql } from "drizzle-orm";
import type { DryRunReport } from "#contract/rules.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { hourMs } from "#domain/compliance/durations.ts";
import { evaluateGate, type GateDecision } from "#domain/compliance/evaluate-gate.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import type { SendIntent } from "#domain/compliance/send-intent.ts";
import type { Language } from "#domain/language.ts";
import type { Reason } from "#domain/reason.ts";
import { type CompiledRule, compileRule } from "#domain/rules/evaluate.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import { eventReceived, type RuleSnapshot, type SegmentMembership } from "#domain/rules/snapshot.ts";
import { defaultGoodForHours } from "#domain/rules/step-parts.ts";
import { chooseMessage } from "#domain/sequences/choose-message.ts";
import type { Reader } from "#server/db/database.ts";
import { plannedIntent, recipientLanguage } from "#server/pipeline/deliver/compose.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import type { ContactRules } from "#server/store/compliance/contact-rules.ts";
import { findRecipients, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import { readExpectedPrices } from "#server/store/delivery/average-prices.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import type { PersonProfile } from "#server/store/people/profiles.ts";
import {
  readSegmentConditions,
  type SegmentConditions,
  segmentColumns,
} from "#server/store/people/segment-memberships.ts";
import { candidateFilter } from "./candidate-filter.ts";
import { ruleSnapshot } from "./decide-rules.ts";

export type DryRunContext = {
  db: Reader;
  hash: AddressHash;
  contactRules: ContactRules;
  timezone: string;
  /** For people whose own language is unknown. */
  language?: Language;
};

/** A message to the preferred channel goes on one where it comes within this time. */
const chosenWithinMs = defaultGoodForHours * hourMs;
const pageSize = 10_000;
const sampleSize = 20;
/** A part of a dry run ends with the page in which this time is over. */
const partMs = 600;

/** A person as rules see them, in flat columns because a dry run reads all of them. */
type PersonListItem = Omit<PersonProfile, "scores" | "history" | "sources" | "choices" | "isOptedOut"> & {
  intent: number | null;
  propensity: number;
  churn: number;
  preferredChannel: Channel | null;
  eventTypes: (string | null)[] | null;
  /** Whether the person fulfils what the rule requires of everybody; the last one of a page is read in any case. */
  isCandidate: boolean;
  /** By the ids of the rule's segments. */
  segments: Record<string, boolean>;
};

type PeoplePage = {
  candidates: PersonListItem[];
  /** How many people the page covers, candidates or not. */
  people: number;
  lastId: string | null;
};

/**
 * The candidates among the next people by id, with the types of their events of the last `days` days where these are
 * asked for. The last person of the page is always among the rows.
 */
const readPage = async (
  db: Reader,
  afterId: string | null,
  days: number | undefined,
  filter: SQL,
  segments: SegmentConditions,
): Promise<PeoplePage> => {
  const eventTypes =
    days === undefined
      ? sql`NULL`
      : sql`(SELECT jsonb_agg(DISTINCT e.event_type) FROM events e
              WHERE e.person_id = p.id AND e.created_at > now() - make_interval(days => ${days}))`;
  const { rows } = await db.execute<PersonListItem & { people: number }>(sql`
    SELECT p.id, p.type, p.status, p.tags, p.consents, p.phone, p.zip, p.region, p.timezone,
           (extract(epoch FROM p.created_at) * 1000)::float8 AS "createdAt",
           a.intent_score AS intent, a.propensity_to_buy AS propensity, a.churn_risk AS churn,
           a.preferred_channel AS "preferredChannel",
           ${eventTypes} AS "eventTypes", ${segmentColumns(segments)} AS segments, (${filter}) IS TRUE AS "isCandidate",
           p.people
      FROM (SELECT page.*, row_number() OVER (ORDER BY id)::int AS place, count(*) OVER ()::int AS people
              FROM (SELECT * FROM people
                     WHERE ${afterId === null ? sql`true` : sql`id > ${afterId}`} ORDER BY id LIMIT ${pageSize}) page) p
      LEFT JOIN ai_profiles a ON a.person_id = p.id
     WHERE (${filter}) OR p.place = p.people ORDER BY p.id`);
  const last = rows.at(-1);
  return { candidates: rows, people: last?.people ?? 0, lastId: last?.id ?? null };
};

type DryRunRequest = {
  days: number | undefined;
  /** Only a part of all people, after this one. */
  part: { after: string | null } | undefined;
};

/**
 * Evaluates a rule for all people through the real gate, without writing anything. A part ends after a short time, so
 * that the operator sees its progress and may stop it.
 */
export const dryRun = async (
  rule: RuleInput,
  { days, part }: DryRunRequest,
  context: DryRunContext,
  now: number,
): Promise<DryRunReport> => {
  const { db, timezone } = context;
  const compiled = compileRule(rule);
  const tally = createTally(await countPeople(db), await readExpectedPrices(db));
  let afterId = part?.after ?? null;
  const segments = await readSegmentConditions(db, compiled.segmentIds, { now, timezone, userId: null });
  const filter = candidateFilter(compiled, segments);
  const toSnapshot = (person: PersonListItem) => snapshotOf(person, segments, timezone, now);
  let nextPage: Promise<PeoplePage> | undefined;
  for (;;) {
    const startedAt = Date.now();
    const page: PeoplePage = await (nextPage ?? readPage(db, afterId, days, filter, segments));
    afterId = page.lastId;
    const isLast = page.people < pageSize;
    // The database reads the next page while this one is evaluated, unless this page ends the part.
    const endsPart = part !== undefined && 2 * Date.now() - startedAt - now >= partMs;
    nextPage = isLast || endsPart ? undefined : readPage(db, afterId, days, filter, segments);
    // When this page fails, the rejection of the next has no other listener.
    nextPage?.catch(() => {});
    const firing = page.candidates.filter(
      (person) => person.isCandidate && firesFor(compiled, person, toSnapshot(person)),
    );
    tally.addPage(page.people, firing.length);
    await evaluateGates(firing, compiled, toSnapshot, context, now, tally.addDecision);
    if (isLast) return tally.result(null);
    if (part && (endsPart || Date.now() - now >= partMs)) return tally.result(afterId);
  }
};

type AddDecision = (
  person: { id: string; name: string | null },
  channel: Channel,
  decision: DryDecision,
) => void;

const createTally = (total: number, prices: Record<Channel, number>) => {
  const figures = { people: 0, fires: 0, sent: 0, held: 0, blocked: 0, cost: 0 };
  const reasonCounts = new Map<string, number>();
  const sample: DryRunReport["sample"] = [];
  const addDecision: AddDecision = ({ id, name }, channel, { kind, reasons }) => {
    figures[kind === "send" ? "sent" : kind === "wait" ? "held" : "blocked"] += 1;
    if (kind !== "stop") figures.cost += prices[channel];
    for (const code of new Set(reasons.map((reason) => reason.code)))
      reasonCounts.set(code, (reasonCounts.get(code) ?? 0) + 1);
    if (sample.length < sampleSize) sample.push({ personId: id, name, ruling: kind, reasons });
  };
  return {
    addDecision,
    addPage: (people: number, fires: number): void => {
      figures.people += people;
      figures.fires += fires;
    },
    result: (next: string | null): DryRunReport => ({
      ...figures,
      cost: Math.round(figures.cost * 1e6) / 1e6,
      total,
      next,
      isRounded: false,
      sample,
      reasons: [...reasonCounts]
        .map(([code, count]) => ({ code, count }))
        .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    }),
  };
};

const snapshotOf = (
  person: PersonListItem,
  segments: SegmentConditions,
  timezone: string,
  now: number,
): RuleSnapshot => {
  const { intent, propensity, churn } = person;
  const scores = intent === null ? null : { intent, propensity, churn };
  const snapshot = ruleSnapshot(person, null, scores, timezone, now);
  if (segments.size === 0) return snapshot;
  const memberships = [...segments].map(([id, { name }]): [string, SegmentMembership] => [
    id,
    { name, isMember: person.segments[id] ?? null },
  ]);
  return { ...snapshot, segments: new Map(memberships) };
};

const firesFor = (
  compiled: CompiledRule,
  { eventTypes }: PersonListItem,
  snapshot: RuleSnapshot,
): boolean => {
  if (eventTypes === null) return compiled.matches(snapshot);
  return eventTypes.some((type) => compiled.fires(snapshot, eventReceived(snapshot, type)));
};

const evaluateGates = async (
  people: PersonListItem[],
  compiled: CompiledRule,
  toSnapshot: (person: PersonListItem) => RuleSnapshot,
  { db, hash, contactRules, language: workspaceLanguage = "en" }: DryRunContext,
  now: number,
  addDecision: AddDecision,
): Promise<void> => {
  if (people.length === 0) return;
  const recipients = await findRecipients(
    db,
    people.map(({ id }) => id),
  );
  // In a transaction, so that all statements share one connection.
  const facts = await db.transaction((tx) => readGateFacts(tx, recipients, contactRules, hash, now));
  const templates = await listTemplateTexts(db);
  const preferred = new Map(people.map((person) => [person.id, person.preferredChannel]));
  const waits = new Map(people.map((person) => [person.id, waitFor(compiled, toSnapshot(person))]));
  for (const recipient of recipients) {
    const { id, firstName, lastName } = recipient;
    const personFacts = facts.get(id);
    if (!personFacts) continue;
    const name = [firstName, lastName].filter(Boolean).join(" ") || null;
    // A dry run has a draft, not the stored rule whose words it could repeat.
    const target = {
      personId: id,
      language: recipientLanguage(recipient, workspaceLanguage),
      ruleId: null,
      repeatLimit: null,
    };
    const wait = waits.get(id) ?? null;
    for (const action of compiled.actions) {
      const decide = (one: PlannedMessage) =>
        decideWith(wait, plannedIntent(one, target, templates), personFacts);
      const latest = (wait?.until ?? now) + chosenWithinMs;
      const chosen = chooseMessage(action, { preferred: preferred.get(id) ?? null, decide, latest });
      addDecision({ id, name }, chosen.channel, decide(chosen));
    }
  }
};

type DryDecision = { kind: GateDecision["kind"]; reasons: Reason[]; until: number | null };

/** Until when a rule with waiting conditions holds its actions, and why. */
type HoursWait = { until: number; reasons: Reason[] };

const waitFor = ({ opensAt, conditions }: CompiledRule, snapshot: RuleSnapshot): HoursWait | null => {
  const until = opensAt(snapshot, snapshot.now) ?? snapshot.now;
  if (until === snapshot.now) return null;
  const reasons = conditions.flatMap((condition) => (condition.opensAt ? [condition.explain(snapshot)] : []));
  return { until, reasons: reasons.filter(({ code }) => code === "time_window_wait") };
};

const untilOf = (decision: GateDecision): number | null => (decision.kind === "wait" ? decision.until : null);

/** The gate's decision at the time when the action is due. */
const decideWith = (wait: HoursWait | null, intent: SendIntent, facts: GateFacts): DryDecision => {
  if (wait === null) {
    const decision = evaluateGate(intent, facts);
    return { kind: decision.kind, reasons: decision.reasons, until: untilOf(decision) };
  }
  const decision = evaluateGate(intent, { ...facts, now: wait.until });
  const { kind, reasons } = decision;
  return kind === "stop"
    ? { kind, reasons, until: null }
    : { kind: "wait", reasons: [...wait.reasons, ...reasons], until: untilOf(decision) ?? wait.until };
};

const countPeople = async (db: Reader): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT coalesce(sum(count), 0)::int AS total FROM counters WHERE metric = 'people'`);
  return rows[0]?.total ?? 0;
};
