import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { PrepareError } from "./prepare-error.mjs";

const secondsSince = (time) => Math.round((Date.now() - time) / 1000);

/** Shows the progress of a long step: an animated line on a terminal, otherwise a line every ten seconds. */
const showProgress = (title) => {
  const startedAt = Date.now();
  const isTerminal = process.stdout.isTTY === true;
  const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
  let frame = 0;
  const show = () => {
    if (!isTerminal) return console.log(`${title}… ${secondsSince(startedAt)} s`);
    process.stdout.write(`\r\x1b[K${frames[frame++ % frames.length]} ${title}… ${secondsSince(startedAt)} s`);
  };
  if (!isTerminal) console.log(`${title}…`);
  const timer = setInterval(show, isTerminal ? 100 : 10_000);
  return (result) => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write("\r\x1b[K");
    if (result) console.log(`${title}: ${result} (${secondsSince(startedAt)} s).`);
  };
};

/** npm prints its error first and details after it; other programs print their error last. */
const errorLines = (output) => {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("npm warn"));
  const first = lines.findIndex((line) => line.startsWith("npm error"));
  return (first < 0 ? lines.slice(-40) : lines.slice(first, first + 20)).join("\n");
};

/**
 * Runs a program and shows its progress. The program writes to a file instead of a pipe, so it completes even when
 * this process is killed; `onStart` receives its pid and holds the lock for it.
 */
export const runWithProgress = async ({ title, program, args, cwd, env, log, onStart, explainFailure }) => {
  mkdirSync(dirname(log), { recursive: true });
  const logFile = openSync(log, "w");
  const endProgress = showProgress(title);
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", logFile, logFile] });
  const unlock = child.pid === undefined ? () => {} : onStart(child.pid);
  let stoppedBy;
  const forwardSignal = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  process.on("SIGINT", forwardSignal);
  process.on("SIGTERM", forwardSignal);
  const problem = await new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) =>
      resolve(code === 0 ? undefined : `it ended with ${signal ?? `exit code ${code}`}`),
    );
  });
  closeSync(logFile);
  unlock();
  process.off("SIGINT", forwardSignal);
  process.off("SIGTERM", forwardSignal);
  if (stoppedBy) {
    endProgress();
    process.exit(stoppedBy === "SIGINT" ? 130 : 143);
  }
  if (problem === undefined) return endProgress("done");
  endProgress("failed");
  const output = readFileSync(log, "utf8");
  console.error(errorLines(output));
  throw new PrepareError(`${explainFailure(output)} (${problem}; the full output is in ${log}).`);
};
