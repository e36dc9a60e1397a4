import { describe, expect, test } from "vitest";
import { type FirstStepFacts, planFirstSteps, provenThings, startStageOf } from "./first-steps.ts";

const at = "2026-11-17T14:12:00.000Z";
const facts = (some: Partial<FirstStepFacts> = {}): FirstStepFacts => ({
  possible: { lead: true, message: true, why: true, live: true },
  isLoading: false,
  kept: {},
  lead: null,
  message: null,
  isConnected: false,
  ...some,
});
const states = (some: Partial<FirstStepFacts>) =>
  planFirstSteps(facts(some))
    .things.map(({ id, state }) => `${id} ${state}`)
    .join(", ");
const lead = { personId: "p", scoredAt: at, answer: null };

test("at first everything is left, and the lead comes first", () => {
  expect(states({})).toBe("lead todo, message todo, why todo, live todo");
  expect(planFirstSteps(facts()).next).toBe("lead");
});

describe("the lead", () => {
  test.each([
    ["not recorded", { personId: null, scoredAt: null, answer: null }, "running"],
    ["recorded without scores", { ...lead, scoredAt: null }, "running"],
    ["scored, and its answer is not ruled on", { ...lead, answer: { status: "pending" } }, "running"],
    ["scored, and its answer is on its way", { ...lead, answer: { status: "dispatching" } }, "running"],
    ["scored and answered", { ...lead, answer: { status: "sent" } }, "done"],
    ["scored, and its answer waits for the morning", { ...lead, answer: { status: "held" } }, "done"],
    ["scored, and its answer was stopped", { ...lead, answer: { status: "blocked" } }, "done"],
    ["scored, and no rule answers", lead, "done"],
  ] as const)("%s: %s", (_, stored, state) => {
    expect(states({ lead: stored })).toContain(`lead ${state}`);
  });
});

describe("the message to oneself", () => {
  test.each([
    ["waits", { status: "held", repliedAt: null }, "running"],
    ["was stopped", { status: "blocked", repliedAt: at }, "running"],
    ["arrived, without an answer", { status: "delivered", repliedAt: null }, "running"],
    ["was answered", { status: "delivered", repliedAt: at }, "done"],
    ["was answered as a test send", { status: "simulated", repliedAt: at }, "done"],
  ] as const)("%s: %s", (_, message, state) => {
    expect(states({ message })).toContain(`message ${state}`);
  });
});

test("a running thing comes next, before one that was not tried", () => {
  const { next } = planFirstSteps(facts({ message: { status: "delivered", repliedAt: null } }));
  expect(next).toBe("message");
});

test("nothing comes next when all is done", () => {
  const kept = { lead: at, message: at, why: at, live: at };
  expect(planFirstSteps(facts({ kept })).next).toBeNull();
});

test("what is not possible is left out, unless it was done before", () => {
  const possible = { lead: false, message: false, why: true, live: true };
  expect(states({ possible })).toBe("why todo, live todo");
  expect(states({ possible, kept: { lead: at } })).toBe("lead done, why todo, live todo");
});

test("what was kept stays done although the demo is gone", () => {
  const { things } = planFirstSteps(facts({ kept: { message: at } }));
  expect(things.find(({ id }) => id === "message")).toEqual({ id: "message", state: "done", doneAt: at });
});

test("while the sample data is loaded, only a channel can be connected", () => {
  const possible = { lead: false, message: false, why: false, live: true };
  expect(states({ possible, isLoading: true })).toBe("lead later, message later, why later, live todo");
  expect(planFirstSteps(facts({ possible, isLoading: true })).next).toBeNull();
});

test("only what happened is proven, and a question by its answer", () => {
  expect(provenThings(facts({ kept: { why: at }, isConnected: true, lead }))).toEqual(["lead", "live"]);
});

describe("the stage of a user", () => {
  test.each([
    [{ isFirst: true, hasName: false, isSettled: false, isHidden: false }, "names"],
    [{ isFirst: true, hasName: true, isSettled: false, isHidden: false }, "open"],
    [{ isFirst: true, hasName: false, isSettled: true, isHidden: false }, "open"],
    [{ isFirst: false, hasName: false, isSettled: false, isHidden: false }, "open"],
    [{ isFirst: true, hasName: false, isSettled: true, isHidden: true }, "hidden"],
  ] as const)("%o: %s", (user, stage) => {
    expect(startStageOf(user)).toBe(stage);
  });
});
