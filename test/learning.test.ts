import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let hook: string;
beforeAll(async () => {
  faro = await startSandboxFaro({}, "own");
  hook = (await faro.send("POST", "/api/endpoints", { name: "Calculator" })).body.webhookUrl;
});
afterAll(() => faro?.stop());

const get = async (path: string) => (await faro.send("GET", path)).body;
const propensity = async () => (await get("/api/brain/learning")).scores[1];

const train = async () => {
  const { body } = await faro.send("POST", "/api/brain/train");
  await vi.waitUntil(
    async () => {
      const { training, rescoring } = await get("/api/brain/learning");
      return training.id === body.id && training.state === "succeeded" && rescoring === null;
    },
    { timeout: 180_000, interval: 100 },
  );
};

const receive = async (events: object[]) => {
  for (const event of events)
    await fetch(hook, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(event),
    });
  await vi.waitUntil(
    async () => {
      const { rows } = await faro.pool.query(
        `SELECT (SELECT count(*) FROM unread_events)::int + (SELECT count(*) FROM reaction_queue)::int AS waiting`,
      );
      return rows[0].waiting === 0;
    },
    { timeout: 180_000, interval: 100 },
  );
};

const peopleWith = async (prefix: string): Promise<string[]> =>
  (
    await faro.pool.query("SELECT id FROM people WHERE email LIKE $1 ORDER BY email", [`${prefix}%`])
  ).rows.map(({ id }) => id);

const scoresOf = async (ids: string[]): Promise<number[]> =>
  (
    await faro.pool.query("SELECT propensity_to_buy AS score FROM ai_profiles WHERE person_id = ANY($1)", [
      ids,
    ])
  ).rows.map(({ score }) => score);

