import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { remindTasks } from "#server/housekeeping/remind-tasks.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { insertRequest } from "#server/store/voice/person-requests.ts";
import { createWrite } from "#server/store/write.ts";
import { addColleague, type Colleague } from "./colleagues.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let luz: Colleague;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  faro = await startSandboxFaro();
  luz = await addColleague(faro, "Luz");
  database = openDatabase(faro.connection, () => {});
});
afterAll(async () => {
  await database.close();
  await faro.stop();
});

const person = async (firstName = "Ana"): Promise<{ id: string }> =>
  (await faro.send("POST", "/api/people", { firstName })).body;
const add = async (personId: string, more: object = {}) =>
  (await luz.send("POST", "/api/tasks", { personId, title: "Send the offer", ...more })).body;
const list = async (query = "") => (await luz.send("GET", `/api/tasks${query}`)).body;
const lines = async (id: string) =>
  (
    await faro.pool.query("SELECT event_type, description FROM timeline WHERE person_id = $1 ORDER BY id", [
      id,
    ])
  ).rows;
const remind = async () => {
  const write = createWrite(database.db, { insert: async () => {} });
  await remindTasks.run([{}], { write } as JobContext);
};
const reminders = async (title: string) =>
  (
    await faro.pool.query(
      "SELECT user_id, params, link FROM notifications WHERE kind = 'task_due' AND params ->> 'title' = $1",
      [title],
    )
  ).rows;

describe("a task", () => {
  test("is added, changed, done and deleted, with its lines on the timeline", async () => {
    const ana = await person();
    const task = await add(ana.id, { ownerId: luz.id });
    expect(task).toMatchObject({
      personName: "Ana",
      title: "Send the offer",
      owner: { id: luz.id, name: "Luz" },
      madeBy: "user",
      doneAt: null,
    });
    const renamed = await luz.send("PUT", `/api/tasks/${task.id}`, { title: "Send the new offer" });
    expect(renamed.body).toMatchObject({ title: "Send the new offer", owner: { id: luz.id } });
    const done = await luz.send("PUT", `/api/tasks/${task.id}`, { done: true });
    expect(done.body.doneAt).not.toBeNull();
    // A second time changes nothing.
    expect((await luz.send("PUT", `/api/tasks/${task.id}`, { done: true })).body.doneAt).toBe(
      done.body.doneAt,
    );
    expect(await lines(ana.id)).toEqual(
      expect.arrayContaining([
        { event_type: "task_added", description: "Send the offer" },
        { event_type: "task_done", description: "Send the new offer" },
      ]),
    );
    expect((await lines(ana.id)).filter(({ event_type }) => event_type === "task_done")).toHaveLength(1);
    // Open again, it was not done.
    await luz.send("PUT", `/api/tasks/${task.id}`, { done: false });
    expect((await lines(ana.id)).filter(({ event_type }) => event_type === "task_done")).toEqual([]);
    await luz.send("PUT", `/api/tasks/${task.id}`, { done: true });
    expect((await lines(ana.id)).filter(({ event_type }) => event_type === "task_done")).toHaveLength(1);
    expect((await luz.send("DELETE", `/api/tasks/${task.id}`)).status).toBe(200);
    expect((await luz.send("DELETE", `/api/tasks/${task.id}`)).status).toBe(404);
  });

  test("is listed by its due time, page by page, and by person and owner", async () => {
    const eva = await person("Eva");
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const third = await add(eva.id, { title: "c", dueAt: at(300) });
    const first = await add(eva.id, { title: "a", dueAt: at(100), ownerId: luz.id });
    const last = await add(eva.id, { title: "d" });
    const second = await add(eva.id, { title: "b", dueAt: at(200) });
    const query = `?personId=${eva.id}&limit=3`;
    const page = await list(query);
    expect(page.tasks.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id, third.id]);
    const rest = await list(`${query}&cursor=${page.nextCursor}`);
    expect(rest).toMatchObject({ tasks: [{ id: last.id }], nextCursor: null });
    expect((await list(`?personId=${eva.id}&owner=me`)).tasks).toMatchObject([{ id: first.id }]);
    await luz.send("PUT", `/api/tasks/${first.id}`, { done: true });
    expect((await list(`?personId=${eva.id}&done=yes`)).tasks).toMatchObject([{ id: first.id }]);
    expect((await list(`?personId=${eva.id}&done=no`)).tasks).toHaveLength(3);
  });

  test.each([
    ["a person who does not exist", { personId: "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90", title: "x" }],
    ["an owner who does not exist", { title: "x", ownerId: "0190b6f2-4a1c-7e3d-9f58-2c6d1e7a8b90" }],
    ["an empty title", { title: "  " }],
    ["a time that is none", { title: "x", dueAt: "tomorrow" }],
  ])("is refused for %s", async (_what, body) => {
    const { id: personId } = await person();
    const { status, body: problem } = await luz.send("POST", "/api/tasks", { personId, ...body });
    expect([status, problem.code]).toEqual([400, "invalid"]);
    expect((await list(`?personId=${personId}`)).tasks).toEqual([]);
  });

  test("is not listed from a cursor that was made up", async () => {
    expect((await luz.send("GET", "/api/tasks?cursor=x")).status).toBe(400);
    expect((await luz.send("GET", "/api/tasks?owner=somebody")).status).toBe(400);
  });
});

