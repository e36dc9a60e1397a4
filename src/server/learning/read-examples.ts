import type pg from "pg";
import { createExampleTable } from "#domain/scoring/example-table.ts";
import type { PersonFeatures } from "#domain/scoring/features.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import type { OutcomeDays } from "#domain/scoring/outcome-settings.ts";
import {
  collectOutcomes,
  labelOutcome,
  type OutcomeEntry,
  type OutcomeLabel,
  type PersonStage,
} from "#domain/scoring/outcomes.ts";
import type { ScoreExamples } from "#domain/scoring/train-score.ts";

/** More examples do not make a better model, and this many fit into the memory of a small machine. */
const maxExamples = 400_000;
const fetchSize = 5000;

type SnapshotRow = {
  personId: string;
  at: number;
  stage: PersonStage;
  isOptedOut: boolean;
  features: PersonFeatures;
};
type EntryRow = { personId: string; at: number; type: string; stage: string | null; tag: string | null };

/** Runs a statement of a transaction. */
type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Rows of a cursor, which the database makes as they are read. */
const readCursor = async function* <T extends object>(
  runQuery: Query,
  name: string,
  query: string,
  values: unknown[],
): AsyncGenerator<T> {
  await runQuery(`DECLARE ${name} NO SCROLL CURSOR FOR ${query}`, values);
  for (;;) {
    const rows = (await runQuery(`FETCH ${fetchSize} FROM ${name}`)) as T[];
    yield* rows;
    if (rows.length < fetchSize) break;
  }
  await runQuery(`CLOSE ${name}`);
};

/** Groups rows that are ordered by person. */
const groupByPerson = async function* <T extends { personId: string }>(
  rows: AsyncGenerator<T>,
): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const row of rows) {
    if (group[0] && group[0].personId !== row.personId) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
};

/** A part of the people that depends on their ids only, so that a training can be repeated. */
const isSampled = `hashtext(person_id::text) & 1023 < $2`;

const snapshotQuery = `
  SELECT person_id AS "personId", (extract(epoch FROM taken_at) * 1000)::float8 AS at, stage,
         is_opted_out AS "isOptedOut", features
    FROM score_snapshots WHERE taken_at >= $1 AND ${isSampled}
   ORDER BY person_id, day, stage`;
const entryQuery = `
  SELECT person_id AS "personId", (extract(epoch FROM created_at) * 1000)::float8 AS at,
         coalesce(CASE WHEN event_type <> 'person_created' THEN metadata ->> 'type' END, event_type) AS type,
         CASE WHEN event_type = 'status_changed' THEN split_part(description, ' → ', 2) END AS stage,
         CASE WHEN event_type = 'tag_added' THEN description END AS tag
    FROM timeline
   WHERE created_at >= $1 AND ${isSampled}
     AND event_type NOT IN ('rule_fired', 'scores_changed', 'message_sent', 'message_delivered', 'message_held')
   ORDER BY person_id, created_at`;

type ExampleSpan = { since: number; days: OutcomeDays; now: number };

/** What became of people after they were scored, for every score. */
export const readExamples = async (
  client: pg.Client,
  span: ExampleSpan,
): Promise<Record<ScoreName, ScoreExamples>> => {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query("SET LOCAL statement_timeout = 0");
  const examples = await collectExamples(
    async (text, values) => (await client.query(text, values)).rows,
    span,
  );
  await client.query("COMMIT");
  return examples;
};

/** The same inside a transaction, of which both cursors are a part. */
export const collectExamples = async (
  query: Query,
  { since, days, now }: ExampleSpan,
): Promise<Record<ScoreName, ScoreExamples>> => {
  const from = new Date(since).toISOString();
  const [counted] = await query(
    "SELECT count(*)::float8 AS count FROM score_snapshots WHERE taken_at >= $1",
    [from],
  );
  const share = Math.ceil(1024 * Math.min(1, maxExamples / Math.max(1, Number(counted?.count ?? 0))));
  const table = createExampleTable();
  const times: number[] = [];
  const people: number[] = [];
  const labels: Record<ScoreName, (OutcomeLabel | undefined)[]> = { intent: [], propensity: [], churn: [] };
  const entryGroups = groupByPerson(readCursor<EntryRow>(query, "entries", entryQuery, [from, share]));
  let entries = await entryGroups.next();
  let person = 0;
  for await (const snapshots of groupByPerson(
    readCursor<SnapshotRow>(query, "snapshots", snapshotQuery, [from, share]),
  )) {
    const personId = snapshots[0]?.personId ?? "";
    // The database orders both by the same ids, which compare like their texts.
    while (!entries.done && (entries.value[0]?.personId ?? "") < personId) entries = await entryGroups.next();
    const own = !entries.done && entries.value[0]?.personId === personId ? entries.value : [];
    const later = collectOutcomes(own as OutcomeEntry[]);
    for (const { at, stage, isOptedOut, features } of snapshots) {
      table.add(features);
      times.push(at);
      people.push(person);
      for (const score of scoreNames)
        labels[score].push(labelOutcome(score, { at, stage, isOptedOut }, later, days[score], now));
    }
    person += 1;
  }
  // What is left of the people without a moment, so that the cursor is closed.
  while (!entries.done) entries = await entryGroups.next();
  const shared = {
    columns: table.finish(),
    times: Float64Array.from(times),
    people: Uint32Array.from(people),
  };
  return {
    intent: { ...shared, labels: labels.intent },
    propensity: { ...shared, labels: labels.propensity },
    churn: { ...shared, labels: labels.churn },
  };
};
