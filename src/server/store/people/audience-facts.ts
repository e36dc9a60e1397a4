import { type SQL, sql } from "drizzle-orm";
import type { CompiledAudience } from "#domain/audience/compile.ts";
import type { AudienceAsk, AudienceFacts, FactGroup } from "#domain/audience/facts.ts";
import type { ConversationChannel } from "#domain/channels/channel.ts";
import type { Consent } from "#domain/compliance/consent.ts";
import type { UnitVector } from "#domain/places/sphere.ts";
import type { Reader } from "#server/db/database.ts";
import { inOneRoundTrip } from "#server/db/in-one-round-trip.ts";
import { broadcastPartsStatement } from "#server/store/broadcasts/broadcast-outcomes.ts";
import { askStatement } from "./audience-asks-sql.ts";
import { optedOutSql } from "./audience-sql.ts";
import { selectPerson } from "./person-sql.ts";

/** What must be loaded to evaluate one or more audiences. */
export type AudienceNeeds = { needs: ReadonlySet<FactGroup>; asks: readonly AudienceAsk[] };

const epochMs = (column: string): SQL => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

/** Puts the rows of one group of facts to their people. */
type Loader = (db: Reader, ids: SQL, facts: ReadonlyMap<string, AudienceFacts>) => Promise<void>;

const eachRow = async <Row extends object>(
  db: Reader,
  query: SQL,
  facts: ReadonlyMap<string, AudienceFacts>,
  add: (person: AudienceFacts, row: Row) => void,
): Promise<void> => {
  const { rows } = await db.execute<{ personId: string }>(query);
  for (const row of rows as (Row & { personId: string })[]) {
    const person = facts.get(row.personId);
    if (person) add(person, row);
  }
};

type LocationRow = Pick<NonNullable<AudienceFacts["location"]>, "areaCode" | "precision"> &
  UnitVector & { latitude: number | null; longitude: number };

const loaders: Record<FactGroup, Loader> = {
  scores: (db, ids, facts) =>
    eachRow<NonNullable<AudienceFacts["scores"]>>(
      db,
      sql`SELECT person_id AS "personId", intent_score AS intent, propensity_to_buy AS propensity, churn_risk AS churn,
                 preferred_channel AS "preferredChannel", next_best_action AS "nextAction", ${epochMs("updated_at")} AS "scoredAt"
            FROM ai_profiles WHERE person_id = ANY(${ids})`,
      facts,
      (person, { intent, propensity, churn, preferredChannel, nextAction, scoredAt }) => {
        person.scores = { intent, propensity, churn, preferredChannel, nextAction, scoredAt };
      },
    ),
  consents: (db, ids, facts) =>
    eachRow<Consent>(
      db,
      sql`SELECT DISTINCT ON (person_id, channel) person_id AS "personId", channel, purpose, state, written,
                 ${epochMs("created_at")} AS at, CASE WHEN proof IS NOT NULL THEN id END AS proof
            FROM consent_records WHERE person_id = ANY(${ids}) AND purpose = 'marketing'
           ORDER BY person_id, channel, created_at DESC, id DESC`,
      facts,
      (person, consent) => {
        person.consents = [...person.consents, consent];
      },
    ),
  opt_outs: (db, ids, facts) =>
    eachRow(
      db,
      sql`SELECT p.id AS "personId" FROM unnest(${ids}) AS p (id) WHERE ${optedOutSql(sql`p.id`)}`,
      facts,
      (person) => {
        person.isOptedOut = true;
      },
    ),
  addresses: (db, ids, facts) =>
    eachRow<{ value: string }>(
      db,
      sql`SELECT person_id AS "personId", value FROM person_addresses WHERE person_id = ANY(${ids})`,
      facts,
      (person, { value }) => {
        person.addresses = [...person.addresses, value];
      },
    ),
  conversations: (db, ids, facts) =>
    eachRow<{ channel: ConversationChannel; inboundAt: number | null; outboundAt: number | null }>(
      db,
      sql`SELECT person_id AS "personId", channel, ${epochMs("last_inbound_at")} AS "inboundAt",
                 ${epochMs("last_outbound_at")} AS "outboundAt"
            FROM conversations WHERE person_id = ANY(${ids})`,
      facts,
      (person, { channel, inboundAt, outboundAt }) => {
        person.lastInboundAt[channel] = inboundAt;
        person.lastOutboundAt[channel] = outboundAt;
      },
    ),
  thread: (db, ids, facts) =>
    eachRow<NonNullable<AudienceFacts["thread"]>>(
      db,
      sql`SELECT person_id AS "personId", state, owner_id AS "ownerId", team_id AS "teamId", ${epochMs("waiting_since")} AS "waitingSince",
                 ${epochMs("last_human_at")} AS "lastHumanAt"
            FROM threads WHERE person_id = ANY(${ids})`,
      facts,
      (person, { state, ownerId, teamId, waitingSince, lastHumanAt }) => {
        person.thread = { state, ownerId, teamId, waitingSince, lastHumanAt };
      },
    ),
  tasks: (db, ids, facts) =>
    eachRow<{ nextAt: number | null }>(
      db,
      sql`SELECT person_id AS "personId", ${epochMs("min(due_at)")} AS "nextAt"
            FROM tasks WHERE person_id = ANY(${ids}) AND done_at IS NULL GROUP BY 1`,
      facts,
      (person, { nextAt }) => {
        person.nextTaskAt = nextAt;
      },
    ),
  duplicates: (db, ids, facts) =>
    eachRow(
      db,
      sql`SELECT person_id AS "personId" FROM possible_duplicates WHERE person_id = ANY(${ids}) AND decision IS NULL
          UNION ALL
          SELECT other_id FROM possible_duplicates WHERE other_id = ANY(${ids}) AND decision IS NULL`,
      facts,
      (person) => {
        person.hasOpenDuplicate = true;
      },
    ),
  location: (db, ids, facts) =>
    eachRow<LocationRow>(
      db,
      sql`SELECT person_id AS "personId", area_code AS "areaCode", precision, latitude, longitude, x, y, z
            FROM person_locations WHERE person_id = ANY(${ids})`,
      facts,
      (person, { areaCode, precision, latitude, longitude, x, y, z }) => {
        const position = latitude === null ? null : { latitude, longitude, x, y, z };
        person.location = { areaCode, precision, position };
      },
    ),
};

