import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { describe, expect, test } from "vitest";
import { findAreaCode, findServiceCode } from "./area-codes.ts";
import { candidatePlaces } from "./candidate-places.ts";
import { parseRegion, regionCodes, regionZones } from "./regions.ts";
import { findZipPlace } from "./zip.ts";
import { isTimeZone, offsetPeriodsBetween, utcOffsetAt } from "./zone-offsets.ts";

const noHints = { phone: null, zip: null, region: null, zone: null };
const describePlaces = (input: Partial<typeof noHints> | Record<string, string>) =>
  candidatePlaces({ ...noHints, ...input }).map(({ region, zone, from }) => `${region} ${zone} ${from}`);

describe("area codes", () => {
  test("cover every code that libphonenumber knows, in the same country", () => {
    const countries: Record<string, string> = {
      AG: "ATG",
      AI: "AIA",
      BB: "BRB",
      BM: "BMU",
      BS: "BHS",
      DM: "DMA",
      DO: "DOM",
      GD: "GRD",
      JM: "JAM",
      KN: "KNA",
      KY: "CYM",
      LC: "LCA",
      MS: "MSR",
      SX: "SXM",
      TC: "TCA",
      TT: "TTO",
      VC: "VCT",
      VG: "VGB",
    };
    const wrong: string[] = [];
    for (let code = 200; code < 1000; code++) {
      const numbers = [234, 456, 501, 222, 497, 492, 652, 392, 496, 301, 219, 733, 520]
        .map((exchange) => parsePhoneNumberFromString(`+1${code}${exchange}1234`))
        .filter((number) => number?.isValid());
      const country = numbers[0]?.country;
      if (!country) continue;
      const kind = numbers[0]?.getType();
      if (kind === "TOLL_FREE" || kind === "PREMIUM_RATE" || kind === "PERSONAL_NUMBER" || kind === "VOIP") {
        if (!findServiceCode(String(code))) wrong.push(`${code} ${kind}`);
        continue;
      }
      const regions = findAreaCode(String(code))?.regions ?? [];
      const fits = (region: string) =>
        country === "US"
          ? region.length === 2
          : country === "CA"
            ? region.startsWith("CA-")
            : region === (countries[country] ?? country);
      if (regions.length === 0 || !regions.every(fits)) wrong.push(`${code} ${country} ${regions}`);
    }
    expect(wrong).toEqual([]);
  });

  test("are never both geographic and a service, and every zone exists", () => {
    for (let code = 200; code < 1000; code++)
      if (findAreaCode(String(code))) expect(findServiceCode(String(code))).toBeUndefined();
    for (const region of regionCodes) {
      expect(regionZones(region).length).toBeGreaterThan(0);
      for (const zone of regionZones(region)) expect(isTimeZone(zone)).toBe(true);
    }
  });
});

describe("candidate places", () => {
  test.each([
    [{ phone: "+17875550148" }, ["PR America/Puerto_Rico area_code"]],
    [{ phone: "+19395550148" }, ["PR America/Puerto_Rico area_code"]],
    [{ phone: "+12125550148" }, ["NY America/New_York area_code"]],
    [{ phone: "+18505550148" }, ["FL America/New_York area_code", "FL America/Chicago area_code"]],
    [{ phone: "+13055550148" }, ["FL America/New_York area_code"]],
    [{ phone: "+19155550148" }, ["TX America/Denver area_code"]],
    [{ phone: "+18095550148" }, ["DOM America/Santo_Domingo area_code"]],
    [{ phone: "+13455550148" }, ["CYM America/Cayman area_code"]],
    [{ phone: "+18005550148" }, []],
    [{ phone: "+12225550148" }, []],
    [{ phone: "+34612345678" }, []],
    [{}, []],
    [{ zip: "00901" }, ["PR America/Puerto_Rico zip"]],
    [{ zip: "32501-1234" }, ["FL America/Chicago zip"]],
    [{ zip: "32401" }, ["FL America/New_York zip", "FL America/Chicago zip"]],
    [{ zip: "96799" }, ["AS Pacific/Pago_Pago zip"]],
    [{ zip: "96950" }, ["MP Pacific/Saipan zip"]],
    [{ zip: "09012" }, []],
    [{ zip: "hello" }, []],
    [{ region: "Florida" }, ["FL America/New_York declared", "FL America/Chicago declared"]],
    [{ region: "US-FL", zone: "America/Chicago" }, ["FL America/Chicago declared"]],
    [
      { region: "PR", zone: "America/Los_Angeles" },
      ["PR America/Puerto_Rico declared", "PR America/Los_Angeles declared"],
    ],
    [{ zone: "America/Puerto_Rico" }, ["PR America/Puerto_Rico declared"]],
    [{ zone: "Europe/Madrid" }, ["null Europe/Madrid declared"]],
    [{ zone: "Mars/Base", region: "Nowhere" }, []],
    [
      { phone: "+17875550148", zip: "33101" },
      ["FL America/New_York zip", "PR America/Puerto_Rico area_code"],
    ],
  ])("%j may be in %j", (input, expected) => expect(describePlaces(input)).toEqual(expected));

  test("give each province of a shared code its own zones", () => {
    expect(describePlaces({ phone: "+19025550148" })).toEqual([
      "CA-NS America/Halifax area_code",
      "CA-PE America/Halifax area_code",
    ]);
    expect(new Set(describePlaces({ phone: "+18675550148" })).size).toBe(6);
  });

  test("region names are parsed with or without accents", () => {
    expect(parseRegion("Québec")).toBe("CA-QC");
    expect(parseRegion(" puerto rico ")).toBe("PR");
    expect(parseRegion("CA-ON")).toBe("CA-ON");
    expect(parseRegion("constructor")).toBeUndefined();
  });

  test("every state has ZIP codes", () => {
    const found = new Set<string>();
    for (let prefix = 0; prefix < 1000; prefix++)
      found.add(findZipPlace(`${String(prefix).padStart(3, "0")}01`)?.region ?? "");
    for (const region of regionCodes.filter((code) => code.length === 2 && !["AS", "MP"].includes(code)))
      expect(found).toContain(region);
  });
});

describe("offsets of a time zone", () => {
  test("change at the exact millisecond", () => {
    const change = Date.UTC(2027, 2, 14, 7);
    expect(utcOffsetAt("America/New_York", change - 1)).toBe(-5 * 3_600_000);
    expect(utcOffsetAt("America/New_York", change)).toBe(-4 * 3_600_000);
    const year = offsetPeriodsBetween("America/New_York", Date.UTC(2027, 0, 1), Date.UTC(2028, 0, 1));
    const changes = year.filter((piece, index) => index > 0 && piece.offset !== year[index - 1]?.offset);
    expect(changes.map(({ from }) => from)).toEqual([change, Date.UTC(2027, 10, 7, 6)]);
  });

  test("agree with Intl at sampled instants in every zone", () => {
    for (const zone of new Set(regionCodes.flatMap(regionZones))) {
      const format = new Intl.DateTimeFormat("en-US", {
        timeZone: zone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
        second: "numeric",
      });
      for (let step = 0; step < 40; step++) {
        const at = Date.UTC(2026, 0, 1) + step * 1_234_567_000;
        const part = Object.fromEntries(
          format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
        );
        const wall = Date.UTC(
          part.year ?? 0,
          (part.month ?? 0) - 1,
          part.day,
          part.hour,
          part.minute,
          part.second,
        );
        expect(wall - at).toBe(utcOffsetAt(zone, at));
      }
    }
  });
});
