import { describe, expect, test } from "vitest";
import { locateOffline } from "#domain/places/gazetteer.ts";
import type { Location, PostalAddress } from "#domain/places/location.ts";
import { finerLocation, formatAddress, isWorthAsking } from "#domain/places/location.ts";
import { readGazetteer } from "./gazetteer.ts";

const address = (parts: Partial<PostalAddress>): PostalAddress => ({
  street: null,
  town: null,
  region: null,
  zip: null,
  ...parts,
});

describe("the shipped places", () => {
  const gazetteer = readGazetteer();

  test.each<[string, Partial<PostalAddress>, Pick<Location, "precision" | "areaCode"> | null]>([
    ["a ZIP code", { zip: "00956" }, { precision: "zip", areaCode: "72021" }],
    ["a ZIP code with four more digits", { zip: "00956-1234" }, { precision: "zip", areaCode: "72021" }],
    ["a ZIP code of Miami", { zip: "33130", region: "Florida" }, { precision: "zip", areaCode: "12086" }],
    [
      "a municipality",
      { town: "BAYAMON", region: "Puerto Rico" },
      { precision: "municipality", areaCode: "72021" },
    ],
    ["a municipality alone", { town: "Mayagüez" }, { precision: "municipality", areaCode: "72097" }],
    [
      "a ZIP code of post boxes and the town",
      { zip: "00936", town: "San Juan" },
      { precision: "municipality", areaCode: "72127" },
    ],
    [
      "the town names the municipality",
      { zip: "00956", town: "Guaynabo" },
      { precision: "zip", areaCode: "72061" },
    ],
    ["a state", { region: "TX" }, { precision: "state", areaCode: "48" }],
    [
      "a town that shares the name of another county",
      { town: "Jackson", region: "MS" },
      { precision: "state", areaCode: "28" },
    ],
    ["a town that is the name of a state", { town: "Florida" }, null],
    ["a ZIP code of another state", { zip: "00956", region: "TX" }, null],
    ["another country", { zip: "10115", region: "Berlin" }, null],
    ["nothing", {}, null],
  ])("locate %s", (_name, parts, expected) => {
    const found = locateOffline(address(parts), gazetteer);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
    expect(found?.point === null).toBe(expected?.precision === "state");
  });

  test("know the 78 municipalities of Puerto Rico, whose centres lie in them", () => {
    const codes = gazetteer.areas.filter(({ code }) => /^72\d{3}$/.test(code));
    expect(codes).toHaveLength(78);
    for (const { code, center } of codes) expect(gazetteer.areaAt(center), code).toBe(code);
  });

  test("find the municipality of a point at the coast, and none in the ocean", () => {
    expect(gazetteer.areaAt({ latitude: 18.4622, longitude: -66.0712 })).toBe("72127");
    expect(gazetteer.areaAt({ latitude: 25, longitude: -50 })).toBeNull();
  });

  test("are searched without accents, Puerto Rico first", () => {
    expect(gazetteer.search("mayag", 3).map(({ code }) => gazetteer.label(code))).toEqual(["Mayagüez, PR"]);
    expect(gazetteer.search("san ju", 3)[0]?.code).toBe("72127");
    expect(gazetteer.search("texas", 1)[0]?.code).toBe("48");
  });
});

describe("a location", () => {
  const point = { latitude: 18, longitude: -66 };
  const offline: Location = { point, precision: "zip", areaCode: "72021" };
  test.each<[string, Location | null, Location | null, Location | null]>([
    ["nothing found", offline, null, offline],
    ["a finer one", offline, { ...offline, precision: "address" }, { ...offline, precision: "address" }],
    ["as fine", offline, { ...offline, areaCode: null }, offline],
    ["coarser", offline, { ...offline, precision: "municipality" }, offline],
    ["a point instead of a state", { point: null, precision: "state", areaCode: "72" }, offline, offline],
  ])("is the finer one: %s", (_name, shipped, found, expected) => {
    expect(finerLocation(shipped, found)).toEqual(expected);
  });

  test("is asked for only where a vendor can add something", () => {
    expect(isWorthAsking(address({ street: "Calle Luna 3" }), offline)).toBe(true);
    expect(isWorthAsking(address({ zip: "00956" }), offline)).toBe(false);
    expect(isWorthAsking(address({ town: "Orlando" }), null)).toBe(true);
    expect(isWorthAsking(address({ town: " " }), null)).toBe(false);
  });

  test("is asked for in one line", () => {
    expect(
      formatAddress(address({ street: " Calle  Luna 3", town: "San Juan", region: "PR", zip: "00901" })),
    ).toBe("Calle Luna 3, San Juan, PR 00901");
    expect(formatAddress(address({ zip: "00901" }))).toBe("00901");
  });
});
