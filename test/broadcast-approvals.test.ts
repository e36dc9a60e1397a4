import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApprovalView } from "#contract/approvals.ts";
import type { Broadcast } from "#contract/broadcasts.ts";
import { noPermissions } from "#domain/access/areas.ts";
import { addColleague, type Colleague } from "./colleagues.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let berta: Colleague;
let carla: Colleague;
let viewer: Colleague;
/** Approves what programs ask for, and has no part in rules. */
let deciderOnly: Colleague;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  berta = await addColleague(faro, "Berta");
  carla = await addColleague(faro, "Carla");
  viewer = await addColleague(faro, "Vera", "viewer");
  deciderOnly = await addColleague(faro, "Delia");
  const permissions = { ...noPermissions, approvals: "work" };
  const role = await faro.send("POST", "/api/roles", { name: "Decides", permissions });
  expect(role.status, JSON.stringify(role.body)).toBe(200);
  await faro.pool.query("UPDATE users SET role = 'own', role_id = $1 WHERE id = $2", [
    ...[role.body.id, deciderOnly.id],
  ]);
  await limit(2);
});
afterAll(() => faro.stop());

const limit = async (secondUserAbove: number): Promise<void> => {
  const { status } = await faro.send("POST", "/api/api-keys/general", { secondUserAbove });
  expect(status).toBe(200);
};

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };
let count = 0;

const addMany = async (tag: string, people: number): Promise<void> => {
  for (let added = 0; added < people; added += 1) {
    const n = ++count;
    const person = { firstName: `Ana ${n}`, phone: phone(n), timezone, tags: [tag], consents: { sms: true } };
    expect((await faro.send("POST", "/api/people", person)).status).toBe(200);
  }
};

type Found = Pick<Broadcast, "id" | "state" | "approval" | "updatedAt">;
const get = async (id: string): Promise<Found> => (await faro.send("GET", `/api/broadcasts/${id}`)).body;
const runCheck = async (id: string): Promise<void> => {
  expect((await berta.send("POST", `/api/broadcasts/${id}/check`)).status).toBe(200);
  await expect.poll(async () => (await get(id)).state, patience).toBe("checked");
};
const addChecked = async (
  tag: string,
  people: number,
  template = "Cerramos el viernes.",
): Promise<string> => {
  await addMany(tag, people);
  const { status, body } = await berta.send("POST", "/api/broadcasts", {
    ...{ name: `Notice ${tag}`, audience: { field: "tags", op: "has_any", value: [tag] } },
    actions: [{ type: "sms", template }],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await runCheck(body.id);
  return body.id;
};
const start = (id: string, confirm: number, by: Pick<Colleague, "send"> = berta) =>
  by.send("POST", `/api/broadcasts/${id}/start`, { confirm });
const ask = async (id: string, confirm: number): Promise<string> => {
  const { status, body } = await start(id, confirm);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ state: "checked", approval: { name: "Berta", askedBy: "user" } });
  return body.approval.id;
};
const decide = (by: Pick<Colleague, "send">, id: string, how: "approve" | "refuse") =>
  by.send("POST", `/api/approvals/${id}/${how}`);
const listed = async (show: "waiting" | "decided", id: string): Promise<ApprovalView | undefined> => {
  const { body } = await carla.send("GET", `/api/approvals?show=${show}`);
  return body.approvals.find((one: ApprovalView) => one.id === id);
};

