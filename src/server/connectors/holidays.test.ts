import { expect, test } from "vitest";
import { holidaysBetween } from "./holidays.ts";

test.each(["US", "PR", "CA", "GB", "MX", "ES"])(
  "every holiday of %s has a Spanish name",
  async (country) => {
    const holidays = await holidaysBetween(country, "2025-01-01", "2026-12-31");
    expect(holidays.length).toBeGreaterThan(10);
    expect(
      holidays
        .filter(({ name }) => !name.some(({ language }) => language === "ES"))
        .map(({ name }) => name[0]?.text),
    ).toEqual([]);
  },
  60_000,
);

test("a holiday keeps its English name beside the Spanish one", async () => {
  const [juneteenth] = await holidaysBetween("US", "2025-06-19", "2025-06-19");
  expect(juneteenth?.name).toEqual([
    { language: "EN", text: "Juneteenth" },
    { language: "ES", text: "Día de la Emancipación (Juneteenth)" },
  ]);
});
