import { describe, expect, test } from "vitest";
import { changeSource } from "./change-source.ts";
import { blankPerson, type PersonRecord } from "./person-record.ts";
import { isEmptyPlan, type PersonChange, planChange } from "./plan-change.ts";

const now = 2_000_000;
const context = { now, newId: () => "new" };
const user = changeSource("user", { actorId: "luz" });

const ana: PersonRecord = {
  ...blankPerson("ana", 1_000_000),
  firstName: "Ana",
  email: "Ana@example.com",
  addresses: ["ana@example.com"],
};
const plan = (change: PersonChange, person: PersonRecord | null = ana, source = user) =>
  planChange(person, change, source, context);

describe("a change of a person", () => {
  test("of nothing is empty", () => {
    expect(isEmptyPlan(plan({ set: { firstName: "Ana" } }))).toBe(true);
  });

  test("names what differs and moves the version forward", () => {
    const { changed, after } = plan({ set: { firstName: "Eva", lastName: null } });
    expect(changed).toEqual(["firstName", "updatedAt"]);
    expect(after.updatedAt).toBe(now);
    const ahead = plan({ set: { firstName: "Eva" } }, { ...ana, updatedAt: now + 5 });
    expect(ahead.after.updatedAt).toBe(now + 6);
  });

  test("adds a person who was not there", () => {
    const added = plan({ set: { phone: "+17875550101" } }, null);
    expect(added).toMatchObject({ before: null, after: { id: "new", phone: "+17875550101" }, wakes: false });
    expect(added.entries).toMatchObject([{ eventType: "person_created" }]);
  });

  test.each<[string, PersonChange, boolean]>([
    ["a phone number", { set: { phone: "+17875550101" } }, true],
    ["an e-mail address", { set: { email: "eva@example.com" } }, true],
    ["a postal code", { set: { zip: "00907" } }, true],
    ["a region", { set: { region: "PR" } }, true],
    ["a time zone", { set: { timezone: "America/New_York" } }, true],
    ["a further address", { set: {}, addresses: [{ kind: "phone", value: "+17875550102" }] }, true],
    ["an opt-out", { set: {}, optOuts: ["all"] }, true],
    [
      "a consent",
      { set: {}, consents: [{ channel: "sms", state: "granted", method: "form", proof: {} }] },
      true,
    ],
    ["a name", { set: { firstName: "Eva" } }, false],
    ["a tag", { set: { tags: ["solar"] } }, false],
    ["the same postal code", { set: { zip: null } }, false],
  ])("with %s looks again at messages that wait: %s", (_, change, wakes) => {
    expect(plan(change).wakes).toBe(wakes);
  });

  test.each([
    ["granted", true],
    ["unproven", true],
    ["denied", false],
  ] as const)("with a consent that is %s sets its flag to %s", (state, flag) => {
    const consents = [{ channel: "sms" as const, state, method: "operator" as const, proof: null }];
    expect(plan({ set: {}, consents }).after.consents).toEqual({ sms: flag });
  });

  test("with a consent to service, or one that waits for its proof, sets no flag", () => {
    const consent = { channel: "sms", state: "granted", method: "form", proof: null } as const;
    const { after } = plan({
      set: {},
      consents: [
        { ...consent, purpose: "service" },
        { ...consent, isFlagKept: true },
      ],
    });
    expect(after.consents).toEqual({});
  });

  test.each<[string, PersonChange, string[]]>([
    ["the stage", { set: { status: "converted", tags: ["solar"] } }, ["status_changed"]],
    ["tags only", { set: { tags: ["solar", "roof"] } }, ["tag_added", "tag_added"]],
    ["anything else", { set: { town: "Ponce", tags: ["solar"] } }, ["person_updated"]],
  ])("of %s by a user is on the timeline", (_, change, kinds) => {
    expect(plan(change).entries.map(({ eventType }) => eventType)).toEqual(kinds);
  });

  test("by an event is on the timeline only when it adds the person", () => {
    const event = changeSource("event", { name: "Website", causedBy: "event" });
    expect(plan({ set: { town: "Ponce" } }, ana, event).entries).toEqual([]);
    expect(plan({ set: { town: "Ponce" } }, null, event).entries).toMatchObject([
      { eventType: "person_created", description: "Website" },
    ]);
  });
});
