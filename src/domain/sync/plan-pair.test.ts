import { describe, expect, test } from "vitest";
import { consentChannels } from "#domain/channels/channel.ts";
import { blankPerson } from "#domain/people/person-record.ts";
import { conflictRules, type FieldLink, type RemoteField, syncDirections } from "./field-map.ts";
import { matchRecords } from "./match-records.ts";
import {
  isOptedOut,
  missingRequired,
  type PairSettings,
  planPair,
  planSecond,
  type RemotePerson,
  type SyncPerson,
} from "./plan-pair.ts";

const remote = (name: string, more: Partial<RemoteField> = {}): RemoteField => ({
  name,
  label: name,
  type: "text",
  isReadOnly: false,
  isRequired: false,
  options: [],
  maxLength: null,
  ...more,
});

const map: FieldLink[] = [
  { ours: "firstName", theirs: "first", direction: "both" },
  { ours: "email", theirs: "email", direction: "both" },
  { ours: "phone", theirs: "phone", direction: "both" },
  { ours: "town", theirs: "city", direction: "both" },
  { ours: "type", theirs: "kind", direction: "both" },
  { ours: "optOut.sms", theirs: "noSms", direction: "both" },
  { ours: "optOut.all", theirs: "never", direction: "in" },
];
const settings = (more: Partial<PairSettings> = {}): PairSettings => ({
  country: "US",
  fields: new Map(),
  map,
  rule: "newest",
  hasProof: false,
  remoteFields: new Map(
    [
      remote("first", { isRequired: true }),
      remote("email", { type: "email" }),
      remote("phone", { type: "phone" }),
      remote("city"),
      remote("kind"),
      remote("noSms", { type: "boolean" }),
      remote("never", { type: "boolean" }),
      remote("labels", { type: "choices" }),
      remote("smsOk", { type: "boolean" }),
      remote("smsWord"),
    ].map((field) => [field.name, field]),
  ),
  isForeign: () => false,
  ...more,
});

const person = (more: Partial<SyncPerson> = {}): SyncPerson => ({
  ...blankPerson("p1", 1000),
  firstName: "Ana",
  email: "ana@example.com",
  suppressed: [],
  ...more,
});
const record = (values: Record<string, unknown>, updatedAt = 2000): RemotePerson => ({
  id: "r1",
  updatedAt,
  values: {
    first: "Ana",
    email: "ana@example.com",
    phone: null,
    city: null,
    kind: "lead",
    noSms: "false",
    never: "",
    ...values,
  },
});
const plan = (of: Partial<Parameters<typeof planPair>[0]> = {}, more: Partial<PairSettings> = {}) =>
  planPair({ person: person(), record: record({}), base: {}, isNew: false, ...of }, settings(more));

describe("a pair", () => {
  test("that is equal writes nothing and remembers its values", () => {
    const { pulled, pushed, base } = plan();
    expect([pulled.after, pushed.after]).toEqual([{}, {}]);
    expect(base).toMatchObject({ firstName: "Ana", email: "ana@example.com", phone: null, town: null });
  });

  test("is written on both sides, each with its reason", () => {
    const { pulled, pushed, reasons } = plan({
      person: person({ phone: "+17875550148", town: "Lares" }),
      record: record({ city: "Ponce" }),
      base: { firstName: "Ana", email: "ana@example.com", phone: null, town: "Lares", type: "lead" },
    });
    expect(pulled).toEqual({ before: { town: "Lares" }, after: { town: "Ponce" } });
    expect(pushed.values).toEqual({ phone: "+17875550148" });
    expect(reasons).toEqual({ town: "changed_there", phone: "changed_here" });
  });

  test("keeps what the vendor did not return, or no longer has", () => {
    const { first, ...rest } = record({ city: null }).values;
    const base = { firstName: "Ana", email: "ana@example.com", town: "Lares", phone: null };
    const left = plan({
      record: { ...record({}), values: { ...rest, city: "Lares" } },
      base,
      person: person({ town: "Lares" }),
    });
    expect(left.pulled.after).toEqual({});
    const gone = settings().remoteFields;
    const without = new Map([...gone].filter(([name]) => name !== "city"));
    expect(plan({ base, person: person({ town: "Lares" }) }, { remoteFields: without }).pulled.after).toEqual(
      {},
    );
  });

  test("refuses the address of another person, and values that do not read", () => {
    const { pulled, problems } = plan(
      { record: record({ phone: "+17875550148", email: "nothing" }) },
      { isForeign: (address) => address === "+17875550148" },
    );
    expect(pulled.after).toEqual({});
    expect(problems).toEqual([
      { field: "email", code: "not_email", value: "nothing" },
      { field: "phone", code: "address_of_another", value: "+17875550148" },
    ]);
  });

  test("never empties a type, and takes everything for a new person", () => {
    expect(plan({ record: record({ kind: "" }), base: { type: "lead" } }).pulled.after).toEqual({});
    const blank = person({ ...blankPerson("p2", 1000) });
    const { pulled } = plan({
      person: blank,
      record: record({ kind: "customer", city: "Ponce" }),
      isNew: true,
    });
    expect(pulled.after).toEqual({
      firstName: "Ana",
      email: "ana@example.com",
      town: "Ponce",
      type: "customer",
    });
  });

  test("of a new contact lacks what the vendor requires", () => {
    const made = plan({ person: person({ firstName: null }), record: undefined });
    expect(missingRequired(made, settings())).toEqual([
      { field: "firstName", code: "required_there", value: "" },
    ]);
    expect(missingRequired(plan({ record: undefined }), settings())).toEqual([]);
  });

  test("takes consent back that was given for another number", () => {
    const consented = person({ phone: "+17875550100", consentStates: { sms: "granted", email: "granted" } });
    const { unproven, pulled } = plan({
      person: consented,
      record: record({ phone: "+17875550148" }),
      base: { phone: "+17875550100" },
    });
    expect(pulled.after).toEqual({ phone: "+17875550148" });
    expect(unproven).toEqual(["sms"]);
  });
});