const loadAnswers = (
  db: Reader,
  ids: SQL,
  ask: AudienceAsk,
  answers: ReadonlyMap<string, Map<string, number>>,
): Promise<void> =>
  db.execute<{ personId: string; count: number }>(askStatement(ask, ids)).then(({ rows }) => {
    for (const { personId, count } of rows) answers.get(personId)?.set(ask.key, count);
  });

/** Two people of the list may have been merged: the one who is left has the parts of both. */
const loadBroadcast = (
  db: Reader,
  ids: SQL,
  id: string,
  broadcasts: ReadonlyMap<string, Map<string, readonly string[]>>,
): Promise<void> =>
  db.execute<{ personId: string; parts: string[] }>(broadcastPartsStatement(id, ids)).then(({ rows }) => {
    for (const { personId, parts } of rows) {
      const ofPerson = broadcasts.get(personId);
      ofPerson?.set(id, [...(ofPerson.get(id) ?? []), ...parts]);
    }
  });

const readPeople = async (db: Reader, ids: SQL): Promise<AudienceFacts["person"][]> => {
  const { rows } = await db.execute<AudienceFacts["person"]>(
    sql`SELECT ${selectPerson("p")} FROM people p WHERE p.id = ANY(${ids})`,
  );
  return rows;
};

/** The facts of many people by id, in one statement for each group and question that is needed. */
export const loadAudienceFacts = async (
  db: Reader,
  personIds: readonly string[],
  { needs, asks }: AudienceNeeds,
  now: number,
): Promise<ReadonlyMap<string, AudienceFacts>> => {
  const ids = sql`${sql.param([...personIds])}::uuid[]`;
  const people = await readPeople(db, ids);
  const answers = new Map(people.map(({ id }) => [id, new Map<string, number>()]));
  const broadcasts = new Map(people.map(({ id }) => [id, new Map<string, readonly string[]>()]));
  const facts = new Map(
    people.map((person): [string, AudienceFacts] => [
      person.id,
      {
        person,
        scores: null,
        consents: [],
        isOptedOut: false,
        addresses: [],
        lastInboundAt: {},
        lastOutboundAt: {},
        thread: null,
        nextTaskAt: null,
        hasOpenDuplicate: false,
        location: null,
        broadcasts: broadcasts.get(person.id) ?? new Map(),
        answers: answers.get(person.id) ?? new Map(),
        now,
      },
    ]),
  );
  await inOneRoundTrip([
    ...[...needs].map((group) => loaders[group](db, ids, facts)),
    ...asks.map((ask) =>
      ask.of === "broadcast"
        ? loadBroadcast(db, ids, ask.id, broadcasts)
        : loadAnswers(db, ids, ask, answers),
    ),
  ]);
  return facts;
};

/** What all of the audiences together need. */
export const combineNeeds = (audiences: readonly CompiledAudience[]): AudienceNeeds => {
  const readable = audiences.filter((compiled) => compiled.ok);
  return {
    needs: new Set(readable.flatMap(({ needs }) => [...needs])),
    asks: [...new Map(readable.flatMap(({ asks }) => asks.map((ask) => [ask.key, ask]))).values()],
  };
};
