import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type LoadLine, logNames, type Setup } from "./protocol.ts";
import { createRandom } from "./random.ts";
import { openSyncedLog } from "./synced-log.ts";

/** Sends events, messages, opt-outs and a broadcast, each until it is acknowledged, and writes down what was. */
const setup = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Setup;
const random = createRandom(setup.seed);
const log = openSyncedLog<LoadLine>(join(setup.folder, logNames.load));
const eventSenders = 6;
const giveUpMs = 8_000;
/** The share of events that are sent again although they were acknowledged. */
const repeatedShare = 0.2;
let isLoading = true;

type Answer = { status: number; body: any };

/** The process ended between the change and its answer; whoever repeats the request is told what it had done. */
const lostAnswer = (body: any, type: string): Answer | undefined =>
  body?.code === "key_answer_lost"
    ? { status: 200, body: body.details.changes.find((change: { type: string }) => change.type === type) }
    : undefined;

/** Repeats a request whose outcome is not known, as a sender does, until there is an answer that is final. */
const send = async (
  path: string,
  body: object,
  headers: Record<string, string>,
  changes = "",
): Promise<Answer> => {
  for (;;) {
    try {
      const answer = await fetch(setup.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(giveUpMs),
      });
      const text = await answer.text();
      const parsed = text ? JSON.parse(text) : undefined;
      const isFinal = answer.status < 500 && ![408, 409, 425, 429].includes(answer.status);
      const lost = lostAnswer(parsed, changes);
      if (lost) return lost;
      if (isFinal) return { status: answer.status, body: parsed };
    } catch {
      // Whether it was done is unknown.
    }
    await sleep(100 + random.below(200));
  }
};

const call = (path: string, body: object, key: string, changes = ""): Promise<Answer> =>
  send(path, body, { authorization: `Bearer ${setup.token}`, "idempotency-key": key }, changes);

const sendEvents = async (sender: number): Promise<void> => {
  for (let n = 0; isLoading; n++) {
    const key = `event-${sender}-${n}`;
    const event = {
      event: "form_submitted",
      email: `${key}@example.com`,
      // Also late ones, so that they come in any order.
      occurredAt: new Date(Date.now() - random.below(600_000)).toISOString(),
    };
    log.add({ kind: "event", key, state: "sent" });
    const times = random.next() < repeatedShare ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const { status, body } = await send(setup.hookPath, event, { "x-event-id": key });
      if (status < 300) log.add({ kind: "event", key, state: "acknowledged", id: body.id });
    }
    await sleep(random.below(400));
  }
};

const message = async (person: Setup["people"][number]): Promise<void> => {
  const key = `message-${person.phone}`;
  const line = { kind: "message", key, phone: person.phone } as const;
  log.add({ ...line, state: "sent" });
  const body = { channel: "sms", text: `Your appointment, ${key}`, purpose: "service" };
  const { status, body: answer } = await call(`/api/people/${person.id}/messages`, body, key, "action");
  if (status < 300) log.add({ ...line, state: "acknowledged", id: answer.id });
};

const optOut = async ({ id, phone }: Setup["people"][number]): Promise<void> => {
  const line = { kind: "opt-out", personId: id, phone } as const;
  log.add({ ...line, state: "sent" });
  const { status } = await call(`/api/people/${id}/opt-out`, { reason: "asked by phone" }, `out-${phone}`);
  if (status < 300) log.add({ ...line, state: "acknowledged", at: Date.now() });
};

/** Of ten people seven only get a message; the others opt out before it, while it is on its way, or after it. */
const reachPeople = async (): Promise<void> => {
  for (const [n, person] of setup.people.entries()) {
    if (!isLoading) return;
    if (n % 10 === 0) await Promise.all([message(person), optOut(person)]);
    else if (n % 10 === 1) {
      await optOut(person);
      await message(person);
    } else {
      await message(person);
      if (n % 10 === 2) await optOut(person);
    }
    await sleep(random.below(300));
  }
};

const get = async (path: string): Promise<any> => {
  for (;;) {
    try {
      const headers = { authorization: `Bearer ${setup.token}` };
      const answer = await fetch(setup.url + path, { headers, signal: AbortSignal.timeout(giveUpMs) });
      if (answer.ok) return await answer.json();
    } catch {
      // The process behind the address was killed.
    }
    await sleep(300);
  }
};

const broadcast = async (): Promise<void> => {
  await sleep(setup.seconds * 150);
  const added = await call(
    "/api/broadcasts",
    {
      ...{ name: "Closed on Friday", purpose: "service", guard: false, audience: { everybody: true } },
      actions: [{ type: "sms", template: "We are closed on Friday, {{first_name}}." }],
    },
    "broadcast",
    "broadcast",
  );
  const { id } = added.body;
  for (let attempt = 0; ; attempt++) {
    const { state, check } = await get(`/api/broadcasts/${id}`);
    if (state === "draft") await call(`/api/broadcasts/${id}/check`, {}, `check-${attempt}`);
    else if (state === "checked")
      await call(`/api/broadcasts/${id}/start`, { confirm: check.send + check.wait }, `start-${attempt}`);
    else if (state !== "checking") break;
    await sleep(300);
  }
  log.add({ kind: "broadcast", state: "started", id });
};

const work = Promise.all([
  broadcast(),
  reachPeople(),
  ...Array.from({ length: eventSenders }, (_, sender) => sendEvents(sender)),
]);
// What is under way is repeated until it is acknowledged: by then nothing is broken any more.
process.once("message", async () => {
  isLoading = false;
  await work;
  log.close();
  process.exit(0);
});
