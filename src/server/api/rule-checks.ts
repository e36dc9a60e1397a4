import * as z from "zod";
import type { Language } from "#domain/language.ts";
import { readFieldValue } from "#domain/people/field-kinds.ts";
import { actionKinds } from "#domain/rules/actions.ts";
import { conditionKinds } from "#domain/rules/conditions.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import type { RuleAction, RuleCondition, RuleInput, RuleOptions, RuleTrigger } from "#domain/rules/rule.ts";
import { isEventDate } from "#domain/rules/step-parts.ts";
import { triggerKinds } from "#domain/rules/triggers.ts";
import { findStepProblems, isSequence } from "#domain/sequences/compile-sequence.ts";
import { findGoalProblems, goalSegmentOf } from "#domain/sequences/goal.ts";
import type { Reader } from "#server/db/database.ts";
import { findTemplate } from "#server/pipeline/deliver/compose.ts";
import { findRule } from "#server/store/automation/rules.ts";
import { mayOwnWork } from "#server/store/conversations/user-name.ts";
import { listTemplateTexts } from "#server/store/delivery/templates.ts";
import { listPersonFields } from "#server/store/people/person-fields.ts";
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
  const isMissing = ({ channel, template, is }: PlannedMessage): boolean =>
    is === "name" && !findTemplate(templates, { channel, config: { template } }, language);
  const unknownName = (action: RuleAction): string | undefined => {
    const planned = actionKinds.find(({ id }) => id === action.type)?.compile(action);
    if (!planned || "code" in planned || !("channel" in planned)) return undefined;
    return (planned.alternatives ?? [planned]).find(isMissing)?.template;
  };
  return actions.flatMap((action, index) => {
    const wordings = [
      { path: `actions.${index}.template`, template: action.template },
      ...(action.variants ?? []).map(({ template }, place) => ({
        path: `actions.${index}.variants.${place}.template`,
        template,
      })),
    ];
    return wordings.flatMap(({ path, template }) => {
      const name = template === "" ? undefined : unknownName({ ...action, template });
      return name === undefined ? [] : [{ path, message: issuePhrases[language].unknownTemplate(name) }];
    });
  });
};

const stepIssues = (actions: readonly RuleAction[], language: Language): ProblemIssue[] =>
  findStepProblems(actions).map(({ index, part, problem }) => ({
    path: `actions.${index}.${part}`,
    message: issuePhrases[language].step[problem],
  }));

/** Goals and holdouts that could not mean anything; asked of the whole rule, because an edit may change a part of it. */
export const checkGoal = (
  { actions, options = {} }: { actions: readonly unknown[]; options?: Partial<RuleOptions> | undefined },
  language: Language,
): void => {
  const issues = findGoalProblems(options, isSequence(actions, options)).map(({ part, problem }) => ({
    path: `options.${part}`,
    message: issuePhrases[language].goal[problem],
  }));
  if (issues.length > 0) throw new Problem("invalid", { issues });
};

/** A segment that asks for `me` cannot be read in a rule, which no user asks for. */
const segmentIssues = async (
  db: Reader,
  triggers: readonly RuleTrigger[],
  conditions: readonly RuleCondition[],
  actions: readonly RuleAction[],
  options: RuleInput["options"],
  language: Language,
): Promise<ProblemIssue[]> => {
  const asked = [
    { id: (options && goalSegmentOf(options)) ?? undefined, path: "options.goal.segmentId" },
    ...(options?.stopOn ?? []).map((one, index) => ({
      id: one.kind === "segment" ? one.segmentId : undefined,
      path: `options.stopOn.${index}.segmentId`,
    })),
    ...triggers.map((row, index) => ({
      id: triggerKinds.find(({ id }) => id === row.type)?.compile(row).segmentId,
      path: `triggers.${index}.value`,
    })),
    ...conditions.map((row, index) => ({
      id: conditionKinds.find(({ id }) => id === row.type)?.compile(row).segmentId,
      path: `conditions.${index}.value`,
    })),
    ...actions.map(({ onlyIf }, index) => ({
      id: onlyIf?.segmentId,
      path: `actions.${index}.onlyIf.segmentId`,
    })),
  ].flatMap(({ id, path }) => (id === undefined ? [] : [{ id, path }]));
  if (asked.length === 0) return [];
  const use = { now: 0, timezone: "UTC", userId: null };
  const segments = await readSegmentConditions(
    db,
    asked.map(({ id }) => id),
    use,
  );
  return asked.flatMap(({ id, path }) =>
    segments.get(id)?.sql ? [] : [{ path, message: issuePhrases[language].unknownSegment }],
  );
};

