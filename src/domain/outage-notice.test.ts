import { expect, test } from "vitest";
import { compileAudience } from "./audience/compile.ts";
import type { AudienceContext } from "./audience/context.ts";
import { countSegments } from "./messages/segments.ts";
import { checkTemplate } from "./messages/template.ts";
import { noticeAudience, noticeName, noticeTemplateName, noticeWords } from "./outage-notice.ts";
import { municipalitiesOf } from "./outage-regions.ts";

const regions = ["Arecibo", "Bayamón", "Caguas", "Carolina", "Mayagüez", "Ponce", "San Juan"];
/** 3:05 PM in Puerto Rico. */
const at = Date.parse("2026-11-17T19:05:00Z");

test("the words name the region, the clients and the time of the utility, in both languages", () => {
  const { en, es } = noticeWords({ region: "San Juan", clients: 12_345, at });
  expect(en).toContain("interrupted for 12,345 clients in the San Juan region as of Nov 17, 3:05 PM");
  expect(es).toMatch(/LUMA informa \(17 .*nov.* 3:05 p. ?m.\) que 12,345 clientes de la zona de San Juan/);
  expect(en).toContain("We will write again");
  expect(es).toContain("Le escribiremos de nuevo");
});

test.each(regions)("the words about %s are a valid template of two segments at most", (region) => {
  for (const text of Object.values(noticeWords({ region, clients: 216_496, at }))) {
    expect(checkTemplate(text, "sms")).toEqual([]);
    expect(countSegments(text.replace("{{company_name}}", "Sol del Este")).segments).toBeLessThan(3);
  }
});

test("each report of a region has a template of its own", () => {
  expect(noticeTemplateName({ region: "San Juan", at })).toBe("outage_notice_san_juan_20261117_1505");
  expect(noticeTemplateName({ region: "Mayagüez", at: at + 300_000 })).toBe(
    "outage_notice_mayaguez_20261117_1510",
  );
});

test("the broadcast is named in the language of its writer", () => {
  expect(noticeName({ region: "Ponce", at }).en).toBe("Outage in Ponce, Nov 17, 3:05 PM");
  expect(noticeName({ region: "Ponce", at }).es).toContain("Interrupción en Ponce, 17");
});

const codes = new Map([
  ["Ponce", "72113"],
  ["Coamo", "72043"],
]);
const use: AudienceContext = {
  ...{ now: at, timezone: "America/Puerto_Rico", userId: null, customFields: new Map(), segments: new Map() },
  ...{
    ruleIds: new Set<string>(),
    broadcastIds: new Set<string>(),
    importIds: new Set<string>(),
    teamsOf: new Map(),
  },
};

test("the people are those of all municipalities, or of one", () => {
  const whole = noticeAudience({ region: "Ponce", municipality: null }, (town) => codes.get(town));
  expect(whole).toMatchObject({
    any: [
      { field: "area", value: ["72043", "72113"] },
      { all: [{}, { field: "town", value: municipalitiesOf("Ponce") }, { field: "region" }] },
      {},
    ],
  });
  const one = noticeAudience({ region: "Ponce", municipality: "Coamo" }, (town) => codes.get(town));
  expect(one).toMatchObject({ any: [{ value: ["72043"] }, { all: [{}, { value: ["Coamo"] }, {}] }, {}] });
  for (const audience of [whole, one]) expect(compileAudience(audience, use)).toMatchObject({ ok: true });
});

test("an unknown region has no municipalities", () => {
  expect(municipalitiesOf("constructor")).toEqual([]);
  expect(municipalitiesOf("{{first_name}}")).toEqual([]);
});
