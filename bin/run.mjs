import { spawn } from "node:child_process";

/** Runs a program of node_modules/.bin and resolves with whether it succeeded. */
const runStep = ({ title, command, args }, isAlone) =>
  new Promise((resolve) => {
    const startedAt = Date.now();
    if (isAlone) process.stdout.write(`\n▸ ${title}\n`);
    const child = spawn(command, args, { stdio: ["ignore", ...Array(2).fill(isAlone ? "inherit" : "pipe")] });
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      if (!isAlone) process.stdout.write(`\n▸ ${title}\n${Buffer.concat(output)}`);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(code === 0 ? `✓ ${title} (${seconds} s)\n` : `✗ ${title} failed (${seconds} s)\n`);
      resolve(code === 0);
    });
  });

/**
 * Runs the steps at the same time and ends the process when one fails. The output of parallel steps is printed as
 * each of them ends, so that it does not mix.
 */
export const runSteps = async (steps) => {
  const results = await Promise.all(steps.map((step) => runStep(step, steps.length === 1)));
  if (results.includes(false)) process.exit(1);
};

export const lint = { title: "Format and lint", command: "biome", args: ["ci", "--error-on-warnings", "."] };
/** One checker per project, because each further one evaluates the same types again. */
export const types = { title: "Types", command: "tsc", args: ["-b", "--checkers", "1"] };
export const unusedCode = { title: "Unused code", command: "knip", args: [] };
