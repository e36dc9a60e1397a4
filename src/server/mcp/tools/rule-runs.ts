import { rulesApi } from "#contract/rules.ts";
import { wholeAnswer } from "#domain/mcp/answer.ts";
import { readCursor, writeCursor } from "#domain/mcp/page-cursor.ts";
import { toDefinition } from "#server/api/change-rule.ts";
import { Problem } from "#server/api/problem.ts";
import { ruleHandlers } from "#server/api/rules.ts";
import { answerPage, callRoute, nameOf, notePerson, type ToolRuns } from "#server/mcp/tool-context.ts";

export const ruleRuns: ToolRuns<"list_rules" | "test_rule"> = {
  list_rules: ({ limit, cursor }, context) =>
    answerPage({
      cursor,
      name: "rules",
      read: async (page) => {
        const rules = await callRoute(context, rulesApi.list, ruleHandlers.list, { query: {} });
        const from = page === null ? 0 : Number(page);
        const next = from + limit;
        return { rows: rules.slice(from, next), next: next < rules.length ? String(next) : null };
      },
      toRow: ({
        id,
        name,
        description,
        enabled,
        version,
        triggers,
        conditions,
        actions,
        executionCount,
      }) => ({
        id,
        name,
        description,
        enabled,
        version,
        triggers,
        conditions,
        actions,
        fired: executionCount,
      }),
    }),

  test_rule: async ({ ruleId, days, cursor }, context) => {
    const at = readCursor(cursor);
    if (!at)
      throw new Problem("invalid", { issues: [{ path: "cursor", message: "Not a cursor of this tool" }] });
    const rules = await callRoute(context, rulesApi.list, ruleHandlers.list, { query: {} });
    const rule = rules.find(({ id }) => id === ruleId);
    if (!rule) throw new Problem("not_found");
    const report = await callRoute(context, rulesApi.dryRun, ruleHandlers.dryRun, {
      body: {
        rule: toDefinition(rule),
        ...(days === undefined ? {} : { days }),
        part: { after: at.page },
      },
    });
    const { people, total, fires, sent, held, blocked, reasons, cost, sample, next } = report;
    return wholeAnswer({
      rule: rule.name,
      people,
      total,
      fires,
      sent,
      held,
      blocked,
      reasons,
      costUsd: cost,
      sample: sample.slice(0, 10).map(({ personId, name, ruling, reasons: why }) => {
        notePerson(context, personId);
        return { personId, name: nameOf(name), ruling, reasons: why.map(({ code }) => code) };
      }),
      nextCursor: next === null ? null : writeCursor({ page: next, skip: 0 }),
    });
  },
};
