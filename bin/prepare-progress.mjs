import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { PrepareError } from "./prepare-error.mjs";

const secondsSince = (time) => Math.round((Date.now() - time) / 1000);

const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
let isAnimated = process.stdout.isTTY === true;
let frame = 0;
let timer;
/** The steps that run now, with their start times. */
const running = new Map();

/** Lines instead of an animation, for a process that prints other lines as well. */
export const showProgressInLines = () => {
  isAnimated = false;
};

const show = () => {
  if (!isAnimated) {
    for (const [title, startedAt] of running) console.log(`${title}… ${secondsSince(startedAt)} s`);
    return;
  }
  const titles = [...running.keys()].join(" · ");
  const [startedAt] = running.values();
  process.stdout.write(`\r\x1b[K${frames[frame++ % frames.length]} ${titles}… ${secondsSince(startedAt)} s`);
};

/** Shows the progress of a long step: an animated line on a terminal, otherwise a line every ten seconds. */
const showProgress = (title) => {
  const startedAt = Date.now();
  if (!isAnimated) console.log(`${title}…`);
  running.set(title, startedAt);
  timer ??= setInterval(show, isAnimated ? 100 : 10_000);
  return (result) => {
    running.delete(title);
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    if (isAnimated) process.stdout.write("\r\x1b[K");
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
    throw new PrepareError(`${title}: stopped.`, stoppedBy === "SIGINT" ? 130 : 143);
  }
  if (problem === undefined) return endProgress("done");
  endProgress("failed");
  const output = readFileSync(log, "utf8");
  console.error(errorLines(output));
  throw new PrepareError(`${explainFailure(output)} (${problem}; the full output is in ${log}).`);
};
