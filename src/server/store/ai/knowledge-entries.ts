import { eq, sql } from "drizzle-orm";
import type { KnowledgeInput } from "#contract/knowledge.ts";
import type { KnowledgeKind, KnowledgeStatus } from "#domain/agent/knowledge.ts";
import { splitDocument } from "#domain/knowledge/split-document.ts";
import type { Language } from "#domain/language.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { knowledgeEntries, knowledgePassages } from "#server/db/schema/knowledge.ts";
import { likePattern } from "#server/store/like-pattern.ts";

export type KnowledgeEntryRow = typeof knowledgeEntries.$inferSelect;

export type KnowledgeFilter = {
  search?: string | undefined;
  kind?: KnowledgeKind | undefined;
  language?: Language | undefined;
  status?: KnowledgeStatus | undefined;
  /** Only those after the entry with this id. */
  cursor?: string | undefined;
};

export type ListedEntry = Omit<KnowledgeEntryRow, "body" | "changedBy"> & {
  excerpt: string;
  length: number;
  passages: number;
  usedByScripts: number;
};

const excerptLength = 280;

/** Entries by last change, without the text of long documents. */
export const listKnowledge = async (
  db: Reader,
  filter: KnowledgeFilter,
  limit: number,
): Promise<ListedEntry[]> => {
  const words = (filter.search ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 8);
  const conditions = [
    ...words.map((word) => sql`fold_text(e.title || ' ' || e.body) LIKE fold_text(${likePattern(word)})`),
    ...(filter.kind ? [sql`e.kind = ${filter.kind}`] : []),
    ...(filter.language ? [sql`(e.language = ${filter.language} OR e.language IS NULL)`] : []),
    ...(filter.status ? [sql`e.status = ${filter.status}`] : []),
    ...(filter.cursor
      ? [
          sql`EXISTS (SELECT FROM knowledge_entries k WHERE k.id = ${filter.cursor}
                AND (e.updated_at < k.updated_at OR (e.updated_at = k.updated_at AND e.id > k.id)))`,
        ]
      : []),
  ];
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
  const { rows } = await db.execute<
    Omit<ListedEntry, "createdAt" | "updatedAt"> & { createdAt: string; updatedAt: string }
  >(sql`
    SELECT e.id, e.kind, e.title, e.language, e.status, e.valid_from AS "validFrom", e.valid_to AS "validTo",
           e.source, e.created_at AS "createdAt", e.updated_at AS "updatedAt",
           left(e.body, ${excerptLength}) AS excerpt, length(e.body) AS length,
           (SELECT count(*)::int FROM knowledge_passages p WHERE p.entry_id = e.id) AS passages,
           (SELECT count(*)::int FROM scripts s WHERE s.knowledge_ids @> ARRAY[e.id]) AS "usedByScripts"
      FROM knowledge_entries e WHERE ${where}
     ORDER BY e.updated_at DESC, e.id LIMIT ${limit}`);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
};

export const findKnowledge = async (db: Reader, id: string): Promise<KnowledgeEntryRow | undefined> =>
  (await db.select().from(knowledgeEntries).where(eq(knowledgeEntries.id, id)))[0];

/** The entry, whose row stays locked until the transaction ends. */
export const lockKnowledge = async (tx: Tx, id: string): Promise<KnowledgeEntryRow | undefined> =>
  (await tx.select().from(knowledgeEntries).where(eq(knowledgeEntries.id, id)).for("update"))[0];

export const insertKnowledge = async (
  tx: Tx,
  entry: KnowledgeInput & { createdAt?: Date; updatedAt?: Date },
  changedBy: string | null,
): Promise<KnowledgeEntryRow> => {
  const [created] = await tx
    .insert(knowledgeEntries)
    .values({ ...entry, changedBy })
    .returning();
  if (!created) throw new Error("An insert returned no row");
  await rebuildPassages(tx, created);
  return created;
};

const nextUpdatedAt = sql`greatest(date_trunc('milliseconds', clock_timestamp()), knowledge_entries.updated_at + interval '1 millisecond')`;

export const updateKnowledge = async (
  tx: Tx,
  before: KnowledgeEntryRow,
  change: Partial<KnowledgeInput>,
  changedBy: string | null,
): Promise<KnowledgeEntryRow> => {
  const [updated] = await tx
    .update(knowledgeEntries)
    .set({ ...change, changedBy, updatedAt: nextUpdatedAt })
    .where(eq(knowledgeEntries.id, before.id))
    .returning();
  if (!updated) throw new Error("A locked entry is gone");
  if (updated.title !== before.title || updated.body !== before.body) await rebuildPassages(tx, updated);
  return updated;
};

/** Scripts that name the entry lose it, too. */
export const deleteKnowledge = async (tx: Tx, id: string): Promise<void> => {
  await removePassages(tx, id);
  await tx.execute(sql`
    UPDATE scripts SET knowledge_ids = array_remove(knowledge_ids, ${id}::uuid) WHERE knowledge_ids @> ARRAY[${id}::uuid]`);
  await tx.delete(knowledgeEntries).where(eq(knowledgeEntries.id, id));
};

const rebuildPassages = async (tx: Tx, { id, title, body }: KnowledgeEntryRow): Promise<void> => {
  await removePassages(tx, id);
  const passages = splitDocument(title, body);
  if (passages.length === 0) return;
  await tx.insert(knowledgePassages).values(
    passages.map((passage, position) => ({
      entryId: id,
      position,
      title: passage.title,
      body: passage.text,
    })),
  );
  await tx.execute(sql`
    INSERT INTO knowledge_words (word) ${wordsOfEntry(id)} ON CONFLICT DO NOTHING`);
};

/** Longer words are numbers, codes and addresses, which nobody misspells in a question. */
const maxWordLength = 40;

const wordsOfEntry = (id: string) => sql`
  SELECT DISTINCT word FROM knowledge_passages p,
         regexp_split_to_table(fold_text(p.title || ' ' || p.body), '[^[:alnum:]]+') AS word
   WHERE p.entry_id = ${id} AND length(word) BETWEEN 4 AND ${maxWordLength} AND word !~ '[0-9]'`;

/** The passages of an entry, and the words that no other entry has. Its stems may have kept words of other entries. */
const removePassages = async (tx: Tx, id: string): Promise<void> => {
  const { rows } = await tx.execute<{ word: string }>(sql`
    ${wordsOfEntry(id)}
    UNION SELECT lexeme FROM knowledge_passages, unnest(tsvector_to_array(search)) AS lexeme WHERE entry_id = ${id}`);
  if (rows.length === 0) return;
  await tx.delete(knowledgePassages).where(eq(knowledgePassages.entryId, id));
  await tx.execute(sql`
    DELETE FROM knowledge_words w
     WHERE w.word = ANY(${sql.param(rows.map(({ word }) => word))}::text[])
       AND NOT EXISTS (SELECT FROM knowledge_passages p WHERE p.search @@ plainto_tsquery('simple', w.word))`);
};
