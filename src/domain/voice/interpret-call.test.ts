import { describe, expect, test } from "vitest";
import { type CallAnswer, interpretCall } from "./interpret-call.ts";

const said = (speech: string): CallAnswer => ({ speech });

describe("what came of a call", () => {
  test.each<[CallAnswer[], string | null, boolean]>([
    [[], null, false],
    [[{ pressed: "1" }], "follow_up", true],
    [[{ pressed: "9" }], "not_interested", false],
    [[{ pressed: "5" }], null, false],
    [[said("Sí, me interesa")], "interested", false],
    [[said("No me interesa, gracias")], "not_interested", false],
    [[said("No me llamen más")], "not_interested", false],
    [[said("Quiero hablar con una persona")], "follow_up", true],
    [[said("can I talk to someone real")], "follow_up", true],
    [[said("Estoy ocupada, llámeme mañana")], "follow_up", false],
    [[said("Sure, sounds good")], "interested", false],
    [[said("¿Quién habla?")], null, false],
    [[said("Sí"), said("mejor no quiero")], "not_interested", false],
    [[said("Sí, claro"), said("¿cuánto cuesta?")], "interested", false],
    [[{ pressed: "1" }, said("no gracias")], "not_interested", true],
  ])("%j is %s, asks for a person: %s", (heard, outcome, handoff) => {
    expect(interpretCall(heard)).toEqual({ outcome, handoff });
  });
});
