import { describe, expect, test } from "vitest";
import type { ConsentChannel } from "#domain/channels/channel.ts";
import { findBestTime, hourOfWeek, openHoursOfWeek } from "./best-time.ts";
import { answersPerson, type ProfileEntry } from "./entries.ts";
import { chooseNextAction, type NextActionFacts } from "./next-action.ts";
import { choosePreferredChannel } from "./preferred-channel.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zone = "America/Puerto_Rico";
/** Monday, 16 November 2026, 11:00 in Puerto Rico. */
const now = Date.UTC(2026, 10, 16, 15);

let count = 0;
const entry = (daysAgo: number, more: Partial<ProfileEntry> = {}): ProfileEntry => ({
  id: `t${++count}`,
  at: now - daysAgo * dayMs,
  kind: "event_received",
  type: null,
  channel: null,
  text: null,
  intent: null,
  confidence: null,
  callbackAt: null,
  causedBy: `c${count}`,
  answers: null,
  ...more,
});
const wrote = (daysAgo: number, channel: ConsentChannel, more: Partial<ProfileEntry> = {}) =>
  entry(daysAgo, { channel, type: `${channel}_received`, text: "Hola", intent: "other", ...more });
const sent = (daysAgo: number, channel: ConsentChannel, more: Partial<ProfileEntry> = {}) =>
  entry(daysAgo, { kind: "message_sent", channel, ...more });
const newestFirst = (entries: ProfileEntry[]) => entries.toSorted((a, b) => b.at - a.at);
const everyChannel = new Set<ConsentChannel>(["sms", "whatsapp", "call", "email"]);

describe("the preferred channel", () => {
  const callId = "call-1";
  test.each<[string, ProfileEntry[], ConsentChannel[], ConsentChannel | null, string]>([
    ["is the usual one without a history", [], [...everyChannel], "sms", "no_history"],
    ["is the only open one", [], ["email"], "email", "only_channel"],
    ["is none without an open channel", [wrote(1, "sms")], [], null, "no_channel"],
    [
      "is the one that they answer",
      [sent(9, "sms"), sent(8, "email"), wrote(7.5, "email"), sent(5, "email"), wrote(4, "email")],
      [...everyChannel],
      "email",
      "answered_most",
    ],
    [
      "is the one that they choose, also when they answer a message on another",
      [sent(3, "sms"), wrote(2.9, "whatsapp"), wrote(2.8, "whatsapp")],
      [...everyChannel],
      "whatsapp",
      "answered_most",
    ],
    [
      "is not one that they opted out of",
      [wrote(2, "sms"), wrote(3, "sms"), wrote(4, "sms")],
      ["call", "email"],
      "call",
      "no_history",
    ],
    [
      "is another than the one that was tried in vain",
      [20, 16, 12, 8].map((days) => sent(days, "sms")),
      [...everyChannel],
      "whatsapp",
      "none_answered",
    ],
    [
      "is the telephone for those who pick up",
      [
        sent(4, "call", { causedBy: callId }),
        entry(4, { kind: "message_delivered", channel: "call", causedBy: callId }),
        wrote(9, "call", { type: "call_received" }),
      ],
      [...everyChannel],
      "call",
      "answered_most",
    ],
    [
      "does not depend on what happened a year ago",
      [300, 310, 320].map((days) => wrote(days, "email")),
      [...everyChannel],
      "sms",
      "no_history",
    ],
    [
      "ignores answers of machines",
      [
        sent(5, "email"),
        wrote(4.9, "email", { intent: "automatic_reply" }),
        entry(4.8, { type: "email_auto_reply", channel: "email", text: "I am away" }),
      ],
      ["sms", "email"],
      "sms",
      "none_answered",
    ],
  ])("%s", (_, entries, open, channel, code) => {
    const preferred = choosePreferredChannel(newestFirst(entries), new Set(open), now);
    expect([preferred.channel, preferred.reason.code]).toEqual([channel, code]);
    for (const { rate, sent: out, answered } of preferred.channels) {
      expect(rate).toBeGreaterThan(0);
      expect(rate).toBeLessThan(1);
      expect(answered).toBeLessThanOrEqual(out);
    }
  });

  test("counts a message that was answered twice once", () => {
    const entries = newestFirst([sent(3, "sms"), wrote(2.9, "sms"), wrote(2.8, "sms")]);
    const [sms] = choosePreferredChannel(entries, everyChannel, now).channels;
    expect(sms).toMatchObject({ channel: "sms", sent: 1, answered: 1, wrote: 0 });
  });
});

