import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApprovalView } from "#contract/approvals.ts";
import type { RunStep, SequenceRun } from "#contract/runs.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  await faro.send("POST", "/api/knowledge", {
    ...{ kind: "question", title: "What warranty do the panels have?", body: "The panels have 25 years." },
    ...{ language: "en", status: "approved", validFrom: null, validTo: null, source: null },
  });
  for (const [label, kind] of [
    ["Monthly bill", "number"],
    ["Wish", "text"],
  ])
    await faro.send("POST", "/api/person-fields", { label: { en: label, es: label }, kind });
});
afterAll(() => faro.stop());

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 180_000 };
let count = 0;

type Row = Record<string, unknown>;
type Ana = { id: string; phone: string };
const addPerson = async (more: Row = {}): Promise<Ana> => {
  const n = ++count;
  const { status, body } = await faro.send("POST", "/api/people", {
    ...{ firstName: "Ana", email: `ana${n}@example.com`, phone: phone(n), timezone, consents: { sms: true } },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const writes = async (from: Ana, text: string) => {
  await fetch(`${faro.sandboxUrl}/sandbox/api/phone/conversations/${encodeURIComponent(from.phone)}/reply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: "sms", text }),
  });
  const arrived = async () =>
    (await faro.pool.query("SELECT FROM messages WHERE person_id = $1 AND text = $2", [from.id, text]))
      .rowCount;
  await expect.poll(arrived, patience).toBe(1);
};
const save = (actions: Row[]) =>
  faro.send("POST", "/api/rules", {
    name: `Rule ${++count}`,
    triggers: [{ type: "event", operator: "=", value: `asked_${count}` }],
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions,
  });
/** Begins a sequence for a person; returns its id. */
const begin = async (actions: Row[], personId: string): Promise<string> => {
  const { status, body } = await save(actions);
  expect(status, JSON.stringify(body)).toBe(200);
  await faro.send("POST", `/api/rules/${body.id}/start`, { personIds: [personId] });
  return body.id;
};
const runOf = async (ruleId: string): Promise<SequenceRun> =>
  (await faro.send("GET", `/api/runs?ruleId=${ruleId}&state=all`)).body.runs[0];
const stepsOf = async (ruleId: string): Promise<RunStep[]> =>
  (await faro.send("GET", `/api/runs/${(await runOf(ruleId)).id}`)).body.steps;
const ends = (ruleId: string) => expect.poll(async () => (await runOf(ruleId)).state, patience).toBe("ended");
const tagsOf = async ({ id }: Ana) => (await faro.send("GET", `/api/people/${id}`)).body.tags;
const fieldsOf = async ({ id }: Ana) => (await faro.send("GET", `/api/people/${id}`)).body.fields;
const vendors = ["openai", "deepseek", "gemini", "grok", "anthropic"];
const everyModelIs = async (brain: string) => {
  for (const vendor of vendors)
    await fetch(`${faro.sandboxUrl}/_control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ vendor, brain }),
    });
};
const calls = async (purpose: string): Promise<number> =>
  Number(
    (await faro.pool.query("SELECT count(*) FROM ai_calls WHERE purpose = $1", [purpose])).rows[0].count,
  );

/** A vendor that failed often is not asked for a while. */
const forgetFailures = () =>
  faro.pool.query("UPDATE usage SET created_at = created_at - interval '10 minutes' WHERE kind = 'llm'");
const openJobs = async () =>
  (await faro.pool.query("SELECT FROM pgboss.job WHERE name = 'run-ai-step' AND state < 'completed'"))
    .rowCount;
const askAgainNow = async () => {
  await everyModelIs("helpful");
  await forgetFailures();
  await faro.pool.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'run-ai-step' AND state < 'active'",
  );
};

