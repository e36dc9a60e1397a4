import { expect } from "vitest";

/** When a page was made: its token starts with an id, and that with the milliseconds since 1970. */
const madeAt = (token: string): number => Number.parseInt(token.replaceAll("-", "").slice(0, 12), 16);

/** What is sent within 1.5 seconds after its page was made is taken for the work of a program. */
export const untilOldEnough = (token: string): Promise<void> =>
  expect.poll(() => Date.now() - madeAt(token)).toBeGreaterThan(1500);
