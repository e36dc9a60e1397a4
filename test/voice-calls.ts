import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { allowHolidaySends, findContactableNumbers } from "./contactable-people.ts";
import { type SandboxFaro, startSandboxFaro } from "./sandbox-faro.ts";

export type CallResult = {
  id: string;
  status: string;
  outcome: string | null;
  endReason: string | null;
  handoffReason: string | null;
  language: string | null;
  summary: string | null;
  hasRecording: boolean;
  recordingNoticeAt: string | null;
  recordingStartedAt: string | null;
  turns: { speaker: string; text: string; atMs: number; isInterrupted: boolean; marks: string[] }[];
  facts: { key: string; value: string | null }[];
};

/** A running product with the simulators, people who may be called, and scripted callers. */
export type VoiceFaro = Omit<SandboxFaro, "control"> & {
  person: (n: number, language?: string | null) => Promise<{ id: string; phone: string }>;
  /** Has the voice agent call a person. */
  place: (person: { id: string }, scriptId: string) => Promise<string>;
  control: (change: object) => Promise<void>;
  call: (id: string) => Promise<CallResult>;
  /** Waits until the call and the work after it are over. */
  ended: (id: string) => Promise<CallResult>;
  script: (fields: object) => Promise<string>;
};

const maxCallMs = 90_000;

export const startVoiceFaro = async (
  env: Record<string, string> = {},
  connection?: pg.ClientConfig,
): Promise<VoiceFaro> => {
  const faro = await startSandboxFaro(
    { FARO_VENDOR_BASE: "", ...env },
    "demo",
    connection ? { connection } : {},
  );
  await allowHolidaySends(faro.send);
  const { phone, timezone } = findContactableNumbers(Date.now());
  const control = async (change: object): Promise<void> => {
    const answer = await fetch(`${faro.sandboxUrl}/_control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(change),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  const call = async (id: string): Promise<CallResult> => (await faro.send("GET", `/api/calls/${id}`)).body;
  return {
    ...faro,
    control,
    call,
    person: async (n, language = "es") => {
      const input = {
        firstName: "Luz",
        lastName: "Marrero",
        phone: phone(n),
        timezone,
        consents: { call: true },
      };
      const { id } = (await faro.send("POST", "/api/people", input)).body;
      await faro.pool.query("UPDATE people SET language = $2 WHERE id = $1", [id, language]);
      await faro.pool.query(
        `INSERT INTO consent_records (person_id, channel, state, written, method, proof)
         VALUES ($1, 'call', 'granted', true, 'form', '{"form": "test"}')`,
        [id],
      );
      return { id, phone: phone(n) };
    },
    place: async ({ id }, scriptId) => {
      const placed = await faro.send("POST", `/api/people/${id}/call`, { scriptId });
      if (placed.status !== 200) throw new Error(JSON.stringify(placed.body));
      return placed.body.actionId;
    },
    ended: async (id) => {
      const isDone = async (): Promise<boolean> =>
        (
          await faro.pool.query(
            `SELECT EXISTS (SELECT 1 FROM timeline WHERE caused_by = $1 AND event_type = 'call_completed') AS done`,
            [id],
          )
        ).rows[0].done;
      const giveUpAt = Date.now() + maxCallMs;
      while (!(await isDone())) {
        if (Date.now() > giveUpAt) throw new Error(`The call ${id} did not end`);
        await sleep(50);
      }
      return call(id);
    },
    script: async (fields) => (await faro.send("POST", "/api/scripts", fields)).body.id,
  };
};

export const welcomeScript = {
  name: "Bienvenida",
  language: "es",
  accent: "es-LA",
  ttsProvider: "google",
  content:
    "Usted nos preguntó por energía solar, {{first_name}}. ¿Tiene un momento?\n\nMuchas familias instalan una batería.",
  goals: [{ title: "Conocer la casa", say: "", facts: ["own"] }],
  facts: [
    { key: "own", label: "Casa propia", kind: "yes_no", question: "¿La casa es suya?", isRequired: true },
  ],
};