describe("a step that sorts people", () => {
  const classify = {
    ...{ id: "c", type: "ai", template: "What do they want?" },
    ai: { task: "classify", labels: ["battery", "financing", "roof repair"] },
  };
  const rows = [
    classify,
    {
      ...{ id: "q", type: "ask", template: "" },
      onlyIf: { is: "labelled", step: "c", label: "financing" },
    },
    { type: "add_tag", template: "bank", within: { step: "q", answer: "yes" } },
    { type: "add_tag", template: "other", within: { step: "q", answer: "no" } },
    { type: "add_tag", template: "storage", onlyIf: { is: "labelled", step: "c", label: "battery" } },
  ];

  test("leads each of them on by the label of their words", async () => {
    const [ana, eva] = [await addPerson(), await addPerson()];
    await writes(ana, "Good morning, I ask about financing for the system");
    await writes(eva, "My neighbor has a battery and I want one");
    const before = await calls("classify_person");
    const [first, second] = [await begin(rows, ana.id), await begin(rows, eva.id)];
    await ends(first);
    await ends(second);
    expect(await tagsOf(ana)).toEqual(["bank"]);
    expect(await tagsOf(eva)).toEqual(["other", "storage"]);
    expect((await stepsOf(first))[0]).toMatchObject({
      ...{ result: "done", why: [{ code: "ai_label", label: "financing" }] },
    });
    expect(await calls("classify_person")).toBe(before + 2);
  });

  test("leaves out whom it knows nothing of, without a call", async () => {
    const before = await calls("classify_person");
    const rule = await begin(rows, (await addPerson()).id);
    await ends(rule);
    const [first, , , last] = await stepsOf(rule);
    expect(first).toMatchObject({ result: "left_out", why: [{ code: "ai_nothing_to_read" }] });
    expect(last).toMatchObject({ result: "left_out", why: [{ code: "step_test_unmet" }] });
    expect(await calls("classify_person")).toBe(before);
  });

  test("says what became of an answer that does not fit, of a refusal, and ends where it should", async () => {
    const ana = await addPerson();
    await writes(ana, "I would like a battery");
    for (const [brain, code] of [
      ["wrong-schema", "ai_answer_unfit"],
      ["refuser", "ai_refused"],
    ] as const) {
      await everyModelIs(brain);
      const rule = await begin([{ ...classify, ifStopped: "end" }, rows[1] as Row], ana.id);
      await ends(rule);
      expect((await runOf(rule)).why).toMatchObject([{ code: "step_not_answered" }, { code }]);
    }
    await everyModelIs("helpful");
    await forgetFailures();
  });

  test("asks again after a failure of the vendors, says so meanwhile, and is asked once more after it", async () => {
    const ana = await addPerson();
    await writes(ana, "Please tell me about financing");
    await everyModelIs("overloaded");
    const rule = await begin(rows, ana.id);
    await expect
      .poll(async () => (await runOf(rule)).why.map(({ code }) => code), patience)
      .toEqual(["ai_vendor_failed", "ai_asked_again"]);
    expect((await runOf(rule)).state).toBe("acting");
    await askAgainNow();
    await expect.poll(() => tagsOf(ana), patience).toEqual(["bank"]);
  });

  test("asks nobody while the run is paused, and again once it goes on", async () => {
    const ana = await addPerson();
    await writes(ana, "I would like to know about financing");
    await everyModelIs("overloaded");
    const rule = await begin(rows, ana.id);
    await expect.poll(async () => (await runOf(rule)).why[0]?.code, patience).toBe("ai_vendor_failed");
    const change = (kind: string) =>
      faro.send("POST", "/api/runs/change", { ids: [runId], change: { kind } });
    const { id: runId } = await runOf(rule);
    expect((await change("pause")).body).toMatchObject({ changed: 1 });
    const before = await calls("classify_person");
    await askAgainNow();
    await expect.poll(openJobs, patience).toBe(0);
    expect(await calls("classify_person")).toBe(before);
    expect((await runOf(rule)).state).toBe("paused");
    expect((await change("resume")).body).toMatchObject({ changed: 1 });
    await expect.poll(() => tagsOf(ana), patience).toEqual(["bank"]);
  });

  test("of a run that has ended meanwhile does nothing more", async () => {
    const ana = await addPerson();
    await writes(ana, "What about a battery?");
    await everyModelIs("overloaded");
    const rule = await begin(rows, ana.id);
    await expect.poll(async () => (await runOf(rule)).why[0]?.code, patience).toBe("ai_vendor_failed");
    const change = { ids: [(await runOf(rule)).id], change: { kind: "stop" } };
    expect((await faro.send("POST", "/api/runs/change", change)).body).toMatchObject({ changed: 1 });
    await askAgainNow();
    await expect.poll(openJobs, patience).toBe(0);
    expect(await runOf(rule)).toMatchObject({ state: "ended", why: [{ code: "run_ended_by_hand" }] });
    expect(await tagsOf(ana)).toEqual([]);
  });

  test("is played forward without a call, with the label that is supposed", async () => {
    const before = await calls("classify_person");
    const { id: personId } = await addPerson();
    const { body } = await faro.send("POST", "/api/rules/forecast", {
      ...{ actions: rows, personId, labels: { c: "battery" } },
    });
    const kinds = body.entries.map(({ stepId, kind }: Row) => `${stepId} ${kind}`);
    expect(kinds[0]).toBe("c do");
    expect(body.entries[0].reasons).toEqual([{ code: "ai_label", label: "battery" }]);
    expect(body.entries.filter(({ kind }: Row) => kind === "do")).toHaveLength(3);
    expect(await calls("classify_person")).toBe(before);
  });
});

