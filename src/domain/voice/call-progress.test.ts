import { describe, expect, test } from "vitest";
import { readCallProgress } from "./call-progress.ts";
import { scriptFact, scriptGoal } from "./script.ts";

const bill = scriptFact.parse({ key: "bill", label: "Monthly bill", question: "How much do you pay?" });
const owner = scriptFact.parse({ key: "owner", label: "Owns the house", question: "Is it yours?" });
const known = { bill: { value: "$240", quote: "two forty", atMs: 12_000 } };
const agent = (text: string, atMs = 1000) => ({ speaker: "agent", text, atMs });

describe("the facts of a call", () => {
  test("are those of the script, whether known or not, and then others that were collected", () => {
    const collected = { ...known, roof_kind: { value: "concrete", quote: "it is concrete", atMs: 20_000 } };
    expect(readCallProgress({ goals: [], facts: [owner, bill] }, collected, []).facts).toEqual([
      { key: "owner", label: "Owns the house", value: null, quote: null, atMs: null },
      { key: "bill", label: "Monthly bill", value: "$240", quote: "two forty", atMs: 12_000 },
      {
        key: "roof_kind",
        label: "roof kind",
        value: "concrete",
        quote: "it is concrete",
        atMs: 20_000,
      },
    ]);
  });
});

describe("a goal", () => {
  const reachedAt = (goal: object, turns: ReturnType<typeof agent>[]) =>
    readCallProgress({ goals: [scriptGoal.parse({ title: "Goal", ...goal })], facts: [bill] }, known, turns)
      .goals[0]?.atMs;

  test("of facts is reached when the last of them is known", () => {
    expect(reachedAt({ facts: ["bill"] }, [])).toBe(12_000);
    expect(reachedAt({ facts: ["bill", "owner"] }, [])).toBeNull();
  });

  test("of words is reached when the agent said them, with its variables filled in", () => {
    const say = "Hello {{customer_name}}, we  call about your quote";
    expect(reachedAt({ say }, [agent("Hello Ana, we call about your quote. Is this a good moment?")])).toBe(
      1000,
    );
    expect(reachedAt({ say }, [agent("Hello Ana, goodbye")])).toBeNull();
    expect(
      reachedAt({ say }, [{ ...agent("Hello Ana, we call about your quote"), speaker: "customer" }]),
    ).toBeNull();
  });

  test("of words and facts needs both", () => {
    expect(reachedAt({ say: "Thank you", facts: ["bill"] }, [agent("Thank you!", 30_000)])).toBe(30_000);
    expect(reachedAt({ say: "Thank you", facts: ["bill"] }, [])).toBeNull();
  });

  test("without words and facts is never reached", () => {
    expect(reachedAt({}, [agent("Hi")])).toBeNull();
  });
});
