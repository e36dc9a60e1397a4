import type * as z from "zod";
import { scriptInput } from "#domain/voice/script.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { TestCallerInput } from "./test-caller.ts";
import type { TestCallResult } from "./test-result.ts";

/** The parts of a script that decide what the agent says. */
export const testedScript = scriptInput
  .pick({ language: true, content: true, goals: true, facts: true, knowledgeIds: true })
  // A whole script has more parts, which are left out.
  .strip();
export type TestedScript = z.infer<typeof testedScript>;

/** Equal for scripts with which the agent says the same. */
export const fingerprintOfScript = ({
  language,
  content,
  goals,
  facts,
  knowledgeIds,
}: TestedScript): string =>
  fingerprintOf([
    language,
    content.trim(),
    goals.map(({ title, say, facts: keys }) => [title, say, keys]),
    facts.map(({ key, label, kind, question, isRequired, choices }) => [
      key,
      label,
      kind,
      question,
      isRequired,
      choices,
    ]),
    knowledgeIds.toSorted(),
  ]);

/** Equal for callers that say and expect the same; the name does not count. */
export const fingerprintOfCaller = ({ language, turns }: Omit<TestCallerInput, "name">): string =>
  fingerprintOf([
    language,
    // The database keeps the fields of an object in another order.
    turns.map(({ say, expect }) => [say, expect.map((one) => Object.entries(one).toSorted())]),
  ]);

/** What has changed since a result: the script before the caller. */
export const staleBecause = (
  result: Pick<TestCallResult, "scriptFingerprint" | "callerFingerprint">,
  script: TestedScript,
  caller: Omit<TestCallerInput, "name">,
): "script" | "caller" | null => {
  if (result.scriptFingerprint !== fingerprintOfScript(script)) return "script";
  return result.callerFingerprint === fingerprintOfCaller(caller) ? null : "caller";
};
