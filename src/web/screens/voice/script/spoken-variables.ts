/** The variables that make sense in speech; those of messages are links. */
export const spokenVariableGroups = ["person", "business", "event"] as const;
