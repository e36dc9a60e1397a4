import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { startBareHook } from "./bare-peers.ts";
import type { CoreFigure, Round } from "./core-figures.ts";
import { load } from "./load.ts";
import { createSignedEndpoint, signedEvents } from "./signed-events.ts";
import { countUnread, sendStream } from "./webhooks.ts";
import type { Workspace } from "./workspace.ts";

const secret = randomBytes(24).toString("hex");
const rounds = 3;
const crowd = { connections: 64, seconds: 2 };
/** Long enough for events to be processed meanwhile, which also takes CPU time. */
const alone = { connections: 1, seconds: 6 };
/** As many as 32 senders get accepted, so that the figure means the same on a slow and on a fast machine. */
const stream = { seconds: 2 };

/** Signed events: accepted from many senders and from one, and recorded. */
export const checkEvents = async (workspace: Workspace): Promise<CoreFigure[]> => {
  const { send, connection, pool } = workspace;
  const product = signedEvents(await createSignedEndpoint(send, secret), secret);
  const peer = await startBareHook("insert", JSON.stringify(connection), secret);
  const bare = signedEvents(peer.url, secret);
  const settled = async () => {
    const text = "SELECT EXISTS (SELECT FROM reaction_queue) AS is_busy";
    while ((await countUnread(pool)) > 0 || (await pool.query(text)).rows[0].is_busy) await sleep(100);
  };
  try {
    // The code of a process that just started is not compiled yet.
    await load(product, { ...crowd, seconds: 3 });
    await load(bare, { ...crowd, seconds: 1 });
    const many: Round[] = [];
    const one: Round[] = [];
    const recorded: Round[] = [];
    for (let done = 0; done < rounds; done++) {
      await settled();
      const ours = await load(product, crowd);
      await settled();
      const bareMany = await load(bare, crowd);
      many.push({ product: ours.perSecond, bare: bareMany.perSecond });
      const oursAlone = await load(product, alone);
      await settled();
      one.push({ product: oursAlone.perSecond, bare: (await load(bare, alone)).perSecond });
      const streamed = await sendStream(product, () => countUnread(pool), stream);
      recorded.push({ product: streamed.recorded, bare: bareMany.perSecond });
    }
    await settled();
    const shared = { unit: "events/s", better: "higher", counterpart: "one insert a request" } as const;
    return [
      { ...shared, name: "signed events, 64 connections", rounds: many },
      { ...shared, name: "signed events, one sender", rounds: one },
      { ...shared, name: "signed events, accepted and recorded", rounds: recorded },
    ];
  } finally {
    peer.stop();
  }
};
