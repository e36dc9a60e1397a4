import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Rule } from "#contract/rules.ts";
import { compileRule } from "#domain/rules/evaluate.ts";
import type { RuleInput, RuleOptions } from "#domain/rules/rule.ts";
import { watchesOf } from "#domain/rules/watches.ts";
import { isSequence, placesAfterRemoval, withStepIds } from "#domain/sequences/compile-sequence.ts";
import type { Tx } from "#server/db/database.ts";
import { moveDisplacedRuns } from "#server/housekeeping/move-displaced-runs.ts";
import { watchTriggers } from "#server/housekeeping/watch-triggers.ts";
import { askForHeldRuns } from "#server/pipeline/advance/ai/run-ai-step.ts";
import { endRuns } from "#server/store/automation/end-runs.ts";
import { moveFromRemovedSteps } from "#server/store/automation/removed-steps.ts";
import { insertRuleVersion, listRuleVersions } from "#server/store/automation/rule-versions.ts";
import { updateRule } from "#server/store/automation/rules.ts";
import { wakeRunActions } from "#server/store/automation/sequence-runs.ts";
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

const newStepId = (): string => randomBytes(5).toString("hex");

/** The rows of a sequence get an id each, by which runs find their place after an edit. */
export const identifySteps = <Input extends Partial<RuleInput>>(
  input: Input,
  options: Partial<RuleOptions> = input.options ?? {},
): Input =>
  input.actions && isSequence(input.actions, options)
    ? { ...input, actions: withStepIds(input.actions, newStepId) }
    : input;

const stepsOf = ({ actions }: Pick<Rule, "actions">): { id: string }[] =>
  actions.flatMap(({ id }) => (id === undefined ? [] : [{ id }]));

/** Runs keep their place by the id of their step; those whose step is gone go to the next one, or end. */
export const followRuleChange = async (
  { tx, touch, enqueue }: Pick<WriteContext, "tx" | "touch" | "enqueue">,
  before: Rule,
  after: Rule,
): Promise<void> => {
  const ofRule = sql`r.rule_id = ${after.id}`;
  if (isSequence(before.actions, before.options)) {
    if (isSequence(after.actions, after.options)) {
      const places = placesAfterRemoval(stepsOf(before), stepsOf(after));
      if (await moveFromRemovedSteps(tx, after.id, { version: after.version, places }))
        enqueue(moveDisplacedRuns, { ruleId: after.id });
    } else await endRuns(tx, ofRule, { code: "run_rule_changed" });
    touch("rule-runs", "actions");
  }
  if (after.enabled && !before.enabled) {
    await wakeRunActions(tx, ofRule);
    await askForHeldRuns(
      { tx, enqueue },
      compileRule(after).sequence,
      sql`${ofRule} AND r.paused_at IS NULL`,
    );
  }
};

/** What a rule waits for counts from its saving on, not from the next look. */
export const startWatching = ({ enqueue }: Pick<WriteContext, "enqueue">, rule: Rule): void => {
  if (rule.enabled && watchesOf(compileRule(rule)).length > 0) enqueue(watchTriggers, {});
};

/** Changes a rule that is locked, with its version and audit entry. */
export const changeRule = async (
  context: WriteContext,
  before: Rule,
  change: Partial<RuleInput>,
  userId: string | null,
): Promise<Rule> => {
  const { tx, audit, touch } = context;
  if (before.version === 1) await saveFirstVersion(tx, before);
  const options = change.options ?? before.options;
  // Options alone can make a sequence of rows that have no ids yet.
  const needsIds = change.options !== undefined && before.actions.some(({ id }) => id === undefined);
  const identified = identifySteps(needsIds ? { actions: before.actions, ...change } : change, options);
  const after = await updateRule(tx, before.id, identified);
  await followRuleChange(context, before, after);
  await insertRuleVersion(tx, after.id, after.version, toDefinition(after), userId);
  audit({
    eventType: "data_change",
    entityType: "rule",
    entityId: before.id,
    details: { kind: "thing", verb: "changed", thing: "rule", name: before.name },
    metadata: { after: change },
  });
  startWatching(context, after);
  touch("rules");
  return after;
};
