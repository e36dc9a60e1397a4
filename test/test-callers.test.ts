import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCaller } from "#contract/test-callers.ts";
import { exampleCallers } from "#domain/test-callers/example-callers.ts";
import { maxTestCallers, type TestCallerInput } from "#domain/test-callers/test-caller.ts";
import { staleBecause, testedScript } from "#domain/test-callers/tested-script.ts";
import { startVoiceFaro, type VoiceFaro } from "./voice-calls.ts";
import { until } from "./voice-dialogue.ts";

let faro: VoiceFaro;
beforeAll(async () => {
  faro = await startVoiceFaro();
  await useModels(false);
  await faro.send("POST", "/api/knowledge", {
    kind: "question",
    language: "en",
    title: "How much does a battery cost?",
    body: "A battery costs between $9,800 and $11,400 installed, depending on the roof.",
  });
});
afterAll(() => faro.stop());

const useModels = async (isOn: boolean): Promise<void> => {
  const providers = (await faro.send("GET", "/api/ai-providers")).body as { id: string; vendor: string }[];
  for (const { id, vendor } of providers)
    await faro.send("PUT", `/api/ai-providers/${id}`, { enabled: isOn && vendor === "openai" });
};

const bill = {
  key: "bill",
  label: "Monthly bill",
  kind: "money",
  question: "How much is a normal electricity bill?",
  isRequired: true,
  choices: [],
};
const welcome = {
  name: "Welcome",
  language: "en",
  accent: "en-US",
  ttsProvider: "google",
  content: "{{first_name}}, you asked us about solar power. Is this a good moment to talk?",
  goals: [{ title: "House", say: "", facts: ["bill"] }],
  facts: [bill],
};

const callersPath = (scriptId: string): string => `/api/scripts/${scriptId}/callers`;
const list = async (scriptId: string): Promise<TestCaller[]> =>
  (await faro.send("GET", callersPath(scriptId))).body;
