import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

let faro: SandboxFaro;
beforeAll(async () => {
  faro = await startSandboxFaro({ FARO_VENDOR_BASE: "" });
  await allowHolidaySends(faro.send);
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());

/** A person whose number ends in these digits, which tell the simulator how the call goes. */
const person = async (ending: string, language = "es") => {
  const phone = number(9000 + Number(ending) - 100);
  const input = { firstName: "Luz", phone, timezone, consents: { call: true } };
  const made = (await faro.send("POST", "/api/people", input)).body;
  await faro.pool.query("UPDATE people SET language = $2 WHERE id = $1", [made.id, language]);
  await faro.pool.query(
    `INSERT INTO consent_records (person_id, channel, state, written, method, proof)
     VALUES ($1, 'call', 'granted', true, 'form', '{"form": "test"}')`,
    [made.id],
  );
  return made as { id: string; phone: string };
};
const ring = async ({ id }: { id: string }, body: object) =>
  (await faro.send("POST", `/api/people/${id}/messages`, { channel: "call", purpose: "marketing", ...body }))
    .body.id as string;
const call = async (id: string) =>
  (await faro.send("GET", "/api/calls")).body.find((one: { id: string }) => one.id === id);
const ended = async (id: string) => {
  await expect
    .poll(async () => (await call(id))?.status, { timeout: 180_000 })
    .not.toSatisfy((status?: string) => status === undefined || ["ringing", "in_progress"].includes(status));
  return call(id);
};
const turns = async (id: string): Promise<{ speaker: string; text: string }[]> =>
  (await faro.send("GET", `/api/calls/${id}/transcript`)).body.turns;
const ledger = async (id: string) =>
  (await faro.send("GET", `/api/suppressions?personId=${id}`)).body.records;

describe("a call", () => {
  test("placed by a rule is stored with duration, recording and transcript", async () => {
    const luz = await person("38");
    const endpoint = (await faro.send("POST", "/api/endpoints", { name: "Form" })).body;
    await faro.send("POST", "/api/rules", {
      name: "Call",
      triggers: [{ type: "event", operator: "=", value: "quote_requested" }],
      conditions: [{ type: "consent", field: "call", value: "true" }],
      actions: [{ type: "call", template: "Hola, {{first_name}}. ¿Le interesa una batería?" }],
    });
    await fetch(endpoint.webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "quote_requested", phone: luz.phone }),
    });
    const placed = async () =>
      (await faro.send("GET", `/api/actions?personId=${luz.id}`)).body.actions[0]?.id as string | undefined;
    await expect.poll(placed, { timeout: 180_000 }).toBeTruthy();
    const id = (await placed()) ?? "";
    expect(await ended(id)).toMatchObject({
      personId: luz.id,
      type: "outbound",
      status: "completed",
      outcome: "interested",
      answeredBy: "human",
      hasRecording: true,
      hasTranscript: true,
    });
    expect((await call(id)).duration).toBeGreaterThan(0);
    const spoken = await turns(id);
    expect(spoken.map(({ speaker }) => speaker)).toEqual(expect.arrayContaining(["agent", "customer"]));
    expect(spoken[0]).toMatchObject({
      speaker: "agent",
      text: expect.stringMatching(/automatizada.*grabada/s),
    });
    expect(spoken).toContainEqual(expect.objectContaining({ speaker: "customer", text: "Sí, me interesa" }));
    const { rows } = await faro.pool.query(
      "SELECT metadata -> 'gathered' AS gathered FROM calls WHERE id = $1",
      [id],
    );
    expect(rows[0].gathered).toMatchObject([{ speech: "Sí, me interesa" }]);
    const readings = async () =>
      (
        await faro.pool.query(
          "SELECT channel, local ->> 'intent' AS intent FROM message_readings WHERE person_id = $1",
          [luz.id],
        )
      ).rows;
    await expect.poll(readings, { timeout: 180_000 }).toEqual([{ channel: "call", intent: "interested" }]);
    const sound = await faro.send("GET", `/api/calls/${id}/recording`);
    expect(sound.status).toBe(200);
    expect(sound.headers.get("content-type")).toBe("audio/mpeg");
    expect(sound.body.length).toBeGreaterThan(100);
    // The price is known after a look-up at the vendor and is added to the person's cost.
    await expect.poll(async () => (await call(id)).price, { timeout: 180_000 }).toBeCloseTo(0.014);
    const spent = (
      await faro.pool.query("SELECT sum(cost)::float8 AS cost FROM usage WHERE person_id = $1", [luz.id])
    ).rows[0];
    expect(spent.cost).toBeCloseTo(0.014);
    expect((await faro.send("GET", `/api/people/${luz.id}`)).body.cost).toBeCloseTo(0.014);
    // The API exposes neither the vendor's recording URL nor the credentials used to fetch it.
    expect(JSON.stringify(await call(id))).not.toMatch(/Recordings|sandbox|AC0000/);
  });

  test.each([
    ["31", "busy"],
    ["32", "no_answer"],
    ["33", "failed"],
  ])("to %s ends as %s", async (ending, status) => {
    const luz = await person(ending);
    const id = await ring(luz, { text: "Hola" });
    expect(await ended(id)).toMatchObject({ status, outcome: null, hasRecording: false });
    await expect
      .poll(
        async () => (await faro.pool.query("SELECT status FROM actions WHERE id = $1", [id])).rows[0].status,
        {
          timeout: 180_000,
        },
      )
      .toBe("failed");
  });

  test("answered by a machine leaves its message and is marked as such", async () => {
    const luz = await person("34", "en");
    const id = await ring(luz, { text: "Your battery is here." });
    expect(await ended(id)).toMatchObject({ status: "completed", answeredBy: "machine_end_beep" });
    const text = (await turns(id)).map((turn) => turn.text).join(" ");
    expect(text).toContain("Your battery is here.");
    expect(text).toContain("text the word stop");
  });

  test.each([
    ["37", "9"],
    ["39", "No me llamen más"],
  ])("in which they answer as %s does ends all messages", async (ending, words) => {
    const luz = await person(ending);
    const id = await ring(luz, { text: "Hola" });
    expect(await ended(id)).toMatchObject({ outcome: "not_interested" });
    await expect
      .poll(() => ledger(luz.id), { timeout: 180_000 })
      .toMatchObject([{ source: "reply", scope: "all" }]);
    expect(await turns(id)).toContainEqual(expect.objectContaining({ speaker: "customer", text: words }));
    const again = await ring(luz, { text: "Hola" });
    await expect
      .poll(
        async () =>
          (await faro.pool.query("SELECT status FROM actions WHERE id = $1", [again])).rows[0].status,
        {
          timeout: 180_000,
        },
      )
      .toBe("blocked");
  });
});
