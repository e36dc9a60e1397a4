import { expect, test } from "vitest";
import type { Broadcast } from "#contract/broadcasts.ts";
import type { Audience } from "#domain/audience/audience.ts";
import {
  chosenAudience,
  countedAudience,
  emptyDraft,
  isComplete,
  toDraft,
  toInput,
} from "./broadcast-draft.ts";

const leads: Audience = { field: "type", op: "is", value: "lead" };
const inCaguas: Audience = { field: "town", op: "is", value: "Caguas" };

const stored: Broadcast = {
  id: "00000000-0000-4000-8000-000000000060",
  name: "Battery rebate",
  audience: { everybody: true },
  except: inCaguas,
  purpose: "service",
  actions: [{ id: "a", type: "sms", template: "rebate" }],
  when: { kind: "local", time: "09:30" },
  perMinute: 40,
  spreadHours: null,
  holdoutPercent: 10,
  leaveOut: ["in_sequence"],
  guard: false,
  state: "draft",
  why: [],
  check: null,
  approval: null,
  createdBy: null,
  startedAt: null,
  doneAt: null,
  createdAt: "2026-03-02T12:00:00Z",
  updatedAt: "2026-03-02T12:00:00Z",
};

test("a stored broadcast that is not changed is saved as it was; whom to skip is not part of it", () => {
  const { name, audience, except, purpose, actions, when, perMinute, spreadHours, holdoutPercent, guard } =
    stored;
  expect(toInput(toDraft(stored))).toEqual({
    ...{ name, audience, except, purpose, actions, when, perMinute, spreadHours, holdoutPercent, guard },
  });
});

test("one message without a wait is edited as a message, anything else as steps", () => {
  expect(toDraft(stored).content).toBe("message");
  const wait = { for: 1, unit: "days" as const };
  const actions = [{ id: "a", type: "sms" as const, template: "rebate", wait }];
  expect(toDraft({ ...stored, actions }).content).toBe("steps");
  expect(toInput(toDraft({ ...stored, actions })).actions).toEqual(actions);
});

test("people who are excepted are not counted", () => {
  const draft = { ...emptyDraft(), hasExcept: true, except: inCaguas };
  expect(countedAudience(draft)).toEqual({ all: [{ everybody: true }, { not: inCaguas }] });
  expect(countedAudience({ ...draft, audience: leads })).toEqual({ all: [leads, { not: inCaguas }] });
  expect(countedAudience({ ...draft, audience: { all: [leads] } })).toEqual({
    all: [leads, { not: inCaguas }],
  });
});

test("an exception without a condition excepts no person", () => {
  const draft = { ...emptyDraft(), audience: leads, hasExcept: true };
  expect(countedAudience(draft)).toEqual(leads);
  expect(toInput(draft).except).toBeNull();
});

test("without a name, words or a valid number nothing can be saved", () => {
  const message = { id: "a", type: "sms" as const, template: "Hello" };
  const draft = { ...emptyDraft(), name: "Rebate", message };
  expect(isComplete(draft)).toBe(true);
  expect(isComplete({ ...draft, name: " " })).toBe(false);
  expect(isComplete({ ...draft, message: { ...message, template: "" } })).toBe(false);
  expect(isComplete({ ...draft, perMinute: Number.NaN })).toBe(false);
  expect(isComplete({ ...draft, spreadHours: Number.NaN })).toBe(false);
  expect(isComplete({ ...draft, holdoutPercent: Number.NaN })).toBe(false);
  expect(isComplete({ ...draft, content: "steps" as const })).toBe(false);
});

test.each([
  ["nobody named", "", undefined],
  ["a segment", "segment=abc", { field: "segment.abc", op: "in" }],
  [
    "the people of a list",
    `where=${encodeURIComponent('{"field":"tags","op":"has_any","value":["solar"]}')}`,
    { field: "tags", op: "has_any", value: ["solar"] },
  ],
  ["everybody, said", `where=${encodeURIComponent('{"everybody":true}')}`, undefined],
  ["no JSON", "where=%7B", undefined],
  ["no audience", `where=${encodeURIComponent('{"op":1}')}`, undefined],
])("the address chooses the people of a new broadcast: %s", (_name, query, expected) => {
  expect(chosenAudience(new URLSearchParams(query))).toEqual(expected);
});
