import { describe, expect, test } from "vitest";
import type { Reason } from "#domain/reason.ts";
import { type BroadcastLeaveOut, broadcastLeaveOuts } from "./broadcast.ts";
import { groupOf, isHeldOut, type PersonFacts, type PersonRuling, rulePerson } from "./rule-person.ts";

type Gate = PersonFacts["gate"];
type Chosen = Parameters<typeof rulePerson>[1];

const hour = 60 * 60_000;
const day = 24 * hour;
const at = Date.parse("2026-06-15T14:00:00Z");

const consentMissing: Reason = { code: "consent_missing", channel: "sms" };
const optedOut: Reason = { code: "opted_out" };
const quietHours: Reason = { code: "quiet_hours", zone: "America/New_York" };
const capPerDay: Reason = { code: "cap_per_day", cap: 1 };
const consentGiven: Reason = { code: "consent_given" };
const variableMissing: Reason = { code: "variable_missing", name: "first_name" };
const tooLate: Reason = { code: "step_too_late" };

const gateSend: Gate = { kind: "send", until: null, reasons: [] };
const gateStop: Gate = { kind: "stop", until: null, reasons: [consentMissing, optedOut] };
const gateWait = (until: number | null): Gate => ({ kind: "wait", until, reasons: [quietHours, capPerDay] });

const factsOf = (parts: Partial<PersonFacts>): PersonFacts => ({
  at,
  gate: gateSend,
  unwritable: null,
  goodForMs: day,
  address: "+12025550143",
  isRepeated: false,
  isInSequence: false,
  isWrittenToday: false,
  hasOpenConversation: false,
  ...parts,
});
const nothingChosen: Chosen = { leaveOut: [], isHeldOut: false };
const allChosen: Chosen = { leaveOut: broadcastLeaveOuts, isHeldOut: false };
const ruleOf = (parts: Partial<PersonFacts>, chosen: Partial<Chosen> = {}): PersonRuling =>
  rulePerson(factsOf(parts), { ...nothingChosen, ...chosen });

const stopFor = (...reasons: Reason[]): PersonRuling => ({ ruling: "stop", until: null, reasons });
const stopOf = (code: Reason["code"]): PersonRuling => stopFor({ code });
const waitUntil = (until: number | null): PersonRuling => ({
  ruling: "wait",
  until,
  reasons: [quietHours, capPerDay],
});
const leaves: PersonRuling = { ruling: "send", until: at, reasons: [] };

const everyLeaveOut: Partial<PersonFacts> = {
  isInSequence: true,
  isWrittenToday: true,
  hasOpenConversation: true,
};

describe("a person", () => {
  type Case = [what: string, parts: Partial<PersonFacts>, chosen: Partial<Chosen>, ruling: PersonRuling];
  test.each<Case>([
    ["leaves at their time", {}, {}, leaves],
    ["leaves at another time", { at: at + hour }, {}, { ...leaves, until: at + hour }],
    ["leaves where no step is a message", { gate: null, address: null }, {}, leaves],
    ["leaves when no cause that was chosen holds", {}, allChosen, leaves],

    ["waits until the gate's time", { gate: gateWait(at + hour) }, {}, waitUntil(at + hour)],
    ["waits to the last moment", { gate: gateWait(at + day) }, {}, waitUntil(at + day)],
    ["waits without an end", { gate: gateWait(null) }, {}, waitUntil(null)],
    ["waits without an end, good for nothing", { gate: gateWait(null), goodForMs: 0 }, {}, waitUntil(null)],
    [
      "gets nothing a moment later",
      { gate: gateWait(at + day + 1) },
      {},
      stopFor(quietHours, capPerDay, tooLate),
    ],
    [
      "gets nothing when the message is good for less",
      { gate: gateWait(at + hour), goodForMs: hour - 1 },
      {},
      stopFor(quietHours, capPerDay, tooLate),
    ],
    [
      "waits when the message is good for longer",
      { gate: gateWait(at + 3 * day), goodForMs: 3 * day },
      {},
      waitUntil(at + 3 * day),
    ],

    ["gets nothing for all reasons of the gate", { gate: gateStop }, {}, stopFor(consentMissing, optedOut)],
    ["gets no unwritable message", { unwritable: variableMissing }, {}, stopFor(variableMissing)],
    ["gets nothing at an earlier address", { isRepeated: true }, {}, stopOf("broadcast_same_address")],
    ["leaves when the repeated address is unknown", { isRepeated: true, address: null }, {}, leaves],
    ["gets nothing when kept aside", {}, { isHeldOut: true }, stopOf("broadcast_held_out")],
    [
      "is kept aside without a message, too",
      { gate: null },
      { isHeldOut: true },
      stopOf("broadcast_held_out"),
    ],

    ["leaves when nothing was chosen", everyLeaveOut, {}, leaves],
    [
      "is left out in a sequence",
      { isInSequence: true },
      { leaveOut: ["in_sequence"] },
      stopOf("broadcast_in_sequence"),
    ],
    [
      "is left out when written to today",
      { isWrittenToday: true },
      { leaveOut: ["written_today"] },
      stopOf("broadcast_written_today"),
    ],
    [
      "is left out in an open conversation",
      { hasOpenConversation: true },
      { leaveOut: ["open_conversation"] },
      stopOf("broadcast_open_conversation"),
    ],
    [
      "leaves when another cause was chosen",
      { isInSequence: true, hasOpenConversation: true },
      { leaveOut: ["written_today"] },
      leaves,
    ],
    [
      "is left out for the chosen one of two causes",
      { isInSequence: true, hasOpenConversation: true },
      { leaveOut: ["open_conversation"] },
      stopOf("broadcast_open_conversation"),
    ],
    [
      "is left out without a message, too",
      { gate: null, isInSequence: true },
      allChosen,
      stopOf("broadcast_in_sequence"),
    ],
  ])("%s", (_what, parts, chosen, ruling) => {
    expect(ruleOf(parts, chosen)).toEqual(ruling);
  });

  test("leaves at their time with notes of the gate", () => {
    const gate: Gate = { kind: "send", until: null, reasons: [consentGiven] };
    expect(ruleOf({ gate })).toMatchObject({ ruling: "send", until: at });
  });

  test("in several ways left out has the first cause, in whatever order it was chosen", () => {
    const chosen: BroadcastLeaveOut[] = ["open_conversation", "written_today", "in_sequence"];
    expect(ruleOf(everyLeaveOut, { leaveOut: chosen }).reasons[0]?.code).toBe("broadcast_in_sequence");
    expect(ruleOf(everyLeaveOut, { leaveOut: chosen.slice(0, 2) }).reasons[0]?.code).toBe(
      "broadcast_written_today",
    );
  });
});

