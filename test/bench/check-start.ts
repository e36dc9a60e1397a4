import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
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

/**
 * The start of a product that has its database and the demo workspace, and its memory while nothing happens. Beside the
 * start stands that of an empty PostgreSQL and of Fastify, because the disk decides how long a database server takes.
 */
export const checkStart = async (): Promise<CoreFigure[]> => {
  const dir = await temporaryDir();
  const bareDir = await temporaryDir();
  const startProduct = () => startProcess({ dataDir: dir.path, env: { FARO_DEMO: "1" } });
  const startBare = async () => {
    const postgres = await startEmbedded({ dataDir: bareDir.path, report: () => {} });
    return { postgres, hook: await startBareHook("none", "{}", "secret") };
  };
  try {
    await (await startProduct()).stop();
    const first = await startBare();
    first.hook.stop();
    await first.postgres.stop();
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
          bare: await readMemory([bare.started.hook.pid]),
        });
      }
      bare.started.hook.stop();
      await bare.started.postgres.stop();
      await product.started.stop();
    }
    const better = "lower";
    return [
      { better, counterpart: "PostgreSQL, then Fastify", name: "second start", unit: "s", rounds: starts },
      {
        better,
        counterpart: "Fastify without a database",
        name: "idle memory, Node and PostgreSQL",
        unit: "MB",
        rounds: memory,
      },
    ];
  } finally {
    await dir.remove();
    await bareDir.remove();
  }
};
