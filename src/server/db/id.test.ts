import { afterEach, describe, expect, test, vi } from "vitest";
import { newId } from "./id.ts";

const madeAt = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

describe("an id", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is greater than the one before, however many are made in a millisecond", () => {
    vi.useFakeTimers({ now: Date.now() });
    const ids = Array.from({ length: 10_000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("follows a clock that was set back", () => {
    const now = Date.now();
    vi.useFakeTimers({ now: now + 600_000 });
    newId();
    vi.setSystemTime(now);
    expect(madeAt(newId())).toBe(now);
  });

  test("stays in order where the clock goes back by less than a second", () => {
    const now = Date.now() + 10_000;
    vi.useFakeTimers({ now });
    const before = newId();
    vi.setSystemTime(now - 900);
    expect(newId() > before).toBe(true);
  });
});
