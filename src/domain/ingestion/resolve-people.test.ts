import { describe, expect, test } from "vitest";
import { type MatchablePerson, type ReportedPerson, resolvePeople } from "./resolve-people.ts";

const person = (id: string, fields: Partial<MatchablePerson> = {}): MatchablePerson => ({
  id,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  tags: [],
  sources: [],
  consents: {},
  ...fields,
});
const resolve = (reports: ReportedPerson[], stored: MatchablePerson[] = []) => {
  let created = 0;
  return resolvePeople(
    reports.map((reported) => ({ person: reported, source: "Form" })),
    stored,
    () => `new${++created}`,
  );
};

describe("resolving the person of an event", () => {
  test("assigns no person without an e-mail address or phone number", () => {
    expect(resolve([{ firstName: "Ana" }])).toEqual({ ids: [null], added: [], changed: [] });
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
