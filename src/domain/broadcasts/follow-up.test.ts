import { describe, expect, test } from "vitest";
import { audience } from "#domain/audience/audience.ts";
import { type BroadcastInput, broadcastInput } from "./broadcast.ts";
import type { PersonOutcome } from "./broadcast-parts.ts";
import { copyOfBroadcast, followUpAudience, followUpOf, partAudience } from "./follow-up.ts";

const id = "01890000-0000-7000-8000-000000000001";
const field = `broadcast.${id}`;

const first: BroadcastInput = {
  ...broadcastInput.parse({
    name: "Notice",
    audience: { everybody: true },
    except: { field: "dnc", op: "is_true" },
    purpose: "service",
    actions: [{ id: "a", type: "sms", template: "We are closed on Friday." }],
    perMinute: 40,
    holdoutPercent: 10,
    leaveOut: ["in_sequence"],
    guard: false,
  }),
};

describe("a copy", () => {
  test.each<[what: string, when: BroadcastInput["when"], copied: BroadcastInput["when"]]>([
    ["now", { kind: "now" }, { kind: "now" }],
    ["at each local hour", { kind: "local", time: "09:30" }, { kind: "local", time: "09:30" }],
    ["not at the moment of the first one", { kind: "at", at: "2026-03-02T12:00:00Z" }, { kind: "now" }],
  ])("is everything that was written: %s", (_what, when, copied) => {
    expect(copyOfBroadcast({ ...first, when }, "Copy")).toEqual({ ...first, name: "Copy", when: copied });
  });

  test("holds nothing that only a stored one has, and no longer name than allowed", () => {
    const stored = { ...first, id, state: "done", check: null, actual: null };
    const copy = copyOfBroadcast(stored, "n".repeat(250));
    expect(Object.keys(copy).toSorted()).toEqual(Object.keys(broadcastInput.shape).toSorted());
    expect(copy.name).toHaveLength(200);
    expect(broadcastInput.parse(copy)).toEqual(copy);
  });
});

describe("a broadcast to those of another one", () => {
  test("who did not answer got it, and gets the same steps unless they are changed", () => {
    const next = followUpOf({ ...first, id }, { kind: "unanswered", name: "Again" });
    expect(next).toEqual({
      ...first,
      name: "Again",
      audience: {
        all: [
          { field, op: "has_any", value: ["got"] },
          { not: { field, op: "has_any", value: ["answered"] } },
        ],
      },
      except: null,
      holdoutPercent: 0,
    });
  });

  test("whose message failed gets what the sender wrote, for the same purpose", () => {
    const actions = [{ type: "email" as const, template: "We are closed on Friday." }];
    const next = followUpOf({ ...first, id }, { kind: "failed", name: "By email", actions });
    expect(next).toMatchObject({ audience: { field, op: "has_any", value: ["failed"] }, purpose: "service" });
    expect(next.actions).toEqual(actions);
  });

  test.each(["unanswered", "failed"] as const)("is an audience that can be stored: %s", (kind) => {
    const node = followUpAudience(id, kind);
    expect(audience.parse(node)).toEqual(node);
  });
});

test.each<[part: Parameters<typeof partAudience>[1], values: string[]]>([
  [{ ruling: "wait" }, ["wait"]],
  [{ ruling: "send", code: "none", channel: "sms" }, ["send", "reason.none", "channel.sms"]],
  [{ ruling: "stop", code: "opted_out" }, ["stop", "reason.opted_out"]],
  [{ outcome: "answered" satisfies PersonOutcome }, ["answered"]],
])("the people of a group %o have all of its parts", (part, value) => {
  expect(partAudience(id, part)).toEqual({ field, op: "has_all", value });
});
