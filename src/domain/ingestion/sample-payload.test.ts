import { describe, expect, test } from "vitest";
import { guessMapping } from "./guess-mapping.ts";
import { samplePayload } from "./sample-payload.ts";

const real = {
  type: "lead.created",
  id: "b7c9a1d2-4f5e-4a6b-8c7d-9e0f1a2b3c4d",
  created_at: "2026-02-03T14:05:11Z",
  contact: {
    name: "Gertrudis Fontanez",
    email: "gertrudis@fontanez.pr",
    phone: "(939) 227-8841",
    address: { line1: "77 Calle Real", city: "Aibonito", zip: "00705" },
    birth_date: "1971-07-12",
    ssn: "583-22-1947",
  },
  ip: "24.55.1.77",
  avatar: "https://cdn.fontanez.pr/gertrudis.png",
  notes: "Gertrudis vive en Aibonito; su hermano es el 939-227-8842.",
  assigned_to: "Wilfredo Bracero",
  utm_source: "facebook",
  total: 84.5,
  wants_call: true,
};
const sampleOf = (lastPayload: unknown, seed = 5) => samplePayload({ template: null, lastPayload, seed });

describe("a sample payload", () => {
  test("has the shape of a real payload and none of its personal data", () => {
    const sample = sampleOf(real);
    const text = JSON.stringify(sample);
    for (const personal of [
      /gertrudis/i,
      /fontanez/i,
      /939/,
      /calle real/i,
      /aibonito/i,
      /1971/,
      /583-22/,
      /24\.55/,
      /bracero/i,
    ])
      expect(text).not.toMatch(personal);
    const shape = (value: unknown): unknown =>
      value !== null && typeof value === "object"
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
        : typeof value;
    expect(shape(sample)).toEqual(shape(real));
    expect(sample).toMatchObject({
      type: "lead.created",
      utm_source: "facebook",
      total: 84.5,
      wants_call: true,
      contact: {
        email: expect.stringMatching(/@example\.com$/),
        phone: expect.stringMatching(/^\(787\) 555-01\d\d$/),
      },
    });
    expect(guessMapping(sample)).toEqual(guessMapping(real));
  });

  test("is reproducible for a seed and differs between seeds", () => {
    expect(sampleOf(real, 1)).toEqual(sampleOf(real, 1));
    expect(sampleOf(real, 1)).not.toEqual(sampleOf(real, 2));
    expect((sampleOf(real, 1) as { id: string }).id).not.toBe((sampleOf(real, 2) as { id: string }).id);
  });

  test("keeps a form's questions and replaces the answers", () => {
    const sample = sampleOf({
      field_data: [
        { name: "email", values: ["g@fontanez.pr"] },
        { name: "full_name", values: ["Gertrudis Fontanez"] },
        { name: "phone_number", values: ["+19392278841"] },
      ],
    });
    expect(JSON.stringify(sample)).not.toMatch(/fontanez|gertrudis|939/i);
    expect(guessMapping(sample).person).toEqual({
      email: "field_data[name='email'].values[0]",
      phone: "field_data[name='phone_number'].values[0]",
      fullName: "field_data[name='full_name'].values[0]",
    });
  });

  test("keeps JSON inside a field as JSON", () => {
    const sample = sampleOf({ raw: JSON.stringify({ email: "g@fontanez.pr" }) }) as { raw: string };
    expect(JSON.parse(sample.raw)).toEqual({ email: expect.stringMatching(/@example\.com$/) });
  });

  test("without a payload contains the fields of the mapping", () => {
    const template = {
      person: { email: "contact.email", phone: "f[name='phone'].values[0]", "consents.sms": "ok" },
      event: { type: "kind", other: "$uppercase(x)" },
    };
    const sample = samplePayload({ template, lastPayload: undefined, seed: 1 });
    expect(sample).toEqual({
      contact: { email: expect.stringMatching(/@example\.com$/) },
      f: [{ name: "phone", values: [expect.stringMatching(/^\+178755501\d\d$/)] }],
      ok: true,
      kind: "lead.created",
    });
  });

  test.each([[null], [undefined], ["<xml/>"], [{}], [[]]])("for %j is a default lead form", (lastPayload) => {
    const sample = sampleOf(lastPayload);
    expect(guessMapping(sample).person).toEqual({
      email: "email",
      phone: "phone",
      firstName: "first_name",
      lastName: "last_name",
    });
  });

  test("is bounded for very deep and very long payloads", () => {
    let deep: unknown = "g@fontanez.pr";
    for (let level = 0; level < 5000; level++) deep = [deep];
    expect(JSON.stringify(sampleOf({ deep })).length).toBeLessThan(1000);
    expect(JSON.stringify(sampleOf({ wide: Array(100_000).fill("x") })).length).toBeLessThan(1000);
  });
});
