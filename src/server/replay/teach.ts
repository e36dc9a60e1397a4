import { type SQL, sql } from "drizzle-orm";
import { defaultOutcomeDays } from "#domain/scoring/outcome-settings.ts";
import { system } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import { collectExamples } from "#server/learning/read-examples.ts";
import { scorePeople } from "#server/learning/rescore-people.ts";
import { runTraining, type TrainingResults } from "#server/learning/run-training.ts";
import { saveResults } from "#server/learning/train-scores.ts";
import { modelsToWatch, readModelsInUse, readScorer } from "#server/store/ai/score-models.ts";
import { openTraining } from "#server/store/ai/score-trainings.ts";
import type { Write } from "#server/store/write.ts";

const scoredAtOnce = 500;

/** A text with `$1`, `$2` and its values, as drizzle takes it. */
const toSql = (text: string, values: readonly unknown[]): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1]))),
    sql.raw(""),
  );

/** A training whose results are not stored yet. */
export type DemoTraining = { at: number; results: Promise<TrainingResults> };

/**
 * The product's own training, on what has happened in the demo until now. Nobody else sees these rows before the load
 * ends, so the load reads them and hands them to the thread that learns, while the load goes on.
 */
export const startTraining = async (
  tx: Tx,
  now: number,
  signal: AbortSignal | undefined,
): Promise<DemoTraining> => {
  const query = async (text: string, values: unknown[] = []) => (await tx.execute(toSql(text, values))).rows;
  const examples = await collectExamples(query, { since: 0, days: defaultOutcomeDays, now });
  const inUse = modelsToWatch(await readModelsInUse(tx));
  const results = runTraining({ examples, inUse }, () => {}, signal);
  // Handled where the results are stored, which may be later.
  results.catch(() => {});
  return { at: now, results };
};

/** Stores what was learned as of the time at which the training began. */
export const saveTraining = async (
  tx: Tx,
  { write, moveTo }: { write: Write; moveTo: (at: number) => Promise<void> },
  training: DemoTraining,
): Promise<void> => {
  const results = await training.results;
  await moveTo(training.at);
  await write(system, async (context) => {
    const { training: row } = await openTraining(tx, null);
    await saveResults(context, row, results);
    await tx.execute(sql`UPDATE score_trainings SET finished_at = created_at WHERE id = ${row.id}`);
    await tx.execute(
      sql`UPDATE score_models SET in_use_since = created_at WHERE training_id = ${row.id} AND is_in_use`,
    );
  });
};

/** Scores everybody with the models that were learned. */
export const rescoreDemo = async (tx: Tx, now: number): Promise<void> => {
  const scorer = await readScorer(tx);
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT person_id AS id FROM ai_profiles`);
  for (let from = 0; from < rows.length; from += scoredAtOnce) {
    const ids = rows.slice(from, from + scoredAtOnce).map(({ id }) => id);
    await scorePeople(tx, scorer, ids, now);
  }
};
