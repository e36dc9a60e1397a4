import { expect, test } from "vitest";
import type { GateFacts } from "#domain/compliance/facts.ts";
import { buildSendIntent, type SendPurpose } from "#domain/compliance/send-intent.ts";
import { humanHasItCheck } from "./human-has-it.ts";

const now = 1_800_000_000_000;
const until = now + 1000;

const evaluate = (takenUntil: number | null, more: { purpose?: SendPurpose; isByHand?: boolean } = {}) =>
  humanHasItCheck.evaluate(
    buildSendIntent({
      personId: "person-1",
      channel: "sms",
      ruleId: "rule-1",
      approvedTemplateName: null,
      repeatLimit: null,
      ...more,
    }),
    { now, takenUntil } as GateFacts,
  );

test("marketing of a rule waits until the human no longer has the conversation", () => {
  expect(evaluate(until)).toEqual({ wait: [{ code: "human_has_it", until }], until });
  expect(evaluate(null)).toEqual({ ok: true });
  expect(evaluate(now)).toEqual({ ok: true });
});

test.each([{ purpose: "service" as const }, { purpose: "confirmation" as const }, { isByHand: true }])(
  "%j does not wait",
  (more) => {
    expect(evaluate(until, more)).toEqual({ ok: true });
  },
);
