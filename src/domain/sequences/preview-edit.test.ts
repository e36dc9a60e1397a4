import { describe, expect, test } from "vitest";
import type { RuleAction } from "#domain/rules/rule.ts";
import { previewEdit } from "./preview-edit.ts";

const sms = (id: string, template: string, days = 0): RuleAction => ({
  ...{ id, type: "sms", template },
  ...(days > 0 ? { wait: { for: days, unit: "days" } } : {}),
});
const before = [sms("a", "Hola"), sms("b", "¿Seguimos?", 2), sms("c", "Adiós", 3)];
const runs = [
  { stepId: "a", count: 1 },
  { stepId: "b", count: 10 },
  { stepId: "c", count: 100 },
];
const none = { unchanged: 0, newWords: 0, otherWaits: 0, otherSteps: 0, moved: 0, ended: 0 };

describe("an edit of a sequence", () => {
  test.each<[string, RuleAction[], Partial<typeof none>]>([
    ["nothing", before, { unchanged: 111 }],
    [
      "the words of the second step",
      [sms("a", "Hola"), sms("b", "¿Aún?", 2), sms("c", "Adiós", 3)],
      { newWords: 11, unchanged: 100 },
    ],
    [
      "the wait of the last step",
      [sms("a", "Hola"), sms("b", "¿Seguimos?", 2), sms("c", "Adiós", 9)],
      { otherWaits: 111 },
    ],
    ["words and a wait", [sms("a", "Hola"), sms("b", "¿Aún?", 2), sms("c", "Adiós", 9)], { otherWaits: 111 }],
    ["a step less at the end", [sms("a", "Hola"), sms("b", "¿Seguimos?", 2)], { otherSteps: 11, ended: 100 }],
    [
      "a step less in the middle",
      [sms("a", "Hola"), sms("c", "Adiós", 3)],
      { otherSteps: 1, moved: 10, unchanged: 100 },
    ],
    ["a new step at the end", [...before, sms("d", "Fin", 1)], { otherSteps: 111 }],
    ["a new step at the begin", [sms("z", "Antes"), ...before], { unchanged: 111 }],
    [
      "a step moved behind",
      [sms("b", "¿Seguimos?", 2), sms("c", "Adiós", 3), sms("a", "Hola")],
      { otherSteps: 111 },
    ],
    ["all step parts", [{ type: "sms", template: "Hola" }], { ended: 111 }],
  ])("that changes %s", (_what, after, effects) => {
    expect(previewEdit(before, after, {}, runs)).toEqual({ ...none, ...effects });
  });
});
