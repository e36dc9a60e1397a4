/** The page of a rule whose steps are done one after the other. */
export const sequencePath = (ruleId: string): string => `/rules/${ruleId}`;

export const newSequencePath = "/rules/new";

/** A new sequence that begins with everything of another one. */
export const copySequencePath = (ruleId: string): string => `${newSequencePath}?from=${ruleId}`;
