import * as z from "zod";
import { personRequestKinds } from "#domain/agent/request.ts";
import { scriptLanguages } from "#domain/voice/script.ts";

/** Why an expectation was not met. */
export const testReason = z.discriminatedUnion("code", [
  z.object({ code: z.literal("words_missing") }),
  z.object({ code: z.literal("words_said") }),
  z.object({ code: z.literal("unproved"), sentence: z.string() }),
  z.object({ code: z.literal("not_handed_over") }),
  z.object({ code: z.literal("call_goes_on") }),
  z.object({ code: z.literal("not_opted_out") }),
  z.object({ code: z.literal("no_safety_line") }),
  z.object({ code: z.literal("not_asked_again") }),
  z.object({ code: z.literal("value_missing") }),
  z.object({ code: z.literal("value_differs"), value: z.string() }),
  z.object({ code: z.literal("other_language"), language: z.enum(scriptLanguages) }),
  z.object({ code: z.literal("request_missing") }),
  z.object({ code: z.literal("request_differs"), request: z.enum(personRequestKinds) }),
  /** The call was over before the turn. */
  z.object({ code: z.literal("call_over") }),
]);
export type TestReason = z.infer<typeof testReason>;