/** A step that names what does not exist, or a value that its field does not take. */
const targetIssues = async (
  db: Reader,
  actions: readonly RuleAction[],
  ownId: string | undefined,
  language: Language,
): Promise<ProblemIssue[]> => {
  const planned = actions.flatMap(({ type, template }, index) => {
    const does = actionKinds.find(({ id }) => id === type)?.compile({ type, template });
    return does && !("code" in does) && "step" in does ? [{ path: `actions.${index}.template`, does }] : [];
  });
  const around = actions.flatMap(({ wait }, index) =>
    wait?.around === undefined || isEventDate(wait.around)
      ? []
      : [{ key: wait.around, path: `actions.${index}.wait` }],
  );
  const extracts = actions.flatMap(({ ai }, index) =>
    ai?.task === "extract" ? [{ key: ai.field, path: `actions.${index}.ai.field` }] : [],
  );
  const asksFields =
    around.length > 0 || extracts.length > 0 || planned.some(({ does }) => does.step === "field");
  const fields = asksFields ? await listPersonFields(db) : [];
  const isMissing = (key: string, kind?: string): boolean =>
    !fields.some((field) => field.key === key && !field.archivedAt && (!kind || field.kind === kind));
  const issues: ProblemIssue[] = [
    ...around.filter(({ key }) => isMissing(key, "date")),
    ...extracts.filter(({ key }) => isMissing(key)),
  ].map(({ path }) => ({ path, message: issuePhrases[language].invalid }));
  for (const { path, does } of planned) {
    const message = issuePhrases[language].invalid;
    if (does.step === "field") {
      const field = fields.find(({ key, archivedAt }) => key === does.key && archivedAt === null);
      if (!field || "problem" in readFieldValue(does.text, field)) issues.push({ path, message });
    } else if (does.step === "start" && does.ruleId === ownId) {
      issues.push({ path, message: issuePhrases[language].ownRule });
    } else if (does.step === "start" || does.step === "stop") {
      if (!(await findRule(db, does.ruleId))) issues.push({ path, message });
    } else if (does.step === "change" && does.change.kind === "owner" && does.change.userId !== null) {
      if (!(await mayOwnWork(db, does.change.userId))) issues.push({ path, message });
    }
  }
  return issues;
};

/** A trigger that names a date or a rule that does not exist, or the end of the rule itself. */
const triggerIssues = async (
  db: Reader,
  triggers: readonly RuleTrigger[],
  ownId: string | undefined,
  language: Language,
): Promise<ProblemIssue[]> => {
  const issues: ProblemIssue[] = [];
  const fields = triggers.some(({ type }) => type === "person_date") ? await listPersonFields(db) : [];
  for (const [index, { type, value }] of triggers.entries()) {
    const path = `triggers.${index}.value`;
    const isDate = fields.some(
      ({ key, kind, archivedAt }) => key === value && kind === "date" && !archivedAt,
    );
    if (type === "person_date" && !isDate) issues.push({ path, message: issuePhrases[language].invalid });
    if (type !== "sequence_ended") continue;
    if (value === ownId) issues.push({ path, message: issuePhrases[language].ownRule });
    else if (z.uuid().safeParse(value).success && !(await findRule(db, value)))
      issues.push({ path, message: issuePhrases[language].invalid });
  }
  return issues;
};

/** Refuses rows that could never match, and templates and segments that do not exist. */
export const checkRuleRows = async (
  db: Reader,
  { triggers = [], conditions = [], actions = [], options }: Partial<RuleInput>,
  language: Language,
  ownId: string | undefined = undefined,
): Promise<void> => {
  const issues = [
    ...rowIssues("triggers", triggerKinds, triggers, language),
    ...rowIssues("conditions", conditionKinds, conditions, language),
    ...rowIssues("actions", actionKinds, actions, language),
    ...(await templateIssues(db, actions, language)),
    ...stepIssues(actions, language),
    ...(await triggerIssues(db, triggers, ownId, language)),
    ...(await segmentIssues(db, triggers, conditions, actions, options, language)),
    ...(await targetIssues(db, actions, ownId, language)),
  ];
  if (issues.length > 0) throw new Problem("invalid", { issues });
};
