import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createPieceSplitter } from "#domain/agent/speech-pieces.ts";
import { password } from "../faro.ts";
import { freePort, startProcess, temporaryDir } from "../process.ts";
import { type Bench, type Figure, median, percentile, readResidentMb } from "./measure.ts";
import { email, type Send, signIn } from "./signed-in.ts";
import { type Caller, callIn, now, type SpokenTurn, type VoiceLine } from "./voice-caller.ts";
import type { ModelTimes } from "./voice-vendors.ts";
import { knowledge, tokensOf, wordsOf } from "./voice-words.ts";

const publicUrl = "https://faro.example";
const account = "AC00000000000000000000000000000007";
const token = "token";
/** A caller hears an answer of six seconds and speaks again. */
const turnMs = 8_000;
const latencyLoad = { calls: 100, turns: 5 };
/** The first turn is not counted, because the opening of the calls still has consequences in the background. */
const warmUpTurns = 1;
const heldLoad = { calls: 500, turns: 8 };
const openedAtOnce = 10;
/** A caller may speak into the end of the greeting, so that none is silent for as long as a turn after it. */
const earlyMs = 1_000;
/** The number of the first turn of the latency load. */
const latencyStart = 20_000;

/** Stages of Twilio in ConversationRelay, in milliseconds, as measured by their users. */
const twilioStages = { endOfTurn: 350, textToSound: 330 };
const maxMouthToEarMs = 1_115;

const startVendors = async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "voice-vendors.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    /** The model's times since the last request, by turn. */
    times: async () => new Map((await (await fetch(`${url}/times`)).json()) as [number, ModelTimes][]),
    stop: () => child.kill(),
  };
};

const configure = async (send: Send): Promise<void> => {
  await send("POST", "/api/api-keys/twilio", {
    accountSid: account,
    authToken: token,
    fromNumber: "+17875550100",
  });
  const providers = await send<{ id: string; vendor: string }[]>("GET", "/api/ai-providers");
  for (const { id, vendor } of providers)
    await send(
      "PUT",
      `/api/ai-providers/${id}`,
      vendor === "openai"
        ? { apiKey: "sk-bench", model: "gpt-6-luna", acceptsPersonalText: true }
        : { enabled: false },
    );
  for (const entry of knowledge) await send("POST", "/api/knowledge", entry);
  const { id: scriptId } = await send("POST", "/api/scripts", {
    name: "Solar",
    language: "en",
    accent: "en-US",
    content: "You asked us about solar energy. What would you like to know?",
    goals: [{ title: "Know the house", say: "", facts: ["own"] }],
    facts: [
      { key: "own", label: "Own house", kind: "yes_no", question: "Is the house yours?", isRequired: true },
    ],
  });
  await send("PUT", "/api/voice/phone", { inbound: [{ number: "*", route: "agent", scriptId }] });
};

type Scheduling = { runMs: number; waitMs: number };

/** How long the main thread ran, and how long it waited for a processor that other work had. */
const readScheduling = async (pid: number): Promise<Scheduling> => {
  const [run = 0, wait = 0] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, "utf8"))
    .split(" ")
    .map(Number);
  return { runMs: run / 1e6, waitMs: wait / 1e6 };
};

/** Answers in the database, after the last call was stored. */
const countStoredTurns = async (dataDir: string): Promise<number> => {
  const connection = JSON.parse(await readFile(join(dataDir, "database.json"), "utf8")) as pg.ClientConfig;
  const client = new pg.Client(connection);
  await client.connect();
  const count = async (text: string): Promise<number> => Number((await client.query(text)).rows[0]?.count);
  while ((await count("SELECT count(*) FROM calls WHERE end_reason IS NULL")) > 0) await sleep(200);
  const stored = await count("SELECT count(*) FROM agent_turns");
  await client.end();
  return stored;
};

type Load = { calls: number; turns: number };
type HeldCalls = {
  turns: SpokenTurn[];
  /** When the last call was connected, by the clock of the turns. */
  allOpenAt: number;
  fillers: number;
  unexpected: number;
  lost: number;
  maxResidentMb: number;
  scheduling: Scheduling;
};

/**
 * Holds calls whose turns are spread evenly over the time, until all have spoken `turns` times together. Callers speak
 * from the beginning of their call, because the agent asks a silent caller "Are you still there?". `firstTurn`
 * numbers the turns of all loads.
 */
