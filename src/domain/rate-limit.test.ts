import { expect, test } from "vitest";
import { takeSlot } from "./rate-limit.ts";

test("no span of the limit's length has more requests than allowed", () => {
  const rate = { requests: 3, perMs: 1000 };
  let used: number[] = [];
  const starts: number[] = [];
  let now = 0;
  for (let n = 0; n < 50; n++) {
    const slot = takeSlot(used, rate, now);
    used = slot.used;
    starts.push(now + slot.waitMs);
    // Some requests come together, others after a pause.
    now += n % 7 === 0 ? 400 : slot.waitMs;
  }
  for (const [index, at] of starts.entries()) {
    const earlier = starts[index - rate.requests];
    if (earlier !== undefined) expect(at - earlier).toBeGreaterThanOrEqual(rate.perMs);
  }
});
