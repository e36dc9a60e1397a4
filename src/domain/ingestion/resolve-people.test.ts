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
const resolve = (said: ReportedPerson[], known: MatchablePerson[] = []) => {
  let made = 0;
  return resolvePeople(
    said.map((one) => ({ said: one, source: "Form" })),
    known,
    () => `new${++made}`,
  );
};

describe("who an event is about", () => {
  test("is nobody without an address", () => {
    expect(resolve([{ firstName: "Ana" }])).toEqual({ ids: [null], added: [], changed: [] });
  });

  test("is somebody new when nobody has the address, once for a batch", () => {
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

  test("is whoever has the e-mail, before whoever has the phone, and neither takes the other's address", () => {
    const known = [person("A", { email: "a@x.test" }), person("B", { phone: "+17875550101" })];
    const { ids, changed } = resolve([{ email: "a@x.test", phone: "+17875550101" }], known);
    expect(ids).toEqual(["A"]);
    expect(changed).toEqual([person("A", { email: "a@x.test", sources: ["Form"] })]);
  });

  test("is the oldest of several with one address", () => {
    const known = [person("old", { phone: "+17875550101" }), person("young", { phone: "+17875550101" })];
    expect(resolve([{ phone: "+17875550101" }], known).ids).toEqual(["old"]);
  });

  test("fills blanks and overwrites nothing, a refused consent least of all", () => {
    const before = person("A", {
      email: "a@x.test",
      firstName: "Ana",
      tags: ["vip"],
      sources: ["Form"],
      consents: { sms: false, dnc: true },
    });
    const said = {
      email: "a@x.test",
      firstName: "Anna",
      lastName: "Ruiz",
      tags: ["web"],
      consents: { sms: true, email: true },
    };
    expect(resolve([said], [before]).changed).toEqual([
      { ...before, lastName: "Ruiz", tags: ["vip", "web"], consents: { sms: false, dnc: true, email: true } },
    ]);
  });

  test("changes nobody who is known already as they are described", () => {
    const before = person("A", { email: "a@x.test", sources: ["Form"] });
    expect(resolve([{ email: "a@x.test" }], [before])).toMatchObject({ ids: ["A"], changed: [] });
  });
});
