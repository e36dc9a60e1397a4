import { judgeExpectation } from "./expectation-kinds.ts";
import type { ObservedTurn } from "./observed-turn.ts";
import type { TestTurn } from "./test-caller.ts";
import type { CheckedExpectation } from "./test-result.ts";

/** Every expectation of a turn with the reason why it was not met. `null`: the call was over before the turn. */
export const judgeTurn = (
  { expect }: Pick<TestTurn, "expect">,
  observed: ObservedTurn | null,
): CheckedExpectation[] =>
  expect.map((expected) => ({
    expected,
    reason: observed === null ? { code: "call_over" } : judgeExpectation(expected, observed),
  }));
