import type { RuleInput } from "#domain/rules/rule.ts";
import { deleteRule, insertRule, listRules, lockRule, updateRule } from "#server/store/rules.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

/** An emptied description is none. */
const tidy = <T extends Partial<RuleInput>>(input: T): T =>
  input.description === "" ? { ...input, description: null } : input;

export const ruleHandlers: Handlers["rules"] = {
  list: async ({ services: { database } }) => listRules(database.db),

  create: async ({ input: { body }, actor, services: { write } }) => {
    return write(actor, async ({ tx, audit, touch }) => {
      const rule = await insertRule(tx, tidy(body));
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
    const change = tidy(fields);
    return write(actor, async ({ tx, audit, touch }) => {
      const before = await lockRule(tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      if (Object.keys(change).length === 0) return before;
      const after = await updateRule(tx, params.id, change);
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
