import type * as z from "zod";
import type { Language } from "#domain/language.ts";
import { actionKinds } from "#domain/rules/actions.ts";
import { conditionKinds } from "#domain/rules/conditions.ts";
import type { RuleAction, RuleCondition, RuleInput } from "#domain/rules/rule.ts";
import { triggerKinds } from "#domain/rules/triggers.ts";
import type { Reader } from "#server/db/database.ts";
import { findTemplate } from "#server/pipeline/deliver/compose.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import { readSegmentConditions } from "#server/store/people/segment-memberships.ts";
import { issueMessages, issuePhrases } from "./issue-messages.ts";
import { Problem, type ProblemIssue } from "./problem.ts";

type RowKind<Row> = { id: string; fields: z.ZodObject; read: (row: Row) => Record<string, unknown> };

/** A text that cannot be read as its kind of value becomes undefined, but the message is about the text. */
const rowIssues = <Row extends { type: string }>(
  list: string,
  kinds: readonly RowKind<Row>[],
  rows: readonly Row[],
  language: Language,
): ProblemIssue[] =>
  rows.flatMap((row, index) => {
    const kind = kinds.find(({ id }) => id === row.type);
    const texts = row as Record<string, unknown>;
    const parsed = kind?.fields.safeParse(kind.read(row), {
      error: (issue) => {
        const input = issue.input ?? texts[String(issue.path?.[0])];
        return issueMessages[language]({ ...issue, input } as z.core.$ZodRawIssue);
      },
    });
    return (parsed?.error?.issues ?? []).map(({ path, message }) => ({
      path: [list, index, ...path.map(String)].join("."),
      message,
    }));
  });

const templateIssues = async (
  db: Reader,
  actions: readonly RuleAction[],
  language: Language,
): Promise<ProblemIssue[]> => {
  const templates = await listTemplateTexts(db);
  return actions.flatMap((action, index) => {
    const planned = actionKinds.find(({ id }) => id === action.type)?.compile(action);
    if (!planned || "code" in planned || "service" in planned || planned.is !== "name") return [];
    const { channel, template } = planned;
    if (findTemplate(templates, { channel, config: { template } }, language)) return [];
    const message = issuePhrases[language].unknownTemplate(template);
    return [{ path: `actions.${index}.template`, message }];
  });
};

/** A segment that asks for `me` cannot be read in a rule, which no user asks for. */
const segmentIssues = async (
  db: Reader,
  conditions: readonly RuleCondition[],
  language: Language,
): Promise<ProblemIssue[]> => {
  const asked = conditions.map(
    (row) => conditionKinds.find(({ id }) => id === row.type)?.compile(row).segmentId,
  );
  const ids = asked.filter((id) => id !== undefined);
  if (ids.length === 0) return [];
  const segments = await readSegmentConditions(db, ids, { now: 0, timezone: "UTC", userId: null });
  return asked.flatMap((id, index) =>
    id === undefined || segments.get(id)?.sql
      ? []
      : [{ path: `conditions.${index}.value`, message: issuePhrases[language].unknownSegment }],
  );
};

/** Refuses rows that could never match, and templates and segments that do not exist. */
export const checkRuleRows = async (
  db: Reader,
  { triggers = [], conditions = [], actions = [] }: Partial<RuleInput>,
  language: Language,
): Promise<void> => {
  const issues = [
    ...rowIssues("triggers", triggerKinds, triggers, language),
    ...rowIssues("conditions", conditionKinds, conditions, language),
    ...rowIssues("actions", actionKinds, actions, language),
    ...(await templateIssues(db, actions, language)),
    ...(await segmentIssues(db, conditions, language)),
  ];
  if (issues.length > 0) throw new Problem("invalid", { issues });
};
