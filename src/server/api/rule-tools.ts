import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import { evaluateRule } from "#domain/rules/evaluate.ts";
import { intentOf, languageOf } from "#server/pipeline/deliver/compose.ts";
import { dryRun } from "#server/pipeline/react/dry-run.ts";
import { snapshotOf } from "#server/pipeline/react/react.ts";
import { findBookRule } from "#server/store/automation/compiled-rules.ts";
import { keepVersion, listVersions, runsFor } from "#server/store/automation/rule-versions.ts";
import { lockRule, updateRule } from "#server/store/automation/rules.ts";
import { findRecipients, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import { listWordings } from "#server/store/delivery/templates.ts";
import { holdProfiles } from "#server/store/people/profiles.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";

/** What an operator asks of a rule besides keeping it. */
export const ruleTools: Pick<Handlers["rules"], "versions" | "restore" | "dryRun" | "why"> = {
  versions: ({ input: { params }, services: { database } }) => listVersions(database.db, params.id),

  restore: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async ({ tx, audit, touch }) => {
      const before = await lockRule(tx, params.id);
      const wanted = (await listVersions(tx, params.id)).find(({ version }) => version === params.version);
      if (!before || !wanted) throw new Problem("not_found");
      const after = await updateRule(tx, params.id, wanted.definition);
      await keepVersion(tx, after.id, after.version, wanted.definition, actor.userId);
      audit({
        eventType: "data_change",
        entityType: "rule",
        entityId: params.id,
        description: `Brought version ${params.version} of the rule “${before.name}” back`,
      });
      touch("rules");
      return after;
    }),

  dryRun: async ({ input: { body }, services }) => {
    const { database, addressHash, contactRules, general, business } = services;
    const now = Date.now();
    const { timezone } = await general();
    const running = {
      db: database.db,
      hash: addressHash,
      rules: await contactRules.get(now),
      zone: timezone,
      language: (await business()).language,
    };
    return dryRun(body.rule, { days: body.days, part: body.part }, running, now);
  },

  why: async ({ input: { params }, services }) => {
    const { database, addressHash, contactRules, general, business } = services;
    const now = Date.now();
    const rule = await findBookRule(database.db, params.id);
    const [person] = await database.db.transaction((tx) => holdProfiles(tx, [params.personId]));
    if (!rule || !person) throw new Problem("not_found");
    const { timezone } = await general();
    const outcome = evaluateRule(
      rule.compiled,
      snapshotOf(person, person.scores, person.scores, timezone, now),
      null,
    );
    const recipients = await findRecipients(database.db, [person.id]);
    const wordings = await listWordings(database.db);
    const language = languageOf(recipients[0] ?? { language: null }, (await business()).language);
    const rules = await contactRules.get(now);
    const read = await database.db.transaction((tx) =>
      readGateFacts(tx, recipients, rules, addressHash, now),
    );
    const facts = read.get(person.id);
    return {
      now: { fires: outcome.fired, why: outcome.why },
      gate: rule.compiled.actions.flatMap((action) => {
        if (!facts) return [];
        const { channel } = action;
        const ruling = evaluateGate(
          intentOf(action, { personId: person.id, language, ruleId: rule.id }, wordings),
          facts,
        );
        const until =
          ruling.kind === "wait" && ruling.until !== null ? new Date(ruling.until).toISOString() : null;
        return [{ channel, ruling: ruling.kind, until, reasons: ruling.reasons }];
      }),
      runs: await runsFor(database.db, params.id, params.personId),
    };
  },
};
