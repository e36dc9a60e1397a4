import { expect, test } from "vitest";
import { type ConsentChannel, consentChannels, contactAddressKindOf } from "#domain/channels/channel.ts";
import { consentCheck } from "#domain/compliance/checks/consent.ts";
import { doNotContactCheck } from "#domain/compliance/checks/do-not-contact.ts";
import { suppressedCheck } from "#domain/compliance/checks/suppressed.ts";
import {
  type Consent,
  type ConsentPurpose,
  consentPurposes,
  consentStates,
} from "#domain/compliance/consent.ts";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { buildSendIntent } from "#domain/compliance/send-intent.ts";
import type { ActiveSuppression } from "#domain/compliance/suppression.ts";
import { mergeConsentRecords } from "#domain/people/merge-consents.ts";
import { mergePeople } from "#domain/people/merge-people.ts";
import { blankPerson, type PersonRecord } from "#domain/people/person-record.ts";
import { isDeep } from "../deep.ts";

const wantedDecisions = isDeep ? 1_000_000 : 150_000;

/** A linear congruential generator: the same people in every run. */
let state = 20_261_116;
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const now = 1_000_000;

type Subject = { person: PersonRecord; consents: Consent[]; suppressed: readonly string[] };

const someone = (id: string): Subject => ({
  person: {
    ...blankPerson(id, now),
    email: pick([null, "a@example.com", "b@example.com"]),
    phone: pick([null, "+17875550101", "+17875550102"]),
    consents: Object.fromEntries(
      [...consentChannels, "dnc"].flatMap((channel) =>
        random() < 0.5 ? [] : [[channel, channel === "dnc" ? random() < 0.3 : random() < 0.7]],
      ),
    ),
  },
  consents: consentChannels.flatMap((channel) =>
    consentPurposes.flatMap((purpose): Consent[] =>
      random() < 0.4
        ? []
        : [
            {
              channel,
              purpose,
              state: pick(consentStates),
              written: true,
              at: Math.floor(random() * now),
              proof: "p",
            },
          ],
    ),
  ),
  suppressed: [],
});

const optedOut: ActiveSuppression = { scope: "all", at: 1, source: "keyword", confirmedAt: null };

/** The part of the gate that depends on the person's own will, for an address of theirs. */
const mayContact = (
  { person, consents }: Subject,
  addresses: readonly (string | null)[],
  suppressed: readonly string[],
  channel: ConsentChannel,
  purpose: ConsentPurpose,
): boolean => {
  const claimed = consentChannels
    .filter((each) => person.consents[each] === true)
    .map(
      (each): Consent => ({
        channel: each,
        purpose: "marketing",
        state: "unproven",
        written: false,
        at: 0,
        proof: null,
      }),
    );
  const facts = {
    now,
    consents: [...claimed, ...consents],
    suppressions: addresses.some((address) => address !== null && suppressed.includes(address))
      ? [optedOut]
      : [],
    dnc: person.consents.dnc === true ? { at: 0, source: "person" } : null,
    lastInboundAt: {},
    takenUntil: null,
    whatsappLimitedAt: null,
  } as unknown as GateFacts;
  const intent = buildSendIntent({
    personId: person.id,
    channel,
    purpose,
    ruleId: null,
    approvedTemplateName: null,
    repeatLimit: null,
  });
  return [consentCheck, doNotContactCheck, suppressedCheck].every(
    (check) => "ok" in check.evaluate(intent, facts),
  );
};

test("over random decisions, no merge makes an address contactable that was not", () => {
  let decisions = 0;
  let allowed = 0;
  while (decisions < wantedDecisions) {
    const [survivor, other] = [someone("s"), someone("o")];
    const suppressed = ["a@example.com", "b@example.com", "+17875550101", "+17875550102"].filter(
      () => random() < 0.15,
    );
    const picks = Object.fromEntries(
      ["email", "phone"].map((field) => [field, pick(["survivor", "other"] as const)]),
    );
    const { result } = mergePeople(survivor.person, other.person, picks);
    const added = mergeConsentRecords(
      { consents: survivor.consents, addresses: survivor.person },
      { consents: other.consents, addresses: other.person },
      result,
    ).map((consent): Consent => ({ ...consent, at: now, proof: "p" }));
    const merged: Subject = { person: result, consents: [...survivor.consents, ...added], suppressed };
    const all = [survivor, other].flatMap(({ person }) => [person.email, person.phone]);
    for (const channel of consentChannels) {
      for (const purpose of consentPurposes) {
        decisions++;
        const address = result[contactAddressKindOf(channel)];
        if (address === null || !mayContact(merged, all, suppressed, channel, purpose)) continue;
        allowed++;
        const wasAllowed = [survivor, other].some(
          (before) =>
            before.person[contactAddressKindOf(channel)] === address &&
            mayContact(before, [before.person.email, before.person.phone], suppressed, channel, purpose),
        );
        if (!wasAllowed) expect({ survivor, other, picks, channel, purpose }).toBe("contactable before");
      }
    }
  }
  expect(allowed).toBeGreaterThan(wantedDecisions / 100);
}, 120_000);
