import { expect, test } from "vitest";
import type { DryRunReport } from "#contract/rules.ts";
import { mergeDryRuns } from "./merge-dry-runs.ts";

const part = (change: Partial<DryRunReport>): DryRunReport => ({
  people: 10,
  total: 25,
  next: null,
  fires: 4,
  sent: 1,
  held: 1,
  blocked: 2,
  cost: 0.01,
  isRounded: false,
  reasons: [],
  sample: [],
  ...change,
});

test("merges the parts of a dry run", () => {
  const person = { name: "Ana", ruling: "send" as const, reasons: [] };
  const parts = [
    part({ next: "b", reasons: [{ code: "quiet_hours", count: 3 }] }),
    part({
      next: "c",
      reasons: [
        { code: "opted_out", count: 5 },
        { code: "quiet_hours", count: 1 },
      ],
      sample: Array.from({ length: 15 }, () => ({ ...person, personId: "1" })),
    }),
    part({ people: 6, sample: Array.from({ length: 15 }, () => ({ ...person, personId: "2" })) }),
  ];
  const whole = parts.reduce<DryRunReport | undefined>(mergeDryRuns, undefined);
  expect(whole).toMatchObject({ people: 26, total: 26, next: null, fires: 12, sent: 3, held: 3, blocked: 6 });
  expect(whole?.cost).toBeCloseTo(0.03, 9);
  expect(whole?.reasons).toEqual([
    { code: "opted_out", count: 5 },
    { code: "quiet_hours", count: 4 },
  ]);
  expect(whole?.sample.map(({ personId }) => personId)).toEqual([
    ...Array.from({ length: 15 }, () => "1"),
    ...Array.from({ length: 5 }, () => "2"),
  ]);
});
