import { sql } from "drizzle-orm";
import type { RuleVersion } from "#contract/rules.ts";
import { type RuleInput, ruleInput } from "#domain/rules/rule.ts";
import type { Reader, Tx } from "#server/db/database.ts";

export const insertRuleVersion = async (
  tx: Tx,
  ruleId: string,
  version: number,
  definition: RuleInput,
  changedBy: string | null,
): Promise<void> => {
  await tx.execute(sql`
    INSERT INTO rule_versions (rule_id, version, definition, changed_by)
    VALUES (${ruleId}, ${version}, ${JSON.stringify(definition)}::jsonb, ${changedBy})`);
};

type Row = { version: number; definition: unknown; changedBy: string | null; createdAt: string };

/** Newest first. Versions that this release cannot parse are left out. */
export const listRuleVersions = async (db: Reader, ruleId: string): Promise<RuleVersion[]> => {
  const { rows } = await db.execute<Row>(sql`
    SELECT v.version, v.definition, u.email AS "changedBy", v.created_at AS "createdAt"
      FROM rule_versions v LEFT JOIN users u ON u.id = v.changed_by
     WHERE v.rule_id = ${ruleId} ORDER BY v.version DESC LIMIT 200`);
  return rows.flatMap((row) => {
    const definition = ruleInput.safeParse(row.definition);
    if (!definition.success) return [];
    return [{ ...row, definition: definition.data, createdAt: new Date(row.createdAt).toISOString() }];
  });
};

type RunRow = {
  id: string;
  fired: boolean;
  why: { code: string }[];
  createdAt: string;
  actions: { id: string; channel: string; status: string; reasons: { code: string }[] }[];
};

/** The rule's runs for one person with the actions they created, newest first. */
export const listRunsOfPerson = async (db: Reader, ruleId: string, personId: string): Promise<RunRow[]> => {
  const { rows } = await db.execute<RunRow>(sql`
    SELECT r.id, r.fired, r.why, r.created_at AS "createdAt",
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'channel', a.type, 'status', a.status,
                       'reasons', coalesce(a.reasons, '[]')) ORDER BY a.id) FROM actions a WHERE a.rule_run_id = r.id), '[]') AS actions
      FROM rule_runs r WHERE r.rule_id = ${ruleId} AND r.person_id = ${personId} ORDER BY r.id DESC LIMIT 20`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
};
