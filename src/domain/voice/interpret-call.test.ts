import { describe, expect, test } from "vitest";
import { type CallAnswer, interpretCall } from "./interpret-call.ts";

const spoken = (speech: string): CallAnswer => ({ speech });

describe("interpreting a call", () => {
  test.each<[CallAnswer[], string | null, boolean]>([
    [[], null, false],
    [[{ pressed: "1" }], "follow_up", true],
    [[{ pressed: "9" }], "not_interested", false],
    [[{ pressed: "5" }], null, false],
    [[spoken("Sí, me interesa")], "interested", false],
    [[spoken("No me interesa, gracias")], "not_interested", false],
    [[spoken("No me llamen más")], "not_interested", false],
    [[spoken("Quiero hablar con una persona")], "follow_up", true],
    [[spoken("can I talk to someone real")], "follow_up", true],
    [[spoken("Estoy ocupada, llámeme mañana")], "follow_up", false],
    [[spoken("Sure, sounds good")], "interested", false],
    [[spoken("¿Quién habla?")], null, false],
    [[spoken("Sí"), spoken("mejor no quiero")], "not_interested", false],
    [[spoken("Sí, claro"), spoken("¿cuánto cuesta?")], "interested", false],
    [[{ pressed: "1" }, spoken("no gracias")], "not_interested", true],
  ])("%j has the outcome %s and requests a person: %s", (answers, outcome, handoff) => {
    expect(interpretCall(answers)).toEqual({ outcome, handoff });
  });
});
