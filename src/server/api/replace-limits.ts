import { findScoreLimits } from "#domain/rules/score-limits.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { lockRule } from "#server/store/automation/rules.ts";
import type { WriteContext } from "#server/store/write.ts";
import { changeRule } from "./change-rule.ts";
import { Problem } from "./problem.ts";

type NewLimit = { ruleId: string; part: "triggers" | "conditions"; row: number; value: number };

/** Gives rules new limits on a score. A row that is no such limit any more is a conflict, and nothing changes. */
export const replaceLimits = async (
  context: WriteContext,
  score: ScoreName,
  limits: readonly NewLimit[],
  userId: string | null,
): Promise<void> => {
  // In one order, so that two of these never wait for each other.
  const byRule = [...Map.groupBy(limits, ({ ruleId }) => ruleId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [ruleId, changes] of byRule) {
    const rule = await lockRule(context.tx, ruleId);
    if (!rule) throw new Problem("conflict");
    const known = findScoreLimits(rule).filter((limit) => limit.score === score);
    const triggers = [...rule.triggers];
    const conditions = [...rule.conditions];
    for (const { part, row, value } of changes) {
      if (!known.some((limit) => limit.part === part && limit.row === row)) throw new Problem("conflict");
      const rows: { value: string }[] = part === "triggers" ? triggers : conditions;
      const old = rows[row];
      if (old) rows[row] = { ...old, value: String(value) };
    }
    await changeRule(context, rule, { triggers, conditions }, userId);
  }
};