const add = async (scriptId: string, ...callers: object[]): Promise<TestCaller[]> => {
  const { status, body } = await faro.send("POST", callersPath(scriptId), { callers });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const started = async (scriptId: string, body: object = {}): Promise<void> => {
  const answer = await faro.send("POST", `${callersPath(scriptId)}/run`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const ended = (scriptId: string): Promise<TestCaller[]> =>
  until("the run ends", async () => {
    const callers = await list(scriptId);
    return callers.every(({ runState }) => runState === null) && callers;
  });
const run = async (scriptId: string, body: object = {}): Promise<TestCaller[]> => {
  await started(scriptId, body);
  return ended(scriptId);
};
const caller = (name: string, ...turns: TestCallerInput["turns"]): TestCallerInput => ({
  name,
  language: "en",
  turns,
});

describe("test callers of a script", () => {
  test("the examples pass with a script alone, in both languages", async () => {
    const english = await faro.script(welcome);
    const spanish = await faro.script({
      ...welcome,
      language: "es",
      accent: "es-LA",
      content: "{{first_name}}, usted nos preguntó por energía solar. ¿Tiene un momento?",
    });
    await add(english, ...exampleCallers.en);
    await add(spanish, ...exampleCallers.es);
    for (const id of [english, spanish]) {
      const callers = await run(id);
      expect(callers.map(({ name, result }) => [name, result?.outcome, result?.turns])).toEqual(
        callers.map(({ name }) => [name, "passed", expect.anything()]),
      );
      expect(callers[0]?.result).toMatchObject({ model: null, cost: 0, scriptVersion: 1, isDraft: false });
      expect(callers.map(({ result }) => result?.endReason)).toEqual(["handed_over", "opted_out"]);
    }
  });

  test("a failure shows the whole conversation with the reason beside the turn", async () => {
    const id = await faro.script(welcome);
    await add(
      id,
      caller(
        "Asks the price",
        {
          say: "How much does a battery cost?",
          expect: [
            { kind: "contains", text: "$9,800" },
            { kind: "excludes", text: "depending on the roof" },
            { kind: "known" },
          ],
        },
        {
          say: "My bill is three hundred dollars.",
          expect: [
            { kind: "stores", fact: "bill", value: "$300" },
            { kind: "stores", fact: "bill", value: "$200" },
          ],
        },
        { say: "Stop calling me.", expect: [{ kind: "opts_out" }] },
        { say: "Are you there?", expect: [{ kind: "contains", text: "yes" }] },
      ),
    );
    const [found] = await run(id);
    expect(found?.result).toMatchObject({
      outcome: "failed",
      opening: expect.stringMatching(/AI assistant.*Maria Isabel, you asked us/),
      endReason: "opted_out",
      turns: [
        {
          say: "How much does a battery cost?",
          answer: expect.stringContaining("9,800"),
          decidedBy: "script",
          checks: [{ reason: null }, { reason: { code: "words_said" } }, { reason: null }],
        },
        { checks: [{ reason: null }, { reason: { code: "value_differs", value: "300" } }] },
        { checks: [{ reason: null }] },
        { isReached: false, answer: "", checks: [{ reason: { code: "call_over" } }] },
      ],
    });
  });

  test("a run touches nobody: nothing but its results is stored", async () => {
    const id = await faro.script(welcome);
    await add(
      id,
      ...exampleCallers.en,
      caller("Wants a call", {
        say: "Call me back tomorrow at four in the afternoon.",
        expect: [{ kind: "requests", request: "callback" }],
      }),
      caller("Rude", { say: "What is the meaning of all this?", expect: [{ kind: "known" }] }),
    );
    const count = async (): Promise<unknown> => {
      const tables = [
        "people",
        "calls",
        "call_turns",
        "agent_turns",
        "person_requests",
        "suppressions",
        "consent_records",
        "events",
        "timeline",
        "tasks",
        "notifications",
        "actions",
        "messages",
        "unanswered_questions",
      ];
      const parts = tables.map((name) => `(SELECT count(*)::int FROM ${name}) AS ${name}`);
      return (await faro.pool.query(`SELECT ${parts.join(", ")}`)).rows[0];
    };
    const before = await count();
    const callers = await run(id);
    expect(callers.map(({ result }) => result?.outcome)).toEqual(["passed", "passed", "passed", "passed"]);
    expect(await count()).toEqual(before);
  });

  test("one caller runs alone, and a draft is tested without being saved", async () => {
    const id = await faro.script(welcome);
    const [price, hours] = await add(
      id,
      caller("Price", { say: "How much is it?", expect: [{ kind: "excludes", text: "nothing" }] }),
      caller("Who", { say: "Can you repeat that?", expect: [{ kind: "contains", text: "Sunny Morning" }] }),
    );
    const draft = testedScript.parse({
      ...welcome,
      knowledgeIds: [],
      content: "Good day, it is a sunny morning here. Shall we begin?",
    });
    const [untouched, tested] = await run(id, { callerIds: [hours?.id], script: draft });
    expect(untouched).toMatchObject({ id: price?.id, result: null });
    expect(tested?.result).toMatchObject({ outcome: "passed", isDraft: true, scriptVersion: 1 });
    const isStale = (script: object) =>
      tested?.result && staleBecause(tested.result, testedScript.parse(script), tested);
    expect(isStale(draft)).toBeNull();
    expect(isStale({ ...welcome, knowledgeIds: [] })).toBe("script");
    expect(
      (await faro.send("PUT", `${callersPath(id)}/${hours?.id}`, { turns: [{ say: "Hello?" }] })).status,
    ).toBe(200);
    const [, changed] = await list(id);
    expect(changed?.result && staleBecause(changed.result, draft, changed)).toBe("caller");
  });

  test("models answer as in calls; their cost is shown and their calls name no person", async () => {
    await useModels(true);
    try {
      const id = await faro.script(welcome);
      await add(id, caller("Price", { say: "How much does a battery cost?", expect: [{ kind: "known" }] }));
      const [found] = await run(id);
      expect(found?.result).toMatchObject({
        outcome: "passed",
        model: expect.stringContaining("openai"),
        turns: [{ decidedBy: "model" }],
      });
    } finally {
      await useModels(false);
    }
  });

  test("a stopped run keeps the last results", async () => {
    const id = await faro.script(welcome);
    await add(id, caller("Who", { say: "Who is this?", expect: [{ kind: "known" }] }));
    await run(id);
    await started(id);
    expect((await faro.send("POST", `${callersPath(id)}/stop`)).status).toBe(200);
    expect(await list(id)).toMatchObject([{ runState: null, result: { outcome: "passed" } }]);
  });

  test("a script has at most 50, each with at most 20 turns of at most 500 characters", async () => {
    const id = await faro.script(welcome);
    const one = caller("One", { say: "Hello", expect: [] });
    await add(id, ...Array.from({ length: maxTestCallers - 1 }, () => one));
    expect(await faro.send("POST", callersPath(id), { callers: [one, one] })).toMatchObject({
      status: 409,
      body: { code: "too_many_test_callers" },
    });
    await add(id, one);
    const refused = async (turns: object[]) =>
      (await faro.send("POST", callersPath(id), { callers: [{ ...one, turns }] })).status;
    expect(await refused(Array.from({ length: 21 }, () => ({ say: "Hello" })))).toBe(400);
    expect(await refused([{ say: "a".repeat(501) }])).toBe(400);
    expect(await refused([{ say: "Hello", expect: [{ kind: "sings" }] }])).toBe(400);
  });

  test("a caller of another script is not found, an outdated save is a conflict, and each change is audited", async () => {
    const [id, other] = [await faro.script(welcome), await faro.script(welcome)];
    const [one] = await add(id, caller("Ada", { say: "Hello", expect: [] }));
    const path = `${callersPath(id)}/${one?.id}`;
    expect((await faro.send("PUT", `${callersPath(other)}/${one?.id}`, { name: "Eve" })).status).toBe(404);
    expect((await faro.send("PUT", path, { name: "Bea", updatedAt: one?.updatedAt })).body.name).toBe("Bea");
    expect((await faro.send("PUT", path, { name: "Cleo", updatedAt: one?.updatedAt })).status).toBe(409);
    expect((await faro.send("DELETE", path)).status).toBe(200);
    expect((await faro.send("DELETE", path)).status).toBe(404);
    expect((await faro.send("POST", `${callersPath(id)}/run`, {})).status).toBe(404);
    const { rows } = await faro.pool.query(
      "SELECT details FROM audit_logs WHERE entity_id = $1 AND details ->> 'thing' = 'test_caller' ORDER BY id",
      [id],
    );
    expect(rows.map(({ details }) => [details.verb, details.name])).toEqual([
      ["added", "Ada"],
      ["changed", "Ada"],
      ["deleted", "Bea"],
    ]);
  });
});
