import { expect, test } from "vitest";
import { type HandoffWish, handoffTitle, storedHandoffTitle } from "./handoff-titles.ts";

test.each<HandoffWish>([
  { kind: "human", details: [] },
  { kind: "callback", details: ["¿Tienen financiamiento?"] },
  { kind: "emergency", details: [""] },
])("the stored title of $kind is read in both languages", (wish) => {
  const [english, spanish] = [handoffTitle(wish, "en"), handoffTitle(wish, "es")];
  expect(storedHandoffTitle(english, "es")).toBe(spanish);
  expect(storedHandoffTitle(spanish, "en")).toBe(english);
  expect(storedHandoffTitle(spanish, "es")).toBe(spanish);
});

test("the title of any other task stays as it is", () => {
  expect(storedHandoffTitle("Call about the offer", "es")).toBe("Call about the offer");
});
