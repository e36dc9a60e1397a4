import { spawnSync } from "node:child_process";

/** Runs a tool of node_modules with its output shown; the first that fails ends the whole. */
export const run = (title, command, ...args) => {
  const started = Date.now();
  process.stdout.write(`\n▸ ${title}\n`);
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) process.stderr.write(`${error.message}\n`);
  if (status !== 0) {
    process.stderr.write(`✗ ${title} failed\n`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`✓ ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
};