describe("a step that reads a value", () => {
  const extract = (field: string, more: Row = {}) => [
    { type: "ai", template: "", ai: { task: "extract", field, ...more } },
  ];

  test("stores it as the field's kind, from the person's own words", async () => {
    const ana = await addPerson();
    await writes(ana, "240");
    const rule = await begin(extract("monthly_bill"), ana.id);
    await ends(rule);
    expect(await stepsOf(rule)).toMatchObject([
      { result: "done", why: [{ code: "ai_value_set", field: "monthly_bill", value: "240" }] },
    ]);
    expect(await fieldsOf(ana)).toMatchObject({ monthly_bill: 240 });
  });

  test("refuses what the field does not take", async () => {
    const ana = await addPerson();
    await writes(ana, "It is rather high this summer");
    const rule = await begin(extract("monthly_bill"), ana.id);
    await ends(rule);
    expect(await stepsOf(rule)).toMatchObject([{ result: "left_out", why: [{ code: "ai_value_unfit" }] }]);
    expect(await fieldsOf(ana)).toEqual({});
  });

  test("keeps what was entered, unless the step says otherwise", async () => {
    const ana = await addPerson({ fields: { wish: "A quiet night" } });
    await writes(ana, "A battery for the house");
    const kept = await begin(extract("wish"), ana.id);
    await ends(kept);
    expect(await stepsOf(kept)).toMatchObject([{ result: "done", why: [{ code: "ai_field_kept" }] }]);
    expect(await fieldsOf(ana)).toEqual({ wish: "A quiet night" });
    const replaced = await begin(extract("wish", { overwrites: true }), ana.id);
    await ends(replaced);
    expect(await fieldsOf(ana)).toEqual({ wish: "A battery for the house" });
  });

  test("names a field that exists", async () => {
    const { status, body } = await save(extract("shoe_size"));
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([{ path: "actions.0.ai.field" }]);
  });
});

describe("a step that drafts an answer", () => {
  const draft = [{ type: "ai", template: "", ai: { task: "draft" } }];
  const draftsFor = async ({ id }: Ana): Promise<ApprovalView[]> =>
    (await faro.send("GET", `/api/approvals?personId=${id}`)).body.approvals;
  const messagesTo = async ({ id }: Ana) =>
    (await faro.send("GET", `/api/actions?personId=${id}`)).body.actions;

  test("puts it before an operator, who takes it over; nothing is sent", async () => {
    const ana = await addPerson();
    await writes(ana, "What warranty do the panels have?");
    const rule = await begin(draft, ana.id);
    await ends(rule);
    expect(await stepsOf(rule)).toMatchObject([{ result: "done", why: [{ code: "ai_drafted" }] }]);
    const [approval, ...others] = await draftsFor(ana);
    expect(others).toEqual([]);
    expect(approval).toMatchObject({
      ...{ kind: "draft", state: "pending", person: { id: ana.id } },
      content: { message: { channel: "sms", rule: { id: rule } } },
    });
    expect(JSON.stringify(approval?.content)).toContain("25 years");
    expect(await messagesTo(ana)).toEqual([]);
    const approved = await faro.send("POST", `/api/approvals/${approval?.id}/approve`);
    expect(approved.body).toMatchObject({ state: "approved", failure: null });
    const { body } = await faro.send("GET", `/api/inbox/${ana.id}`);
    expect(JSON.stringify(body)).toContain("25 years");
    expect(await messagesTo(ana)).toEqual([]);
  });

  test("replaces an older draft for the same person", async () => {
    const ana = await addPerson();
    await writes(ana, "What warranty do the panels have?");
    await ends(await begin(draft, ana.id));
    await ends(await begin(draft, ana.id));
    expect(await draftsFor(ana)).toHaveLength(1);
  });

  test("is left out for a person who wrote nothing", async () => {
    const ana = await addPerson();
    const rule = await begin(draft, ana.id);
    await ends(rule);
    expect(await stepsOf(rule)).toMatchObject([
      { result: "left_out", why: [{ code: "ai_nothing_to_answer" }] },
    ]);
    expect(await draftsFor(ana)).toEqual([]);
  });
});

test("a used-up budget is said, and waits for the next day where the step is good for so long", async () => {
  const ana = await addPerson();
  await writes(ana, "I would like a battery");
  await faro.pool.query(
    `WITH spent AS (
       INSERT INTO usage (id, service, kind, ok, latency_ms, cost)
       VALUES (gen_random_uuid(), 'openai', 'llm', true, 1, 99) RETURNING id)
     INSERT INTO ai_calls (id, purpose, model, prompt_version, outcome, input_tokens, cached_tokens, output_tokens)
     SELECT id, 'classify_person', 'm', 'x', 'answered', 0, 0, 0 FROM spent`,
  );
  const ai = { task: "classify", labels: ["battery", "roof"] };
  const waiting = await begin([{ type: "ai", template: "", goodForHours: 200, ai }], ana.id);
  await expect
    .poll(async () => (await runOf(waiting)).why.map(({ code }) => code), patience)
    .toEqual(["ai_budget_spent", "ai_asked_again"]);
});

test("steps without their parts, or with labels that nobody offers, are refused at their row", async () => {
  const { status, body } = await save([
    { type: "ai", template: "" },
    { id: "b", type: "add_tag", template: "x", onlyIf: { is: "labelled", step: "z", label: "battery" } },
    { type: "add_tag", template: "y", ai: { task: "draft" } },
  ]);
  expect(status).toBe(400);
  expect(body.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
    "actions.0.ai",
    "actions.1.onlyIf",
    "actions.2.ai",
  ]);
});
