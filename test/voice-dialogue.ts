import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { RelayLogEntry } from "#sandbox/twilio/relay/relay-log.ts";
import { startVoiceFaro, type VoiceFaro } from "./voice-calls.ts";

/** A call with a person at the telephone, who does what the test says. */
export type Dialogue = {
  id: string;
  sid: string;
  say: (text: string) => Promise<void>;
  press: (digits: string) => Promise<void>;
  hangUp: () => Promise<void>;
  /** Waits until the person has heard this since they last spoke, and the agent is silent. */
  hears: (pattern: RegExp) => Promise<void>;
  /** All that the person has heard. */
  heard: () => Promise<string>;
  /** The conversations over sockets, one for each time that the agent was put on the line. */
  sessions: () => Promise<RelayLogEntry[]>;
  command: (command: object) => Promise<void>;
};

export type DialogueFaro = VoiceFaro & {
  /** Has the agent call a person, and waits for the answer. */
  dial: (person: { id: string }, scriptId: string) => Promise<Dialogue>;
  /** A person calls the business. */
  callIn: (number: string, to?: string) => Promise<Dialogue>;
  until: <T>(what: string, find: () => Promise<T | undefined | false | null>) => Promise<T>;
  /** What the phone at this number shows: texts spoken without a socket, notes and transfers. */
  phoneLines: (address: string) => Promise<{ who: string; text: string; note?: string }[]>;
  /** The requests with which the product asked the telephone vendor for something. */
  requests: (path: RegExp) => Promise<{ at: string; path: string; body: Record<string, string> }[]>;
};

const stepMs = 20;
const maxWaitMs = 30_000;

/** Waits until the condition holds, and returns what it found. */
export const until: DialogueFaro["until"] = async (what, find) => {
  const giveUpAt = Date.now() + maxWaitMs;
  for (;;) {
    const found = await find();
    if (found) return found;
    if (Date.now() > giveUpAt) throw new Error(`Did not happen: ${what}`);
    await sleep(stepMs);
  }
};

type Frame = {
  type: string;
  name?: string;
  value?: string;
  token?: string;
  lang?: string;
  last?: boolean;
  preemptible?: boolean;
  handoffData?: string;
};
const parse = (text: string): Frame => {
  try {
    return { type: "", ...(JSON.parse(text) as Frame | null) };
  } catch {
    return { type: "" };
  }
};

/** The frames that the simulator sent or received in these conversations. */
export const framesOf = (sessions: readonly RelayLogEntry[], kind: "sent" | "received"): Frame[] =>
  sessions.flatMap(({ frames }) => frames.filter((one) => one.kind === kind).map(({ text }) => parse(text)));

const joinHeard = (sessions: readonly RelayLogEntry[]): string =>
  framesOf(sessions, "sent")
    .filter(({ name }) => name === "tokensPlayed")
    .map(({ value }) => value)
    .join(" ");

const isSilent = (sessions: readonly RelayLogEntry[]): boolean =>
  framesOf(sessions.slice(-1), "sent").findLast(({ name }) => name === "agentSpeaking")?.value === "off";

type DialogueServices = Pick<VoiceFaro, "sandboxUrl" | "send">;

const get = async <T>(sandboxUrl: string, path: string): Promise<T> =>
  (await (await fetch(`${sandboxUrl}/sandbox/api/${path}`)).json()) as T;

const postToPhone = (sandboxUrl: string, path: string, body: object): Promise<Response> =>
  fetch(`${sandboxUrl}/sandbox/api/phone/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Speaks for the person of a running call. */
export const openDialogue = ({ sandboxUrl, send }: DialogueServices, id: string, sid: string): Dialogue => {
  const sessions = (): Promise<RelayLogEntry[]> => get(sandboxUrl, `relay?call=${sid}`);
  const heard = async (): Promise<string> => joinHeard(await sessions());
  let known = 0;
  const input = async (body: object): Promise<void> => {
    known = (await heard()).length;
    const { status } = await postToPhone(sandboxUrl, `calls/${sid}`, body);
    if (status !== 202) throw new Error(`The phone did not accept ${JSON.stringify(body)}`);
  };
  return {
    id,
    sid,
    sessions,
    heard,
    say: (speech) => input({ speech }),
    press: (digits) => input({ digits }),
    hangUp: () => input({ hangUp: true }),
    hears: async (pattern) => {
      let last = "";
      await until(`the agent says ${pattern}`, async () => {
        const all = await sessions();
        last = joinHeard(all);
        return pattern.test(last.slice(known)) && isSilent(all);
      }).catch((error: Error) => {
        throw new Error(`${error.message}, but: ${last}`);
      });
    },
    command: async (command) => {
      known = (await heard()).length;
      const { status, body } = await send("POST", `/api/calls/${id}/command`, command);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
  };
};

/** Waits until the call is answered; returns its id at the vendor. */
export const answeredSid = (pool: pg.Pool, id: string): Promise<string> =>
  until("the call is answered", async () => {
    const { rows } = await pool.query(
      "SELECT provider_call_id AS sid FROM calls WHERE id = $1 AND answered_at IS NOT NULL",
      [id],
    );
    return rows[0]?.sid as string | undefined;
  });

/** People speak fast, and the vendor loses no time. */
export const fastCalls = {
  relay: { speed: 40 },
  paceMs: [1, 1],
  calls: { answering: "auto", amdMs: 100, silenceMs: 50 },
};

/** A product with simulators, in which people speak fast. */
export const startDialogueFaro = async (env: Record<string, string> = {}): Promise<DialogueFaro> => {
  const faro = await startVoiceFaro(env);
  const { sandboxUrl, pool, control } = faro;
  await control(fastCalls);
  return {
    ...faro,
    until,
    dial: async (person, scriptId) => {
      const id = await faro.place(person, scriptId);
      return openDialogue(faro, id, await answeredSid(pool, id));
    },
    callIn: async (number, to) => {
      const path = `conversations/${encodeURIComponent(number)}/call`;
      const placed = await postToPhone(sandboxUrl, path, to === undefined ? {} : { to });
      const { id: sid } = (await placed.json()) as { id: string };
      const id = await until("the incoming call is stored", async () => {
        const { rows } = await pool.query("SELECT id FROM calls WHERE provider_call_id = $1", [sid]);
        return rows[0]?.id as string | undefined;
      });
      return openDialogue(faro, id, sid);
    },
    phoneLines: async (address) => {
      const { entries } = await get<{
        entries: { kind: string; lines: { who: string; text: string; note?: string }[] }[];
      }>(sandboxUrl, `phone/conversations/${encodeURIComponent(address)}`);
      return entries.flatMap((entry) => entry.lines ?? []);
    },
    requests: async (path) => {
      const all = await get<{ at: string; path: string; body: Record<string, string> }[]>(
        sandboxUrl,
        "ledger?connector=twilio",
      );
      return all.filter((one) => path.test(one.path));
    },
  };
};

/** Everybody at work, with one number to transfer calls to. */
export const officePhone = {
  transferTargets: [{ kind: "number", label: "Office", number: "+17875550199" }],
  staffedFrom: "00:00",
  staffedTo: "23:59",
  staffedDays: [1, 2, 3, 4, 5, 6, 7],
};
