import { describe, expect, test } from "vitest";
import { applyHappening, type Thread } from "./thread.ts";

const now = 1_700_000_000_000;
const apply = (thread: Thread | null, ...happenings: Parameters<typeof applyHappening>[1][]): Thread => {
  let current = thread;
  for (const happening of happenings) current = applyHappening(current, happening, now).thread;
  if (!current) throw new Error("There is no thread");
  return current;
};
const mark = ({ ownerId, takenUntil, takenBy }: Thread) => ({ ownerId, takenUntil, takenBy });
const nothing = { ownerId: null, takenUntil: null, takenBy: null };

describe("a message that is written and taken back", () => {
  const written = apply(null, { kind: "written_by_hand", by: "luz" });

  test("gives the conversation to its writer before it leaves, and does not open it", () => {
    expect(written).toMatchObject({ ownerId: "luz", takenBy: "luz", state: "closed", lastText: null });
    expect(written.takenUntil).toBeGreaterThan(now);
  });

  test("leaves no trace when nothing else happened", () => {
    const back = apply(written, { kind: "taken_back", before: nothing, after: mark(written) });
    expect(mark(back)).toEqual(nothing);
  });

  test("keeps an owner and a take-over that came later", () => {
    const later = apply(
      written,
      { kind: "assign", by: "omar", ownerId: "omar" },
      { kind: "take", by: "omar", hours: 48 },
      { kind: "taken_back", before: nothing, after: mark(written) },
    );
    expect(later).toMatchObject({ ownerId: "omar", takenBy: "omar" });
    expect(later.takenUntil).not.toBeNull();
  });

  test("does not shorten a longer take-over, nor change an owner", () => {
    const taken = apply(null, { kind: "take", by: "omar", hours: 100 });
    const after = apply(taken, { kind: "written_by_hand", by: "luz" });
    expect(after).toMatchObject({ ownerId: "omar", takenUntil: taken.takenUntil });
  });
});
