import { describe, expect, test } from "vitest";
import { bandOf } from "./duration-bands.ts";
import { figureNames, figures } from "./figures.ts";
import type { Metric } from "./metrics.ts";
import { measureTable, reportTables, tableNames } from "./tables.ts";
import type { CountedRow } from "./tally.ts";

const counted = (metric: Metric, dimension: string, count: number, amount = 0): CountedRow => ({
  ...{ metric, dimension, band: null, count, amount },
});
const lasting = (metric: Metric, dimension: string, seconds: readonly number[]): CountedRow[] =>
  seconds.map((one) => ({ metric, dimension, band: bandOf(one), count: 1, amount: one }));

test("every figure is in exactly one table", () => {
  const used = tableNames.flatMap((name) => [...reportTables[name].figures]);
  expect(used.toSorted()).toEqual([...figureNames].toSorted());
});

test("a figure that is a share or a cost for each names its whole", () => {
  for (const name of figureNames)
    if (figures[name].unit === "share") expect(figures[name], name).toHaveProperty("of");
});

describe("a table", () => {
  const rows = [
    counted("lead", "Form", 40),
    counted("lead", "Fair", 8),
    ...lasting("lead_answered", "Form", Array<number>(20).fill(100)),
    ...lasting("lead_answered", "Fair", [100, 100]),
    counted("lead_converted", "Form", 4),
    counted("cost", "Form", 90, 12),
    counted("cost", "", 3, 0.5),
    counted("delivered", "sms", 5),
  ];

  test("has a row for each source, the largest first, and leaves other metrics out", () => {
    const { rows: shown } = measureTable("sources", rows, []);
    expect(shown.map(({ key }) => key)).toEqual(["Form", "Fair", ""]);
  });

  test("says a share with its interval, and only the number where there are too few", () => {
    const { rows: shown } = measureTable("sources", rows, []);
    const [form, fair] = shown;
    expect(form?.cells.lead_answered).toMatchObject({ value: 0.5, count: 20 });
    expect(form?.cells.lead_answered?.low).toBeCloseTo(0.352, 3);
    expect(form?.cells.lead_answered?.high).toBeCloseTo(0.648, 3);
    expect(fair?.cells.lead_answered).toMatchObject({ value: null, count: 2, low: null });
  });

  test("divides a cost by how many it bought, and by none not at all", () => {
    const { rows: shown, total } = measureTable("sources", rows, []);
    expect(shown[0]?.cells.cost_per_conversion).toMatchObject({ value: 3, count: 4 });
    expect(shown[1]?.cells.cost_per_conversion).toMatchObject({ value: null, count: 0 });
    expect(total.cost?.value).toBe(12.5);
    expect(total.cost_per_conversion?.value).toBe(12.5 / 4);
  });

  test("compares with the period before, rows included that only that one has", () => {
    const { rows: shown, total } = measureTable("sources", rows, [
      counted("lead", "Form", 30),
      counted("lead", "Radio", 5),
    ]);
    expect(total.new_leads).toMatchObject({ value: 48, before: 35 });
    expect(shown.find(({ key }) => key === "Radio")?.cells.new_leads).toMatchObject({ value: 0, before: 5 });
  });

  test("the total median is that of all rows together", () => {
    const { rows: shown, total } = measureTable(
      "speed",
      [
        ...lasting("speed_to_lead", "Form", [59, 59, 59]),
        ...lasting("speed_to_lead", "Fair", [4000, 4000, 4000]),
      ],
      [],
    );
    expect(total.speed_to_lead?.value).toBe(60);
    expect(total.speed_to_lead?.mean).toBe((59 + 4000) / 2);
    expect(shown.every(({ cells }) => cells.speed_to_human?.value === null)).toBe(true);
  });

  test("without anything counted, counts are 0 and other values are missing", () => {
    const { rows: shown, total } = measureTable("conversations", [], []);
    expect(shown).toEqual([]);
    expect(total.conversations_opened?.value).toBe(0);
    expect(total.first_answer?.value).toBeNull();
  });
});