const holdCalls = async (
  line: VoiceLine,
  { calls, turns }: Load,
  { firstTurn, pid }: { firstTurn: number; pid: number },
): Promise<HeldCalls> => {
  const startedAt = now();
  let endsAt = Number.POSITIVE_INFINITY;
  const before = await readScheduling(pid);
  let maxResidentMb = 0;
  const watch = setInterval(async () => {
    maxResidentMb = Math.max(maxResidentMb, await readResidentMb(pid));
  }, 1000);
  const converse = async (caller: Caller, at: number): Promise<SpokenTurn[]> => {
    const heard: SpokenTurn[] = [];
    const shift = (at / calls) * turnMs;
    const first = Math.ceil((caller.greetedAt - earlyMs - startedAt - shift) / turnMs);
    for (let turn = first; ; turn++) {
      const due = startedAt + turn * turnMs + shift;
      if (due >= endsAt) return heard;
      await sleep(Math.max(0, due - now()));
      const number = firstTurn + turn * calls + at;
      heard.push(await caller.say(number, wordsOf(number)));
    }
  };
  const callers: Caller[] = [];
  const conversations: Promise<SpokenTurn[]>[] = [];
  const open = async (at: number): Promise<void> => {
    const caller = await callIn(line, `+1787${5_560_000 + firstTurn + at}`);
    callers.push(caller);
    conversations.push(converse(caller, at));
  };
  for (let n = 0; n < calls; n += openedAtOnce)
    await Promise.all(Array.from({ length: Math.min(openedAtOnce, calls - n) }, (_, at) => open(n + at)));
  const allOpenAt = now();
  endsAt = allOpenAt + turns * turnMs;
  const heard = (await Promise.all(conversations)).flat();
  clearInterval(watch);
  const after = await readScheduling(pid);
  const held = {
    turns: heard,
    allOpenAt,
    fillers: callers.reduce((sum, caller) => sum + caller.fillers(), 0),
    unexpected: callers.reduce((sum, caller) => sum + caller.unexpected(), 0),
    lost: callers.filter((caller) => !caller.isOpen()).length,
    maxResidentMb,
    scheduling: { runMs: after.runMs - before.runMs, waitMs: after.waitMs - before.waitMs },
  };
  await Promise.all(callers.map((caller) => caller.hangUp()));
  return held;
};

/** The token with which the first piece of an answer is complete. */
const firstPieceAt = (tokens: readonly string[]): number => {
  const splitter = createPieceSplitter();
  const at = tokens.findIndex((part) => splitter.push(part).length > 0);
  return at < 0 ? tokens.length - 1 : at;
};

type TurnStages = { request: number; server: number; firstToken: number; restOfClause: number };

/** The model's time ends with the token that completes the first piece; all else is the server's. */
const toStages = ({ turn, saidAt, firstTextAt }: SpokenTurn, times: ModelTimes | undefined): TurnStages[] => {
  const pieceAt = times?.tokensAt[firstPieceAt(tokensOf(turn))];
  const firstAt = times?.tokensAt[0];
  if (!times || firstAt === undefined || pieceAt === undefined || firstTextAt === undefined) return [];
  const firstToken = firstAt - times.receivedAt;
  const restOfClause = pieceAt - firstAt;
  return [
    {
      request: times.receivedAt - saidAt,
      server: firstTextAt - saidAt - firstToken - restOfClause,
      firstToken,
      restOfClause,
    },
  ];
};

const isAnswered = ({ firstTextAt, lastAt }: SpokenTurn): boolean =>
  firstTextAt !== undefined && lastAt !== undefined;

const latencyFigures = (stages: TurnStages[]): Figure[] => {
  const server = stages.map((one) => one.server);
  const firstToken = median(stages.map((one) => one.firstToken));
  const restOfClause = median(stages.map((one) => one.restOfClause));
  const sum =
    twilioStages.endOfTurn + firstToken + restOfClause + percentile(server, 50) + twilioStages.textToSound;
  return [
    {
      what: "prompt to first text beyond the model, p50",
      value: percentile(server, 50),
      unit: "ms",
      limit: { at: "most", value: 3 },
    },
    {
      what: "prompt to first text beyond the model, p99",
      value: percentile(server, 99),
      unit: "ms",
      limit: { at: "most", value: 20 },
    },
    {
      what: "of that, prompt to request at the model, p50",
      value: median(stages.map((one) => one.request)),
      unit: "ms",
    },
    { what: "stage: Twilio, last word to prompt", value: twilioStages.endOfTurn, unit: "ms" },
    { what: "stage: server", value: percentile(server, 50), unit: "ms" },
    { what: "stage: model, first token", value: firstToken, unit: "ms" },
    { what: "stage: model, rest of the first clause", value: restOfClause, unit: "ms" },
    { what: "stage: Twilio, first text to sound", value: twilioStages.textToSound, unit: "ms" },
    {
      what: "mouth to ear, the sum of the stages",
      value: sum,
      unit: "ms",
      limit: { at: "most", value: maxMouthToEarMs },
    },
  ];
};

