// Prepares a checkout: installs the packages that building and running need, then runs the steps named in the
// arguments side by side (web, browser). With "tools", it installs the packages of tools and tests as well.
// It runs on the system's Node before any package is installed, so it may import only Node's own modules.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const requested = process.argv.slice(2);

const packages = (level) => ({
  load: () => import("./prepare-packages.mjs"),
  isFresh: (step) => step.packagesAreFresh(root, level),
  run: (step, onStart) => step.installPackages(root, level, onStart),
});

const steps = {
  web: {
    load: () => import("./prepare-web.mjs"),
    isFresh: (step) => step.webIsFresh(root),
    run: (step, onStart) => step.buildWeb(root, onStart),
  },
  browser: {
    load: () => import("./prepare-browser.mjs"),
    isFresh: (step) => step.findBrowser() !== undefined,
    run: (step, onStart) => step.installBrowser(root, onStart),
  },
};

const runIfStale = async ({ load, isFresh, run }) => {
  const step = await load();
  if (isFresh(step)) return;
  const { withPrepareLock } = await import("./prepare-lock.mjs");
  // Another preparation may have completed the step during the wait for the lock.
  await withPrepareLock(join(root, ".cache", "prepare-lock"), async (onStart) => {
    if (!isFresh(step)) await run(step, onStart);
  });
};

const prepare = async () => {
  const names = requested.filter((name) => name !== "tools" && name !== "--lines");
  const unknown = names.find((name) => !(name in steps));
  if (unknown) throw new Error(`Unknown preparation step: ${unknown}.`);
  if (requested.includes("--lines")) (await import("./prepare-progress.mjs")).showProgressInLines();
  await runIfStale(packages(requested.includes("tools") ? "all" : "run"));
  const results = await Promise.allSettled(names.map((name) => runIfStale(steps[name])));
  const failed = results.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
};

try {
  await prepare();
} catch (error) {
  const { PrepareError } = await import("./prepare-error.mjs");
  console.error(error instanceof PrepareError ? error.message : String(error?.message ?? error));
  process.exitCode = error?.exitCode ?? 1;
}
