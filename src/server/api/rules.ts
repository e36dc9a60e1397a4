import type { Rule } from "#contract/rules.ts";
import { seesPeople, withoutPeople } from "#domain/audience/without-people.ts";
import { hourMs } from "#domain/compliance/durations.ts";
import { evaluateGate } from "#domain/compliance/evaluate-gate.ts";
import { maxRowsAtOnce } from "#domain/deletion.ts";
import { fieldTexts } from "#domain/people/field-texts.ts";
import { evaluateRule } from "#domain/rules/evaluate.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import type { RuleInput } from "#domain/rules/rule.ts";
import { defaultGoodForHours } from "#domain/rules/step-parts.ts";
import { chooseMessage } from "#domain/sequences/choose-message.ts";
import type { Tx } from "#server/db/database.ts";
import {
  plannedIntent,
  plannedWords,
  recipientLanguage,
  templateValues,
} from "#server/pipeline/deliver/compose.ts";
import { ruleSnapshot, withSegments } from "#server/pipeline/react/decide-rules.ts";
import { dryRun } from "#server/pipeline/react/dry-run.ts";
import { findCompiledRule } from "#server/store/automation/compiled-rules.ts";
import { detachRuns } from "#server/store/automation/end-runs.ts";
import {
  insertRuleVersion,
  listRuleVersions,
  listRunsOfPerson,
} from "#server/store/automation/rule-versions.ts";
import {
  deleteRule,
  findRule,
  insertRule,
  listRules,
  lockRule,
  updateRule,
} from "#server/store/automation/rules.ts";
import { readRunPeople } from "#server/store/automation/sequence-runs.ts";
import { findRecipients, readGateFacts } from "#server/store/compliance/gate-facts.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import { findProfiles } from "#server/store/people/profiles.ts";
import { readPersonSegments } from "#server/store/people/segment-memberships.ts";
import type { WriteContext } from "#server/store/write.ts";
import { changeRule, followRuleChange, identifySteps, startWatching, toDefinition } from "./change-rule.ts";
import { deleteNowOrLater } from "./deletions.ts";
import { forecastSequence } from "./forecast-sequence.ts";
import type { Handlers } from "./handler.ts";
import { sendPage, unknownCursor } from "./next-page.ts";
import { Problem } from "./problem.ts";
import { checkGoal, checkRuleRows } from "./rule-checks.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** An empty description is stored as null. */
const normalizeInput = <T extends Partial<RuleInput>>(input: T): T =>
  input.description === "" ? { ...input, description: null } : input;

