import { describe, expect, test } from "vitest";
import * as z from "zod";
import { actionKinds } from "./actions.ts";
import { conditionKinds } from "./conditions.ts";
import type { ActionKind, ConditionKind, TriggerKind } from "./kinds.ts";
import { actionTypes, conditionTypes, triggerTypes } from "./rule.ts";
import { triggerKinds } from "./triggers.ts";

describe("kinds of rule rows", () => {
  test("are those that the specification names, in its order", () => {
    expect(triggerKinds.map(({ id }) => id)).toEqual(triggerTypes);
    expect(conditionKinds.map(({ id }) => id)).toEqual(conditionTypes);
    expect(actionKinds.map(({ id }) => id)).toEqual(actionTypes);
  });

  const kinds: (TriggerKind | ConditionKind | ActionKind)[] = [
    ...triggerKinds,
    ...conditionKinds,
    ...actionKinds,
  ];
  test.each(kinds.map((kind) => [kind.id, kind] as const))(
    "%s describes the fields of its row and compiles invalid texts without throwing",
    (_id, kind) => {
      const { properties } = z.toJSONSchema(kind.fields, { io: "input" });
      const row: Record<string, unknown> = {
        operator: ">=",
        field: "x",
        value: "x",
        template: "x",
        otherwise: "wait",
        offsetDays: 1,
        at: "09:00",
        yearly: true,
        end: "finished",
        words: {},
        ai: undefined,
      };
      expect(Object.keys(properties ?? {}).every((field) => field in row)).toBe(true);
      for (const text of ["", " ", "💥", "NaN", "__proto__", "constructor", "-", "9".repeat(2000)])
        expect(() =>
          kind.compile({ type: kind.id, operator: ">=", field: text, value: text, template: text } as never),
        ).not.toThrow();
    },
  );
});
