import { expect, test } from "vitest";
import { type ScriptInput, scriptInput } from "#domain/voice/script.ts";
import { diffScripts, type ScriptTexts } from "./script-diff.ts";

const texts: ScriptTexts = {
  enabled: String,
  language: (language, accent) => `${language} ${accent}`,
  voice: (provider, voiceId) => `${provider} ${voiceId}`,
  useCase: String,
  kind: String,
  must: (isRequired) => (isRequired ? "must" : ""),
  knowledge: String,
};
const owner = { key: "owner", label: "Owner", kind: "yes_no", question: "Yours?" };
const script = (change: Record<string, unknown> = {}): ScriptInput =>
  scriptInput.parse({
    name: "Welcome",
    content: "Hello.\n\nGoodbye.",
    facts: [owner],
    goals: [
      { title: "House", facts: ["owner"] },
      { title: "Visit", say: "It is free." },
    ],
    ...change,
  });

test.each<[string, Record<string, unknown>, object[]]>([
  ["nothing", {}, []],
  ["the name", { name: "Hi" }, [{ part: "name", removed: ["Welcome"], added: ["Hi"] }]],
  [
    "one paragraph",
    { content: "Hello!\n\nGoodbye." },
    [{ part: "content", removed: ["Hello."], added: ["Hello!"] }],
  ],
  [
    "the accent and the voice",
    { accent: "en-GB", voiceId: "v" },
    [
      { part: "language", removed: ["en en-US"], added: ["en en-GB"] },
      { part: "voice", removed: ["elevenlabs null"], added: ["elevenlabs v"] },
    ],
  ],
  [
    "the order of the goals",
    { goals: script().goals.toReversed() },
    [
      {
        part: "goals",
        removed: ["1. House · Owner", "2. Visit · It is free."],
        added: ["1. Visit · It is free.", "2. House · Owner"],
      },
    ],
  ],
  [
    "a fact",
    { facts: [{ ...owner, isRequired: false }] },
    [{ part: "facts", removed: ["Owner · yes_no · Yours? · must"], added: ["Owner · yes_no · Yours?"] }],
  ],
  [
    "attached knowledge",
    { knowledgeIds: ["01890000-0000-7000-8000-000000000000"] },
    [{ part: "knowledge", removed: [], added: ["1"] }],
  ],
])("%s is a change", (_, change, expected) => {
  expect(diffScripts(script(), script(change), texts)).toEqual(expected);
});
