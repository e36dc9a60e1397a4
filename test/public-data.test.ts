import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holidayCountries, holidayYears } from "#domain/holiday.ts";
import { isDeep } from "./deep.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro();
});
afterAll(() => faro.stop());

describe("outages", () => {
  const outages = (from = faro) => from.send("GET", "/api/luma/outages");

  test("come from the utility with one request for concurrent readers", async () => {
    const answers = await Promise.all([outages(), outages(), outages(), outages()]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.stale).toBe(false);
      expect(body.regions).toHaveLength(7);
      expect(body.totals.totalClients).toBe(1_468_223);
    }
    await outages();
    expect(await faro.arrived("luma")).toHaveLength(1);
  });

  test("are the last valid ones while the utility is down, marked stale when they are old", async () => {
    const other = await startSandboxFaro();
    await other.control("luma", "down");
    expect(await outages(other)).toMatchObject({ status: 502, body: { code: "vendor_failed" } });
    await other.stop();

    const { rows } = await faro.pool.query("SELECT body FROM cached_responses WHERE source = 'luma'");
    for (const [minutes, stale] of [
      [3, false],
      [16, true],
    ] as const) {
      const later = await startSandboxFaro();
      await later.control("luma", "html");
      const at = new Date(Date.now() - minutes * 60_000).toISOString();
      await later.pool.query(
        "INSERT INTO cached_responses (source, body, fetched_at) VALUES ('luma', $1, $2)",
        [{ ...rows[0].body, timestamp: at }, at],
      );
      expect(await outages(later)).toMatchObject({ status: 200, body: { stale, fetchedAt: at } });
      await later.stop();
    }
  });

  test("of an invalid snapshot are not served", async () => {
    const other = await startSandboxFaro();
    await other.control("luma", "down");
    await other.pool.query(
      "INSERT INTO cached_responses (source, body, fetched_at) VALUES ('luma', '{}', now())",
    );
    expect((await outages(other)).status).toBe(502);
    await other.stop();
  });
});

describe.runIf(isDeep)("holidays", () => {
  const holidays = async (query: string) => {
    const { status, body } = await faro.send("GET", `/api/holidays?${query}`);
    return { status, body: body.holidays };
  };
  const year = (country: string, of = 2026, language = "EN") =>
    holidays(
      `countryIsoCode=${country}&languageIsoCode=${language}&validFrom=${of}-01-01&validTo=${of}-12-31`,
    );
  const named = (body: any[], text: string) =>
    body.find((one) => one.name.some((name: any) => name.text === text));

  test.each(holidayCountries)("of %s exist for every offered year", async (country) => {
    for (const of of holidayYears(2026)) {
      const { status, body } = await year(country, of);
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(8);
      expect(
        body.every((one: any) => one.startDate.startsWith(String(of)) || one.endDate.startsWith(String(of))),
      ).toBe(true);
      expect(body.map((one: any) => one.startDate)).toEqual(body.map((one: any) => one.startDate).toSorted());
      expect(new Set(body.map((one: any) => one.id)).size).toBe(body.length);
    }
  });

  test("have names in both languages, the requested one first", async () => {
    const english = named((await year("US")).body, "Independence Day");
    expect(english).toMatchObject({
      type: "public",
      nationwide: true,
      startDate: "2026-07-04",
      endDate: "2026-07-04",
      name: [
        { language: "EN", text: "Independence Day" },
        { language: "ES", text: "Día de la Independencia" },
      ],
    });
    const spanish = named((await year("US", 2026, "ES")).body, "Independence Day");
    expect(spanish.name[0]).toEqual({ language: "ES", text: "Día de la Independencia" });
    expect(spanish.id).toBe(english.id);
  });

  test("of Puerto Rico are local and national", async () => {
    const { body } = await year("PR", 2026, "ES");
    for (const text of [
      "Día de los Reyes Magos",
      "Constitución de Puerto Rico",
      "Viernes Santo",
      "Acción de Gracias",
    ])
      expect(named(body, text)?.type, text).toBe("public");
    expect(named(body, "Viernes Santo").startDate).toBe("2026-04-03");
    expect(body.every((one: any) => one.nationwide)).toBe(true);
  });

  test("of a region name that region", async () => {
    const { body } = await year("DE");
    const corpusChristi = body.find((one: any) => one.startDate === "2026-06-04" && one.type === "public");
    expect(corpusChristi.nationwide).toBe(false);
    expect(corpusChristi.subdivisions).toContainEqual({ shortName: "BY" });
  });

  test("have known types: a day that moves with Easter and is not a day off is religious", async () => {
    expect(named((await year("US")).body, "Easter Sunday").type).toBe("religious");
    expect(named((await year("US")).body, "Independence Day (substitute day)").categories).toEqual([
      "public",
      "substitute",
    ]);
  });

  test("stay within the requested days", async () => {
    const { body } = await holidays("countryIsoCode=US&validFrom=2026-12-25&validTo=2027-01-01");
    expect(new Set(body.map((one: any) => one.startDate))).toContain("2027-01-01");
    expect(body.every((one: any) => one.startDate >= "2026-12-25" && one.startDate <= "2027-01-01")).toBe(
      true,
    );
  });

  test.each([
    "countryIsoCode=XX&validFrom=2026-01-01&validTo=2026-12-31",
    "countryIsoCode=US&validFrom=2026-12-31&validTo=2026-01-01",
    "countryIsoCode=US&validFrom=0001-01-01&validTo=9999-12-31",
    "countryIsoCode=US&validFrom=yesterday&validTo=2026-12-31",
    "countryIsoCode=US&validFrom=2026-01-01",
  ])("are rejected for %s", async (query) => {
    expect((await holidays(query)).status).toBe(400);
  });
});