/** The processor time of the main thread. Waiting shows that other work of the machine is part of the latencies. */
const schedulingFigures = ({ turns, scheduling: { runMs, waitMs } }: HeldCalls): Figure[] => [
  { what: "processor time of a turn, main thread", value: runMs / turns.length, unit: "ms" },
  { what: "waited for a processor during a turn", value: waitMs / turns.length, unit: "ms" },
];

/** The voice agent with many calls at once: the time that the server adds, missed frames, and memory. */
export const voice: Bench = {
  name: "voice",
  run: async () => {
    const dir = await temporaryDir();
    const vendors = await startVendors();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const faro = await startProcess({
      dataDir: dir.path,
      env: {
        PORT: String(port),
        FARO_PUBLIC_URL: publicUrl,
        FARO_VENDOR_BASE: vendors.url,
        FARO_ADMIN_EMAIL: email,
        FARO_ADMIN_PASSWORD: password,
      },
    });
    try {
      const { send } = await signIn(url, publicUrl);
      await configure(send);
      const line: VoiceLine = { url, publicUrl, account, token };
      const pid = faro.child.pid ?? 0;
      // Loads the reader's weights and the vendor's client, which every later call shares.
      const first = await holdCalls(line, { calls: 1, turns: 2 }, { firstTurn: 0, pid });
      const residentMb = await readResidentMb(pid);

      const held = await holdCalls(line, heldLoad, { firstTurn: 10, pid });
      await vendors.times();
      // After the long load, because the code of a process that just started is not compiled yet.
      const measured = await holdCalls(line, latencyLoad, { firstTurn: latencyStart, pid });
      const times = await vendors.times();
      const warmFrom = measured.allOpenAt + warmUpTurns * turnMs;
      const warm = measured.turns.filter(({ saidAt }) => saidAt >= warmFrom);
      const stages = warm.flatMap((turn) => toStages(turn, times.get(turn.turn)));
      const said = first.turns.length + held.turns.length + measured.turns.length;
      const stored = await countStoredTurns(dir.path);
      return [
        {
          what: `${latencyLoad.calls} calls: turns answered by the model`,
          value: (100 * stages.length) / warm.length,
          unit: "%",
          limit: { at: "least", value: 100 },
        },
        ...latencyFigures(stages),
        ...schedulingFigures(measured),
        {
          what: `${heldLoad.calls} calls for ${(heldLoad.turns * turnMs) / 1000} s and their opening: prompts`,
          value: held.turns.length,
          unit: "turns",
        },
        {
          what: "answers without text or without their end",
          value: held.turns.filter((turn) => !isAnswered(turn)).length,
          unit: "turns",
          limit: { at: "most", value: 0 },
        },
        {
          what: "fillers: answers that began later than 1.2 s",
          value: held.fillers,
          unit: "frames",
          limit: { at: "most", value: 0 },
        },
        {
          what: "frames outside of a turn",
          value: held.unexpected,
          unit: "frames",
          limit: { at: "most", value: 0 },
        },
        ...schedulingFigures(held),
        { what: "lost connections", value: held.lost, unit: "calls", limit: { at: "most", value: 0 } },
        {
          what: "answers of all calls that are stored",
          value: (100 * stored) / said,
          unit: "%",
          limit: { at: "least", value: 100 },
        },
        {
          what: "errors in the log",
          value: faro.printed().split('"level":"error"').length - 1,
          unit: "lines",
          limit: { at: "most", value: 0 },
        },
        {
          what: "memory of a call, process without PostgreSQL",
          value: (held.maxResidentMb - residentMb) / heldLoad.calls,
          unit: "MB",
          limit: { at: "most", value: 1 },
        },
      ];
    } finally {
      await faro.stop();
      vendors.stop();
      await dir.remove();
    }
  },
};
