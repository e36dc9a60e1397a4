import { afterAll, beforeAll, expect, test } from "vitest";
import type { SequenceRun } from "#contract/runs.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
});
afterAll(() => faro.stop());

const patience = { timeout: 60_000 };
const addPerson = async (n: number): Promise<string> =>
  (await faro.send("POST", "/api/people", { firstName: "Ana", email: `ana${n}@example.com` })).body.id;
const runsOf = async (ruleId: string): Promise<SequenceRun[]> =>
  (await faro.send("GET", `/api/runs?ruleId=${ruleId}&state=all`)).body.runs;

test("whoever is overdue when a rule was off is counted, and ends or goes on as a user chooses", async () => {
  const { body: rule } = await faro.send("POST", "/api/rules", {
    ...{ name: "Follow-up", triggers: [{ type: "event", operator: "=", value: "asked" }] },
    conditions: [{ type: "status", field: "is_not", value: "converted" }],
    actions: [
      { type: "add_tag", template: "late", goodForHours: 24, wait: { for: 1, unit: "days" } },
      { type: "add_tag", template: "done" },
    ],
  });
  const people = await Promise.all([1, 2, 3, 4].map(addPerson));
  await faro.send("POST", `/api/rules/${rule.id}/start`, { personIds: people });
  await expect
    .poll(
      async () => (await runsOf(rule.id)).filter(({ why }) => why[0]?.code === "run_waits").length,
      patience,
    )
    .toBe(4);
  const path = `/api/rules/${rule.id}/overdue`;
  const enable = (enabled: boolean) => faro.send("PUT", `/api/rules/${rule.id}`, { enabled });
  expect((await faro.send("GET", path)).body).toEqual({ overdue: 0, tooLate: 0 });
  expect((await faro.send("POST", `${path}/end`)).body.code).toBe("rule_on");
  await enable(false);
  // One is a day late, one three days; one is paused, and one is not due yet.
  const dueAgo = (personId: string | undefined, hours: number) =>
    faro.pool.query(
      `UPDATE sequence_runs SET opens_at = now() - make_interval(hours => $2), due_at = now() - make_interval(hours => $2)
        WHERE person_id = $1`,
      [personId, hours],
    );
  await dueAgo(people[0], 20);
  await dueAgo(people[1], 70);
  await dueAgo(people[2], 70);
  const [ofThird] = (await faro.send("GET", `/api/runs?personId=${people[2]}`)).body.runs;
  await faro.send("POST", "/api/runs/change", { ids: [ofThird.id], change: { kind: "pause" } });
  expect((await faro.send("GET", path)).body).toEqual({ overdue: 2, tooLate: 1 });
  expect((await faro.send("POST", `${path}/end`)).body).toEqual({ ended: 1, left: 0 });
  await enable(true);
  const stateOf = async (personId: string | undefined) => {
    const run = (await runsOf(rule.id)).find(({ person }) => person.id === personId);
    return `${run?.state} ${run?.why[0]?.code}`;
  };
  await expect.poll(() => stateOf(people[0]), patience).toBe("ended run_finished");
  expect(await stateOf(people[1])).toBe("ended run_overdue");
  expect(await stateOf(people[2])).toBe("paused run_paused");
  expect(await stateOf(people[3])).toBe("waiting run_waits");
});
