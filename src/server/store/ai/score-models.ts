import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { LearnedModel } from "#domain/learning/model.ts";
import type { TrainingReport } from "#domain/learning/train.ts";
import { learnedEffects } from "#domain/scoring/effects.ts";
import { type ScoreName, scoreNames } from "#domain/scoring/model.ts";
import { defaultOutcomeDays, type OutcomeDays, outcomeSettings } from "#domain/scoring/outcome-settings.ts";
import { createScorer, type ScoreModel, type Scorer, versionOfScorer } from "#domain/scoring/scorer.ts";
import type { ScoreDrift, ScoreTraining } from "#domain/scoring/train-score.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { scoreModels } from "#server/db/schema/learning.ts";
import { readSetting, saveSetting } from "#server/store/workspace/settings.ts";

type StoredModel = typeof scoreModels.$inferSelect;

export const readModelsInUse = async (db: Reader): Promise<StoredModel[]> =>
  db.select().from(scoreModels).where(eq(scoreModels.isInUse, true));

const nameVersion = (score: ScoreName, version: number): string => `${score}-${version}`;

export const readScoreModels = async (db: Reader): Promise<Partial<Record<ScoreName, ScoreModel>>> => {
  const models: Partial<Record<ScoreName, ScoreModel>> = {};
  for (const { score, version, model } of await readModelsInUse(db))
    if (model) models[score] = { version: nameVersion(score, version), model };
  return models;
};

/** Scores as the models in use do. */
export const readScorer = async (db: Reader): Promise<Scorer> => createScorer(await readScoreModels(db));

/** A model that is not used yet; undefined where the training was refused. */
export const findCandidate = async (
  db: Reader,
  id: string,
): Promise<(ScoreModel & { score: ScoreName }) | undefined> => {
  const [row] = await db.select().from(scoreModels).where(eq(scoreModels.id, id));
  return row?.model
    ? { score: row.score, version: nameVersion(row.score, row.version), model: row.model }
    : undefined;
};

/** A model itself is large, and a list needs only what is said of it. */
const { model: _model, ...summaryColumns } = getTableColumns(scoreModels);
export type StoredModelSummary = Omit<StoredModel, "model">;

export const findScoreModel = async (db: Reader, id: string): Promise<StoredModelSummary | undefined> =>
  (await db.select(summaryColumns).from(scoreModels).where(eq(scoreModels.id, id)))[0];

/** What is said of the models in use. */
export const listModelsInUse = async (db: Reader): Promise<StoredModelSummary[]> =>
  db.select(summaryColumns).from(scoreModels).where(eq(scoreModels.isInUse, true));

/** The version with which people are scored while these models are in use. */
export const versionInUse = (inUse: readonly StoredModelSummary[]): string =>
  versionOfScorer(
    Object.fromEntries(
      inUse.map(({ score, version }) => [score, { version: nameVersion(score, version) }] as const),
    ),
  );

const maxListed = 100;

export const listScoreModels = async (db: Reader, score: ScoreName): Promise<StoredModelSummary[]> =>
  db
    .select(summaryColumns)
    .from(scoreModels)
    .where(eq(scoreModels.score, score))
    .orderBy(desc(scoreModels.version))
    .limit(maxListed);

/** The results of the newest training of each score, whether or not their models are used. */
export const readNewestModels = async (db: Reader): Promise<StoredModelSummary[]> => {
  const newest = await Promise.all(
    scoreNames.map((score) =>
      db
        .select(summaryColumns)
        .from(scoreModels)
        .where(eq(scoreModels.score, score))
        .orderBy(desc(scoreModels.version))
        .limit(1),
    ),
  );
  return newest.flat();
};

export type NewScoreModel = ScoreTraining & { score: ScoreName };

