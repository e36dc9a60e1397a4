import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { HashQueueFull, passwordMatches } from "./passwords.ts";

test("the queue of hashes is limited for everyone, with places left for callers with priority", async () => {
  const stored = await hash("right", { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const countAccepted = async (strangers: number, known: number) => {
    const attempts = [
      ...Array.from({ length: strangers }, () => passwordMatches(stored, "right")),
      ...Array.from({ length: known }, () => passwordMatches(stored, "right", true)),
    ];
    const results = await Promise.allSettled(attempts);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toBeInstanceOf(HashQueueFull);
    return results.filter(({ status }) => status === "fulfilled").length;
  };
  expect(await countAccepted(100, 0)).toBe(42);
  expect(await countAccepted(100, 20)).toBe(62);
  expect(await countAccepted(0, 200)).toBe(62);
});
