import * as z from "zod";
import { maxTestCallers, testCallerInput } from "#domain/test-callers/test-caller.ts";
import { testCallResult, testRunStates } from "#domain/test-callers/test-result.ts";
import { testedScript } from "#domain/test-callers/tested-script.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, updateInput } from "./fields.ts";

export const testCaller = testCallerInput.extend({
  id,
  /** Null when no run is under way. */
  runState: z.enum(testRunStates).nullable(),
  /** Of the last run that ended. */
  result: testCallResult.nullable(),
  updatedAt: isoInstant,
});
export type TestCaller = z.infer<typeof testCaller>;

const ofScript = { params: z.object({ id }) };
const ofCaller = { params: z.object({ id, callerId: id }) };

export const testCallersApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/scripts/{id}/callers",
    access: "viewer",
    area: "voice",
    summary: "The test callers of a script, with their last results",
    input: ofScript,
    output: z.array(testCaller),
    topics: ["test-callers", "scripts"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/scripts/{id}/callers",
    access: "operator",
    area: "voice",
    summary: "Add test callers to a script: all, or none where there would be too many",
    input: {
      ...ofScript,
      body: z.strictObject({ callers: z.array(testCallerInput).min(1).max(maxTestCallers) }),
    },
    output: z.array(testCaller),
    problems: ["too_many_test_callers"],
    topics: ["test-callers"],
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/scripts/{id}/callers/{callerId}",
    access: "operator",
    area: "voice",
    summary: "Change a test caller",
    input: { ...ofCaller, body: updateInput(testCallerInput) },
    output: testCaller,
    topics: ["test-callers"],
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/scripts/{id}/callers/{callerId}",
    access: "operator",
    area: "voice",
    summary: "Delete a test caller with its result",
    input: ofCaller,
    output: okResponse,
    topics: ["test-callers"],
  }),
  run: apiRoute({
    method: "POST",
    path: "/api/scripts/{id}/callers/run",
    access: "operator",
    area: "voice",
    summary: "Let test callers talk to the agent; nothing is sent and nothing but the results is stored",
    input: {
      ...ofScript,
      body: z.strictObject({
        /** Absent: all callers of the script. */
        callerIds: z.array(id).min(1).max(maxTestCallers).optional(),
        /** Absent: the script as it is stored. */
        script: testedScript.optional(),
      }),
    },
    output: z.object({ count: z.int() }),
    topics: ["test-callers"],
    perMinute: 30,
  }),
  stop: apiRoute({
    method: "POST",
    path: "/api/scripts/{id}/callers/stop",
    access: "operator",
    area: "voice",
    summary: "Stop the runs of a script's test callers; the last results stay",
    input: ofScript,
    output: okResponse,
    topics: ["test-callers"],
  }),
};
