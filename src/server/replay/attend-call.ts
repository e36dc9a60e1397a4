import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { type AgentCourse, sayInCall } from "#server/demo/call-words.ts";
import type { LivePerson } from "./find-recipients.ts";
import { sendLocally } from "./send-locally.ts";

const conversation = z.object({
  entries: z.array(
    z.looseObject({
      kind: z.string(),
      id: z.string(),
      awaits: z.string().nullish(),
      relay: z.string().optional(),
      isAgentSpeaking: z.boolean().optional(),
      status: z.string().optional(),
      lines: z.array(z.object({ who: z.string(), text: z.string() })).optional(),
    }),
  ),
});

const lookEveryMs = 1500;
const maxRingMs = 90_000;
const maxCallMs = 6 * 60_000;
const over = ["completed", "busy", "failed", "no-answer", "canceled"];

/** The person called talks with the agent at the simulator's phone, as long as somebody looks. */
export const attendCall = async (
  phone: string,
  {
    person,
    course,
    signal,
    isWatched,
  }: {
    person: LivePerson;
    course: AgentCourse;
    signal: AbortSignal;
    isWatched: () => boolean;
  },
): Promise<void> => {
  const startedAt = performance.now();
  const said: string[] = [];
  const { language } = person;
  const seed = Number.parseInt(person.phone.slice(-3), 10);
  let heardLines = 0;
  for (;;) {
    await sleep(lookEveryMs, undefined, { signal, ref: false });
    const passedMs = performance.now() - startedAt;
    const path = `${phone}/conversations/${encodeURIComponent(person.phone)}`;
    const { entries } = conversation.parse(await sendLocally("GET", path));
    const call = entries.findLast(({ kind }) => kind === "call");
    if (!call) {
      if (passedMs > maxRingMs) return;
      continue;
    }
    if (over.includes(call.status ?? "")) return;
    const input = (body: object) => sendLocally("POST", `${phone}/calls/${call.id}`, body);
    if (call.awaits === "answer") await input({ pickUp: true });
    if (passedMs > maxCallMs || !isWatched()) {
      await input({ hangUp: true });
      return;
    }
    const lines = call.lines ?? [];
    const isTheirTurn = call.relay === "open" && !call.isAgentSpeaking && lines.length > heardLines;
    const last = lines.at(-1);
    if (!isTheirTurn || last?.who !== "business") continue;
    heardLines = lines.length;
    await sleep(lookEveryMs, undefined, { signal, ref: false });
    const words = sayInCall(course, language, { heard: last.text, said, seed });
    if (words === null) {
      await input({ hangUp: true });
      return;
    }
    said.push(words);
    await input({ speech: words });
  }
};
