import { expect } from "vitest";
import { deletePeople } from "./delete-people.ts";
import type { SandboxFaro } from "./sandbox-faro.ts";

const options = {
  rule: "newest",
  createsHere: true,
  createsThere: true,
  onRemoteDelete: "keep",
  onLocalDelete: "delete",
};

/** What tests of a sync do as an administrator. */
export const driveSync = (faro: SandboxFaro, service: string) => {
  const read = async () => (await faro.send("GET", `/api/syncs/${service}`)).body;
  const command = async (name: string) => {
    const answer = await faro.send("POST", `/api/syncs/${service}/${name}`);
    expect([name, answer.status, answer.body?.code]).toEqual([name, 200, answer.body?.code]);
  };
  const becomes = async (expected: object) => {
    await expect.poll(read, { timeout: 40_000, interval: 50 }).toMatchObject(expected);
    return read();
  };
  return {
    read,
    command,
    becomes,
    /** From no sync to one that follows changes. */
    start: async (more: object = {}) => {
      const { body } = await faro.send("POST", `/api/syncs/${service}/fields`);
      const saved = await faro.send("PUT", `/api/syncs/${service}`, { ...options, map: body.guess, ...more });
      expect([saved.status, saved.body]).toEqual([200, saved.body]);
      await command("start");
      await becomes({ phase: "live", state: "running" });
      return body.guess as { ours: string; theirs: string; direction: string }[];
    },
    /** Carries changes now, and waits until nothing is left to do. */
    settle: async () => {
      await command("run");
      await expect
        .poll(
          async () =>
            (
              await faro.pool.query(
                "SELECT FROM pgboss.job WHERE name = 'run-sync' AND state < 'completed' UNION ALL SELECT FROM sync_queue",
              )
            ).rowCount,
          { timeout: 40_000, interval: 50 },
        )
        .toBe(0);
    },
    changes: async (): Promise<any[]> =>
      (await faro.send("GET", `/api/syncs/${service}/changes?limit=100`)).body.changes,
    /** Ends the sync and empties Faro. */
    clear: async () => {
      if ((await read()).phase !== "setup") await command("stop");
      await faro.pool.query(
        "DELETE FROM pgboss.job WHERE name IN ('run-sync', 'score-synced', 'score-linked') AND state < 'active'",
      );
      await deletePeople(faro.pool);
      await faro.pool.query("DELETE FROM sync_queue");
    },
  };
};
