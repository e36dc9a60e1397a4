import { setTimeout as sleep } from "node:timers/promises";
import { startProcess, temporaryDir } from "../process.ts";
import { startBareHook } from "./bare-peers.ts";
import type { CoreFigure, Round } from "./core-figures.ts";
import { readMemory } from "./footprint.ts";
import { listDescendants } from "./measure.ts";

const rounds = 3;
const idleMs = 20_000;

const timed = async <T>(start: () => Promise<T>): Promise<{ started: T; seconds: number }> => {
  const began = performance.now();
  const started = await start();
  return { started, seconds: (performance.now() - began) / 1000 };
};

/** The start of a product that has its database and the demo workspace, and its memory while nothing happens. */
export const checkStart = async (): Promise<CoreFigure[]> => {
  const dir = await temporaryDir();
  const startProduct = () => startProcess({ dataDir: dir.path, env: { FARO_DEMO: "1" } });
  const startBare = () => startBareHook("none", "{}", "secret");
  try {
    await (await startProduct()).stop();
    const starts: Round[] = [];
    const memory: Round[] = [];
    for (let done = 0; done < rounds; done++) {
      const product = await timed(startProduct);
      const bare = await timed(startBare);
      starts.push({ product: product.seconds, bare: bare.seconds });
      if (done === rounds - 1) {
        await sleep(idleMs);
        memory.push({
          product: await readMemory(await listDescendants(product.started.child.pid ?? 0)),
          bare: await readMemory([bare.started.pid]),
        });
      }
      bare.started.stop();
      await product.started.stop();
    }
    const shared = { better: "lower", counterpart: "Fastify without a database" } as const;
    return [
      { ...shared, name: "second start", unit: "s", rounds: starts },
      { ...shared, name: "idle memory, Node and PostgreSQL", unit: "MB", rounds: memory },
    ];
  } finally {
    await dir.remove();
  }
};
