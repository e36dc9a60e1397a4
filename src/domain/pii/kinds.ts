import * as z from "zod";

/** Kinds of personal data that a payload may carry. */
export const piiKinds = [
  "email",
  "phone",
  "ssn",
  "card",
  "iban",
  "birth_date",
  "address",
  "ip",
  "name",
] as const;
export type PiiKind = (typeof piiKinds)[number];

/** An endpoint's own choice for a kind; what it does not name is as `maskedByDefault` says. */
export const piiFlags = z.partialRecord(z.enum(piiKinds), z.enum(["mask", "show"]));
export type PiiFlags = z.infer<typeof piiFlags>;

/** Nobody needs these to talk to a person. */
const maskedByDefault: readonly PiiKind[] = ["ssn", "card", "iban", "birth_date"];

export const isMasked = (kind: PiiKind, flags: PiiFlags): boolean =>
  flags[kind] === undefined ? maskedByDefault.includes(kind) : flags[kind] === "mask";

/** Where in a payload something personal stands: the path as `a.b[0].c`, and what it is. */
export type PiiFinding = { path: string; kind: PiiKind };
