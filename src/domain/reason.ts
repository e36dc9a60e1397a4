/** Why something was decided: a code and what it needs to be worded, by the interface, in either language. */
export type Reason = { code: string } & Record<string, string | number | boolean | null>;
