import { describe, expect, test } from "vitest";
import { blankPerson, type PersonRecord } from "#domain/people/person-record.ts";
import { type ReportedPerson, type ReportProof, resolvePeople } from "./resolve-people.ts";

const now = 1_000_000;

const person = (id: string, fields: Partial<PersonRecord> = {}): PersonRecord => ({
  ...blankPerson(id, now),
  ...fields,
});
const resolve = (
  reports: ReportedPerson[],
  stored: PersonRecord[] = [],
  proof: ReportProof = "every_person",
) => {
  let created = 0;
  return resolvePeople(
    reports.map((reported) => ({ person: reported, source: "Form", proof })),
    stored,
    { now, newId: () => `new${++created}` },
  );
};

describe("resolving the person of an event", () => {
  test("assigns no person without an e-mail address or phone number", () => {
    expect(resolve([{ firstName: "Ana" }])).toEqual({
      ids: [null],
      added: [],
      changed: [],
      possibleDuplicates: [],
      unproven: [],
      unprovenReports: new Set(),
    });
  });

  test("a report without proof adds only its source to a known person; the rest waits", () => {
    const stored = [person("ana", { email: "a@x.test", tags: ["vip"], fields: { roof: "flat" } })];
    const report = {
      email: "a@x.test",
      phone: "+17875550101",
      town: "Ponce",
      language: "es",
      tags: ["vip", "cold"],
      fields: { roof: "tin", size: 3 },
    };
    expect(resolve([report, { email: "a@x.test", language: "es" }], stored, "none")).toMatchObject({
      ids: ["ana", "ana"],
      added: [],
      changed: [{ ...stored[0], sources: ["Form"] }],
      unproven: [
        {
          personId: "ana",
          report: 0,
          set: { town: "Ponce", language: "es" },
          addedTags: ["cold"],
          fields: { size: 3 },
        },
        { personId: "ana", report: 0, set: { phone: "+17875550101" }, addedTags: [], fields: {} },
      ],
    });
  });

  test("a report without proof makes a new person with all that it says", () => {
    const { added, unproven } = resolve([{ email: "a@x.test", town: "Ponce" }], [], "none");
    expect(added).toMatchObject([{ email: "a@x.test", town: "Ponce" }]);
    expect(unproven).toEqual([]);
  });

  test("what a message must not quote waits, also where a report without proof makes a new person", () => {
    const fields = { roof: "tin", note: "Claim your prize at https://evil.example" };
    const { added, unproven } = resolve([{ email: "a@x.test", fields }], [], "none");
    expect(added).toMatchObject([{ fields: { roof: "tin" } }]);
    expect(added[0]?.fields).not.toHaveProperty("note");
    expect(unproven).toEqual([
      { personId: added[0]?.id, report: 0, set: {}, addedTags: [], fields: { note: fields.note } },
    ]);
    expect(resolve([{ email: "a@x.test", fields }], [], "every_person").added).toMatchObject([{ fields }]);
  });

  test("a mail proves what it says of the holder of its sender's address, not of whoever has its phone number", () => {
    const phone = "+17875550101";
    const stored = [person("ana", { phone }), person("eva", { email: "eva@x.test" })];
    const mail = { email: "mallory@x.test", phone, town: "Ponce", consents: { sms: true } };
    expect(resolve([mail, mail], stored, "email_holder")).toMatchObject({
      ids: ["ana", "ana"],
      changed: [{ ...stored[0], sources: ["Form"] }],
      unprovenReports: new Set([0, 1]),
    });
    expect(resolve([{ email: "eva@x.test", town: "Ponce" }], stored, "email_holder")).toMatchObject({
      changed: [{ id: "eva", town: "Ponce" }],
      unproven: [],
      unprovenReports: new Set(),
    });
  });

  test("an account at X is no telephone number", () => {
    const stored = [person("ana", { addresses: ["x:12", "+17875550148"] })];
    expect(resolve([{ phone: "x:12" }], stored).ids).toEqual(["new1"]);
  });

  test("creates one new person per batch for an unknown address", () => {
    const { ids, added } = resolve([
      { email: "a@x.test", firstName: "Ana" },
      { email: "a@x.test", phone: "+17875550101" },
      { phone: "+17875550101", lastName: "Ruiz" },
    ]);
    expect(ids).toEqual(["new1", "new1", "new1"]);
    expect(added).toEqual([
      {
        ...person("new1"),
        type: "lead",
        status: "new",
        firstName: "Ana",
        lastName: "Ruiz",
        email: "a@x.test",
        phone: "+17875550101",
        sources: ["Form"],
      },
    ]);
  });

  test("prefers the e-mail address over the phone number and moves no address between people", () => {
    const stored = [person("A", { email: "a@x.test" }), person("B", { phone: "+17875550101" })];
    const { ids, changed } = resolve([{ email: "a@x.test", phone: "+17875550101" }], stored);
    expect(ids).toEqual(["A"]);
    expect(changed).toEqual([person("A", { email: "a@x.test", sources: ["Form"] })]);
  });

  test("makes a new person of a known phone number with another e-mail address and another name", () => {
    const phone = "+17875550101";
    const stored = [person("A", { firstName: "Ana", lastName: "Ríos", email: "ana@x.test", phone })];
    const other = { firstName: "Luis", lastName: "Ríos", email: "luis@x.test", phone };
    expect(resolve([other, other], stored)).toMatchObject({
      ids: ["new1", "new1"],
      added: [{ id: "new1", email: "luis@x.test", phone }],
      changed: [],
      possibleDuplicates: [
        { personId: "new1", otherId: "A", report: 0 },
        { personId: "new1", otherId: "A", report: 1 },
      ],
    });
  });

  test.each<[string, ReportedPerson]>([
    ["the same name", { firstName: "Ana María", lastName: "Rios", email: "ana.work@x.test" }],
    ["an initial", { firstName: "A.", email: "ana.work@x.test" }],
    ["no name", { email: "ana.work@x.test" }],
    ["no e-mail address", { firstName: "Luis" }],
  ])("keeps a known phone number with %s with its person", (_, reported) => {
    const phone = "+17875550101";
    const stored = [person("A", { firstName: "Ana", lastName: "Ríos", email: "ana@x.test", phone })];
    expect(resolve([{ ...reported, phone }], stored)).toMatchObject({ ids: ["A"], possibleDuplicates: [] });
  });

  test("reports two people where the e-mail address is of one and the phone number of the other", () => {
    const stored = [person("A", { email: "a@x.test" }), person("B", { phone: "+17875550101" })];
    const { possibleDuplicates } = resolve([{ email: "a@x.test", phone: "+17875550101" }], stored);
    expect(possibleDuplicates).toEqual([
      { personId: "A", otherId: "B", report: 0, reason: "named_together" },
    ]);
  });

  test("finds a person by a further address, after those whose primary address it is", () => {
    const further = person("A", { email: "a@x.test" });
    const stored = [
      { ...further, addresses: ["+17875550101", "old@x.test"] },
      person("B", { phone: "+17875550101" }),
    ];
    expect(resolve([{ email: "old@x.test" }, { phone: "+17875550101" }], stored).ids).toEqual(["A", "B"]);
  });

  test("fills custom fields that a person does not have", () => {
    const stored = [{ ...person("A", { email: "a@x.test" }), fields: { roof: "flat" } }];
    const { changed } = resolve([{ email: "a@x.test", fields: { roof: "tile", size: 40 } }], stored);
    expect(changed).toMatchObject([{ fields: { roof: "flat", size: 40 } }]);
    const repeated = resolve([{ email: "a@x.test", fields: { roof: "tile" } }], stored);
    expect(repeated.changed.map(({ fields }) => fields)).toEqual([{ roof: "flat" }]);
  });

  test("uses the oldest of several people with the same address", () => {
    const stored = [person("old", { phone: "+17875550101" }), person("young", { phone: "+17875550101" })];
    expect(resolve([{ phone: "+17875550101" }], stored).ids).toEqual(["old"]);
  });

  test("fills blank fields and never overwrites stored ones, such as a denied consent", () => {
    const before = person("A", {
      email: "a@x.test",
      firstName: "Ana",
      tags: ["vip"],
      sources: ["Form"],
      consents: { sms: false, dnc: true },
    });
    const reported = {
      email: "a@x.test",
      firstName: "Anna",
      lastName: "Ruiz",
      tags: ["web"],
      consents: { sms: true, email: true },
    };
    expect(resolve([reported], [before]).changed).toEqual([
      { ...before, lastName: "Ruiz", tags: ["vip", "web"], consents: { sms: false, dnc: true, email: true } },
    ]);
  });

  test("reports no change when the event adds nothing", () => {
    const before = person("A", { email: "a@x.test", sources: ["Form"] });
    expect(resolve([{ email: "a@x.test" }], [before])).toMatchObject({ ids: ["A"], changed: [] });
  });
});
