import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The start time of a process, undefined when it does not run. Pid and start time identify one process. */
const readStartTime = (pid) => {
  try {
    if (process.platform !== "linux") {
      const start = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
      return start.trim().replace(/\W+/g, "-");
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
};

const lockFileName = (pid) => `${pid}.${readStartTime(pid) ?? "ended"}`;

/** Writes the lock file of a process; returns a function that removes it. */
const addLockFile = (folder, pid) => {
  const file = join(folder, lockFileName(pid));
  writeFileSync(file, "");
  return () => rmSync(file, { force: true });
};

/** Lists the lock files of other running processes and removes those of ended ones. */
const listOtherHolders = (folder) =>
  readdirSync(folder).filter((name) => {
    const pid = Number.parseInt(name, 10);
    if (name === lockFileName(process.pid)) return false;
    if (name === lockFileName(pid) && readStartTime(pid) !== undefined) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  });

/** Waits until no other preparation runs in this checkout; returns a function that ends the lock. */
const acquireLock = async (folder) => {
  mkdirSync(folder, { recursive: true });
  let unlock = addLockFile(folder, process.pid);
  for (
    let announced = false;
    listOtherHolders(folder).length > 0;
    unlock = addLockFile(folder, process.pid)
  ) {
    unlock();
    if (!announced) console.log("Another start prepares this folder; waiting for it.");
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 200));
  }
  process.once("exit", unlock);
  return () => {
    process.off("exit", unlock);
    unlock();
  };
};

/** The lock of this process, which its steps share. */
let lock;
let holders = 0;

/**
 * Runs the work while no other process prepares this checkout. Each process writes its lock file before it looks for
 * others and withdraws it when there is one, so at most one process works at a time.
 */
export const withPrepareLock = async (folder, work) => {
  holders++;
  lock ??= acquireLock(folder);
  const unlock = await lock;
  try {
    return await work((pid) => addLockFile(folder, pid));
  } finally {
    if (--holders === 0) {
      lock = undefined;
      unlock();
    }
  }
};
