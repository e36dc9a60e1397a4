import type { Rule } from "#contract/rules.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import type { Tx } from "#server/db/database.ts";
import { keepVersion, listVersions } from "#server/store/automation/rule-versions.ts";
import { deleteRule, insertRule, listRules, lockRule, updateRule } from "#server/store/automation/rules.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { ruleTools } from "./rule-tools.ts";

/** An emptied description is none. */
const normalizeInput = <T extends Partial<RuleInput>>(input: T): T =>
  input.description === "" ? { ...input, description: null } : input;

const toDefinition = (rule: Rule): RuleInput => ({
  name: rule.name,
  description: rule.description,
  enabled: rule.enabled,
  triggers: rule.triggers,
  conditions: rule.conditions,
  actions: rule.actions,
  options: rule.options,
});

/** Rules that came otherwise than by a form have no first version yet. */
const saveFirstVersion = async (tx: Tx, rule: Rule): Promise<void> => {
  if ((await listVersions(tx, rule.id)).length === 0)
    await keepVersion(tx, rule.id, rule.version, toDefinition(rule), null);
};

export const ruleHandlers: Handlers["rules"] = {
  ...ruleTools,

  list: async ({ services: { database } }) => listRules(database.db),

  create: async ({ input: { body }, actor, services: { write } }) => {
    return write(actor, async ({ tx, audit, touch }) => {
      const rule = await insertRule(tx, normalizeInput(body));
      await keepVersion(tx, rule.id, rule.version, toDefinition(rule), actor.userId);
      audit({
        eventType: "data_change",
        entityType: "rule",
        entityId: rule.id,
        description: `Added the rule “${rule.name}”`,
        metadata: { after: body },
      });
      touch("rules");
      return rule;
    });
  },

  update: async ({ input: { params, body }, actor, services: { write } }) => {
    const { updatedAt, ...fields } = body;
    const change = normalizeInput(fields);
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockRule(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      if (Object.keys(change).length === 0) return before;
      if (before.version === 1) await saveFirstVersion(tx, before);
      const after = await updateRule(tx, params.id, change);
      await keepVersion(tx, after.id, after.version, toDefinition(after), actor.userId);
      audit({
        eventType: "data_change",
        entityType: "rule",
        entityId: params.id,
        description: `Changed the rule “${before.name}”`,
        metadata: { after: change },
      });
      touch("rules");
      return after;
    });
  },

  remove: async ({ input: { params }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      const rule = await lockRule(tx, params.id);
      if (!rule) throw new Problem("not_found");
      await deleteRule(tx, params.id);
      audit({
        eventType: "data_change",
        entityType: "rule",
        entityId: params.id,
        description: `Deleted the rule “${rule.name}”`,
      });
      touch("rules");
    });
    return { ok: true };
  },
};