describe("the order of causes", () => {
  type Cause = [what: string, parts: Partial<PersonFacts>, chosen: Partial<Chosen>, codes: string[]];
  const causes: Cause[] = [
    ["the gate's stop", { gate: gateStop }, {}, ["consent_missing", "opted_out"]],
    ["an unwritable message", { unwritable: variableMissing }, {}, ["variable_missing"]],
    ["a repeated address", { isRepeated: true }, {}, ["broadcast_same_address"]],
    ["in a sequence", { isInSequence: true }, { leaveOut: ["in_sequence"] }, ["broadcast_in_sequence"]],
    [
      "written to today",
      { isWrittenToday: true },
      { leaveOut: ["written_today"] },
      ["broadcast_written_today"],
    ],
    [
      "an open conversation",
      { hasOpenConversation: true },
      { leaveOut: ["open_conversation"] },
      ["broadcast_open_conversation"],
    ],
    ["kept aside", {}, { isHeldOut: true }, ["broadcast_held_out"]],
    [
      "a wait that is too long",
      { gate: gateWait(at + 2 * day) },
      {},
      ["quiet_hours", "cap_per_day", "step_too_late"],
    ],
  ];
  const pairs = causes.flatMap((first, index) =>
    causes
      .slice(index + 1)
      // A gate says one thing.
      .filter((second) => !(first[1].gate && second[1].gate))
      .map((second): [string, string, Cause, Cause] => [first[0], second[0], first, second]),
  );

  test.each(pairs)("%s before %s", (_first, _second, first, second) => {
    const parts = { ...second[1], ...first[1] };
    const chosen = {
      ...second[2],
      ...first[2],
      leaveOut: [...(second[2].leaveOut ?? []), ...(first[2].leaveOut ?? [])],
    };
    const { ruling, until, reasons } = ruleOf(parts, chosen);
    expect({ ruling, until, first: reasons[0]?.code }).toEqual({
      ruling: "stop",
      until: null,
      first: first[3][0],
    });
  });

  test("holds for every combination", () => {
    const flags = [false, true];
    const gates: Gate[] = [
      null,
      gateSend,
      gateStop,
      gateWait(at + hour),
      gateWait(at + 2 * day),
      gateWait(null),
    ];
    const addresses: Partial<PersonFacts>[] = [
      {},
      { isRepeated: true },
      { isRepeated: true, address: null },
      { address: null },
    ];
    const persons = gates.flatMap((gate) =>
      [null, variableMissing].flatMap((unwritable) =>
        addresses.flatMap((address) =>
          flags.flatMap((isInSequence) =>
            flags.flatMap((isWrittenToday) =>
              flags.map((hasOpenConversation) =>
                factsOf({ gate, unwritable, ...address, isInSequence, isWrittenToday, hasOpenConversation }),
              ),
            ),
          ),
        ),
      ),
    );
    const choices = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) =>
      flags.map(
        (held): Chosen => ({
          leaveOut: broadcastLeaveOuts.filter((_leaveOut, index) => bits & (1 << index)),
          isHeldOut: held,
        }),
      ),
    );

    const expected = (facts: PersonFacts, { leaveOut, isHeldOut: held }: Chosen) => {
      const { gate } = facts;
      if (gate?.kind === "stop") return { ruling: "stop", until: null, first: "consent_missing" };
      const first = [
        facts.unwritable && "variable_missing",
        facts.isRepeated && facts.address !== null && "broadcast_same_address",
        facts.isInSequence && leaveOut.includes("in_sequence") && "broadcast_in_sequence",
        facts.isWrittenToday && leaveOut.includes("written_today") && "broadcast_written_today",
        facts.hasOpenConversation && leaveOut.includes("open_conversation") && "broadcast_open_conversation",
        held && "broadcast_held_out",
      ].find((code) => code);
      if (first) return { ruling: "stop", until: null, first };
      if (gate?.kind !== "wait") return { ruling: "send", until: at, first: undefined };
      if (gate.until !== null && gate.until > at + day) {
        return { ruling: "stop", until: null, first: "quiet_hours" };
      }
      return { ruling: "wait", until: gate.until, first: "quiet_hours" };
    };

    expect(persons.length * choices.length).toBe(6144);
    const wrong = persons.flatMap((facts) =>
      choices.flatMap((chosen) => {
        const { ruling, until, reasons } = rulePerson(facts, chosen);
        const wanted = expected(facts, chosen);
        const isRight =
          ruling === wanted.ruling && until === wanted.until && reasons[0]?.code === wanted.first;
        return isRight ? [] : [{ facts, chosen, ruling, until, reasons, wanted }];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe("people kept aside", () => {
  /** A linear congruential generator: the same people in every run. */
  const createUuids = (seed: number) => {
    let state = seed;
    const digit = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 28).toString(16);
    };
    const digits = (count: number) => Array.from({ length: count }, digit).join("");
    return () => `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`;
  };
  const uuid = createUuids(20_260_615);
  const people = Array.from({ length: 20_000 }, uuid);
  const broadcasts = Array.from({ length: 4 }, uuid);
  const [broadcast = "", another = ""] = broadcasts;
  const heldIn = (id: string, percent: number, of = people) =>
    of.filter((person) => isHeldOut(id, person, percent));

  test("are random enough to count", () => {
    expect(new Set(people).size).toBe(people.length);
  });

  test("are nobody at 0 percent", () => {
    expect(heldIn(broadcast, 0)).toEqual([]);
  });

  test("are everybody at 100 percent", () => {
    expect(heldIn(broadcast, 100)).toHaveLength(people.length);
  });

  test("are the same whenever it is asked", () => {
    const backwards = heldIn(broadcast, 25, people.toReversed()).toReversed();
    expect(backwards).toEqual(heldIn(broadcast, 25));
  });

  test.each([5, 10, 25, 50])("are %i percent, within a point", (percent) => {
    for (const id of broadcasts) {
      const share = (100 * heldIn(id, percent).length) / people.length;
      expect(Math.abs(share - percent)).toBeLessThanOrEqual(1);
    }
  });

  test.each([5, 10, 25, 50])("are %i percent of people created one after another, too", (percent) => {
    const inOrder = people.map((_person, index) => {
      const digits = index.toString(16).padStart(8, "0");
      return `01976f3a-${digits.slice(0, 4)}-7000-8000-00000000${digits.slice(4)}`;
    });
    const share = (100 * heldIn(broadcast, percent, inOrder).length) / inOrder.length;
    expect(Math.abs(share - percent)).toBeLessThanOrEqual(1);
  });

  test("are others in another broadcast", () => {
    const inOne = new Set(heldIn(broadcast, 10));
    const inBoth = heldIn(another, 10).filter((person) => inOne.has(person));
    // Two draws that know nothing of each other: a tenth of a tenth.
    expect((100 * inBoth.length) / people.length).toBeGreaterThan(0.5);
    expect((100 * inBoth.length) / people.length).toBeLessThan(1.5);
  });
});

describe("the group of a person", () => {
  type Case = [what: string, ruling: PersonRuling, code: string | null];
  test.each<Case>([
    ["who leaves has no cause", leaves, null],
    ["who waits has the first cause", waitUntil(at + hour), "quiet_hours"],
    ["who waits without an end has the first cause", waitUntil(null), "quiet_hours"],
    ["who gets nothing has the first cause", stopFor(consentMissing, optedOut), "consent_missing"],
    ["who is left out has that cause", stopOf("broadcast_in_sequence"), "broadcast_in_sequence"],
    ["who is kept aside has that cause", stopOf("broadcast_held_out"), "broadcast_held_out"],
    ["who would get it too late has the gate's cause", stopFor(quietHours, tooLate), "quiet_hours"],
  ])("%s", (_what, person, code) => {
    expect(groupOf(person, "sms")).toEqual({ ruling: person.ruling, code, channel: "sms" });
    expect(groupOf(person, null)).toEqual({ ruling: person.ruling, code, channel: null });
  });

  test("is that of all who leave, whatever the gate noted", () => {
    const noted = ruleOf({ gate: { kind: "send", until: null, reasons: [consentGiven] } });
    expect(groupOf(noted, "sms")).toEqual({ ruling: "send", code: null, channel: "sms" });
  });

  test("is the same for the same fate with other values", () => {
    const other = stopFor({ ...consentMissing, channel: "email" });
    expect(groupOf(other, "sms")).toEqual(groupOf(stopFor(consentMissing), "sms"));
  });
});
