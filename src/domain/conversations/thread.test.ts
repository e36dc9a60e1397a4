import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#domain/compliance/durations.ts";
import { applyHappening, closedThread, type Happening, type Thread } from "./thread.ts";

const now = 1_800_000_000_000;
const ana = "user-ana";
const luis = "user-luis";

const item = (at = now, text = "Hola") => ({ itemId: "item-1", at, channel: "sms", text });
const open = (change: Partial<Thread> = {}): Thread => ({
  ...closedThread(now - dayMs),
  state: "open",
  hasEpisode: true,
  lastDirection: "in",
  ...change,
});
const closed = (change: Partial<Thread> = {}): Thread => ({ ...closedThread(now - dayMs), ...change });
const snoozed = (change: Partial<Thread> = {}): Thread =>
  open({ state: "snoozed", snoozedUntil: now + dayMs, snoozedBy: ana, ...change });

const written: Happening = { kind: "inbound_human", ...item() };
const answer: Happening = { kind: "sent_by_hand", by: ana, writtenAt: now, ...item() };
const machine: Happening = { kind: "sent_by_machine", ...item() };

const apply = (thread: Thread | null, happening: Happening) => applyHappening(thread, happening, now);

describe("the state of a thread", () => {
  const cases: [string, Thread | null, Happening, Thread["state"] | null, number | null][] = [
    ["a first message opens", null, written, "open", now],
    ["a message to a closed thread opens", closed(), written, "open", now],
    ["a further message keeps the first waiting time", open({ waitingSince: 5 }), written, "open", 5],
    ["a message wakes a snoozed thread", snoozed(), written, "open", now],
    [
      "a message does not wake one that waits for its time",
      snoozed({ wakesOnReply: false }),
      written,
      "snoozed",
      now,
    ],
    ["a message to a muted thread does not open it", closed({ muted: true }), written, "closed", null],
    ["an automatic reply does not open", closed(), { kind: "inbound_automatic", ...item() }, "closed", null],
    ["a clear opt-out does not open", closed(), { kind: "opt_out", ...item() }, "closed", null],
    [
      "an unclear opt-out opens, muted or not",
      closed({ muted: true }),
      { kind: "opt_out_ambiguous", ...item() },
      "open",
      now,
    ],
    [
      "an unclear opt-out wakes any snooze",
      snoozed({ wakesOnReply: false }),
      { kind: "opt_out_ambiguous", ...item() },
      "open",
      now,
    ],
    ["a machine's message does not open", closed(), machine, "closed", null],
    ["a machine's message makes no thread", null, machine, null, null],
    ["a machine's message answers nobody", open({ waitingSince: 5 }), machine, "open", 5],
    ["a message by hand answers", open({ waitingSince: 5 }), answer, "open", null],
    ["a message by hand does not open", closed(), answer, "closed", null],
    [
      "a message written before the question does not answer it",
      open({ waitingSince: now - 5 }),
      { ...answer, writtenAt: now - 10 } as Happening,
      "open",
      now - 5,
    ],
    [
      "a failed message by hand answers nobody",
      open({ waitingSince: 5 }),
      { kind: "not_sent", by: ana, ...item() },
      "open",
      5,
    ],
    ["a note answers nobody", open({ waitingSince: 5 }), { kind: "note", by: ana, ...item() }, "open", 5],
    [
      "closing ends the wait",
      open({ waitingSince: 5 }),
      { kind: "close", by: ana, how: "no_need" },
      "closed",
      null,
    ],
    [
      "snoozing keeps the wait",
      open({ waitingSince: 5 }),
      { kind: "snooze", by: ana, until: null, wakesOnReply: false },
      "snoozed",
      5,
    ],
    ["the time of a snooze opens", snoozed({ waitingSince: 5 }), { kind: "wake" }, "open", 5],
    ["a wake of an open thread changes nothing", open(), { kind: "wake" }, "open", null],
    ["a user opens a closed thread", closed(), { kind: "reopen", by: ana }, "open", null],
    ["a missed call opens", closed(), { kind: "call_missed", ...item() }, "open", now],
    [
      "a call that an agent answered opens",
      closed(),
      { kind: "call_answered", direction: "in", byHuman: false, ...item() },
      "open",
      now,
    ],
    [
      "a call that a human answered leaves nobody waiting",
      closed(),
      { kind: "call_answered", direction: "in", byHuman: true, ...item() },
      "open",
      null,
    ],
    [
      "our own call does not open",
      closed(),
      { kind: "call_answered", direction: "out", byHuman: false, ...item() },
      "closed",
      null,
    ],
  ];
  test.each(cases)("%s", (_name, thread, happening, state, waitingSince) => {
    const after = apply(thread, happening).thread;
    expect([after?.state ?? null, after?.waitingSince ?? null]).toEqual([state, waitingSince]);
  });
});

