import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  dataDirErrorMessage,
  isHolderAlive,
  lockFileName,
  openDataDir,
  parseLockFileName,
} from "./data-dir.ts";
import { StartError } from "./start-error.ts";

const isRoot = process.getuid?.() === 0;

const createTemporaryDir = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "faro-data-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

const open = async (path: string, lines: string[] = []) => {
  const opened = await openDataDir(path, (line) => lines.push(line));
  onTestFinished(() => opened.close());
  return opened;
};

const openFailure = async (path: string): Promise<string> => {
  const error = await openDataDir(path).then(
    (opened) => opened.close().then(() => new Error("it opened")),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toContain("FARO_DATA_DIR");
  expect((error as Error).message).not.toContain("\n");
  return (error as Error).message;
};

/** Starts another Node process that locks the directory until it receives SIGTERM. */
const startOtherProcess = (path: string) => {
  const script = `
    const { openDataDir } = await import(${JSON.stringify(join(import.meta.dirname, "data-dir.ts"))});
    const opened = await openDataDir(${JSON.stringify(path)}, () => {});
    const alive = setInterval(() => {}, 1000);
    process.on("SIGTERM", () => opened.close().then(() => clearInterval(alive)));
    process.stdout.write("open\\n");`;
  const node = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void node.kill("SIGKILL"));
  return node;
};

const canMount = (): boolean => {
  if (!isRoot || process.platform !== "linux") return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe("the holder of the lock", () => {
  const holder = { pid: 42, namespace: "aa", start: "1f" };
  test.each([
    ["the same process", { namespace: "aa", start: "1f", heartbeatAgeMs: 1e9 }, true],
    ["a later process with its pid", { namespace: "aa", start: "2f", heartbeatAgeMs: 0 }, false],
    ["no process with its pid", { namespace: "aa", start: undefined, heartbeatAgeMs: 0 }, false],
    ["a process whose start time is not readable", { namespace: "aa", start: "?", heartbeatAgeMs: 0 }, true],
    [
      "another container with a recent heartbeat",
      { namespace: "bb", start: "1f", heartbeatAgeMs: 3_000 },
      true,
    ],
    [
      "another container without a recent heartbeat",
      { namespace: "bb", start: "1f", heartbeatAgeMs: 11_000 },
      false,
    ],
  ])("%s", (_, observed, expected) => expect(isHolderAlive(holder, observed)).toBe(expected));

  test.each([
    [lockFileName(holder), holder],
    ["42.aa", undefined],
    ["0.aa.1f", undefined],
    ["x.aa.1f", undefined],
    ["42.aa.1f.tmp", undefined],
  ])("parses the file name %s", (name, expected) => expect(parseLockFileName(name)).toEqual(expected));
});

describe("error message", () => {
  test.each([
    ["ENOTDIR", "not a directory"],
    ["EEXIST", "not a directory"],
    ["EACCES", "no permission to write"],
    ["EROFS", "no permission to write"],
    ["ENOSPC", "no space left"],
    ["ELOOP", "ELOOP"],
    [undefined, "unknown"],
  ])("%s", (code, part) => {
    expect(dataDirErrorMessage(code, "/d")).toContain(part);
    expect(dataDirErrorMessage(code, "/d")).toContain("FARO_DATA_DIR");
  });
});

describe("opening", { timeout: 60_000 }, () => {
  test("creates a missing directory with mode 0700 and removes its lock on close", async () => {
    const path = join(await createTemporaryDir(), "a b", "data");
    const opened = await open(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await opened.close();
    expect(await readdir(join(path, "lock"))).toEqual([]);
    await (await open(path)).close();
  });

  test("rejects a file, a path below a file, and a broken link", async () => {
    const parent = await createTemporaryDir();
    await writeFile(join(parent, "file"), "");
    await symlink(join(parent, "nowhere"), join(parent, "link"));
    expect(await openFailure(join(parent, "file"))).toContain("not a directory");
    expect(await openFailure("/dev/null/x")).toContain("not a directory");
    await openFailure(join(parent, "link"));
  });

  test.skipIf(isRoot)("(not as root) rejects a directory without write permission", async () => {
    const path = await createTemporaryDir();
    await chmod(path, 0o500);
    expect(await openFailure(path)).toContain("no permission to write");
    await chmod(path, 0o700);
  });

  test.skipIf(!canMount())(
    "(only where mounting is allowed) rejects a read-only disk and a full disk",
    async () => {
      const path = await createTemporaryDir();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", path]);
      onTestFinished(() => void execFileSync("umount", ["-l", path]));
      execFileSync("sh", ["-c", 'cat /dev/zero > "$1/fill" 2>/dev/null || true', "sh", path]);
      expect(await openFailure(path)).toContain("no space left");
      expect(await readdir(path)).toEqual(["fill"]);
      await rm(join(path, "fill"));
      await (await open(path)).close();
      execFileSync("mount", ["-o", "remount,ro", path]);
      expect(await openFailure(path)).toContain("no permission to write");
    },
  );
});

describe("the lock", { timeout: 60_000 }, () => {
  test("waits for another process to stop", async () => {
    const path = await createTemporaryDir();
    const other = startOtherProcess(path);
    await once(other.stdout, "data");
    const lines: string[] = [];
    const opening = open(path, lines);
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);
    expect(lines[0]).toContain(`process ${other.pid}`);
    other.kill("SIGTERM");
    await opening;
    expect(lines).toHaveLength(1);
  });

  test("fails when the other process does not stop in time", async () => {
    const path = await createTemporaryDir();
    const other = startOtherProcess(path);
    await once(other.stdout, "data");
    expect(await openFailure(path)).toContain(`process ${other.pid}`);
  });

  test("is not held by a killed process, nor by a later process with its pid", async () => {
    const path = await createTemporaryDir();
    const other = startOtherProcess(path);
    await once(other.stdout, "data");
    other.kill("SIGKILL");
    await once(other, "exit");
    expect(await readdir(join(path, "lock"))).toHaveLength(1);
    const lines: string[] = [];
    const opened = await open(path, lines);
    const [own = ""] = await readdir(join(path, "lock"));
    await opened.close();
    const reused = lockFileName({ ...(parseLockFileName(own) ?? { pid: 1, namespace: "0" }), start: "abc" });
    await writeFile(join(path, "lock", reused), "");
    await utimes(join(path, "lock", reused), new Date(), new Date());
    await open(path, lines);
    expect(lines).toEqual([]);
    expect(await readdir(join(path, "lock"))).toEqual([own]);
  });

  test("is held by one process at a time under contention", async () => {
    const path = await createTemporaryDir();
    // mkdir of an existing directory fails, so a second concurrent holder ends with an error.
    const script = `
      const { mkdir, rmdir } = await import("node:fs/promises");
      const { openDataDir } = await import(${JSON.stringify(join(import.meta.dirname, "data-dir.ts"))});
      for (let round = 0; round < 3; round += 1) {
        const opened = await openDataDir(${JSON.stringify(path)}, () => {});
        await mkdir(${JSON.stringify(join(path, "inside"))});
        await new Promise((done) => setTimeout(done, 5));
        await rmdir(${JSON.stringify(join(path, "inside"))});
        await opened.close();
      }`;
    const exitCodes = Array.from({ length: 6 }, async () => {
      const node = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
      onTestFinished(() => void node.kill("SIGKILL"));
      return (await once(node, "exit"))[0] as number;
    });
    expect(await Promise.all(exitCodes)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await readdir(join(path, "lock"))).toEqual([]);
  });
});
