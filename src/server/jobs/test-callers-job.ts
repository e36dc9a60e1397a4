import * as z from "zod";
import { testedScript } from "#domain/test-callers/tested-script.ts";

/** What the API enqueues and the voice agent works off. */
export const testCallersJob = {
  name: "run-test-callers",
  payload: z.object({
    scriptId: z.uuid(),
    /** Callers that were started again or stopped since have another run. */
    runId: z.uuid(),
    scriptVersion: z.int(),
    isDraft: z.boolean(),
    script: testedScript,
  }),
};
export type TestCallersRun = z.infer<typeof testCallersJob.payload>;