describe("episodes", () => {
  test("begin when a closed thread opens, and not again while it is open", () => {
    expect(apply(closed(), written).episodes).toEqual([
      { kind: "open", at: now, openedBy: "item-1", channel: "sms" },
    ]);
    expect(apply(open(), written).episodes).toEqual([]);
    expect(apply(snoozed(), written).episodes).toEqual([]);
  });

  test("note the answer of a human and its writer", () => {
    expect(apply(open({ waitingSince: 5, ownerId: luis }), answer).episodes).toEqual([
      { kind: "answer", at: now, by: ana },
    ]);
  });

  test("end when the thread is closed", () => {
    expect(apply(open(), { kind: "close", by: ana, how: "answered" }).episodes).toEqual([
      { kind: "close", at: now, by: ana, how: "answered" },
    ]);
    expect(apply(closed(), { kind: "close", by: ana, how: "answered" })).toMatchObject({
      episodes: [],
      lines: [],
    });
  });
});

describe("owners", () => {
  test("the first writer owns the thread, and a colleague who helps does not take it", () => {
    expect(apply(open(), answer).thread?.ownerId).toBe(ana);
    expect(apply(open({ ownerId: luis }), answer).thread?.ownerId).toBe(luis);
  });

  test("a message to an owner who is away goes back to all and says so", () => {
    const { thread, lines } = apply(open({ ownerId: luis, isOwnerAway: true }), written);
    expect(thread?.ownerId).toBeNull();
    expect(lines).toMatchObject([
      { eventType: "thread_assigned", metadata: { from: luis, to: null, away: true } },
    ]);
  });

  test("assigning to the present owner changes nothing", () => {
    const thread = open({ ownerId: ana });
    expect(apply(thread, { kind: "assign", by: luis, ownerId: ana })).toEqual({
      thread,
      lines: [],
      episodes: [],
    });
  });
});

describe("teams", () => {
  const sales = { id: "team-sales", name: "Sales", memberIds: [ana] };
  const assign = (more: object): Happening => ({ kind: "assign", by: luis, ...more }) as Happening;
  const cases: [string, Partial<Thread>, Happening, string | null, string | null][] = [
    ["a team without an owner", {}, assign({ team: sales }), null, sales.id],
    ["a member who owns it stays", { ownerId: ana }, assign({ team: sales }), ana, sales.id],
    ["an owner outside is taken off", { ownerId: luis }, assign({ team: sales }), null, sales.id],
    [
      "an owner who is named stays",
      { ownerId: luis },
      assign({ team: sales, ownerId: luis }),
      luis,
      sales.id,
    ],
    ["a user keeps the team", { teamId: sales.id }, assign({ ownerId: luis }), luis, sales.id],
    [
      "no owner keeps the team",
      { teamId: sales.id, ownerId: ana },
      assign({ ownerId: null }),
      null,
      sales.id,
    ],
    ["no team keeps the owner", { teamId: sales.id, ownerId: ana }, assign({ team: null }), ana, null],
    ["a member who writes takes it", { teamId: sales.id }, answer, ana, sales.id],
    [
      "an away owner leaves it to the team",
      { teamId: sales.id, ownerId: ana, isOwnerAway: true },
      written,
      null,
      sales.id,
    ],
    [
      "closing keeps the team",
      { teamId: sales.id },
      { kind: "close", by: ana, how: "answered" },
      null,
      sales.id,
    ],
  ];
  test.each(cases)("%s", (_name, before, happening, ownerId, teamId) => {
    expect(apply(open(before), happening).thread).toMatchObject({ ownerId, teamId });
  });

  test("are named in the entry only when the team changes", () => {
    expect(apply(open(), assign({ team: sales })).lines[0]?.metadata).toEqual({
      by: luis,
      from: null,
      to: null,
      fromTeam: null,
      toTeam: sales.id,
      team: "Sales",
    });
    expect(apply(open({ teamId: sales.id }), assign({ ownerId: ana })).lines[0]?.metadata).toEqual({
      by: luis,
      from: null,
      to: ana,
    });
    expect(apply(open({ teamId: sales.id }), assign({ team: sales })).lines).toEqual([]);
  });

  test("of a merged thread count where the survivor has none", () => {
    const other = open({ teamId: sales.id });
    expect(apply(open(), { kind: "merged", other }).thread?.teamId).toBe(sales.id);
    expect(apply(open({ teamId: "team-support" }), { kind: "merged", other }).thread?.teamId).toBe(
      "team-support",
    );
  });
});

