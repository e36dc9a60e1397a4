import * as z from "zod";
import { foldWords } from "#domain/agent/fold-words.ts";
import { readFact } from "#domain/agent/read-fact.ts";
import { toSpokenForm } from "#domain/agent/spoken-form.ts";
import { detectLanguage } from "#domain/detect-language.ts";
import { type ScriptLanguage, scriptLanguages } from "#domain/voice/script.ts";
import type { ObservedTurn } from "./observed-turn.ts";
import type { TestReason } from "./test-reason.ts";

export const maxTestText = 500;

const text = z.string().trim().min(1).max(maxTestText);

const defineKind = <Kind extends string, Values extends z.ZodRawShape>(
  kind: Kind,
  values: Values,
  judge: (
    expected: z.infer<z.ZodObject<Values, z.core.$strict>>,
    observed: ObservedTurn,
  ) => TestReason | null,
) => ({ kind, schema: z.strictObject({ kind: z.literal(kind), ...values }), judge });

/** Case, accents and punctuation do not count, and amounts are compared as they are spoken. */
const wordsOf = (words: string, language: ScriptLanguage): string =>
  ` ${foldWords(toSpokenForm(words, language)).join(" ")} `;

const says = (words: string, { said, language }: ObservedTurn): boolean =>
  wordsOf(said, language).includes(wordsOf(words, language)) ||
  ` ${foldWords(said).join(" ")} `.includes(` ${foldWords(words).join(" ")} `);

const safetyLine =
  / (?:911|9 1 1|988|9 8 8|nine one one|nine eight eight|nueve uno uno|nueve once|nueve ocho ocho) /;

const hasAct = ({ acts }: ObservedTurn, ...kinds: readonly string[]): boolean =>
  acts.some(({ kind }) => kinds.includes(kind));

/** Expected values are written as people write them: "$120" is the stored "120". */
const isSameValue = (
  key: string,
  expected: string,
  stored: string,
  { facts, clock }: ObservedTurn,
): boolean => {
  const fact = facts.find((one) => one.key === key);
  const read = fact && readFact(fact, expected, true, clock)?.value;
  return [expected, read].some(
    (value) => value !== undefined && foldWords(value).join("") === foldWords(stored).join(""),
  );
};

/** Every kind of expectation. A new one needs an entry here, its texts and, where it has a value, its field. */
export const expectationKinds = [
  defineKind("contains", { text }, (expected, observed) =>
    says(expected.text, observed) ? null : { code: "words_missing" },
  ),
  defineKind("excludes", { text }, (expected, observed) =>
    says(expected.text, observed) ? { code: "words_said" } : null,
  ),
  defineKind("known", {}, (_, { unproved: [sentence] }) =>
    sentence === undefined ? null : { code: "unproved", sentence },
  ),
  // Where nobody can take the call, a person calls back.
  defineKind("hands_over", {}, (_, observed) =>
    hasAct(observed, "hand_over", "person_asked") ? null : { code: "not_handed_over" },
  ),
  defineKind("ends_call", {}, (_, { endReason }) =>
    endReason === null || endReason === "handed_over" ? { code: "call_goes_on" } : null,
  ),
  defineKind("opts_out", {}, (_, observed) =>
    hasAct(observed, "opt_out") ? null : { code: "not_opted_out" },
  ),
  defineKind("safety_line", {}, (_, { said }) =>
    safetyLine.test(` ${foldWords(said).join(" ")} `) ? null : { code: "no_safety_line" },
  ),
  defineKind("asks_again", {}, (_, observed) => (observed.asksAgain ? null : { code: "not_asked_again" })),
  defineKind(
    "stores",
    {
      /** A fact of the script, or `phone` or `email`. */
      fact: z.string().trim().min(1).max(40),
      /** Empty: any value. */
      value: z.string().trim().max(maxTestText).default(""),
    },
    ({ fact, value }, observed) => {
      const stored = observed.values[fact];
      if (stored === undefined) return { code: "value_missing" };
      if (value === "" || isSameValue(fact, value, stored, observed)) return null;
      return { code: "value_differs", value: stored };
    },
  ),
  defineKind("language", { language: z.enum(scriptLanguages) }, (expected, { said, language: spoken }) => {
    const language = detectLanguage(said) ?? spoken;
    return language === expected.language ? null : { code: "other_language", language };
  }),
  defineKind(
    "requests",
    { request: z.enum(["any", "appointment", "callback"]).default("any") },
    ({ request }, { requests }) => {
      const found = requests.filter((one) => one !== "erasure");
      if (found.some((one) => request === "any" || one === request)) return null;
      const [other] = found;
      return other === undefined ? { code: "request_missing" } : { code: "request_differs", request: other };
    },
  ),
] as const;

type SchemasOf<Kinds extends readonly { schema: z.ZodObject }[]> = {
  -readonly [Index in keyof Kinds]: Kinds[Index]["schema"];
};

export const callerExpectation = z.discriminatedUnion(
  "kind",
  expectationKinds.map(({ schema }) => schema) as unknown as SchemasOf<typeof expectationKinds>,
);
export type CallerExpectation = z.infer<typeof callerExpectation>;
export type ExpectationKind = CallerExpectation["kind"];

/** Null when the expectation is met. */
export const judgeExpectation = (expected: CallerExpectation, observed: ObservedTurn): TestReason | null => {
  const kind = expectationKinds.find((one) => one.kind === expected.kind);
  // The kind was found by the expectation's own discriminator.
  return kind
    ? (kind.judge as (value: CallerExpectation, of: ObservedTurn) => TestReason | null)(expected, observed)
    : null;
};
