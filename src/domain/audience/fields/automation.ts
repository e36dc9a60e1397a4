import { type FieldFamily, readAnswer } from "#domain/audience/field.ts";

export const ruleRunStates = ["never", "fired"] as const;

/** `rule.<id>`: whether a rule ever fired for the person. */
export const ruleFamily: FieldFamily = {
  group: "automation",
  find: (id, { ruleIds }) =>
    ruleIds.has(id)
      ? {
          group: "automation",
          kind: "choice",
          values: ruleRunStates,
          ask: (window) => ({ of: "rule", id, ...window, key: `rule.${id}` }),
          read: (facts, ask) => (readAnswer(facts, ask) > 0 ? "fired" : "never"),
        }
      : undefined,
};
