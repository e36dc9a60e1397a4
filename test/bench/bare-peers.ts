import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../process.ts";

/** A bare counterpart in a process of its own. */
export type BarePeer = { url: string; pid: number; stop: () => void };

/** `connection` is JSON of the database's address. */
const startPeer = async (file: string, args: string[], connection: string): Promise<BarePeer> => {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, file), String(port), ...args], {
    env: { ...process.env, CONNECTION: connection },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => void child.kill() };
};

export const startBareHook = (mode: "insert" | "none", connection: string, secret: string) =>
  startPeer("bare-hook.ts", [mode, secret], connection);
export const startBarePeople = (connection: string) => startPeer("bare-people.ts", [], connection);
export const startBareSender = (connection: string, vendorUrl: string) =>
  startPeer("bare-sender.ts", [vendorUrl], connection);