describe("above the number of people of the workspace", () => {
  test("a start asks a second user, names what would be sent, and begins with their approval", async () => {
    const id = await addChecked("asked", 3);
    const approvalId = await ask(id, 3);
    const asked = await listed("waiting", approvalId);
    expect(asked).toMatchObject({
      ...{ kind: "broadcast", state: "pending", tokenName: "Berta", user: { id: berta.id } },
      content: {
        broadcast: {
          ...{ verb: "start", askedBy: "user", id, name: "Notice asked", people: 3 },
          ...{ purpose: "marketing", firstWords: "Cerramos el viernes." },
        },
      },
    });
    const { body } = await faro.send("GET", "/api/broadcasts?search=Notice asked");
    expect(body.broadcasts).toMatchObject([{ id, approval: { id: approvalId, name: "Berta" } }]);
    const told = await faro.pool.query(
      "SELECT user_id AS id FROM notifications WHERE kind = 'approval_waiting' AND params ->> 'name' = 'Berta'",
    );
    expect(told.rows.map((row) => row.id)).toContain(carla.id);
    expect(told.rows.map((row) => row.id)).not.toContain(berta.id);
    expect(told.rows.map((row) => row.id)).not.toContain(viewer.id);

    expect((await start(id, 3)).body.code).toBe("broadcast_asked");
    expect((await start(id, 3, carla)).body.code).toBe("broadcast_asked");
    expect((await decide(berta, approvalId, "approve")).body.code).toBe("approval_own");
    expect((await decide(viewer, approvalId, "approve")).status).toBe(403);
    for (const how of ["approve", "refuse"] as const)
      expect((await decide(deciderOnly, approvalId, how)).body.code).toBe("forbidden");
    expect(await get(id)).toMatchObject({ state: "checked", approval: { id: approvalId } });

    const approved = await decide(carla, approvalId, "approve");
    expect(approved.body).toMatchObject({ state: "executed", failure: null, decidedBy: { id: carla.id } });
    expect(await get(id)).toMatchObject({ approval: null });
    await expect.poll(async () => (await get(id)).state, patience).toBe("done");
    const sent = await faro.send("GET", `/api/actions?broadcastId=${id}`);
    expect(sent.body.actions).toHaveLength(3);
    const { rows } = await faro.pool.query(
      "SELECT description AS text FROM audit_logs WHERE details ->> 'name' = 'Notice asked' ORDER BY seq",
    );
    expect(rows.map(({ text }) => text)).toEqual([
      "Added the broadcast “Notice asked”",
      "Checked the broadcast “Notice asked”",
      "Asked a second user to start the broadcast “Notice asked”",
      "Started the broadcast “Notice asked”",
      "Approved the start of the broadcast “Notice asked”",
    ]);
  });

  test("only one of many approvals at once starts it", async () => {
    const id = await addChecked("at-once", 3);
    const approvalId = await ask(id, 3);
    const answers = await Promise.all(
      [carla, faro, carla, faro].map((by) => decide(by, approvalId, "approve")),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { rows } = await faro.pool.query(
      "SELECT count(*)::int AS n FROM audit_logs WHERE details ->> 'name' = 'Notice at-once' AND details ->> 'change' = 'started'",
    );
    expect(rows[0].n).toBe(1);
  });

  test("a rejection leaves it as it was, and whoever asked may take it back", async () => {
    const id = await addChecked("rejected", 3);
    const first = await ask(id, 3);
    expect((await decide(carla, first, "refuse")).body.state).toBe("refused");
    expect(await get(id)).toMatchObject({ state: "checked", approval: null });
    const second = await ask(id, 3);
    expect((await decide(berta, second, "refuse")).body.state).toBe("refused");
    expect((await decide(carla, second, "approve")).body.code).toBe("approval_over");
  });

  test("an edit, a new check and a deletion end the request", async () => {
    const id = await addChecked("edited", 3);
    const edited = await ask(id, 3);
    const change = { actions: [{ type: "sms", template: "Abrimos el lunes." }] };
    expect((await carla.send("PUT", `/api/broadcasts/${id}`, change)).body).toMatchObject({
      ...{ state: "draft", approval: null },
    });
    expect(await listed("decided", edited)).toMatchObject({ state: "failed", failure: "broadcast_changed" });
    await runCheck(id);
    const checked = await ask(id, 3);
    await runCheck(id);
    expect((await decide(carla, checked, "approve")).body.code).toBe("approval_over");
    const deleted = await ask(id, 3);
    expect((await berta.send("DELETE", `/api/broadcasts/${id}`)).status).toBe(200);
    expect(await listed("decided", deleted)).toMatchObject({ failure: "broadcast_changed" });
  });

  test("what has changed since is not started, and the reason is stored", async () => {
    const template = { name: "closed_friday", channel: "sms", language: "en", body: "We are closed." };
    const made = await faro.send("POST", "/api/templates", template);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const id = await addChecked("moved", 3, "closed_friday");
    const failure = async (approvalId: string) => {
      const { body } = await decide(carla, approvalId, "approve");
      expect(body.state).toBe("failed");
      expect(await get(id)).toMatchObject({ state: "checked", approval: null });
      return body.failure;
    };
    const templates = await ask(id, 3);
    expect(await listed("waiting", templates)).toMatchObject({
      content: { broadcast: { firstWords: "We are closed." } },
    });
    const { id: templateId } = made.body;
    const reworded = { ...template, body: "We are closed on Friday." };
    expect((await faro.send("PUT", `/api/templates/${templateId}`, reworded)).status).toBe(200);
    expect(await failure(templates)).toBe("broadcast_templates_changed");
    expect((await start(id, 3)).body.code).toBe("broadcast_check_old");

    await runCheck(id);
    const old = await ask(id, 3);
    await faro.pool.query("UPDATE broadcasts SET checked_at = now() - interval '25 hours' WHERE id = $1", [
      id,
    ]);
    expect(await failure(old)).toBe("broadcast_check_old");

    await runCheck(id);
    const another = await ask(id, 3);
    await faro.pool.query("UPDATE broadcasts SET counted = jsonb_set(counted, '{send}', '4') WHERE id = $1", [
      id,
    ]);
    expect(await failure(another)).toBe("broadcast_number_differs");

    await runCheck(id);
    const gone = await ask(id, 3);
    await faro.pool.query("UPDATE users SET role = 'viewer' WHERE id = $1", [berta.id]);
    expect(await failure(gone)).toBe("asker_refused");
    await faro.pool.query("UPDATE users SET role = 'operator' WHERE id = $1", [berta.id]);
  });

  test("words that are changed after the approval are not sent before a user has resumed it", async () => {
    const template = { name: "closed_monday", channel: "sms", language: "en", body: "Closed on Monday." };
    const made = await faro.send("POST", "/api/templates", template);
    const id = await addChecked("reworded", 3, "closed_monday");
    const { status } = await decide(carla, await ask(id, 3), "approve");
    expect(status).toBe(200);
    await expect.poll(async () => (await get(id)).state, patience).toBe("done");

    const later = await addChecked("reworded_later", 3, "closed_monday");
    const when = { kind: "at", at: new Date(Date.now() + 3_600_000).toISOString() };
    expect((await berta.send("PUT", `/api/broadcasts/${later}`, { when })).status).toBe(200);
    await runCheck(later);
    await decide(carla, await ask(later, 3), "approve");
    const reworded = { ...template, body: "Everything must go." };
    expect((await berta.send("PUT", `/api/templates/${made.body.id}`, reworded)).status).toBe(200);
    const now = new Date().toISOString();
    expect((await berta.send("POST", `/api/broadcasts/${later}/move`, { at: now })).status).toBe(200);
    await expect.poll(async () => (await get(later)).state, patience).toBe("paused");
    expect(await get(later)).toMatchObject({ why: [{ code: "broadcast_words_changed" }] });
    const { body } = await faro.send("GET", `/api/actions?broadcastId=${later}`);
    expect(body.actions).toEqual([]);
  });

  test("as many people as the limit need no second user, nor does any number without a limit", async () => {
    const few = await addChecked("few", 2);
    expect((await start(few, 2)).body).toMatchObject({ state: "scheduled", approval: null });
    const many = await addChecked("many", 3);
    const approvalId = await ask(many, 3);
    await limit(0);
    expect((await start(many, 3)).body).toMatchObject({ state: "scheduled", approval: null });
    expect(await listed("decided", approvalId)).toMatchObject({ failure: "broadcast_changed" });
    await limit(2);
  });

  test("without another user who may approve, the start is refused", async () => {
    const id = await addChecked("alone", 3);
    await faro.pool.query("UPDATE users SET active = false WHERE id <> $1", [berta.id]);
    expect((await start(id, 3)).body.code).toBe("no_second_user");
    await faro.pool.query("UPDATE users SET active = true");
  });

  test("the limit is the administrators' to set", async () => {
    const { status } = await berta.send("POST", "/api/api-keys/general", { secondUserAbove: 0 });
    expect(status).toBe(403);
    const negative = await faro.send("POST", "/api/api-keys/general", { secondUserAbove: -1 });
    expect(negative.status).toBe(400);
    expect((await berta.send("GET", "/api/settings/general")).body.secondUserAbove).toBe(2);
  });
});

test("messages are filtered by the broadcast, and a rule is none", async () => {
  const id = await addChecked("filtered", 1);
  expect((await start(id, 1)).status).toBe(200);
  await expect.poll(async () => (await get(id)).state, patience).toBe("done");
  const found = await faro.send("GET", `/api/actions?broadcastId=${id}`);
  expect(found.body.actions).toMatchObject([{ ruleId: id }]);
  const rule = await faro.send("POST", "/api/rules", {
    ...{ name: "By hand", triggers: [{ type: "event", operator: "=", value: "never" }] },
    conditions: [{ type: "consent", field: "sms", value: "true" }],
    actions: [{ type: "sms", template: "Hola." }],
  });
  expect(rule.status, JSON.stringify(rule.body)).toBe(200);
  const personIds = found.body.actions.map((one: { personId: string }) => one.personId);
  const started = await faro.send("POST", `/api/rules/${rule.body.id}/start`, { personIds });
  expect(started.body).toMatchObject({ started: 1 });
  const actionsOf = async (filter: string) =>
    (await faro.send("GET", `/api/actions?${filter}=${rule.body.id}`)).body.actions;
  expect(await actionsOf("ruleId")).toHaveLength(1);
  expect(await actionsOf("broadcastId")).toEqual([]);
});
