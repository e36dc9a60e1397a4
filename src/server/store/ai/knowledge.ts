import { type SQL, sql } from "drizzle-orm";
import type { Passage } from "#domain/agent/knowledge.ts";
import { dateIn } from "#domain/day.ts";
import { type QueryTerm, readQueryTerms } from "#domain/knowledge/query-terms.ts";
import {
  commonPassages,
  type PassageCandidate,
  type RankedTerm,
  rankPassages,
  type SimilarityScale,
} from "#domain/knowledge/rank-passages.ts";
import type { Reader } from "#server/db/database.ts";

/** Passages that vectors found, with their similarity to the question. */
export type SimilarPassages = { scale: SimilarityScale; similarities: ReadonlyMap<string, number> };

export type KnowledgeSearch = {
  query: string;
  /** Of the person; entries in it come first. */
  language: string;
  /** Entries that may be used; empty means all, as in a script. */
  entryIds?: readonly string[];
  now: number;
  timezone: string;
  limit: number;
  similar?: SimilarPassages | undefined;
};

const maxCandidates = 24;
/** Words of the base that a misspelt word is compared with. */
const maxCorrections = 4;
const minCorrectedLength = 5;

const toSearchedTerm = ({ word, english, spanish, plain }: QueryTerm, position: number) => ({
  position,
  word,
  english: english.join(" "),
  spanish: spanish.join(" "),
  plain: plain ?? "",
  correctable: plain !== null && plain.length >= minCorrectedLength,
});

/** A query for any lexeme of a vector, each of them once. */
const anyLexeme = (vector: SQL) =>
  sql`(SELECT coalesce(string_agg(quote_literal(lexeme), ' | '), '')::tsquery FROM unnest(tsvector_to_array(${vector})) AS lexeme)`;

/**
 * Of a very common word some passages are enough: those that have all terms of the question are read besides. The limit
 * also makes the planner use the full-text index before it looks at the entries.
 */
const passagesWith = (query: SQL) =>
  sql`(SELECT id, entry_id FROM knowledge_passages WHERE search @@ ${query} LIMIT ${commonPassages})`;

/** Both vectors of a passage in memory: a stored vector would be decompressed for each comparison. */
const unpackedVectors = sql`
  CROSS JOIN LATERAL (SELECT p.search || ''::tsvector AS whole, ts_filter(p.search, '{a}') AS title OFFSET 0) v`;

/** Entries that the agent may answer from on this day. */
const usableEntries = ({
  entryIds = [],
  now,
  timezone,
}: Pick<KnowledgeSearch, "entryIds" | "now" | "timezone">) => {
  const today = dateIn(now, timezone);
  const ids = entryIds.length === 0 ? null : entryIds;
  return sql`SELECT id, language FROM knowledge_entries
     WHERE status = 'approved' AND (valid_from IS NULL OR valid_from <= ${today}::date)
       AND (valid_to IS NULL OR valid_to >= ${today}::date)
       AND (${sql.param(ids)}::uuid[] IS NULL OR id = ANY(${sql.param(ids)}::uuid[]))`;
};

type SearchResult = { passageCount: number; frequencies: { position: number; passages: number }[] | null };
type FoundPassage = Omit<PassageCandidate, "similarity">;

/**
 * The passages that fit a question, best first, in one round trip. Full text in English, Spanish and without grammar
 * finds the words; a word that no passage has is looked up among the words of the base by trigrams.
 */
