import { expect, test } from "vitest";
import type { MessageSignals } from "#domain/reading/signals-of-reading.ts";
import { timelineKinds } from "#domain/timeline.ts";
import { kindsOfGroup, timelineGroups } from "#domain/timeline-groups.ts";
import { listSignals } from "./profile-signals.ts";

const signals = (more: Partial<MessageSignals>) => ({
  intent: "other" as const,
  also: [],
  asks: [],
  objection: null,
  quotes: {},
  ...more,
});
const read = (text: string | null, more: Partial<MessageSignals>) =>
  listSignals({ eventId: "e", text, signals: signals(more), confidence: 0.9 });

test("each statement has its words, its effect and how long it counts", () => {
  const found = read("Hola. ¿Puede ser mañana? ¿Cuánto cuesta?", {
    intent: "schedule",
    asks: ["price"],
    quotes: { "intent.schedule": "¿Puede ser mañana?", "ask.price": "¿Cuánto cuesta?" },
  });
  expect(found.map(({ signal, effect, halfLifeDays }) => [signal, effect, halfLifeDays])).toEqual([
    ["intent.schedule", "raises", 14],
    ["ask.price", "fact", null],
  ]);
  expect(found.map(({ text, start, end }) => text?.slice(start, end))).toEqual([
    "¿Puede ser mañana?",
    "¿Cuánto cuesta?",
  ]);
});

test("statements that say nothing are left out, and opt-outs stop", () => {
  expect(read("ok", { intent: "acknowledgement", asks: ["other"] })).toEqual([]);
  expect(read("STOP", { intent: "opt_out" })[0]?.effect).toBe("stops");
  expect(
    read("Too dear", { intent: "not_interested", objection: "price" }).map(({ effect }) => effect),
  ).toEqual(["lowers", "lowers"]);
});

test("a long message is cut around the words, and missing words mark nothing", () => {
  const [signal] = read(`${"a ".repeat(400)}call me${" b".repeat(400)}`, {
    intent: "interested",
    quotes: { "intent.interested": "call me" },
  });
  expect(signal?.text?.length).toBeLessThan(400);
  expect(signal?.text?.slice(signal.start, signal.end)).toBe("call me");
  const [unquoted] = read("Yes", { intent: "interested", quotes: { "intent.interested": "No" } });
  expect([unquoted?.start, unquoted?.end]).toEqual([0, 0]);
  expect(read(null, { intent: "interested" })[0]?.text).toBeNull();
});

test("every kind of timeline entry is in one group", () => {
  const kinds = timelineGroups.flatMap(kindsOfGroup);
  expect(kinds.toSorted()).toEqual(timelineKinds.toSorted());
});
