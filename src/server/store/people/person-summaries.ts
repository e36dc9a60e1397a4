import { sql } from "drizzle-orm";
import type { Language } from "#domain/language.ts";
import type { SummarySentence } from "#domain/profile/summary.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export type StoredSummary = {
  /** Null until a model has answered. */
  sentences: SummarySentence[] | null;
  language: Language | null;
  vendor: string | null;
  model: string | null;
  isSimulated: boolean;
  /** Milliseconds since 1970, as the others. */
  newestEntryAt: number | null;
  writtenAt: number | null;
  askedAt: number;
  /** When the last attempt ended, with or without an answer. */
  endedAt: number | null;
};

const epochMs = (column: string) => sql.raw(`(extract(epoch FROM ${column}) * 1000)::float8`);

/** By person. */
export const findSummaries = async (
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, StoredSummary>> => {
  const { rows } = await db.execute<StoredSummary & { personId: string }>(sql`
    SELECT person_id AS "personId", sentences, language, vendor, model, is_simulated AS "isSimulated",
           ${epochMs("newest_entry_at")} AS "newestEntryAt", ${epochMs("written_at")} AS "writtenAt",
           ${epochMs("asked_at")} AS "askedAt", ${epochMs("ended_at")} AS "endedAt"
      FROM person_summaries WHERE person_id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ personId, ...summary }) => [personId, summary]));
};

export const findSummary = async (db: Reader, personId: string): Promise<StoredSummary | undefined> =>
  (await findSummaries(db, [personId])).get(personId);

/** Marks that a model is asked. False if one was asked within the given time. */
export const claimSummary = async (tx: Tx, personId: string, minPauseMs: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO person_summaries AS s (person_id) SELECT id FROM people WHERE id = ${personId}
    ON CONFLICT (person_id) DO UPDATE SET asked_at = now()
     WHERE s.asked_at < now() - make_interval(secs => ${minPauseMs / 1000})`);
  return (rowCount ?? 0) > 0;
};

type NewSummary = {
  sentences: SummarySentence[];
  language: Language;
  vendor: string;
  model: string;
  promptVersion: string;
  isSimulated: boolean;
  newestEntryAt: number;
};

/** Does nothing for a person who was deleted meanwhile. */
export const saveSummary = async (tx: Tx, personId: string, summary: NewSummary): Promise<void> => {
  const { sentences, language, vendor, model, promptVersion, isSimulated, newestEntryAt } = summary;
  await tx.execute(sql`
    INSERT INTO person_summaries (person_id, sentences, language, vendor, model, prompt_version, is_simulated,
                                  newest_entry_at, written_at)
    SELECT id, ${JSON.stringify(sentences)}::jsonb, ${language}, ${vendor}, ${model}, ${promptVersion}, ${isSimulated},
           to_timestamp(${newestEntryAt / 1000}), now() FROM people WHERE id = ${personId}
    ON CONFLICT (person_id) DO UPDATE SET sentences = excluded.sentences, language = excluded.language,
      vendor = excluded.vendor, model = excluded.model, prompt_version = excluded.prompt_version,
      is_simulated = excluded.is_simulated, newest_entry_at = excluded.newest_entry_at, written_at = now()`);
};

export const endAttempt = async (tx: Tx, personId: string): Promise<void> => {
  await tx.execute(sql`UPDATE person_summaries SET ended_at = now() WHERE person_id = ${personId}`);
};
