import type * as z from "zod";
import type { Channel } from "#domain/channels/channel.ts";
import type {
  ActionType,
  ConditionType,
  RuleAction,
  RuleCondition,
  RuleTrigger,
  TriggerType,
} from "./rule.ts";
import type { RuleReason } from "./rule-reasons.ts";
import type { RuleEvent, RuleSnapshot } from "./snapshot.ts";

export type CompiledTrigger = {
  /** Did it come true just now? */
  fires: (happening: RuleEvent) => boolean;
  /** Is it true of the person as they are? An event counts as if it arrived now. */
  holds: (snapshot: RuleSnapshot) => boolean;
  /** Without a happening it says how things stand. */
  explain: (snapshot: RuleSnapshot, happening: RuleEvent | null) => RuleReason;
};

export type CompiledCondition = {
  holds: (snapshot: RuleSnapshot) => boolean;
  explain: (snapshot: RuleSnapshot) => RuleReason;
};

/** A message to make: of a named template, or of the very words that stand in the rule. */
export type PlannedAction = { channel: Channel; template: string; is: "name" | "text" };

/**
 * A kind of row. `fields` draws its form and checks what was read; `read` turns the texts of a stored row into
 * values of that form. A row that does not read well is kept as it is, and never matches.
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

const issueOf = (error: z.ZodError): string => String(error.issues[0]?.path[0] ?? "value");

const unreadable = (list: string, row: Record<string, string>, problem: string): RuleReason => ({
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
    const reason = unreadable("trigger", row, issueOf(parsed.error));
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
    return parsed.success ? kind.compile(parsed.data) : unreadable("action", row, issueOf(parsed.error));
  },
});
