import type { Rule } from "#contract/rules.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import type { Tx } from "#server/db/database.ts";
import { insertRuleVersion, listRuleVersions } from "#server/store/automation/rule-versions.ts";
import { updateRule } from "#server/store/automation/rules.ts";
import type { WriteContext } from "#server/store/write.ts";

export const toDefinition = (rule: Rule): RuleInput => ({
  name: rule.name,
  description: rule.description,
  enabled: rule.enabled,
  triggers: rule.triggers,
  conditions: rule.conditions,
  actions: rule.actions,
  options: rule.options,
});

/** Rules that were not created through the API have no stored first version. */
const saveFirstVersion = async (tx: Tx, rule: Rule): Promise<void> => {
  if ((await listRuleVersions(tx, rule.id)).length === 0)
    await insertRuleVersion(tx, rule.id, rule.version, toDefinition(rule), null);
};

/** Changes a rule that is locked, with its version and audit entry. */
export const changeRule = async (
  { tx, audit, touch }: WriteContext,
  before: Rule,
  change: Partial<RuleInput>,
  userId: string | null,
): Promise<Rule> => {
  if (before.version === 1) await saveFirstVersion(tx, before);
  const after = await updateRule(tx, before.id, change);
  await insertRuleVersion(tx, after.id, after.version, toDefinition(after), userId);
  audit({
    eventType: "data_change",
    entityType: "rule",
    entityId: before.id,
    details: { kind: "thing", verb: "changed", thing: "rule", name: before.name },
    metadata: { after: change },
  });
  touch("rules");
  return after;
};