export const searchKnowledge = async (db: Reader, search: KnowledgeSearch): Promise<Passage[]> => {
  const terms = readQueryTerms(search.query);
  const { similar, language, limit } = search;
  const similarIds = similar ? [...similar.similarities.keys()] : [];
  if (terms.length === 0 && similarIds.length === 0) return [];
  const { rows } = await db.execute<SearchResult & { candidates: FoundPassage[] | null }>(sql`
    WITH usable AS MATERIALIZED (${usableEntries(search)}),
    term AS MATERIALIZED (
      SELECT position, word, correctable, ${anyLexeme(sql`
               to_tsvector('english', english) || to_tsvector('spanish', spanish) || to_tsvector('simple', plain)`)} AS query
        FROM jsonb_to_recordset(${JSON.stringify(terms.map(toSearchedTerm))}::jsonb) AS t (
               position int, word text, english text, spanish text, plain text, correctable boolean)),
    exact AS MATERIALIZED (
      SELECT t.position, p.id FROM term t CROSS JOIN LATERAL ${passagesWith(sql`t.query`)} p
       WHERE p.entry_id IN (SELECT id FROM usable)),
    correction AS MATERIALIZED (
      SELECT t.position, near.word, plainto_tsquery('simple', near.word) AS query
        FROM term t CROSS JOIN LATERAL (
               SELECT w.word FROM knowledge_words w WHERE w.word % t.word
                ORDER BY similarity(w.word, t.word) DESC LIMIT ${maxCorrections}) near
       WHERE t.correctable AND NOT EXISTS (SELECT FROM exact e WHERE e.position = t.position)),
    question AS MATERIALIZED (
      SELECT position, NULL::text AS corrected, query FROM term WHERE query::text <> ''
      UNION ALL SELECT position, word, query FROM correction),
    hit AS MATERIALIZED (
      SELECT position, id FROM exact
      UNION ALL
      SELECT DISTINCT c.position, p.id FROM correction c CROSS JOIN LATERAL ${passagesWith(sql`c.query`)} p
       WHERE p.entry_id IN (SELECT id FROM usable)),
    frequency AS MATERIALIZED (SELECT position, count(*)::int AS passages FROM hit GROUP BY position),
    chosen AS (
      SELECT id FROM (
        SELECT h.id FROM hit h JOIN frequency f USING (position)
         GROUP BY h.id ORDER BY sum(1 / (1 + ln(f.passages))) DESC, h.id LIMIT ${maxCandidates}) best
      UNION
      (SELECT p.id FROM (SELECT string_agg('(' || query::text || ')', ' & ')::tsquery AS query FROM term WHERE query::text <> ''
                    HAVING (SELECT max(passages) FROM frequency) >= ${commonPassages}) a
         CROSS JOIN LATERAL ${passagesWith(sql`a.query`)} p WHERE p.entry_id IN (SELECT id FROM usable) LIMIT ${maxCandidates})
      UNION
      SELECT id FROM knowledge_passages
       WHERE id = ANY(${sql.param(similarIds)}::uuid[]) AND entry_id IN (SELECT id FROM usable)),
    whole AS (SELECT string_agg(query::text, ' | ')::tsquery AS query FROM question)
    SELECT (SELECT count(*)::int FROM knowledge_passages) AS "passageCount",
           (SELECT jsonb_agg(frequency) FROM frequency) AS frequencies,
           (SELECT jsonb_agg(jsonb_build_object(
                     'id', p.id, 'entryId', p.entry_id, 'title', p.title, 'text', p.body, 'language', u.language,
                     'fullTextRank', coalesce(ts_rank(v.whole, whole.query), 0),
                     'matches', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                          'term', q.position, 'correctedTo', q.corrected,
                                          'isInTitle', v.title @@ q.query)), '[]')
                                   FROM question q WHERE v.whole @@ q.query)))
              FROM chosen JOIN knowledge_passages p USING (id) JOIN usable u ON u.id = p.entry_id
              CROSS JOIN whole ${unpackedVectors}) AS candidates`);
  const [result] = rows;
  const found = result?.candidates ?? [];
  const frequencies = new Map(result?.frequencies?.map(({ position, passages }) => [position, passages]));
  const ranked: RankedTerm[] = terms.map(({ word }, position) => ({
    word,
    passages: frequencies.get(position) ?? 0,
  }));
  const candidates = found.map((passage) => ({
    ...passage,
    similarity: similar?.similarities.get(passage.id) ?? null,
  }));
  return rankPassages(candidates, {
    question: search.query,
    terms: ranked,
    passageCount: result?.passageCount ?? 0,
    language,
    scale: similar?.scale,
    limit,
  });
};

/** A base of about 6,000 tokens fits into the prompt as a whole. */
export const maxSmallBase = 24_000;

export type SmallBaseEntry = { id: string; title: string; text: string };

/** All usable entries where they are short enough together; null where they must be searched. */
export const readSmallBase = async (
  db: Reader,
  options: Pick<KnowledgeSearch, "entryIds" | "now" | "timezone"> & { maxCharacters?: number },
): Promise<SmallBaseEntry[] | null> => {
  const maxCharacters = options.maxCharacters ?? maxSmallBase;
  const { rows } = await db.execute<SmallBaseEntry & { total: number }>(sql`
    WITH usable AS (${usableEntries(options)}),
    sized AS (
      SELECT e.id, e.title, e.body, e.created_at,
             sum(length(e.title) + length(e.body)) OVER ()::int AS total
        FROM knowledge_entries e JOIN usable USING (id))
    SELECT id, title, CASE WHEN total <= ${maxCharacters} THEN body ELSE '' END AS text, total
      FROM sized ORDER BY created_at, id LIMIT 1000`);
  return (rows[0]?.total ?? 0) <= maxCharacters
    ? rows.map(({ id, title, text }) => ({ id, title, text }))
    : null;
};
