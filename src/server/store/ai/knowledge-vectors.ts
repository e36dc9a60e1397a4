import { sql } from "drizzle-orm";
import { normalizeVector, type PassageVector } from "#domain/knowledge/vectors.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export type KnowledgeVectors = { model: string; passages: PassageVector[] };

/** The vectors of the model that made most of them; undefined where there are none. */
export const readKnowledgeVectors = async (db: Reader): Promise<KnowledgeVectors | undefined> => {
  const { rows } = await db.execute<{ id: string; model: string; embedding: number[] }>(sql`
    SELECT id, embedding_model AS model, embedding FROM knowledge_passages
     WHERE embedding_model = (
       SELECT embedding_model FROM knowledge_passages WHERE embedding IS NOT NULL
        GROUP BY embedding_model ORDER BY count(*) DESC LIMIT 1)`);
  const model = rows[0]?.model;
  if (model === undefined) return undefined;
  return {
    model,
    passages: rows.map(({ id, embedding }) => ({ id, vector: normalizeVector(embedding) })),
  };
};

export type UnembeddedPassage = { id: string; text: string };

/** Passages without a vector of this model. */
export const findUnembedded = async (
  db: Reader,
  model: string,
  limit: number,
): Promise<UnembeddedPassage[]> => {
  const { rows } = await db.execute<UnembeddedPassage>(sql`
    SELECT id, title || E'\n' || body AS text FROM knowledge_passages
     WHERE embedding_model IS DISTINCT FROM ${model} ORDER BY id LIMIT ${limit}`);
  return rows;
};

/** A passage that was rebuilt meanwhile has another id and stays without. */
export const saveEmbeddings = async (
  tx: Tx,
  model: string,
  embedded: readonly { id: string; vector: readonly number[] }[],
): Promise<void> => {
  for (const { id, vector } of embedded)
    await tx.execute(sql`
      UPDATE knowledge_passages SET embedding = ${sql.param(vector)}::real[], embedding_model = ${model}
       WHERE id = ${id}`);
};
