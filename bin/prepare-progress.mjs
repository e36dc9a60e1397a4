import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { PrepareError } from "./prepare-error.mjs";

const seconds = (since) => Math.round((Date.now() - since) / 1000);

/** Shows that something long is under way: one moving line on a terminal, else a line every ten seconds. */
const showProgress = (what) => {
  const since = Date.now();
  const terminal = process.stdout.isTTY === true;
  const marks = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
  let turn = 0;
  const show = () => {
    if (!terminal) return console.log(`${what}… ${seconds(since)} s`);
    process.stdout.write(`\r\x1b[K${marks[turn++ % marks.length]} ${what}… ${seconds(since)} s`);
  };
  if (!terminal) console.log(`${what}…`);
  const timer = setInterval(show, terminal ? 100 : 10_000);
  return (ending) => {
    clearInterval(timer);
    if (terminal) process.stdout.write("\r\x1b[K");
    if (ending) console.log(`${what}: ${ending} (${seconds(since)} s).`);
  };
};

/** npm says what went wrong first and then much else; other programs say it last. */
const essence = (said) => {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("npm warn"));
  const first = lines.findIndex((line) => line.startsWith("npm error"));
  return (first < 0 ? lines.slice(-40) : lines.slice(first, first + 20)).join("\n");
};

/**
 * Runs a program to its end with progress. It writes to a file and not to us, so that it also ends well when we
 * are killed; `onStart` learns its process number to keep the lock for it until then.
 */
export const runWithProgress = async ({ what, program, args, cwd, env, log, onStart, failed }) => {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, "w");
  const done = showProgress(what);
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", output, output] });
  const forget = child.pid === undefined ? () => {} : onStart(child.pid);
  let stoppedBy;
  const pass = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  process.on("SIGINT", pass);
  process.on("SIGTERM", pass);
  const problem = await new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code === 0 ? undefined : `it ended with ${signal ?? code}`));
  });
  closeSync(output);
  forget();
  process.off("SIGINT", pass);
  process.off("SIGTERM", pass);
  if (stoppedBy) {
    done();
    process.exit(stoppedBy === "SIGINT" ? 130 : 143);
  }
  if (problem === undefined) return done("done");
  done("failed");
  const said = readFileSync(log, "utf8");
  console.error(essence(said));
  throw new PrepareError(`${failed(said)} (${problem}; all that it said is in ${log}).`);
};
