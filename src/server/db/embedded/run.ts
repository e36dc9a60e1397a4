import { spawn } from "node:child_process";
import type { Account } from "./permission.ts";

/**
 * The server's environment holds nothing of ours: no secrets, and none of the PG* variables that would bend it.
 * LC_ALL keeps macOS from starting threads to guess a locale.
 */
export const cleanEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
});

/** Runs a program to its end as the given user; resolves with all that it said. */
export const runTool = (
  program: string,
  args: readonly string[],
  options: { cwd: string; account: Account | undefined; input?: string },
): Promise<{ ok: boolean; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: cleanEnv(),
      stdio: ["pipe", "pipe", "pipe"],
      ...options.account,
    });
    let said = "";
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    // A program that ends early closes its input under our hands; its own words say why.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
    child.on("error", (error) => resolve({ ok: false, said: `${said}\n${error.message}` }));
    child.on("close", (code, signal) =>
      resolve({ ok: code === 0, said: signal ? `${said}\nended by ${signal}` : said }),
    );
  });