describe("taking over", () => {
  test("lasts a day after the last word of a human", () => {
    expect(apply(open(), answer).thread).toMatchObject({ takenUntil: now + dayMs, takenBy: ana });
  });

  test("that was asked for longer is not shortened by a message", () => {
    const taken = open({ takenUntil: now + 3 * dayMs });
    expect(apply(taken, answer).thread?.takenUntil).toBe(now + 3 * dayMs);
  });

  test("lasts as long as asked for, and ends when it is handed back or closed", () => {
    const taken = apply(open(), { kind: "take", by: ana, hours: 2 }).thread;
    expect(taken?.takenUntil).toBe(now + 2 * hourMs);
    expect(apply(taken, { kind: "hand_back", by: ana }).thread?.takenUntil).toBeNull();
    expect(apply(taken, { kind: "close", by: ana, how: "answered" }).thread?.takenUntil).toBeNull();
  });
});

describe("what was not sent", () => {
  const failed = (at: number): Happening => ({ kind: "not_sent", by: null, ...item(at) });

  test("is shown until the next message leaves", () => {
    const shown = apply(open(), failed(now)).thread;
    expect(shown?.notSent).toBe(true);
    expect(apply(shown, machine).thread?.notSent).toBe(false);
  });

  test("is not shown where a newer message has left", () => {
    const sent = apply(open(), machine).thread;
    expect(apply(sent, failed(now - 1)).thread?.notSent).toBe(false);
  });

  test("makes a thread only where a user wrote it", () => {
    expect(apply(null, failed(now)).thread).toBeNull();
    expect(apply(null, { kind: "not_sent", by: ana, ...item() }).thread?.notSent).toBe(true);
  });
});

describe("a review", () => {
  test("is over when none of the person's is left", () => {
    const reviewed = apply(null, { kind: "opt_out_ambiguous", ...item() }).thread;
    expect(reviewed?.underReview).toBe(true);
    expect(apply(reviewed, { kind: "review_resolved", remaining: true }).thread?.underReview).toBe(true);
    expect(apply(reviewed, { kind: "review_resolved", remaining: false }).thread?.underReview).toBe(false);
  });
});

describe("a merge", () => {
  test("keeps what is more urgent and stricter of both threads", () => {
    const kept = closed({ lastText: "old", ownerId: null });
    const other = open({
      waitingSince: 7,
      takenUntil: now + hourMs,
      underReview: true,
      ownerId: luis,
      lastItemAt: now,
      lastText: "new",
    });
    const { thread, episodes } = apply(kept, { kind: "merged", other });
    expect(thread).toMatchObject({
      state: "open",
      waitingSince: 7,
      takenUntil: now + hourMs,
      underReview: true,
      ownerId: luis,
      lastText: "new",
    });
    expect(episodes).toMatchObject([{ kind: "open" }]);
  });
});

test("a message that arrives late does not replace the newest text", () => {
  const thread = open({ lastItemAt: now, lastText: "new" });
  expect(apply(thread, { kind: "inbound_human", ...item(now - 5, "old") }).thread?.lastText).toBe("new");
});

test("an automatic answer does not hide the words that wait for a human", () => {
  const asked = apply(open({ lastItemAt: 1 }), {
    kind: "inbound_human",
    ...item(now - 5, "How much is it?"),
  });
  const answered = apply(asked.thread, { kind: "sent_by_machine", ...item(now, "Thanks, we will call.") });
  expect(answered.thread).toMatchObject({ lastText: "How much is it?", lastDirection: "in" });
  const spoken = apply(answered.thread, {
    kind: "sent_by_hand",
    by: luis,
    writtenAt: now,
    ...item(now, "$20"),
  });
  expect(spoken.thread).toMatchObject({ lastText: "$20", lastDirection: "out", waitingSince: null });
});
