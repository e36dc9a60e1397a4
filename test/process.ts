import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const project = resolve(import.meta.dirname, "..");

/** What `npm start` passes to Node, without its builds: the tests began with them. */
const startArguments = (): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  return [...scripts.start.split(" ").slice(1, -1), "src/server/main.ts"];
};

export type FaroProcess = {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** The output so far. */
  printed: () => string;
  /** Sends the signal and waits for the end; returns the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

export const freePort = (): Promise<number> =>
  new Promise((resolvePort) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolvePort(port));
    });
  });

export const temporaryDir = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), "faro-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
};

type Options = { dataDir: string; env?: Record<string, string>; cwd?: string; npm?: boolean };

/** Starts the product as a user does. Resolves when it is ready and its demo is loaded, or when it has ended. */
export const startProcess = async ({
  dataDir,
  env = {},
  cwd = project,
  npm = false,
}: Options): Promise<FaroProcess> => {
  const port = env.PORT ?? String(await freePort());
  const [command, args] = npm ? ["npm", ["start"]] : [process.execPath, startArguments()];
  const { VITEST: _, NODE_ENV: __, ...inherited } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: {
      ...inherited,
      FARO_LOG: "warn",
      FARO_DEMO: "0",
      FARO_DRAIN_SECONDS: "0",
      ...env,
      FARO_DATA_DIR: dataDir,
      PORT: port,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ready = new Promise<void>((resolveReady) => {
    const onData = (chunk: Buffer) => {
      output += chunk;
      const loadsDemo = output.includes("Preparing the demo workspace");
      if (
        output.includes("Faro is ready at") &&
        (!loadsDemo || output.includes("The demo workspace is loaded"))
      )
        resolveReady();
    };
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    child.once("exit", () => resolveReady());
  });
  await ready;
  return {
    url: `http://localhost:${port}`,
    dataDir,
    child,
    printed: () => output,
    stop: (signal = "SIGTERM") =>
      new Promise((resolveStop) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolveStop(child.exitCode);
        child.once("exit", (code) => resolveStop(code));
        child.kill(signal);
      }),
  };
};
