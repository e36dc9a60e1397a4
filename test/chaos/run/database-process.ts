import { execFileSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import type { DatabaseState } from "./protocol.ts";

/** The PostgreSQL of a run, on a small disk of its own where this process may mount one. It is started again when it dies. */
const diskMegabytes = 700;

const mountDisk = (path: string): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m,mode=755`, "none", path], {
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
};

/** The server and all processes that it started. */
const listServer = (postmaster: number): number[] => [
  postmaster,
  ...readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1]) === postmaster
        );
      } catch {
        return false;
      }
    })
    .map(Number),
];

const signalEach = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
};

process.once("message", async ({ folder }: { folder: string }) => {
  const dataDir = join(folder, "postgres");
  await mkdir(dataDir, { mode: 0o755 });
  const hasDisk = mountDisk(dataDir);
  const filler = join(dataDir, "filler");
  const server = await startEmbedded({ dataDir, report: () => {} });
  let stopped: number[] = [];
  if (hasDisk) process.once("exit", () => execFileSync("umount", ["--lazy", dataDir]));
  // The run has ended without this process.
  process.once("disconnect", () => void server.stop().then(() => process.exit(1)));
  process.once("SIGTERM", () => void server.stop().then(() => process.exit(1)));

  const fill = (): void => {
    const file = openSync(filler, "w");
    try {
      for (const chunk = Buffer.alloc(65_536); ; ) writeSync(file, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  };
  const change = (state: DatabaseState): void => {
    const postmaster = server.pid();
    if (state === "killed" && postmaster !== undefined) signalEach(listServer(postmaster), "SIGKILL");
    if (state === "stopped" && postmaster !== undefined) {
      stopped = listServer(postmaster);
      signalEach(stopped, "SIGSTOP");
    }
    if (state === "running") {
      signalEach(stopped, "SIGCONT");
      stopped = [];
    }
    if (state === "full") fill();
    if (state === "freed") rmSync(filler, { force: true });
  };
  process.on("message", async (state: DatabaseState | "end") => {
    if (state !== "end") return change(state);
    change("running");
    change("freed");
    await server.stop();
    process.exit(0);
  });
  process.send?.({ connection: server.connection, canFillDisk: hasDisk });
});
