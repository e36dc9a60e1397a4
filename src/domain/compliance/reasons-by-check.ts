import type { Reason } from "#domain/reason.ts";
import { type GateCheckId, gateChecks } from "./checks.ts";

const checkOfCode = new Map<string, GateCheckId>(
  gateChecks.flatMap(({ id, reasons }) =>
    Object.keys(reasons).map((code): [string, GateCheckId] => [code, id]),
  ),
);

const checkOf = ({ code, check }: Reason): unknown =>
  code === "check_failed" ? check : checkOfCode.get(code);

/** Stored reasons grouped by the check that gave them; a check without reasons passed. */
export const reasonsByCheck = (
  reasons: readonly Reason[],
): { checks: { check: GateCheckId; reasons: Reason[] }[]; others: Reason[] } => ({
  checks: gateChecks.map(({ id }) => ({
    check: id,
    reasons: reasons.filter((reason) => checkOf(reason) === id),
  })),
  others: reasons.filter((reason) => !gateChecks.some(({ id }) => id === checkOf(reason))),
});
