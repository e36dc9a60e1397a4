/** `simulated` is a test send that a simulator accepted: it is never sent, delivered or read. */
export const actionStatuses = [
  "pending",
  "held",
  "dispatching",
  "sent",
  "simulated",
  "delivered",
  "read",
  "failed",
  "blocked",
  "unknown",
  "cancelled",
] as const;
export type ActionStatus = (typeof actionStatuses)[number];

/** The same order as `delivery_rank` in the database; a delivery overrides a failure. */
const ranks: Partial<Record<string, number>> = { sent: 1, simulated: 1, failed: 2, delivered: 3, read: 4 };
const rankOf = (status: string): number => ranks[status] ?? 0;

/** The receipts, in any order, that move a message forward. A status never moves backwards. */
export const forwardSteps = <T extends { status: string }>(from: string, receipts: readonly T[]): T[] => {
  const steps: T[] = [];
  let rank = rankOf(from);
  for (const receipt of receipts.toSorted((a, b) => rankOf(a.status) - rankOf(b.status))) {
    const next = rankOf(receipt.status);
    if (next <= rank) continue;
    steps.push(receipt);
    rank = next;
  }
  // A failure that was followed by a delivery did not happen.
  return steps.filter((step, index) => step.status !== "failed" || index === steps.length - 1);
};