/** The chance that a member of the first list has a higher score than one of the second. */
const auc = (higher: number[], lower: number[]): number => {
  const wins = higher.flatMap((a) => lower.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
};

describe("scores that learn", () => {
  test("without outcomes the starting weights stay, and the reason says what is missing", async () => {
    await train();
    const state = await propensity();
    expect(state).toMatchObject({
      model: null,
      history: { outcomes: 0, needed: 10 },
      lastRefusal: { code: "not_enough_history", have: 0, need: 10 },
    });
    expect(state.effects.length).toBeGreaterThan(10);
  });

  test("people who used the calculator convert: the score separates them, and the screen names it", async () => {
    const people = Array.from({ length: 120 }, (_, n) => ({ n, signal: n % 3 === 0 }));
    await receive(
      people.map(({ n, signal }) => ({
        type: "form_submitted",
        email: `${signal ? "yes" : "no"}${n}@example.com`,
        firstName: `Ana${n}`,
      })),
    );
    await receive(
      people.map(({ n, signal }) => ({
        type: signal ? "savings_calculated" : "page_viewed",
        email: `${signal ? "yes" : "no"}${n}@example.com`,
      })),
    );
    const [withSignal, without] = [await peopleWith("yes"), await peopleWith("no")];
    expect([withSignal.length, without.length]).toEqual([40, 80]);
    const before = auc(await scoresOf(withSignal), await scoresOf(without));
    for (const id of withSignal) await faro.send("PUT", `/api/people/${id}`, { status: "qualified" });

    await train();
    const state = await propensity();
    expect(state).toMatchObject({
      model: { version: 2, state: "in_use", refusal: null },
      history: { basis: "so_far", outcomes: 40 },
      isPinned: false,
    });
    expect(state.metrics.auc).toBeGreaterThan(0.9);
    expect(state.metrics.logLoss).toBeLessThan(Math.min(state.baseLogLoss, state.startingLogLoss));
    expect(state.effects[0]).toMatchObject({ feature: "event:savings_calculated" });
    expect(state.effects[0].factor).toBeGreaterThan(2);
    expect(state.warnings).toContainEqual(
      expect.objectContaining({ code: "leak", feature: "event:savings_calculated" }),
    );
    const after = auc(await scoresOf(withSignal), await scoresOf(without));
    expect(before).toBeLessThan(0.9);
    expect(after).toBeGreaterThan(0.9);

    const explained = (await get(`/api/people/${withSignal[0]}/scores`)).scores[1];
    expect(explained.parts[0].feature).toBe("event:savings_calculated");
    const points = explained.parts.reduce((sum: number, part: any) => sum + part.points, 0);
    expect(Math.abs(explained.base + points - explained.value)).toBeLessThan(2);
    expect(explained.chance).toMatchObject({ days: 60, share: expect.any(Number) });
    expect(explained.chance.share).toBeGreaterThan(0.7);
  });

  test("the same data give the same model", async () => {
    // By now everybody had as much time as those who converted.
    await train();
    const first = await propensity();
    expect(first.history).toMatchObject({ people: 120, outcomes: 40, others: 80 });
    await train();
    expect((await propensity()).model).toMatchObject({ version: 4, hash: first.model.hash });
  });

  test("an earlier model and the starting weights can be used again; the nightly training leaves them", async () => {
    const learned = await scoresOf(await peopleWith("yes"));
    await faro.send("POST", "/api/brain/scores/propensity/starting-weights");
    await vi.waitUntil(async () => (await get("/api/brain/learning")).rescoring === null, {
      timeout: 180_000,
    });
    expect(await scoresOf(await peopleWith("yes"))).not.toEqual(learned);
    expect(await propensity()).toMatchObject({ model: null, isPinned: true });

    const models = await get("/api/brain/models?score=propensity");
    expect(models.map(({ version, state }: any) => [version, state])).toEqual([
      [4, "replaced"],
      [3, "replaced"],
      [2, "replaced"],
      [1, "not_used"],
    ]);
    expect((await faro.send("POST", `/api/brain/models/${models[3].id}/use`)).status).toBe(409);
    expect((await faro.send("POST", `/api/brain/models/${models[0].id}/use`)).body).toMatchObject({
      version: 4,
      state: "in_use",
    });
    await vi.waitUntil(async () => (await get("/api/brain/learning")).rescoring === null, {
      timeout: 180_000,
    });
    expect(await scoresOf(await peopleWith("yes"))).toEqual(learned);
    const { rows } = await faro.pool.query(
      "SELECT description FROM audit_logs WHERE description LIKE 'Chose %' ORDER BY seq",
    );
    expect(rows.map(({ description }) => description)).toEqual([
      "Chose the starting weights of the propensity score",
      "Chose version 4 of the propensity model",
    ]);
  });

  test("a new model sets off no rules", async () => {
    const { rows } = await faro.pool.query("SELECT count(*)::int AS runs FROM rule_runs");
    expect(rows[0].runs).toBe(0);
  });

  test("a model that moves people across a rule's limit waits, is shown with a new limit, and takes over with it", async () => {
    await faro.send("POST", "/api/brain/scores/propensity/starting-weights");
    const conditions = [{ type: "consent", field: "sms", value: "false" }];
    const actions = [{ type: "sms", template: "high_intent" }];
    const triggers = [
      { type: "event", operator: "=", value: "never" },
      { type: "propensity_score", operator: ">=", value: "60" },
    ];
    const rule = (await faro.send("POST", "/api/rules", { name: "Hot", triggers, conditions, actions })).body;
    // By hand, so that the choice of the starting weights ends.
    await train();
    const [waiting, before] = await get("/api/brain/models?score=propensity");
    expect([waiting.state, before.state]).toEqual(["waiting", "replaced"]);
    expect(await propensity()).toMatchObject({ model: null, isPinned: false });

    const effects = await get(`/api/brain/models/${waiting.id}/effects`);
    expect(effects).toMatchObject({ people: 120, total: 120, rules: [{ id: rule.id, name: "Hot" }] });
    const [effect] = effects.rules;
    expect(effect.after - effect.before).toBe(effect.newly - effect.noLonger);
    expect(effect.newly + effect.noLonger).toBeGreaterThan(2);
    expect(effect.limits).toEqual([
      {
        part: "triggers",
        row: 1,
        score: "propensity",
        operator: ">=",
        value: 60,
        proposed: expect.toSatisfy((value) => value === null || (value >= 0 && value <= 100)),
      },
    ]);

    const path = `/api/brain/models/${waiting.id}/take-over`;
    const limit = { ruleId: rule.id, part: "triggers", row: 1, value: 85 };
    const notALimit = { ...limit, row: 0 };
    expect((await faro.send("POST", path, { limits: [notALimit] })).status).toBe(409);
    expect((await faro.send("POST", path, { limits: [{ ...limit, value: 101 }] })).status).toBe(400);
    expect((await propensity()).model).toBeNull();
    expect((await faro.send("POST", path, { limits: [limit] })).body).toMatchObject({ state: "in_use" });
    const changed = (await get("/api/rules")).find(({ id }: any) => id === rule.id);
    expect(changed.triggers[1]).toEqual({ type: "propensity_score", operator: ">=", value: "85" });
    expect(changed.version).toBe(2);
    expect(await propensity()).toMatchObject({ model: { id: waiting.id }, isPinned: false });
    expect((await faro.send("POST", path, { limits: [] })).status).toBe(409);

    // The next model does the same as this one and needs no decision.
    await train();
    expect((await propensity()).model.version).toBe(waiting.version + 1);
    await faro.send("DELETE", `/api/rules/${rule.id}`);
  });

  test("a message is tried on a person without changing anything", async () => {
    const [id] = await peopleWith("no");
    const before = await scoresOf([id ?? ""]);
    const { body, status } = await faro.send("POST", "/api/brain/try", {
      personId: id,
      text: "I want to buy it today, where do I sign?",
    });
    expect(status).toBe(200);
    expect(body.reading).toMatchObject({ intent: "ready_to_buy" });
    expect(body.scores[0]).toMatchObject({ name: "intent" });
    expect(body.scores[0].after).toBeGreaterThan(body.scores[0].before);
    expect(await scoresOf([id ?? ""])).toEqual(before);
  });

  test("the days of the outcomes are limited, saved and audited", async () => {
    expect(await get("/api/brain/outcomes")).toEqual({ intent: 7, propensity: 60, churn: 60 });
    expect(
      (await faro.send("PUT", "/api/brain/outcomes", { intent: 0, propensity: 60, churn: 60 })).status,
    ).toBe(400);
    const days = { intent: 3, propensity: 30, churn: 45 };
    expect((await faro.send("PUT", "/api/brain/outcomes", days)).body).toEqual(days);
    expect((await propensity()).outcomeDays).toBe(30);
  });
});

test("what would leave for a model is shown as it would be sent", async () => {
  const { body } = await faro.send("POST", "/api/brain/outgoing", {
    text: "Call me at 787-555-0199 or ana@example.com",
    previous: "We sent it to ana@example.com",
  });
  expect(body.isMinimised).toBe(true);
  expect(JSON.stringify(body)).not.toMatch(/787|ana@/);
});
