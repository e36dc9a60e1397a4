import { setTimeout as sleep } from "node:timers/promises";
import { password } from "../faro.ts";
import { freePort, startProcess, temporaryDir } from "../process.ts";
import { type Bench, readCpuSeconds, readResidentMb } from "./measure.ts";
import { inspectedEnv, openRetainedMemory } from "./retained-memory.ts";
import { email, json, signIn } from "./signed-in.ts";
import { startSimulator } from "./start-simulator.ts";

const contacts = Number(process.env.FARO_BENCH_CONTACTS ?? 100_000);
const batchSize = 100;

const seedContacts = async (simulator: string): Promise<void> => {
  for (let start = 0; start < contacts; start += batchSize) {
    const inputs = Array.from({ length: batchSize }, (_, index) => ({
      properties: {
        email: `contact${start + index}@example.org`,
        firstname: "Ana",
        lastname: `Rivera ${start + index}`,
        phone: `+1939${String(2_000_000 + start + index)}`,
        city: "Ponce",
      },
    }));
    const answer = await fetch(`${simulator}/hubspot/crm/v3/objects/contacts/batch/create`, {
      method: "POST",
      headers: { ...json, authorization: "Bearer pat-na1-seed" },
      body: JSON.stringify({ inputs }),
    });
    if (answer.status !== 201) throw new Error(`The contacts were not made: ${answer.status}`);
  }
};

type SyncState = { phase: string; state: string; processed: number; linked: number; problem: string | null };

/** The first load of a CRM into an empty workspace, with a vendor that has no limits. */
export const peopleSync: Bench = {
  name: "sync of people with a CRM",
  run: async () => {
    const dir = await temporaryDir();
    const simulator = await startSimulator();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const faro = await startProcess({
      dataDir: dir.path,
      env: {
        ...inspectedEnv,
        PORT: String(port),
        FARO_PUBLIC_URL: url,
        FARO_VENDOR_BASE: simulator.url,
        FARO_ADMIN_EMAIL: email,
        FARO_ADMIN_PASSWORD: password,
      },
    });
    const memory = await openRetainedMemory(faro);
    try {
      await seedContacts(simulator.url);
      const { send } = await signIn(url);
      await send("POST", "/api/integrations/hubspot", {
        accessToken: "pat-na1-bench",
        requestsPerSecond: 10_000,
      });
      const { guess } = await send<{ guess: object[] }>("POST", "/api/syncs/hubspot/fields");
      await send("PUT", "/api/syncs/hubspot", {
        map: guess,
        rule: "newest",
        createsHere: true,
        createsThere: true,
        onRemoteDelete: "keep",
        onLocalDelete: "keep",
      });
      const pid = faro.child.pid ?? 0;
      const started = performance.now();
      const usedBefore = await readCpuSeconds(pid);
      await send("POST", "/api/syncs/hubspot/start");
      let mostResident = 0;
      let retainedAtFirst: number | undefined;
      for (;;) {
        const sync = await send<SyncState>("GET", "/api/syncs/hubspot");
        if (sync.state === "failed") throw new Error(`The sync failed: ${sync.problem}`);
        mostResident = Math.max(mostResident, await readResidentMb(pid));
        if (sync.phase === "live") break;
        if (sync.processed >= contacts / 5) retainedAtFirst ??= await memory.readMb();
        await sleep(500);
      }
      const seconds = (performance.now() - started) / 1000;
      const used = (await readCpuSeconds(pid)) - usedBefore;
      if (retainedAtFirst === undefined) throw new Error("The sync ended before its memory was read");
      const retained = await memory.readMb();
      return [
        {
          what: `first load of ${contacts.toLocaleString("en")} contacts`,
          value: contacts / seconds,
          unit: "people/s",
          limit: { at: "least", value: 2000 },
        },
        // Tells more than the rate where others use the machine, too.
        { what: "processor time of the product for a person", value: (used * 1000) / contacts, unit: "ms" },
        // After a collection, because the resident memory also has garbage, of which Node.js keeps more or less.
        {
          what: "memory that the load retains after its first fifth",
          value: retained - retainedAtFirst,
          unit: "MB",
          limit: { at: "most", value: 20 },
        },
        { what: "resident memory of the product at its peak", value: mostResident, unit: "MB" },
      ];
    } finally {
      memory.close();
      await faro.stop();
      simulator.stop();
      await dir.remove();
    }
  },
};
