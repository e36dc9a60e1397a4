import * as z from "zod";
import { scriptLanguages } from "#domain/voice/script.ts";
import { callerExpectation, maxTestText } from "./expectation-kinds.ts";

export const maxTestCallers = 50;
export const maxTestTurns = 20;
export const maxExpectations = 10;

/** What the caller says, and what the agent must do then. */
export const testTurn = z.strictObject({
  say: z.string().trim().min(1).max(maxTestText),
  expect: z.array(callerExpectation).max(maxExpectations).default([]),
});
export type TestTurn = z.infer<typeof testTurn>;

/** Somebody who talks to the agent in a test, word for word. */
export const testCallerInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** In which the caller speaks. */
  language: z.enum(scriptLanguages),
  turns: z.array(testTurn).min(1).max(maxTestTurns),
});
export type TestCallerInput = z.infer<typeof testCallerInput>;
