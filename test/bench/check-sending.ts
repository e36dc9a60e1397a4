import { startBareSender } from "./bare-peers.ts";
import type { CoreFigure, Round } from "./core-figures.ts";
import { percentile } from "./measure.ts";
import {
  createEndpoint,
  createGreetingRule,
  createPeople,
  delayReceipts,
  personOf,
  requestQuote,
  sendBurst,
  timeToVendor,
} from "./sending.ts";
import type { Workspace } from "./workspace.ts";

const rounds = 3;
const mostPerSecond = 200;
const secondsPerRound = 6;
const mostPerRound = secondsPerRound * mostPerSecond;
const burst = 3000;
/** How many requests of the bare sender run at once. */
const parallel = 200;

/** From an event to its message at the vendor, and messages that are due at once. */
export const checkSending = async ({
  send,
  connection,
  pool,
  simulator,
}: Workspace): Promise<CoreFigure[]> => {
  const hook = await createEndpoint(send);
  await createPeople(hook, pool, rounds * mostPerRound);
  await createGreetingRule(send);
  const peer = await startBareSender(JSON.stringify(connection), simulator.url);
  const sendBare = async (n: number): Promise<void> => {
    const response = await fetch(peer.url, { method: "POST", body: personOf(n).phone });
    await response.arrayBuffer();
  };
  const burstBare = async (first = 0): Promise<number> => {
    const before = (await simulator.effects()).length;
    let next = 0;
    const sendNext = async () => {
      while (next < burst) await sendBare(first + next++);
    };
    await Promise.all(Array.from({ length: parallel }, sendNext));
    const times = (await simulator.effects()).slice(before).map(({ at }) => at);
    return (times.length * 1000) / (Math.max(...times) - Math.min(...times));
  };
  try {
    const p50: Round[] = [];
    const p99: Round[] = [];
    const throughput: Round[] = [];
    // A slow machine is asked for less, because beyond what it can do times are those of a queue.
    const perSecond = Math.min(mostPerSecond, Math.round((await burstBare(10_000)) / 6));
    const perRound = secondsPerRound * perSecond;
    for (let done = 0; done < rounds; done++) {
      const range = { first: done * mostPerRound, count: perRound, perSecond };
      const ours = await timeToVendor(requestQuote(hook), range, simulator);
      if (ours.length < perRound) throw new Error(`${perRound - ours.length} messages did not arrive`);
      const free = { ...range, first: 5000 + range.first };
      const bare = await timeToVendor(sendBare, free, simulator);
      // Rounds start with a warm-up.
      const counted = ({ length }: number[]) => Math.floor(length / 3);
      const of = (times: number[], percent: number) => percentile(times.slice(counted(times)), percent);
      // Times are whole milliseconds, and the bare sender takes few of them.
      const mean = bare.reduce((sum, ms) => sum + ms, 0) / bare.length;
      p50.push({ product: of(ours, 50), bare: mean });
      p99.push({ product: of(ours, 99), bare: mean });
    }
    await delayReceipts(simulator);
    for (let done = 0; done < rounds; done++) {
      const { perSecond: ours, arrived } = await sendBurst(pool, simulator, burst);
      if (arrived !== burst) throw new Error(`${arrived} of ${burst} messages arrived`);
      throughput.push({ product: ours, bare: await burstBare() });
    }
    const shared = { unit: "ms", better: "lower" } as const;
    return [
      { ...shared, name: "event to vendor, p50", counterpart: "insert and post, mean", rounds: p50 },
      { ...shared, name: "event to vendor, p99", counterpart: "insert and post, mean", rounds: p99 },
      {
        name: `${burst.toLocaleString("en")} messages due at once`,
        unit: "sends/s",
        better: "higher",
        counterpart: "insert and post",
        rounds: throughput,
      },
    ];
  } finally {
    peer.stop();
  }
};
