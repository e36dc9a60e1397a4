import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** When a process began; undefined when none with this number runs. With the number it names one process. */
const startOf = (pid) => {
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

const nameOf = (pid) => `${pid}.${startOf(pid) ?? "ended"}`;

/** Lays down a file that says that a process works here; returns how to take it away. */
const enter = (folder, pid) => {
  const file = join(folder, nameOf(pid));
  writeFileSync(file, "");
  return () => rmSync(file, { force: true });
};

/** Others that work here. What the dead left is removed: no living process bears the name. */
const others = (folder) =>
  readdirSync(folder).filter((name) => {
    const pid = Number.parseInt(name, 10);
    if (name === nameOf(process.pid)) return false;
    if (name === nameOf(pid) && startOf(pid) !== undefined) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  });

/**
 * Runs the work while no other preparation works in this checkout. Everyone lays down a file of their own and
 * only then looks around; whoever sees another steps back, so at most one ever works.
 */
export const alone = async (folder, work) => {
  mkdirSync(folder, { recursive: true });
  let leave = enter(folder, process.pid);
  for (let told = false; others(folder).length > 0; leave = enter(folder, process.pid)) {
    leave();
    if (!told) console.log("Another start prepares this folder; waiting for it.");
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 200));
  }
  process.once("exit", leave);
  try {
    return await work((pid) => enter(folder, pid));
  } finally {
    process.off("exit", leave);
    leave();
  }
};
