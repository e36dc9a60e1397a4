import type { DryRunReport } from "#contract/rules.ts";

const sampleSize = 20;

/** Two parts of one dry run as one. */
export const addUp = (before: DryRunReport | undefined, part: DryRunReport): DryRunReport => {
  if (!before) return part;
  const counts = new Map(before.reasons.map(({ code, count }) => [code, count]));
  for (const { code, count } of part.reasons) counts.set(code, (counts.get(code) ?? 0) + count);
  return {
    people: before.people + part.people,
    // Somebody may be added meanwhile.
    total: Math.max(part.total, before.people + part.people),
    next: part.next,
    fires: before.fires + part.fires,
    sent: before.sent + part.sent,
    held: before.held + part.held,
    blocked: before.blocked + part.blocked,
    cost: before.cost + part.cost,
    reasons: [...counts]
      .map(([code, count]) => ({ code, count }))
      .sort((one, other) => other.count - one.count || one.code.localeCompare(other.code)),
    sample: [...before.sample, ...part.sample].slice(0, sampleSize),
  };
};
