import type { PlannedWork } from "#domain/rules/kinds.ts";
import type { NewExternalTask } from "#server/store/integrations/external-tasks.ts";
import type { NewWork } from "#server/store/integrations/integration-work.ts";

/** What rules do in other systems. */
export type RuleWork = { posts: NewWork[]; externalTasks: NewExternalTask[] };

const payloads = {
  chat_post: (rule: string, text: string) => ({ rule, text }),
  hook_trigger: (rule: string, text: string) => ({ source: "rule", by: rule, note: text }),
};

export const addRuleWork = (
  { posts, externalTasks }: RuleWork,
  rule: string,
  personId: string,
  { kind, service, text }: PlannedWork,
  dueAt: string,
): void => {
  if (kind === "task_create") externalTasks.push({ service, personId, title: text, madeBy: "rule", dueAt });
  else posts.push({ service, kind, personId, payload: payloads[kind](rule, text), dueAt });
};
