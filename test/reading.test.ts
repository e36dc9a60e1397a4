import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestFaro, type TestFaro, type Visitor } from "./faro.ts";

let faro: TestFaro;
let viewer: Visitor;
beforeAll(async () => {
  faro = await startTestFaro();
  viewer = await faro.signedIn("viewer");
});
afterAll(() => faro.stop());

const read = (body: object) => viewer.send("POST", "/api/brain/read", body);

describe("reading a message", () => {
  test("says what it wants, with the words that it rests on", async () => {
    const text = "Me interesa, ¿cuánto cuesta el sistema con batería?";
    const { status, body } = await read({ text, channel: "whatsapp" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      language: "es",
      intent: "interested",
      also: ["question"],
      optOut: "no",
      reader: "local",
    });
    expect(body.asks).toContain("price");
    for (const { quote, start, end } of body.quotes) expect(text.slice(start, end)).toBe(quote);
  });

  test("takes the sense of a short answer from the previous message", async () => {
    const previous = "May we send you text updates and offers? Reply YES to receive them.";
    expect((await read({ text: "yes", previous })).body.intent).toBe("opt_in");
  });

  test("reads long texts and rejects longer ones", async () => {
    expect((await read({ text: "STOP ".padEnd(20_000, "x ") })).status).toBe(200);
    expect((await read({ text: "x".repeat(20_001) })).status).toBe(400);
    expect((await read({ text: "hi", channel: "fax" })).status).toBe(400);
  });
});