/** Saves the results of a training; returns the ids of those that may be used. */
export const insertScoreModels = async (
  tx: Tx,
  trainingId: string,
  results: readonly NewScoreModel[],
): Promise<{ id: string; score: ScoreName; version: number }[]> => {
  const { rows } = await tx.execute<{ score: ScoreName; version: number }>(
    sql`SELECT score, max(version) AS version FROM score_models GROUP BY 1`,
  );
  const versionOf = new Map(rows.map(({ score, version }) => [score, version]));
  const inserted = await tx
    .insert(scoreModels)
    .values(
      results.map(({ score, basis, people, outcomes, others, refusal, report, model, description }) => ({
        trainingId,
        score,
        version: (versionOf.get(score) ?? 0) + 1,
        basis,
        people,
        outcomes,
        others,
        refusal: refusal ?? null,
        report: report ?? null,
        model: model ?? null,
        effects: description ? learnedEffects(description) : [],
        hash: description?.hash ?? null,
      })),
    )
    .returning({
      id: scoreModels.id,
      score: scoreModels.score,
      version: scoreModels.version,
      hash: scoreModels.hash,
    });
  return inserted.filter(({ hash }) => hash !== null);
};

/** From now on the score is computed with this model; with null, with the starting weights. */
export const putModelInUse = async (tx: Tx, score: ScoreName, id: string | null): Promise<void> => {
  await tx
    .update(scoreModels)
    .set({ isInUse: false })
    .where(and(eq(scoreModels.score, score), eq(scoreModels.isInUse, true)));
  if (id !== null)
    await tx.update(scoreModels).set({ isInUse: true, inUseSince: new Date() }).where(eq(scoreModels.id, id));
};

export const saveDrift = async (tx: Tx, drifts: ReadonlyMap<string, ScoreDrift>, at: Date): Promise<void> => {
  for (const [id, drift] of drifts)
    await tx
      .update(scoreModels)
      .set({ drift: { ...drift, checkedAt: at.toISOString() } })
      .where(eq(scoreModels.id, id));
};

export type ModelToWatch = {
  id: string;
  score: ScoreName;
  model: LearnedModel;
  trainedUntil: number;
  logLoss: number;
};

/** The models in use, as the drift watch needs them. */
export const modelsToWatch = (models: readonly StoredModel[]): ModelToWatch[] =>
  models.flatMap(({ id, score, model, createdAt, report }) =>
    model && report
      ? [{ id, score, model, trainedUntil: createdAt.getTime(), logLoss: report.chosen.logLoss }]
      : [],
  );

const pinnedKey = { category: "learning", key: "pinned_scores" };

/** Scores whose model was chosen by hand; the nightly training leaves them alone. */
export const readPinnedScores = async (db: Reader): Promise<ScoreName[]> => {
  const stored = await readSetting(db, pinnedKey);
  return Array.isArray(stored) ? scoreNames.filter((name) => stored.includes(name)) : [];
};

export const savePinnedScores = (tx: Tx, names: readonly ScoreName[]): Promise<void> =>
  saveSetting(tx, pinnedKey, [...new Set(names)], "Scores whose model was chosen by hand");

const outcomesKey = { category: "learning", key: "outcome_days" };

export const readOutcomeDays = async (db: Reader): Promise<OutcomeDays> => {
  const stored = await readSetting(db, outcomesKey);
  return stored === undefined ? defaultOutcomeDays : outcomeSettings.parse(stored);
};

export const saveOutcomeDays = (tx: Tx, days: OutcomeDays): Promise<void> =>
  saveSetting(tx, outcomesKey, days, "Days within which the outcome of each score must happen");

/** How well each score foretold, by the report of its last training, and the days of its outcome. */
export type JudgedScores = {
  days: OutcomeDays;
  reports: ReadonlyMap<ScoreName, Pick<TrainingReport, "bands" | "calibration">>;
};

/** Of the model in use, or of the starting weights as the last training found them. */
export const readJudgedScores = async (db: Reader): Promise<JudgedScores> => {
  const [inUse, newest, days] = [
    await listModelsInUse(db),
    await readNewestModels(db),
    await readOutcomeDays(db),
  ];
  const reports = new Map<ScoreName, Pick<TrainingReport, "bands" | "calibration">>();
  for (const { score, report } of newest)
    if (report) reports.set(score, { bands: report.priorBands, calibration: report.priorCalibration });
  for (const { score, report } of inUse) if (report) reports.set(score, report);
  return { days, reports };
};
