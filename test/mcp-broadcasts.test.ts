import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpTools } from "#domain/mcp/tools.ts";
import { addColleague, type Colleague } from "./colleagues.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
let berta: Colleague;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
  berta = await addColleague(faro, "Berta");
});
afterAll(() => faro.stop());

const { phone, timezone } = findContactableNumbers(Date.now());
const patience = { timeout: 60_000 };
let count = 0;

const addPeople = async (tag: string, people: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let added = 0; added < people; added += 1) {
    const n = ++count;
    const person = { firstName: `Ana ${n}`, phone: phone(n), timezone, tags: [tag], consents: { sms: true } };
    const { status, body } = await faro.send("POST", "/api/people", person);
    expect(status).toBe(200);
    ids.push(body.id);
  }
  return ids;
};

const everyScope = [...new Set(mcpTools.flatMap(({ scope }) => (scope ? [scope] : [])))];
const makeToken = async (scopes: readonly string[] = everyScope, more: object = {}): Promise<string> => {
  const { status, body } = await faro.send("POST", "/api/tokens", {
    ...{ name: "Assistant", scopes, isForAssistant: true },
    ...more,
  });
  expect(status).toBe(200);
  return body.token;
};

type Called = { isError: boolean; answer: any };
const call = async (token: string, name: string, args: object = {}): Promise<Called> => {
  const response = await fetch(`${faro.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const text = await response.text();
  const { result } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
  if (!result) throw new Error(`${name}: ${response.status} ${text}`);
  return { isError: result.isError === true, answer: JSON.parse(result.content[0].text) };
};
const done = async (token: string, name: string, args: object = {}): Promise<any> => {
  const { isError, answer } = await call(token, name, args);
  expect([isError, answer]).toEqual([false, answer]);
  return answer;
};
const ask = async (token: string, name: string, args: object): Promise<string> => {
  const answer = await done(token, name, { reason: "They asked for it", ...args });
  expect(answer.state).toBe("waiting");
  return answer.approvalId;
};
const refused = async (token: string, name: string, args: object): Promise<string> => {
  const { isError, answer } = await call(token, name, args);
  expect([isError, answer]).toEqual([true, answer]);
  return answer.code;
};
const decide = (id: string, how: "approve" | "refuse" = "approve") =>
  faro.send("POST", `/api/approvals/${id}/${how}`);
const reaches = (id: string, state: string) =>
  expect.poll(async () => (await faro.send("GET", `/api/broadcasts/${id}`)).body.state, patience).toBe(state);

const draft = async (token: string, tag: string): Promise<string> => {
  const { id, state } = await done(token, "create_broadcast", {
    ...{ name: `Notice ${tag}`, tag, channel: "sms", message: "Cerramos el viernes." },
  });
  expect(state).toBe("draft");
  return id;
};
const draftChecked = async (token: string, tag: string): Promise<string> => {
  const id = await draft(token, tag);
  await done(token, "check_broadcast", { broadcastId: id });
  await reaches(id, "checked");
  return id;
};

describe("a broadcast of an assistant", () => {
  test("is written, checked and read directly, and sent only after an operator approves", async () => {
    const token = await makeToken();
    await addPeople("assistant", 2);
    const id = await draft(token, "assistant");
    const early = await refused(token, "start_broadcast", { broadcastId: id, reason: "now" });
    expect(early).toBe("broadcast_state");
    await done(token, "check_broadcast", { broadcastId: id });
    await reaches(id, "checked");
    const found = await done(token, "get_broadcast", { broadcastId: id });
    expect(found).toMatchObject({ name: "Notice assistant", actual: null, waitsForApproval: false });
    expect(found.check).toMatchObject({ isComplete: true, people: 2, send: 2 });

    const args = { broadcastId: id, reason: "They asked for it", idempotencyKey: "start-1" };
    const first = await done(token, "start_broadcast", args);
    expect(first).toMatchObject({ state: "waiting", people: 2 });
    expect((await done(token, "start_broadcast", args)).approvalId).toBe(first.approvalId);
    const twice = await refused(token, "start_broadcast", { broadcastId: id, reason: "again" });
    expect(twice).toBe("broadcast_asked");
    const { broadcasts } = await done(token, "list_broadcasts", { state: "open" });
    expect(broadcasts).toMatchObject([{ id, state: "checked", waitsForApproval: true, people: 2 }]);

    expect((await decide(first.approvalId)).body).toMatchObject({ kind: "broadcast", state: "executed" });
    await reaches(id, "done");
    const after = await done(token, "get_broadcast", { broadcastId: id });
    expect(after.actual).toMatchObject({ people: 2, begun: 2 });
    expect(await done(token, "get_approval", { approvalId: first.approvalId })).toMatchObject({
      ...{ kind: "broadcast", state: "executed", failure: null },
    });
    const { runs } = await done(token, "list_runs", { ruleId: id, state: "all" });
    expect(runs).toHaveLength(2);
    expect(await done(token, "get_run", { runId: runs[0].id })).toMatchObject({
      ...{ entry: "broadcast", state: "ended" },
    });
  });

  test("needs people who are named, by a segment or a tag", async () => {
    const token = await makeToken();
    const all = { name: "All", channel: "sms", message: "Hola." };
    expect(await refused(token, "create_broadcast", all)).toBe("invalid");
    expect(await refused(token, "create_broadcast", { ...all, segment: "None such" })).toBe("invalid");
  });

  test("above the limit is not approved by the user for whom the assistant acts", async () => {
    const token = await makeToken();
    await addPeople("large", 3);
    const id = await draftChecked(token, "large");
    await faro.send("POST", "/api/api-keys/general", { secondUserAbove: 2 });
    const approvalId = await ask(token, "start_broadcast", { broadcastId: id });
    expect((await decide(approvalId)).body.code).toBe("approval_own");
    const approved = await berta.send("POST", `/api/approvals/${approvalId}/approve`);
    expect(approved.body).toMatchObject({ state: "executed" });
    await faro.send("POST", "/api/api-keys/general", { secondUserAbove: 0 });
  });

  test("is paused, resumed and ended by what an operator approves, and not twice", async () => {
    const token = await makeToken();
    await addPeople("paused", 3);
    const id = await draftChecked(token, "paused");
    await faro.send("PUT", `/api/broadcasts/${id}`, { perMinute: 1 });
    await done(token, "check_broadcast", { broadcastId: id });
    await reaches(id, "checked");
    const { approvalId } = await done(token, "start_broadcast", { broadcastId: id, reason: "now" });
    await decide(approvalId);
    await reaches(id, "sending");
    const pause = await ask(token, "pause_broadcast", { broadcastId: id });
    const pauseAgain = await ask(token, "pause_broadcast", { broadcastId: id });
    expect((await decide(pause)).body.state).toBe("executed");
    await reaches(id, "paused");
    expect((await decide(pauseAgain)).body).toMatchObject({ state: "failed", failure: "broadcast_state" });
    const resume = await ask(token, "resume_broadcast", { broadcastId: id });
    expect((await decide(resume)).body.state).toBe("executed");
    await reaches(id, "sending");
    expect(await refused(token, "resume_broadcast", { broadcastId: id, reason: "again" })).toBe(
      "broadcast_state",
    );
    const cancel = await ask(token, "cancel_broadcast", { broadcastId: id });
    expect((await decide(cancel)).body.state).toBe("executed");
    await reaches(id, "cancelled");
  });
});

describe("runs", () => {
  const addRule = async (name: string): Promise<string> => {
    const { status, body } = await faro.send("POST", "/api/rules", {
      ...{ name, triggers: [{ type: "event", operator: "=", value: `never ${name}` }] },
      conditions: [{ type: "consent", field: "sms", value: "true" }],
      actions: [
        { type: "add_tag", template: "followed" },
        { type: "sms", template: "¿Sigue con interés?", wait: { for: 3, unit: "days" } },
      ],
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.id;
  };

  test("are started and stopped by what an operator approves", async () => {
    const token = await makeToken();
    const people = await addPeople("runs", 2);
    const ruleId = await addRule("Follow up");
    const started = await ask(token, "start_rule_for_people", { ruleId, personIds: people });
    expect((await done(token, "list_runs", { ruleId, state: "all" })).runs).toEqual([]);
    const { body } = await faro.send("GET", "/api/approvals");
    expect(body.approvals).toMatchObject([
      {
        ...{ id: started, kind: "runs", person: null },
        content: { runs: { verb: "start", rule: { id: ruleId, name: "Follow up" }, ids: people } },
      },
    ]);
    expect((await decide(started)).body.state).toBe("executed");
    const { runs } = await done(token, "list_runs", { ruleId });
    expect(runs).toHaveLength(2);
    const runIds = runs.map(({ id }: { id: string }) => id);
    const stopped = await ask(token, "stop_runs", { runIds });
    const again = await ask(token, "stop_runs", { runIds });
    expect((await decide(stopped)).body).toMatchObject({ kind: "runs", state: "executed" });
    expect((await done(token, "list_runs", { ruleId })).runs).toEqual([]);
    expect((await decide(again)).body).toMatchObject({ state: "failed", failure: "runs_over" });
  });

  test("of a rule that was changed or switched off since are not started", async () => {
    const token = await makeToken();
    const personIds = await addPeople("off", 1);
    const ruleId = await addRule("Welcome");
    const one = await ask(token, "start_rule_for_people", { ruleId, personIds });
    const listed = await faro.send("GET", "/api/approvals");
    expect(listed.body.approvals[0]).toMatchObject({ id: one, person: { id: personIds[0] } });
    const put = async (body: object) =>
      expect((await faro.send("PUT", `/api/rules/${ruleId}`, body)).status).toBe(200);
    await put({ actions: [{ type: "sms", template: "Otra cosa." }] });
    expect((await decide(one)).body).toMatchObject({ state: "failed", failure: "rule_changed" });
    const two = await ask(token, "start_rule_for_people", { ruleId, personIds });
    await put({ enabled: false });
    expect((await decide(two)).body).toMatchObject({ state: "failed", failure: "rule_off" });
    expect(await refused(token, "start_rule_for_people", { ruleId, personIds, reason: "x" })).toBe("invalid");
  });
});

describe("scopes", () => {
  test("drafting and starting are two rights, of assistants and of programs", async () => {
    await addPeople("scopes", 1);
    const writer = await makeToken(["rules:read", "rules:write"]);
    const id = await draftChecked(writer, "scopes");
    const start = { broadcastId: id, reason: "now" };
    expect(await refused(writer, "start_broadcast", start)).toBe("token_lacks_scope");

    const program = async (scopes: readonly string[]) => {
      const token = await makeToken(scopes, { isForAssistant: false, name: scopes.join() });
      return async (method: string, path: string, body?: object) => {
        const response = await fetch(faro.url + path, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body ? { "content-type": "application/json" } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return { status: response.status, body: (await response.json()) as any };
      };
    };
    const drafting = await program(["rules:read", "rules:write"]);
    expect((await drafting("POST", `/api/broadcasts/${id}/check`)).status).toBe(200);
    await reaches(id, "checked");
    const path = `/api/broadcasts/${id}/start`;
    expect((await drafting("POST", path, { confirm: 1 })).body.code).toBe("token_lacks_scope");
    const sending = await program(["rules:read", "rules:start"]);
    expect((await sending("POST", `/api/broadcasts/${id}/check`)).body.code).toBe("token_lacks_scope");
    expect((await sending("POST", path, { confirm: 1 })).status).toBe(200);
    await reaches(id, "done");
    const { body } = await faro.send("GET", `/api/actions?broadcastId=${id}`);
    expect(body.actions).toHaveLength(1);
  });
});
