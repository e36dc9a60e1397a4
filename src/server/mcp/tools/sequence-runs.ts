import { runsApi, type SequenceRun } from "#contract/runs.ts";
import type { AskedRuns } from "#domain/approvals/content.ts";
import { wholeAnswer } from "#domain/mcp/answer.ts";
import { readFirstWords } from "#server/api/change-broadcast.ts";
import { Problem } from "#server/api/problem.ts";
import { demandPeople } from "#server/api/require-rights.ts";
import { runHandlers } from "#server/api/runs.ts";
import {
  answerPage,
  callRoute,
  nameOf,
  notePerson,
  requireRoute,
  type ToolContext,
  type ToolRuns,
} from "#server/mcp/tool-context.ts";
import { findRule } from "#server/store/automation/rules.ts";
import { findRun } from "#server/store/automation/run-list.ts";
import { ask } from "./request-runs.ts";

const toRow = (context: ToolContext, { person, message, why, ...run }: SequenceRun) => {
  notePerson(context, person.id);
  return {
    ...run,
    person: { id: person.id, name: nameOf(person.name) },
    why: why.map(({ code }) => code),
    message: message && { id: message.id, channel: message.channel, status: message.status },
  };
};

/** The rule of the runs, where all are of one, and their person, where they are of one. */
const describeRuns = async (
  { services: { database } }: ToolContext,
  runIds: readonly string[],
): Promise<{ rule: AskedRuns["rule"]; personId: string | null }> => {
  const found = await Promise.all(runIds.slice(0, 100).map((id) => findRun(database.db, id)));
  const runs = found.filter((run) => run !== undefined);
  const [first] = runs;
  if (!first) throw new Problem("not_found");
  const isOneRule = runs.every((run) => run.rule?.id === first.rule?.id);
  const isOnePerson = runs.every((run) => run.person.id === first.person.id);
  const rule = isOneRule && first.rule ? await findRule(database.db, first.rule.id) : undefined;
  return {
    rule: rule ? { id: rule.id, name: rule.name, version: rule.version } : null,
    personId: isOnePerson ? first.person.id : null,
  };
};

export const sequenceRuns: ToolRuns<"list_runs" | "get_run" | "start_rule_for_people" | "stop_runs"> = {
  list_runs: ({ personId, ruleId, state, limit, cursor }, context) =>
    answerPage({
      cursor,
      name: "runs",
      read: async (page) => {
        const query = {
          ...(personId === undefined ? {} : { personId }),
          ...(ruleId === undefined ? {} : { ruleId }),
          ...(page === null ? {} : { cursor: page }),
          ...{ state, limit },
        };
        const found = await callRoute(context, runsApi.list, runHandlers.list, { query });
        return { rows: found.runs, next: found.nextCursor };
      },
      toRow: (run) => toRow(context, run),
    }),

  get_run: async ({ runId }, context) => {
    const input = { params: { id: runId } };
    const { steps, stopWhen, stopOn, ...run } = await callRoute(context, runsApi.get, runHandlers.get, input);
    return wholeAnswer({
      ...toRow(context, run),
      stopWhen,
      stopOn,
      steps: steps.map(({ message, why, ...step }) => ({
        ...step,
        why: why.map(({ code }) => code),
        message: message && { id: message.id, channel: message.channel, status: message.status },
      })),
    });
  },

  start_rule_for_people: async ({ ruleId, personIds, reason }, context) => {
    const ids = [...new Set(personIds)];
    await requireRoute(context, runsApi.start, { params: { id: ruleId }, body: { personIds: ids } });
    demandPeople(context.caller);
    const { db } = context.services.database;
    const rule = await findRule(db, ruleId);
    if (!rule) throw new Problem("not_found");
    if (!rule.enabled)
      throw new Problem("invalid", { issues: [{ path: "ruleId", message: "The rule is off" }] });
    for (const id of ids) notePerson(context, id);
    const { language } = await context.services.business();
    const { name, version, actions } = rule;
    const firstWords = await readFirstWords(db, actions, language);
    const runs = { verb: "start" as const, rule: { id: ruleId, name, version }, ids, firstWords };
    const [personId = null] = ids.length === 1 ? ids : [];
    return ask(context, { kind: "runs", personId, runs, reason });
  },

  stop_runs: async ({ runIds, reason }, context) => {
    const ids = [...new Set(runIds)];
    await requireRoute(context, runsApi.change, { body: { ids, change: { kind: "stop" } } });
    demandPeople(context.caller);
    const { rule, personId } = await describeRuns(context, ids);
    const runs = { verb: "stop" as const, rule, ids, firstWords: "" };
    return ask(context, { kind: "runs", personId, runs, reason });
  },
};
