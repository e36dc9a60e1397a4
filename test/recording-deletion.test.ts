import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { applyRetention } from "#server/housekeeping/apply-retention.ts";
import type { JobContext } from "#server/jobs/job.ts";
import { createLog } from "#server/log.ts";
import { createWrite } from "#server/store/write.ts";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

/** A live account, whose host is the simulator. */
const account = "AC0000000000000000000000000000aaaa";
const token = "a-live-token";
const connect = (accountSid: string) =>
  faro.send("POST", "/api/api-keys/twilio", { accountSid, authToken: token, fromNumber: "+17875550100" });

type RecordedCall = { id: string; personId: string; phone: string; providerId: string; recording: string };

let faro: SandboxFaro;
let calls: RecordedCall[];
beforeAll(async () => {
  faro = await startSandboxFaro();
  await allowHolidaySends(faro.send);
  await connect(account);
  calls = await Promise.all(Array.from({ length: 5 }, (_, index) => placeCall(index + 1)));
});
afterAll(() => faro.stop());

const { phone: number, timezone } = findContactableNumbers(Date.now());
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await faro.pool.query<T>(text, values)).rows;

const addPerson = async (phone: string): Promise<string> => {
  const input = { firstName: "Luz", phone, timezone, consents: { call: true } };
  const { id: personId } = (await faro.send("POST", "/api/people", input)).body;
  await query(
    `INSERT INTO consent_records (person_id, channel, state, written, method, proof)
     VALUES ($1, 'call', 'granted', true, 'form', '{"form": "test"}')`,
    [personId],
  );
  return personId;
};

/** An announcement, which the person answers. */
const sendCall = async (index: number, personId?: string): Promise<string> => {
  const path = `/api/people/${personId ?? (await addPerson(number(index)))}/messages`;
  return (await faro.send("POST", path, { channel: "call", purpose: "marketing", text: "Hola" })).body.id;
};

/** A call that was answered and recorded. */
const placeCall = async (index: number): Promise<RecordedCall> => {
  const phone = number(index);
  const personId = await addPerson(phone);
  const id = await sendCall(index, personId);
  const ended = () =>
    query<{ url: string; sid: string }>(
      `SELECT c.recording_url AS url, a.provider_id AS sid FROM calls c JOIN actions a USING (id)
        WHERE c.id = $1 AND c.status = 'completed' AND c.recording_url IS NOT NULL`,
      [id],
    );
  const { url, sid } = await vi.waitUntil(async () => (await ended())[0], {
    timeout: 40_000,
    interval: 100,
  });
  return { id, personId, phone, providerId: sid, recording: /RE\w{32}/.exec(url)?.[0] ?? "" };
};
const take = (): RecordedCall => {
  const call = calls.pop();
  if (!call) throw new Error("Place more calls");
  return call;
};

