import * as z from "zod";
import { callEndReasons } from "#domain/voice/call.ts";
import { callerExpectation } from "./expectation-kinds.ts";
import { testReason } from "./test-reason.ts";

const checkedExpectation = z.object({
  expected: callerExpectation,
  /** Null when it was met. */
  reason: testReason.nullable(),
});
export type CheckedExpectation = z.infer<typeof checkedExpectation>;

/** A turn as it was played. */
const playedTurn = z.object({
  say: z.string(),
  /** False where the call was over before it. */
  isReached: z.boolean(),
  answer: z.string(),
  decidedBy: z.enum(["policy", "script", "model"]).nullable(),
  /** A sentence of the model was not proved, and the agent said something else. */
  isCorrected: z.boolean(),
  checks: z.array(checkedExpectation),
});
export type PlayedTurn = z.infer<typeof playedTurn>;

const testOutcomes = ["passed", "failed", "broken"] as const;

/** A run that is under way: it waits for its turn, or the caller is talking. */
export const testRunStates = ["waiting", "running"] as const;
export type TestRunState = (typeof testRunStates)[number];

/** How a call with a test caller went, with the whole conversation. */
const playedCall = z.object({
  /** `broken`: the call could not be played. */
  outcome: z.enum(testOutcomes),
  /** The notice and the opening. */
  opening: z.string(),
  turns: z.array(playedTurn),
  endReason: z.enum(callEndReasons).nullable(),
  /** Of the answers of models; null where script and rules answered alone. */
  model: z.string().nullable(),
  /** US dollars for models. */
  cost: z.number(),
});
export type PlayedTestCall = z.infer<typeof playedCall>;

/** The last run of a test caller. */
export const testCallResult = playedCall.extend({
  at: z.iso.datetime(),
  /** Of the stored script on which the tested one was based. */
  scriptVersion: z.int(),
  /** The script had changes that were not saved. */
  isDraft: z.boolean(),
  scriptFingerprint: z.string(),
  /** What the caller said and expected may have changed since. */
  callerFingerprint: z.string(),
});
export type TestCallResult = z.infer<typeof testCallResult>;

export const hasPassed = (turns: readonly Pick<PlayedTurn, "checks">[]): boolean =>
  turns.every(({ checks }) => checks.every(({ reason }) => reason === null));
