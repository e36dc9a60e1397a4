import type pg from "pg";
import type { CallTurn } from "#contract/voice.ts";
import type { CallSpeaker } from "#domain/voice/call.ts";
import { type ScriptFact, type ScriptGoal, scriptFact, scriptGoal } from "#domain/voice/script.ts";

type StoredTurn = Omit<CallTurn, "latency"> & {
  speaker: CallSpeaker;
  times: Record<string, number> | null;
  decidedBy: string | null;
  model: string | null;
  passages: string[] | null;
};

/** The newest turns of a call, oldest first; the agent's lines have the key `agent <epoch>`. */
const newestTurns = {
  name: "newest-call-turns",
  text: `SELECT t.id, t.speaker, t.text, t.at_ms AS "atMs", t.duration_ms AS "durationMs", t.language,
      t.is_interrupted AS "isInterrupted", t.marks, a.times, a.decided_by AS "decidedBy", a.model, a.passages
    FROM (SELECT *, CASE WHEN key ~ '^agent [0-9]{1,9}$' THEN substr(key, 7)::int END AS epoch
        FROM call_turns WHERE call_id = $1 ORDER BY at_ms DESC, id DESC LIMIT $2) t
      LEFT JOIN agent_turns a ON a.call_id = $1 AND a.epoch = t.epoch
    ORDER BY t.at_ms, t.id`,
};

const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** Titles by the ids of passages; those deleted since are missing. */
const readPassageTitles = async (pool: pg.Pool, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; title: string }>({
    name: "passage-titles",
    text: "SELECT id, title FROM knowledge_passages WHERE id = ANY ($1::uuid[])",
    values: [ids],
  });
  return new Map(rows.map(({ id, title }) => [id, title]));
};

const toLatency = (
  { times, decidedBy, model, passages }: StoredTurn,
  titles: ReadonlyMap<string, string>,
): CallTurn["latency"] => {
  const sentAt = times?.firstPieceMs;
  // Zero: the turns of the demo are played without a clock, so that nothing was measured.
  if (sentAt === undefined || sentAt === 0 || decidedBy === null) return null;
  const decidedAt = Math.min(times?.firstTokenMs ?? sentAt, sentAt);
  return {
    thinkMs: Math.round(decidedAt),
    sendMs: Math.round(sentAt - decidedAt),
    decidedBy,
    model,
    sources: [...new Set((passages ?? []).flatMap((id) => titles.get(id) ?? []))],
  };
};

/** The newest turns of a call with their latency. */
export const readConversation = async (pool: pg.Pool, callId: string, most: number): Promise<CallTurn[]> => {
  const { rows } = await pool.query<StoredTurn>({ ...newestTurns, values: [callId, most] });
  const passages = new Set(rows.flatMap((row) => row.passages ?? []).filter(isUuid));
  const titles = await readPassageTitles(pool, [...passages]);
  return rows.map((row) => {
    const { times, decidedBy, model, passages: _, ...turn } = row;
    return { ...turn, latency: toLatency(row, titles) };
  });
};

/** Selects the script as it was in the call, of the call whose table alias is `c`. */
export const callScriptColumns = `coalesce(v.definition ->> 'name', s.name) AS "scriptName",
      coalesce(v.definition -> 'goals', s.goals) AS "scriptGoals", coalesce(v.definition -> 'facts', s.facts) AS "scriptFacts"`;
export const callScriptJoins = `LEFT JOIN scripts s ON s.id = c.script_id
      LEFT JOIN script_versions v ON v.script_id = c.script_id AND v.version = c.script_version`;

/** Stored definitions may be of an older version, so each goal and fact is checked. */
export const parseScriptPlan = (row: {
  scriptGoals: unknown;
  scriptFacts: unknown;
}): { goals: ScriptGoal[]; facts: ScriptFact[] } => ({
  goals: (Array.isArray(row.scriptGoals) ? row.scriptGoals : []).flatMap((goal) => {
    const parsed = scriptGoal.safeParse(goal);
    return parsed.success ? [parsed.data] : [];
  }),
  facts: (Array.isArray(row.scriptFacts) ? row.scriptFacts : []).flatMap((fact) => {
    const parsed = scriptFact.safeParse(fact);
    return parsed.success ? [parsed.data] : [];
  }),
});

/** Columns of the person's scores, of the profile whose table alias is `profile`. */
export const callScoreColumns = `CASE WHEN profile.intent_score IS NOT NULL THEN jsonb_build_object('intent', profile.intent_score,
      'propensity', profile.propensity_to_buy, 'churn', profile.churn_risk) END AS scores`;