const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`;
const statusAtVendor = async ({ recording }: RecordedCall): Promise<number> => {
  const path = `/twilio/2010-04-01/Accounts/${account}/Recordings/${recording}.json`;
  return (await fetch(faro.sandboxUrl + path, { headers: { authorization } })).status;
};
const isGoneAtVendor = (call: RecordedCall) =>
  expect.poll(() => statusAtVendor(call), { timeout: 40_000 }).toBe(404);
const remembered = async ({ id }: RecordedCall) =>
  (await query<Record<string, unknown>>("SELECT * FROM recording_deletions WHERE call_id = $1", [id]))[0];
const becomes = (call: RecordedCall, expected: object) =>
  expect.poll(() => remembered(call), { timeout: 40_000 }).toMatchObject(expected);
const erase = ({ personId }: { personId: string }) => faro.send("DELETE", `/api/people/${personId}`);

/** Lets the job run now instead of at the next full minute: every erasure starts it. */
const startJob = async (): Promise<void> => {
  await query("UPDATE recording_deletions SET next_attempt_at = now() WHERE status = 'pending'");
  const { id: personId } = (await faro.send("POST", "/api/people", { firstName: "Nobody" })).body;
  await erase({ personId });
};

/** As the retention does every night. */
const deleteOldCalls = async (): Promise<void> => {
  await faro.send("POST", "/api/api-keys/general", { dataRetention: 90 });
  const database = openDatabase(faro.connection, () => {});
  const write = createWrite(database.db, { insert: async () => {} });
  await applyRetention.run([{}], { database, write, log: createLog("silent") } as JobContext);
  await database.close();
};

/** What the vendor would post about a call. */
const report = async (call: RecordedCall, part: string, fields: Record<string, string>) => {
  const url = `${faro.url}/hooks/vendors/twilio-call?action=${call.id}&part=${part}`;
  const form: Record<string, string> = { AccountSid: account, CallSid: call.providerId, ...fields };
  const names = Object.keys(form).sort();
  const signed = names.reduce((text, name) => `${text}${name}${form[name]}`, url);
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": createHmac("sha1", token).update(signed).digest("base64"),
    },
    body: new URLSearchParams(form),
  });
  expect(answer.status).toBe(200);
};

describe("the recording of a call at the vendor", () => {
  test("is deleted when its person is erased, and nothing of the person is remembered for it", async () => {
    const call = take();
    expect(await statusAtVendor(call)).toBe(200);
    await erase(call);
    await isGoneAtVendor(call);
    await becomes(call, { status: "done", recording_ids: [call.recording], account, failure: null });
    const row = JSON.stringify(await remembered(call));
    for (const trace of [call.personId, call.phone, "Luz"]) expect(row).not.toContain(trace);
    const deletions = (await faro.arrived("twilio")).filter(({ method }) => method === "DELETE");
    expect(deletions.map(({ path }) => path)).toEqual([
      expect.stringContaining(`/Accounts/${account}/Recordings/${call.recording}`),
    ]);
  });

  test("is deleted by a later attempt when the vendor is down, and is asked for once more if it is gone", async () => {
    const call = take();
    await faro.control("twilio", "down");
    await erase(call);
    await becomes(call, { status: "pending", failure: "vendor_busy", attempts: 1 });
    await faro.control("twilio", "ok");
    expect(await statusAtVendor(call)).toBe(200);
    await startJob();
    await isGoneAtVendor(call);
    await becomes(call, { status: "done" });
    // As after the restore of a backup: the vendor answers 404, which is what was asked for.
    await query("UPDATE recording_deletions SET status = 'pending' WHERE call_id = $1", [call.id]);
    await startJob();
    await becomes(call, { status: "done", failure: null });
  });

  test("is deleted when it is reported after the erasure, and the report is not stored", async () => {
    const call = take();
    await query("UPDATE calls SET recording_url = NULL WHERE id = $1", [call.id]);
    await query("UPDATE actions SET provider_id = NULL, status = 'unknown' WHERE id = $1", [call.id]);
    await erase(call);
    await becomes(call, { status: "done", recording_ids: [] });
    expect(await statusAtVendor(call)).toBe(200);
    await report(call, "transcript", { TranscriptionStatus: "completed", TranscriptionText: "I am Luz" });
    await report(call, "recording", {
      RecordingStatus: "completed",
      RecordingSid: call.recording,
      RecordingUrl: `https://api.twilio.com/2010-04-01/Accounts/${account}/Recordings/${call.recording}`,
    });
    await isGoneAtVendor(call);
    await becomes(call, { status: "done", provider_call_id: call.providerId });
    expect(
      await query("SELECT 1 FROM delivery_receipts WHERE detail::text ~ $1", [`I am Luz|${call.recording}`]),
    ).toEqual([]);
  });

  test("is deleted when the retention deletes the call", async () => {
    const call = take();
    await query("UPDATE calls SET created_at = now() - interval '100 days' WHERE id = $1", [call.id]);
    await deleteOldCalls();
    expect(await query("SELECT 1 FROM calls WHERE id = $1", [call.id])).toEqual([]);
    await startJob();
    await isGoneAtVendor(call);
    await becomes(call, { status: "done" });
  });

  test("is not asked for after the retention deleted a call that was never recorded", async () => {
    await faro.send("PUT", "/api/voice/phone", { recordsCalls: false });
    const id = await sendCall(6);
    await expect
      .poll(() => query("SELECT recording_url FROM calls WHERE id = $1 AND status = 'completed'", [id]), {
        timeout: 40_000,
      })
      .toEqual([{ recording_url: null }]);
    await faro.send("PUT", "/api/voice/phone", { recordsCalls: true });
    // An account that is not connected any more could not be asked.
    await connect(`AC${"b".repeat(32)}`);
    await query("UPDATE calls SET created_at = now() - interval '100 days' WHERE id = $1", [id]);
    await deleteOldCalls();
    expect(await query("SELECT 1 FROM calls WHERE id = $1", [id])).toEqual([]);
    expect(await query("SELECT 1 FROM recording_deletions WHERE call_id = $1", [id])).toEqual([]);
    await connect(account);
  });

  test("that cannot be deleted is notified and listed until an administrator asks again", async () => {
    const call = take();
    await connect(`AC${"b".repeat(32)}`);
    await erase(call);
    await becomes(call, { status: "failed", failure: "account_changed" });
    expect(await statusAtVendor(call)).toBe(200);
    expect(await query("SELECT params, link FROM notifications WHERE kind = 'recordings_kept'")).toEqual([
      { params: { count: 1 }, link: "/settings" },
    ]);
    const path = "/api/settings/recording-deletions";
    expect((await faro.send("GET", path)).body).toMatchObject({
      waiting: 0,
      failedCount: 1,
      failed: [{ id: call.id, failure: "account_changed", account, recordingIds: [call.recording] }],
    });
    await connect(account);
    expect((await faro.send("POST", `${path}/retry`)).body).toEqual({ retried: 1 });
    await isGoneAtVendor(call);
    await expect
      .poll(async () => (await faro.send("GET", path)).body, { timeout: 180_000 })
      .toEqual({ waiting: 0, failedCount: 0, failed: [] });
  });
});