describe("a second contact of a person", () => {
  test.each<[string, Record<string, unknown>, Partial<SyncPerson>, string[]]>([
    ["gives its opt-out alone", { city: "Ponce", first: "Eva", noSms: "true" }, {}, ["optOut.sms"]],
    ["gives all of them", { noSms: "true", never: "true" }, {}, ["optOut.sms", "optOut.all"]],
    ["lifts and repeats none", { noSms: "false" }, { suppressed: ["sms"] }, []],
    ["adds none that is in force", { noSms: "true" }, { suppressed: ["sms"] }, []],
  ])("%s", (_name, values, more, fields) => {
    const { pulled, pushed, optOuts, person: after } = planSecond(person(more), record(values), settings());
    expect(Object.keys(pulled.after)).toEqual(fields);
    expect(optOuts).toHaveLength(fields.length);
    expect(pushed.values).toEqual({});
    expect([after.firstName, after.town]).toEqual(["Ana", person().town]);
    for (const scope of optOuts) expect(isOptedOut(after, scope)).toBe(true);
  });
});

test("no sync ever makes a person more contactable", () => {
  let seed = 20_261_117;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  for (let round = 0; round < 2000; round++) {
    const before = person({
      phone: pick([null, "+17875550100", "+17875550148"]),
      town: pick([null, "Ponce"]),
      consents: Object.fromEntries(
        [...consentChannels, "dnc"].flatMap((name) => (random(2) ? [] : [[name, random(2) === 1]])),
      ),
      suppressed: pick([[], ["all"], ["sms"], ["email"]]),
      consentStates: random(2) ? { sms: "granted" } : {},
    });
    const after = planPair(
      {
        person: before,
        record: random(8)
          ? record(
              {
                phone: pick([null, "", "+17875550100", "+17875550160"]),
                noSms: pick([true, false, "true", "false", null, "", "yes"]),
                never: pick([true, false, "true", ""]),
                city: pick([null, "Lares"]),
              },
              pick([500, 2000]),
            )
          : undefined,
        base: pick([{}, { phone: "+17875550100", "optOut.sms": true, "optOut.all": true }]),
        isNew: false,
      },
      settings({
        rule: pick(conflictRules),
        map: map.map((link) => ({ ...link, direction: pick(syncDirections) })),
      }),
    );
    for (const scope of ["all", ...consentChannels] as const)
      if (isOptedOut(before, scope)) expect(isOptedOut(after.person, scope)).toBe(true);
    for (const [name, value] of Object.entries(after.person.consents))
      if (value === true && name !== "dnc") expect(before.consents[name]).toBe(true);
    // No push says that a person may be contacted.
    expect(Object.values(after.pushed.values)).not.toContain(false);
    // Consent never follows to an address that it was not given for.
    if (before.phone !== null && after.person.phone !== before.phone && after.person.phone !== null)
      expect(after.unproven.includes("sms")).toBe(before.consentStates.sms === "granted");
  }
});

describe("contacts and people", () => {
  const people = [
    person({
      id: "p1",
      addresses: ["ana@example.com", "+17875550100"],
      phone: "+17875550100",
      lastName: "Rivera",
    }),
    person({
      id: "p2",
      email: null,
      phone: "+17875550148",
      addresses: ["+17875550148"],
      firstName: "Luis",
      lastName: "Colón",
    }),
  ];
  const nameMap: FieldLink[] = [...map, { ours: "lastName", theirs: "last", direction: "both" }];
  const match = (values: Record<string, unknown>, links: Parameters<typeof matchRecords>[2] = []) =>
    matchRecords([record({ last: "", ...values })], people, links, nameMap, settings())[0];

  test.each([
    ["by e-mail", { phone: "+17875550148" }, "matched", "p1"],
    ["by phone", { email: "", phone: "787-555-0148", first: "Luis", last: "Colón" }, "matched", "p2"],
    [
      "not by the phone of a person with another name",
      { email: "", phone: "787-555-0148", first: "Marta", last: "Soto" },
      "new",
      undefined,
    ],
    ["no person", { email: "new@example.com" }, "new", undefined],
    ["without an address", { email: "", phone: "" }, "no_address", undefined],
  ])("%s", (_what, values, verdict, id) => {
    const found = match(values);
    expect([found?.verdict, found?.person?.id]).toEqual([verdict, id]);
  });

  test("by their link first; who was deleted here stays away; a second contact is none", () => {
    expect(match({ email: "other@example.com" }, [{ remoteId: "r1", personId: "p2" }])?.person?.id).toBe(
      "p2",
    );
    expect(match({}, [{ remoteId: "r1", personId: null }])?.verdict).toBe("deleted_here");
    expect(match({}, [{ remoteId: "r9", personId: "p1" }])?.verdict).toBe("second");
  });
});

