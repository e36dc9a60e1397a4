import type * as z from "zod";
import type { ReversibleChange } from "#domain/bulk-change.ts";
import type { Channel } from "#domain/channels/channel.ts";
import type { WorkKind } from "#domain/integrations/integration-work.ts";
import type { AiPart } from "./ai-step.ts";
import type { DateTrigger } from "./date-trigger.ts";
import type {
  ActionType,
  ConditionType,
  Operator,
  RuleAction,
  RuleCondition,
  RuleTrigger,
  TriggerType,
} from "./rule.ts";
import type { RuleReason } from "./rule-reasons.ts";
import type { RuleEvent, RuleSnapshot, Scores } from "./snapshot.ts";

/**
 * What must be true of a person for a row to hold, as plain values, so that a query can leave out the others. A row
 * without one may hold for anybody.
 */
export type Requirement =
  | { of: "score"; score: keyof Scores; operator: Operator; value: number }
  | { of: "consent"; field: string; value: boolean }
  | { of: "status"; status: string; is: boolean }
  | { of: "segment"; id: string; isIn: boolean }
  | { of: "date"; field: string };

/** What nothing announces, so that it is looked for from time to time. */
export type TriggerWatch = { of: "segment"; id: string } | ({ of: "date" } & DateTrigger);

export type CompiledTrigger = {
  requires?: Requirement;
  watches?: TriggerWatch;
  /** The segment whose membership the snapshot must have. */
  segmentId?: string;
  /** Whether the event makes it true. */
  fires: (event: RuleEvent) => boolean;
  /** Whether it is true now; a trigger on events counts as if its event arrived. */
  holds: (snapshot: RuleSnapshot) => boolean;
  /** Without an event it explains the present state. */
  explain: (snapshot: RuleSnapshot, event: RuleEvent | null) => RuleReason;
};

export type CompiledCondition = {
  requires?: Requirement;
  /** The segment whose membership the snapshot must have. */
  segmentId?: string;
  /** A condition that waits instead of failing: the first instant from `from` on at which it holds; null if there is none. */
  opensAt?: (snapshot: RuleSnapshot, from: number) => number | null;
  /** Set where `holds` takes much longer than those of other kinds; it is then evaluated after them. */
  isSlow?: true;
  holds: (snapshot: RuleSnapshot) => boolean;
  explain: (snapshot: RuleSnapshot) => RuleReason;
};

/** A message to compose, from a named template or from the text in the rule. */
export type PlannedMessage = {
  channel: Channel;
  template: string;
  is: "name" | "text";
  /** The same message on each channel where it may go; which one is chosen when it is made. */
  alternatives?: readonly PlannedMessage[];
};
/** A notice to colleagues or a task in another system. It does not reach the person, so it passes no gate. */
export type PlannedWork = {
  kind: Extract<WorkKind, "chat_post" | "hook_trigger" | "task_create">;
  /** The connector of the vendor. */
  service: string;
  text: string;
};
/**
 * What only a sequence does: it changes the person, adds a task, tells colleagues or webhooks, starts or stops another
 * rule, asks a model, or asks which steps follow.
 */
export type PlannedStep =
  | { step: "change"; change: ReversibleChange }
  /** A custom field with a value that is still text; an empty one removes it. */
  | { step: "field"; key: string; text: string }
  | { step: "task"; title: string }
  | { step: "notify"; text: string }
  | { step: "webhook"; note: string }
  | { step: "start" | "stop"; ruleId: string }
  | { step: "ask" }
  | { step: "ai"; instruction: string; ai: AiPart };
export type PlannedAction = PlannedMessage | PlannedWork | PlannedStep;

/**
 * A kind of row. `fields` describes its form and validates it; `read` converts the texts of a stored row to values
 * of `fields`. A row that cannot be read stays in the rule and never matches.
 */
type Kind<Id extends string, Row, Compiled> = {
  id: Id;
  fields: z.ZodObject;
  read: (row: Row) => Record<string, unknown>;
  compile: (row: Row) => Compiled;
};
export type TriggerKind<Id extends TriggerType = TriggerType> = Kind<Id, RuleTrigger, CompiledTrigger>;
export type ConditionKind<Id extends ConditionType = ConditionType> = Kind<
  Id,
  RuleCondition,
  CompiledCondition
>;
export type ActionKind<Id extends ActionType = ActionType> = Kind<Id, RuleAction, PlannedAction | RuleReason>;

type Definition<Id extends string, Row, S extends z.ZodObject, Compiled> = {
  id: Id;
  fields: S;
  read: (row: Row) => Record<string, unknown>;
  compile: (values: z.output<S>) => Compiled;
};

export const neverHolds = (): boolean => false;
/** Rules leave it out of what they evaluate. */
export const alwaysHolds = (): boolean => true;

const issueOf = (error: z.ZodError): string => String(error.issues[0]?.path[0] ?? "value");

const unreadable = (list: string, row: Record<string, string | undefined>, problem: string): RuleReason => ({
  code: "row_unreadable",
  list,
  ...row,
  problem,
});

export const defineTrigger = <Id extends TriggerType, S extends z.ZodObject>(
  kind: Definition<Id, RuleTrigger, S, CompiledTrigger>,
): TriggerKind<Id> => ({
  ...kind,
  compile: (row) => {
    const parsed = kind.fields.safeParse(kind.read(row));
    if (parsed.success) return kind.compile(parsed.data);
    const { type, operator, value } = row;
    const reason = unreadable("trigger", { type, operator, value }, issueOf(parsed.error));
    return { fires: neverHolds, holds: neverHolds, explain: () => reason };
  },
});

export const defineCondition = <Id extends ConditionType, S extends z.ZodObject>(
  kind: Definition<Id, RuleCondition, S, CompiledCondition>,
): ConditionKind<Id> => ({
  ...kind,
  compile: (row) => {
    const parsed = kind.fields.safeParse(kind.read(row));
    if (parsed.success) return kind.compile(parsed.data);
    const reason = unreadable("condition", row, issueOf(parsed.error));
    return { holds: neverHolds, explain: () => reason };
  },
});

export const defineAction = <Id extends ActionType, S extends z.ZodObject>(
  kind: Definition<Id, RuleAction, S, PlannedAction>,
): ActionKind<Id> => ({
  ...kind,
  compile: (row) => {
    const parsed = kind.fields.safeParse(kind.read(row));
    const { type, template } = row;
    return parsed.success
      ? kind.compile(parsed.data)
      : unreadable("action", { type, template }, issueOf(parsed.error));
  },
});