describe("a task that is due", () => {
  const past = () => new Date(Date.now() - 60_000).toISOString();

  test("reminds its owner once, and again after a new time", async () => {
    const ana = await person();
    const task = await add(ana.id, { title: "Owned", dueAt: past(), ownerId: luz.id });
    await Promise.all([remind(), remind()]);
    await remind();
    const [reminder, ...more] = await reminders("Owned");
    expect(reminder).toMatchObject({ user_id: luz.id, params: { person: "Ana" }, link: `/inbox/${ana.id}` });
    expect(more).toEqual([]);
    await luz.send("PUT", `/api/tasks/${task.id}`, { dueAt: past() });
    await remind();
    expect(await reminders("Owned")).toHaveLength(2);
  });

  test("reminds all users where it has no owner", async () => {
    await add((await person()).id, { title: "Of all", dueAt: past() });
    await remind();
    expect(await reminders("Of all")).toMatchObject([{ user_id: null }]);
  });

  test("does not remind once it is done, or before its time", async () => {
    const { id } = await person();
    const done = await add(id, { title: "Done", dueAt: past() });
    await luz.send("PUT", `/api/tasks/${done.id}`, { done: true });
    await add(id, { title: "Later", dueAt: new Date(Date.now() + 3_600_000).toISOString() });
    await remind();
    expect([...(await reminders("Done")), ...(await reminders("Later"))]).toEqual([]);
  });
});

describe("what the agent hands over", () => {
  test("is a task of the conversation's owner, once", async () => {
    const ana = await person();
    await faro.pool.query("INSERT INTO threads (person_id, owner_id) VALUES ($1, $2)", [ana.id, luz.id]);
    const { rows } = await faro.pool.query(
      "INSERT INTO calls (person_id, type, phone_number, status) VALUES ($1, 'ai_agent', '+17875550100', 'completed') RETURNING id",
      [ana.id],
    );
    const request = {
      personId: ana.id,
      callId: rows[0].id,
      topic: "solar panels",
      wanted: "Friday",
      quote: "",
    };
    await database.db.transaction(async (tx) => {
      await insertRequest(tx, { ...request, kind: "callback" });
      await insertRequest(tx, { ...request, kind: "callback" });
    });
    expect((await list(`?personId=${ana.id}`)).tasks).toMatchObject([
      { title: "Call back: solar panels · Friday", madeBy: "handoff", owner: { id: luz.id } },
    ]);
  });
});

describe("saved replies", () => {
  test("are kept by name and language, with variables of templates", async () => {
    const body = { name: "Hours", language: "en", text: "Hi {{first_name}}, we open at 9." };
    const made = await luz.send("POST", "/api/saved-replies", body);
    expect([made.status, made.body]).toMatchObject([200, body]);
    expect((await luz.send("POST", "/api/saved-replies", { ...body, name: "hours" })).status).toBe(409);
    const spanish = await luz.send("POST", "/api/saved-replies", { ...body, language: "es" });
    expect(spanish.status).toBe(200);
    const renamed = await luz.send("PUT", `/api/saved-replies/${spanish.body.id}`, {
      name: "Horario",
      updatedAt: spanish.body.updatedAt,
    });
    expect(renamed.body).toMatchObject({ name: "Horario", text: body.text });
    const outdated = { text: "x", updatedAt: spanish.body.updatedAt };
    expect((await luz.send("PUT", `/api/saved-replies/${spanish.body.id}`, outdated)).status).toBe(409);
    const { body: all } = await luz.send("GET", "/api/saved-replies");
    expect(all.replies.map(({ name }: { name: string }) => name)).toEqual(["Horario", "Hours"]);
    expect((await luz.send("DELETE", `/api/saved-replies/${made.body.id}`)).status).toBe(200);
  });

  test("are refused with variables that do not exist", async () => {
    const body = { name: "Bad", language: "en", text: "Hi {{nickname}} and {{first name}}" };
    const { status, body: problem } = await luz.send("POST", "/api/saved-replies", body);
    expect([status, problem.issues.length]).toEqual([400, 2]);
  });
});
