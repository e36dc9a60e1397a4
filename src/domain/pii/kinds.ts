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

/** An endpoint's choice per kind; kinds it does not name follow `maskedByDefault`. */
export const piiFlags = z.partialRecord(z.enum(piiKinds), z.enum(["mask", "show"]));
export type PiiFlags = z.infer<typeof piiFlags>;

/** Not needed to talk to a person. */
const maskedByDefault: readonly PiiKind[] = ["ssn", "card", "iban", "birth_date"];

export const isMasked = (kind: PiiKind, flags: PiiFlags): boolean =>
  flags[kind] === undefined ? maskedByDefault.includes(kind) : flags[kind] === "mask";

/** The position of personal data in a payload, as a path such as `a.b[0].c`, and its kind. */
export type PiiFinding = { path: string; kind: PiiKind };