export const ruleHandlers: Handlers["rules"] = {
  list: async ({ input: { query }, services: { database }, reply }) => {
    const rules = await listRules(database.db);
    const { cursor, limit = rules.length } = query;
    const at = cursor === undefined ? -1 : rules.findIndex(({ id }) => id === cursor);
    if (cursor !== undefined && at < 0) throw unknownCursor();
    return sendPage(rules.slice(at + 1), limit, reply);
  },

  get: async ({ input: { params }, services: { database } }) => {
    const rule = await findRule(database.db, params.id);
    if (!rule) throw new Problem("not_found");
    return rule;
  },

  create: async ({ input: { body }, actor, services: { database, write }, caller, request }) => {
    const language = requestLanguage({ caller, request });
    checkGoal(body, language);
    await checkRuleRows(database.db, body, language);
    return write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const rule = await insertRule(tx, identifySteps(normalizeInput(body)));
      await insertRuleVersion(tx, rule.id, rule.version, toDefinition(rule), actor.userId);
      audit({
        eventType: "data_change",
        entityType: "rule",
        entityId: rule.id,
        details: { kind: "thing", verb: "added", thing: "rule", name: rule.name },
        metadata: { after: body },
      });
      startWatching(context, rule);
      touch("rules");
      return rule;
    });
  },

  update: async ({ input: { params, body }, actor, services: { database, write }, caller, request }) => {
    const { updatedAt, ...fields } = body;
    const language = requestLanguage({ caller, request });
    await checkRuleRows(database.db, fields, language, params.id);
    const change = normalizeInput(fields);
    return write(actor, async (context) => {
      const before = await lockRule(context.tx, params.id);
      if (!before) throw new Problem("not_found");
      if (updatedAt !== undefined && Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new Problem("conflict");
      if (Object.keys(change).length === 0) return before;
      checkGoal({ ...before, ...change }, language);
      return changeRule(context, before, change, actor.userId);
    });
  },

  remove: ({ input: { params }, ...call }) => {
    const lock = async (tx: Tx): Promise<Rule> => {
      const rule = await lockRule(tx, params.id);
      if (!rule) throw new Problem("not_found");
      return rule;
    };
    const deletion = {
      kind: "rule" as const,
      id: params.id,
      deleteNow: async ({ tx, audit, touch }: WriteContext) => {
        const rule = await lock(tx);
        await detachRuns(tx, params.id, maxRowsAtOnce);
        await deleteRule(tx, params.id);
        audit({
          eventType: "data_change",
          entityType: "rule",
          entityId: params.id,
          details: { kind: "thing", verb: "deleted", thing: "rule", name: rule.name },
        });
        touch("rules", "rule-runs", "actions");
      },
      // It must not fire while the job runs.
      prepare: async ({ tx, touch }: WriteContext) => {
        await lock(tx);
        await updateRule(tx, params.id, { enabled: false });
        touch("rules");
      },
    };
    return deleteNowOrLater(deletion, call);
  },

  versions: ({ input: { params }, services: { database } }) => listRuleVersions(database.db, params.id),

  restore: async ({ input: { params }, actor, services: { write } }) =>
    write(actor, async (context) => {
      const { tx, audit, touch } = context;
      const before = await lockRule(tx, params.id);
      const version = (await listRuleVersions(tx, params.id)).find(
        (stored) => stored.version === params.version,
      );
      if (!before || !version) throw new Problem("not_found");
      const after = await updateRule(tx, params.id, identifySteps(version.definition));
      await followRuleChange(context, before, after);
      await insertRuleVersion(tx, after.id, after.version, version.definition, actor.userId);
      audit({
        eventType: "data_change",
        entityType: "rule",
        entityId: params.id,
        details: { kind: "version_restored", thing: "rule", name: before.name, version: params.version },
      });
      startWatching(context, after);
      touch("rules");
      return after;
    }),

  dryRun: async ({ input: { body }, services, caller }) => {
    const { database, addressHash, contactRules, general, business } = services;
    const now = Date.now();
    const { timezone } = await general();
    const context = {
      db: database.db,
      hash: addressHash,
      contactRules: await contactRules(now),
      timezone,
      language: (await business()).language,
    };
    const report = await dryRun(body.rule, { days: body.days, part: body.part }, context, now);
    return seesPeople(caller.user.permissions) ? report : withoutPeople(report);
  },

  forecast: ({ input: { body }, caller, services }) => {
    if (!seesPeople(caller.user.permissions)) throw new Problem("forbidden");
    return forecastSequence(body, services, Date.now());
  },

  why: async ({ input: { params }, services }) => {
    const { database, addressHash, contactRules, general, business, personFields } = services;
    const now = Date.now();
    const rule = await findCompiledRule(database.db, params.id);
    const [person] = await findProfiles(database.db, [params.personId]);
    if (!rule || !person) throw new Problem("not_found");
    const { timezone } = await general();
    const segments = await readPersonSegments(database.db, person, rule.compiled.segmentIds, {
      now,
      timezone,
      userId: null,
    });
    const outcome = evaluateRule(
      rule.compiled,
      withSegments(ruleSnapshot(person, person.scores, person.scores, timezone, now), segments),
      null,
    );
    const recipients = await findRecipients(database.db, [person.id]);
    const templates = await listTemplateTexts(database.db);
    const [recipient] = recipients;
    const { values: businessValues, language: workspaceLanguage } = await business();
    const language = recipientLanguage(recipient ?? { language: null }, workspaceLanguage);
    const values =
      recipient &&
      templateValues(
        recipient,
        businessValues,
        {},
        null,
        fieldTexts(recipient.fields, await personFields(), language),
      );
    const { repeatHours } = rule.options;
    const rules = await contactRules(now);
    const read = await database.db.transaction((tx) =>
      readGateFacts(tx, recipients, rules, addressHash, now),
    );
    const facts = read.get(person.id);
    const preferred =
      (await readRunPeople(database.db, [person.id])).get(person.id)?.preferredChannel ?? null;
    return {
      now: { fires: outcome.fired, why: outcome.why },
      gate: rule.compiled.actions.flatMap((action) => {
        if (!facts) return [];
        const decide = (message: PlannedMessage) => {
          const words = values ? plannedWords(message, values, language, templates) : null;
          const repeatLimit = words === null || repeatHours === null ? null : { words, hours: repeatHours };
          const target = { personId: person.id, language, ruleId: rule.id, repeatLimit };
          return evaluateGate(plannedIntent(message, target, templates), facts);
        };
        const latest = now + defaultGoodForHours * hourMs;
        const { channel, ...message } = chooseMessage(action, { preferred, decide, latest });
        const decision = decide({ channel, ...message });
        const until =
          decision.kind === "wait" && decision.until !== null ? new Date(decision.until).toISOString() : null;
        return [{ channel, ruling: decision.kind, until, reasons: decision.reasons }];
      }),
      runs: await listRunsOfPerson(database.db, params.id, params.personId),
    };
  },
};
