/** Kinds of custom fields; each has a file in `domain/people/field-kinds`. */
export const personFieldKinds = [
  "text",
  "number",
  "date",
  "yes_no",
  "choice",
  "choices",
  "link",
  "money",
] as const;
export type PersonFieldKind = (typeof personFieldKinds)[number];
