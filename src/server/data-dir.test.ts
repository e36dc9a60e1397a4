import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { dataDirSentence, holderName, isHeld, openDataDir, parseHolder } from "./data-dir.ts";
import { StartError } from "./start-error.ts";

const root = process.getuid?.() === 0;

const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), "faro-data-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
};

const open = async (path: string, lines: string[] = []) => {
  const opened = await openDataDir(path, (line) => lines.push(line));
  onTestFinished(() => opened.close());
  return opened;
};

const failure = async (path: string): Promise<string> => {
  const error = await openDataDir(path).then(
    (opened) => opened.close().then(() => new Error("it opened")),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toContain("FARO_DATA_DIR");
  expect((error as Error).message).not.toContain("\n");
  return (error as Error).message;
};

/** Another Node that opens the folder, says so, and holds it until it is told to end. */
const otherProcess = (path: string) => {
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

const mayMount = (): boolean => {
  if (!root || process.platform !== "linux") return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe("who holds the folder", () => {
  const holder = { pid: 42, space: "aa", start: "1f" };
  test.each([
    ["the same process", { space: "aa", start: "1f", silentMs: 1e9 }, true],
    ["a later process with its number", { space: "aa", start: "2f", silentMs: 0 }, false],
    ["nobody", { space: "aa", start: undefined, silentMs: 0 }, false],
    ["a process that hides its start", { space: "aa", start: "?", silentMs: 0 }, true],
    ["another container that gives signs of life", { space: "bb", start: "1f", silentMs: 3_000 }, true],
    ["another container that fell silent", { space: "bb", start: "1f", silentMs: 11_000 }, false],
  ])("%s", (_, seen, expected) => expect(isHeld(holder, seen)).toBe(expected));

  test.each([
    [holderName(holder), holder],
    ["42.aa", undefined],
    ["0.aa.1f", undefined],
    ["x.aa.1f", undefined],
    ["42.aa.1f.tmp", undefined],
  ])("the name %s", (name, expected) => expect(parseHolder(name)).toEqual(expected));
});

describe("one sentence", () => {
  test.each([
    ["ENOTDIR", "not a folder"],
    ["EEXIST", "not a folder"],
    ["EACCES", "may not write"],
    ["EROFS", "may not write"],
    ["ENOSPC", "no space left"],
    ["ELOOP", "ELOOP"],
    [undefined, "unknown"],
  ])("%s", (code, part) => {
    expect(dataDirSentence(code, "/d")).toContain(part);
    expect(dataDirSentence(code, "/d")).toContain("FARO_DATA_DIR");
  });
});

describe("opening", { timeout: 60_000 }, () => {
  test("makes a missing folder for its owner alone, and leaves no lock behind", async () => {
    const path = join(await folder(), "a b", "data");
    const opened = await open(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await opened.close();
    expect(await readdir(join(path, "lock"))).toEqual([]);
    await (await open(path)).close();
  });

  test("refuses what is not a folder, below a file, or a link to nowhere", async () => {
    const above = await folder();
    await writeFile(join(above, "file"), "");
    await symlink(join(above, "nowhere"), join(above, "link"));
    expect(await failure(join(above, "file"))).toContain("not a folder");
    expect(await failure("/dev/null/x")).toContain("not a folder");
    await failure(join(above, "link"));
  });

  test.skipIf(root)(
    "(not root, whom permissions do not bind) refuses a folder it may not write",
    async () => {
      const path = await folder();
      await chmod(path, 0o500);
      expect(await failure(path)).toContain("may not write");
      await chmod(path, 0o700);
    },
  );

  test.skipIf(!mayMount())(
    "(only where mounting is allowed) refuses a read-only and a full disk",
    async () => {
      const path = await folder();
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", path]);
      onTestFinished(() => void execFileSync("umount", ["-l", path]));
      execFileSync("sh", ["-c", 'cat /dev/zero > "$1/fill" 2>/dev/null || true', "sh", path]);
      expect(await failure(path)).toContain("no space left");
      expect(await readdir(path)).toEqual(["fill"]);
      await rm(join(path, "fill"));
      await (await open(path)).close();
      execFileSync("mount", ["-o", "remount,ro", path]);
      expect(await failure(path)).toContain("may not write");
    },
  );
});

describe("the lock", { timeout: 60_000 }, () => {
  test("waits for another process to stop", async () => {
    const path = await folder();
    const other = otherProcess(path);
    await once(other.stdout, "data");
    const lines: string[] = [];
    const opening = open(path, lines);
    await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);
    expect(lines[0]).toContain(`process ${other.pid}`);
    other.kill("SIGTERM");
    await opening;
    expect(lines).toHaveLength(1);
  });

  test("gives up in one sentence when the other does not stop", async () => {
    const path = await folder();
    const other = otherProcess(path);
    await once(other.stdout, "data");
    expect(await failure(path)).toContain(`process ${other.pid}`);
  });

  test("is not held by a process that was killed, nor by a later one with its number", async () => {
    const path = await folder();
    const other = otherProcess(path);
    await once(other.stdout, "data");
    other.kill("SIGKILL");
    await once(other, "exit");
    expect(await readdir(join(path, "lock"))).toHaveLength(1);
    const lines: string[] = [];
    const opened = await open(path, lines);
    const [own = ""] = await readdir(join(path, "lock"));
    await opened.close();
    const reused = holderName({ ...(parseHolder(own) ?? { pid: 1, space: "0" }), start: "abc" });
    await writeFile(join(path, "lock", reused), "");
    await utimes(join(path, "lock", reused), new Date(), new Date());
    await open(path, lines);
    expect(lines).toEqual([]);
    expect(await readdir(join(path, "lock"))).toEqual([own]);
  });

  test("of many that come at once, one at a time holds it", async () => {
    const path = await folder();
    // The folder "inside" can only be made by one at a time: a second holder fails, and its process with it.
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
    const ends = Array.from({ length: 6 }, async () => {
      const node = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
      onTestFinished(() => void node.kill("SIGKILL"));
      return (await once(node, "exit"))[0] as number;
    });
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await readdir(join(path, "lock"))).toEqual([]);
  });
});
