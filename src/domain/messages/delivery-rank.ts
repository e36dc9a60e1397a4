/** How far a message has come, as `delivery_rank` in the database has it; a failure after delivery is not one. */
const ranks: Record<string, number> = { sent: 1, failed: 2, delivered: 3, read: 4 };

/** Of what a vendor told, in any order, the steps that move a message forward. A status never moves backwards. */
export const stepsForward = <T extends { status: string }>(from: string, told: readonly T[]): T[] => {
  const steps: T[] = [];
  let rank = ranks[from] ?? 0;
  for (const one of told.toSorted((a, b) => (ranks[a.status] ?? 0) - (ranks[b.status] ?? 0))) {
    const next = ranks[one.status] ?? 0;
    if (next <= rank) continue;
    steps.push(one);
    rank = next;
  }
  // A failure that a delivery belies never was one.
  return steps.filter((one, at) => one.status !== "failed" || at === steps.length - 1);
};
