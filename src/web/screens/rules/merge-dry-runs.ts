import type { DryRunReport } from "#contract/rules.ts";

const sampleSize = 20;

export const mergeDryRuns = (merged: DryRunReport | undefined, part: DryRunReport): DryRunReport => {
  if (!merged) return part;
  const counts = new Map(merged.reasons.map(({ code, count }) => [code, count]));
  for (const { code, count } of part.reasons) counts.set(code, (counts.get(code) ?? 0) + count);
  return {
    people: merged.people + part.people,
    // People can be added between the parts.
    total: Math.max(part.total, merged.people + part.people),
    next: part.next,
    fires: merged.fires + part.fires,
    sent: merged.sent + part.sent,
    held: merged.held + part.held,
    blocked: merged.blocked + part.blocked,
    cost: merged.cost + part.cost,
    isRounded: merged.isRounded || part.isRounded,
    reasons: [...counts]
      .map(([code, count]) => ({ code, count }))
      .sort((first, second) => second.count - first.count || first.code.localeCompare(second.code)),
    sample: [...merged.sample, ...part.sample].slice(0, sampleSize),
  };
};
