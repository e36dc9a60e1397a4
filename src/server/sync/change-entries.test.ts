import { expect, test } from "vitest";
import { blankPerson } from "#domain/people/person-record.ts";
import { planPair, type SyncPerson } from "#domain/sync/plan-pair.ts";
import { outgoingOf } from "./change-entries.ts";

const field = {
  name: "first",
  label: "First",
  type: "text" as const,
  isReadOnly: false,
  isRequired: false,
  options: [],
  maxLength: null,
};

test.each<[string, Partial<SyncPerson>, boolean]>([
  ["agreed", { consents: { email: true } }, true],
  ["did not agree", { consents: {} }, false],
  ["agreed, and wants no contact at all", { consents: { email: true, dnc: true } }, false],
  ["agreed, and opted their address out", { consents: { email: true }, suppressed: ["email"] }, false],
  ["agreed, and opted out of everything", { consents: { email: true }, suppressed: ["all"] }, false],
  ["agreed, and opted out of SMS", { consents: { email: true }, suppressed: ["sms"] }, true],
])("a person who %s is made as a subscriber: %#", (_name, more, isSubscribed) => {
  const person: SyncPerson = { ...blankPerson("p1", 1000), firstName: "Ana", suppressed: [], ...more };
  const plan = planPair(
    { person, record: undefined, base: {}, isNew: false },
    {
      country: "US",
      fields: new Map(),
      map: [{ ours: "firstName", theirs: "first", direction: "both" }],
      rule: "newest",
      hasProof: false,
      remoteFields: new Map([["first", field]]),
      isForeign: () => false,
    },
  );
  const [out] = outgoingOf({ plan, record: undefined, link: undefined, isNew: false });
  expect(out?.outgoing.person.hasEmailConsent).toBe(isSubscribed);
});