describe("the best time", () => {
  /** Open from 8 to 21 in Puerto Rico, except on Sundays. */
  const isOpenAt = (instant: number): boolean => {
    const place = hourOfWeek(instant, zone);
    return place >= 24 && place % 24 >= 8 && place % 24 < 21;
  };
  const open = openHoursOfWeek(now, zone, isOpenAt);
  /** Activities at local hours on days before today, which is a Monday. */
  const activeAt = (...times: [daysAgo: number, hour: number][]) =>
    newestFirst(
      times.map(([days, hour]) => wrote(days, "sms", { at: now + (hour - 11) * hourMs - days * dayMs })),
    );

  test("knows the open hours of the week", () => {
    expect(open.filter(Boolean)).toHaveLength(6 * 13);
    expect([open[23], open[24 + 7], open[24 + 8], open[24 + 20], open[24 + 21]]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  test.each<[string, ProfileEntry[], string, number, string]>([
    ["is the usual one without a history", [], "weekdays", 10, "few_activities"],
    [
      "is when they write",
      activeAt([3, 19], [4, 19], [5, 18], [10, 19], [11, 18]),
      "weekdays",
      18,
      "own_activity",
    ],
    [
      "is on the weekend for those who write then",
      activeAt([2, 15], [9, 15], [16, 15], [23, 16], [30, 15], [37, 16]),
      "weekend",
      15,
      "own_activity",
    ],
    [
      "is never at night, even for those who write then",
      activeAt([3, 2], [4, 2], [5, 3], [10, 2], [11, 3], [12, 2]),
      "weekdays",
      10,
      "own_activity",
    ],
  ])("%s", (_, entries, days, fromHour, code) => {
    const best = findBestTime(entries, { now, zone, open });
    expect([best.window, best.reason.code]).toEqual([{ days, fromHour, toHour: fromHour + 2 }, code]);
    expect(best.nextAt).toBeGreaterThanOrEqual(now);
    expect(open[hourOfWeek(best.nextAt ?? 0, zone)]).toBe(true);
    expect(Math.max(...best.heat)).toBe(1);
  });

  test("is now inside its window, and otherwise at its next start", () => {
    expect(findBestTime([], { now, zone, open }).nextAt).toBe(now);
    expect(findBestTime([], { now: now + 2 * hourMs, zone, open }).nextAt).toBe(now + 23 * hourMs);
  });

  test("is none where no hour is open", () => {
    const best = findBestTime([], { now, zone, open: open.map(() => false) });
    expect([best.window, best.nextAt, best.reason.code]).toEqual([null, null, "no_open_hours"]);
  });
});

describe("the next best action", () => {
  const factsOf = (entries: ProfileEntry[], more: Partial<NextActionFacts> = {}): NextActionFacts => {
    const sorted = newestFirst(entries);
    return {
      now,
      status: "qualified",
      scores: { intent: 40, propensity: 30, churn: 20 },
      entries: sorted,
      preferred: choosePreferredChannel(sorted, everyChannel, now),
      allowed: { service: everyChannel, marketing: everyChannel },
      bestTime: { nextAt: now + 3 * hourMs },
      isUnderReview: false,
      ...more,
    };
  };
  const closed = choosePreferredChannel([], new Set(), now);
  const hot = { intent: 80, propensity: 60, churn: 10 };
  const question = (days: number, more: Partial<ProfileEntry> = {}) =>
    wrote(days, "whatsapp", { intent: "question", ...more });

  test.each<[string, NextActionFacts, string, string]>([
    [
      "ends after an opt-out",
      factsOf([entry(1, { kind: "opted_out" })], { preferred: closed }),
      "close",
      "opted_out",
    ],
    ["ends without an address", factsOf([], { preferred: closed }), "close", "no_address"],
    [
      "goes to a person while a reply is under review",
      factsOf([entry(1, { kind: "review_opened" }), question(1)], { isUnderReview: true }),
      "hand_over",
      "reply_under_review",
    ],
    [
      "goes to a person when one is asked for, before any question",
      factsOf([question(0.1), wrote(1, "sms", { intent: "wants_human" })]),
      "hand_over",
      "asked_for_person",
    ],
    [
      "goes to a person after a complaint",
      factsOf([wrote(1, "sms", { intent: "complaint" })]),
      "hand_over",
      "complained",
    ],
    ["answers where they asked", factsOf([question(1)]), "whatsapp", "question_unanswered"],
    [
      "still answers after a message that a rule sent for another reason",
      factsOf([question(2), sent(1, "sms", { answers: "another event" })]),
      "whatsapp",
      "question_unanswered",
    ],
    [
      "waits after an operator answered",
      factsOf([question(2), sent(1, "whatsapp", { answers: answersPerson })]),
      "wait",
      "waiting_for_answer",
    ],
    [
      "waits after a rule answered that event",
      factsOf([question(2, { causedBy: "event 1" }), sent(1, "whatsapp", { answers: "event 1" })]),
      "wait",
      "waiting_for_answer",
    ],
    [
      "returns a missed call",
      factsOf([entry(1, { type: "call_missed", channel: "call" })]),
      "call",
      "missed_call",
    ],
    [
      "calls a person who is ready to buy",
      factsOf([wrote(1, "sms", { intent: "ready_to_buy" })]),
      "call",
      "ready_to_buy",
    ],
    [
      "calls at the time that was asked for",
      factsOf([wrote(1, "sms", { intent: "callback_later", callbackAt: now + 5 * hourMs })]),
      "call",
      "callback_asked",
    ],
    [
      "ends after a refusal",
      factsOf([wrote(1, "sms", { intent: "not_interested", confidence: 0.9 })], { scores: hot }),
      "close",
      "said_no",
    ],
    [
      "does not end after what may be no refusal",
      factsOf([wrote(1, "sms", { intent: "not_interested", confidence: 0.5 }), sent(30, "sms")]),
      "wait",
      "nothing_due",
    ],
    [
      "goes on when they came back after a refusal",
      factsOf([wrote(20, "sms", { intent: "not_interested" }), question(1)]),
      "whatsapp",
      "question_unanswered",
    ],
    [
      "waits for a held message",
      factsOf([entry(0.5, { kind: "message_held", channel: "sms" }), wrote(6, "sms")], { scores: hot }),
      "wait",
      "message_waiting",
    ],
    [
      "tries another channel after a failure",
      factsOf([sent(2, "sms"), entry(1, { kind: "message_failed", channel: "sms" })]),
      "whatsapp",
      "send_failed",
    ],
    [
      "approaches a person with high intent who is silent",
      factsOf([wrote(4, "sms")], { scores: hot }),
      "sms",
      "hot_and_silent",
    ],
    [
      "waits for a person who wrote yesterday",
      factsOf([wrote(1, "sms"), sent(30, "sms")], { scores: hot }),
      "wait",
      "nothing_due",
    ],
    [
      "greets a new lead who was not contacted yet",
      factsOf([entry(2, { type: "form_submitted" })], { status: "new" }),
      "sms",
      "never_contacted",
    ],
    [
      "approaches a customer who may leave",
      factsOf([wrote(40, "email"), sent(39, "email")], {
        status: "converted",
        scores: { intent: 10, propensity: 10, churn: 82 },
      }),
      "email",
      "at_risk",
    ],
    ["waits when nothing is due", factsOf([wrote(40, "sms"), sent(39, "sms")]), "wait", "nothing_due"],
  ])("%s", (_, facts, kind, code) => {
    const action = chooseNextAction(facts);
    expect([action.kind, action.reason.code]).toEqual([kind, code]);
    const ids = facts.entries.map(({ id }) => id);
    for (const id of action.evidence) expect(ids).toContain(id);
    if (action.channel !== null) expect(action.earliestAt).toBeGreaterThanOrEqual(now);
  });

  test("is not due before the time that they named", () => {
    const callbackAt = now + 6 * hourMs;
    const entries = [wrote(0.1, "sms", { intent: "wants_human", callbackAt })];
    expect(chooseNextAction(factsOf(entries))).toMatchObject({ channel: "call", earliestAt: callbackAt });
  });

  test("takes a channel that the gate allows, and names one that it stops only without another", () => {
    const none = new Set<ConsentChannel>();
    const entries = [wrote(1, "sms", { intent: "ready_to_buy" })];
    const kindWith = (service: Set<ConsentChannel>) =>
      chooseNextAction(factsOf(entries, { allowed: { service, marketing: none } })).kind;
    expect(kindWith(everyChannel)).toBe("call");
    expect(kindWith(new Set(["sms"]))).toBe("sms");
    expect(kindWith(new Set(["email"]))).toBe("email");
    expect(kindWith(none)).toBe("call");
    const hotEntries = factsOf([wrote(4, "sms")], { scores: hot });
    const allowed = { service: everyChannel, marketing: new Set<ConsentChannel>(["email"]) };
    expect(chooseNextAction({ ...hotEntries, allowed })).toMatchObject({
      kind: "email",
      purpose: "marketing",
    });
  });

  test("never proposes a closed channel", () => {
    const entries = [question(1)];
    const preferred = choosePreferredChannel(entries, new Set<ConsentChannel>(["email"]), now);
    expect(chooseNextAction(factsOf(entries, { preferred }))).toMatchObject({
      kind: "email",
      channel: "email",
    });
  });
});