describe("consents", () => {
  const box: FieldLink = { ours: "consent.sms", theirs: "smsOk", direction: "both" };
  const word: FieldLink = { ...box, theirs: "smsWord" };
  const plan = (
    link: FieldLink,
    value: unknown,
    {
      own = {},
      base = {},
      hasProof = false,
    }: { own?: Partial<SyncPerson>; base?: object; hasProof?: boolean } = {},
  ) =>
    planPair(
      {
        person: person(own),
        record: { id: "r1", values: { [link.theirs]: value }, updatedAt: 5000 },
        base: base as Record<string, never>,
        isNew: false,
      },
      settings({ map: [link], hasProof }),
    );

  test.each<[string, FieldLink, unknown, Parameters<typeof plan>[2], object]>([
    [
      "agreement without proof is unproven",
      box,
      true,
      {},
      { agreed: [{ channel: "sms", state: "unproven" }] },
    ],
    [
      "agreement with proof is granted",
      box,
      true,
      { hasProof: true },
      { agreed: [{ channel: "sms", state: "granted" }], person: { consents: { sms: true } } },
    ],
    ["agreement comes in once", box, true, { hasProof: true, base: { "consent.sms": true } }, { agreed: [] }],
    [
      "a refusal here is not lifted, and is sent to the vendor",
      box,
      true,
      { hasProof: true, own: { consents: { sms: false } } },
      { agreed: [], pushed: { values: { smsOk: false } } },
    ],
    [
      "an opt-out of everything is not lifted",
      box,
      true,
      { hasProof: true, own: { suppressed: ["all"] } },
      { agreed: [], pushed: { values: { smsOk: false } } },
    ],
    ["a box that was never ticked says nothing", box, false, {}, { agreed: [], optOuts: [] }],
    [
      "a box that is no longer ticked is a refusal",
      box,
      false,
      { base: { "consent.sms": true } },
      { optOuts: ["sms"] },
    ],
    ["a word that says no is a refusal", word, "No", {}, { optOuts: ["sms"] }],
    ["a word that says nothing is none", word, "maybe", {}, { optOuts: [], agreed: [] }],
    [
      "proven agreement here is sent to the vendor",
      word,
      null,
      { own: { consentStates: { sms: "granted" } } },
      { pushed: { values: { smsWord: "true" } } },
    ],
    [
      "unproven agreement here is not",
      word,
      null,
      { own: { consents: { sms: true }, consentStates: { sms: "unproven" } } },
      { pushed: { values: {} } },
    ],
    [
      "with the direction out no agreement comes in",
      { ...box, direction: "out" },
      true,
      { hasProof: true },
      { agreed: [], pulled: { after: {} } },
    ],
  ])("%s", (_name, link, value, more, expected) => {
    expect(plan(link, value, more)).toMatchObject(expected);
  });

  test("agreement is unproven where the same comparison replaces the number", () => {
    const phone: FieldLink = { ours: "phone", theirs: "phone", direction: "both" };
    const { agreed } = planPair(
      {
        person: person({ phone: "+17875550100" }),
        record: { id: "r1", values: { phone: "+17875550199", smsOk: true }, updatedAt: 5000 },
        base: { phone: "+17875550100" },
        isNew: false,
      },
      settings({ map: [box, phone], hasProof: true }),
    );
    expect(agreed).toEqual([{ channel: "sms", state: "unproven" }]);
  });
});

describe("tags", () => {
  const tags: FieldLink = { ours: "tags", theirs: "labels", direction: "both" };
  test("are merged, and both sides get the result", () => {
    const plan = planPair(
      {
        person: person({ tags: ["vip", "solar"] }),
        record: { id: "r1", values: { labels: ["vip", "event"] }, updatedAt: 5000 },
        base: { tags: ["vip", "old"] },
        isNew: false,
      },
      settings({ map: [tags] }),
    );
    expect(plan.person.tags).toEqual(["vip", "solar", "event"]);
    expect(plan.pushed.values).toEqual({ labels: ["event", "vip", "solar"] });
    expect(plan.base.tags).toEqual(["vip", "solar", "event"]);
  });

  test("too many are refused alone", () => {
    const labels = Array.from({ length: 51 }, (_, n) => `tag ${n}`);
    const plan = planPair(
      { person: person(), record: { id: "r1", values: { labels }, updatedAt: 5000 }, base: {}, isNew: false },
      settings({ map: [tags] }),
    );
    expect(plan.problems).toMatchObject([{ field: "tags", code: "too_long" }]);
    expect(plan.pulled.after).toEqual({});
  });
});
