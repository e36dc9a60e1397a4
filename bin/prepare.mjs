// Prepares a checkout: installs the packages and trains the local reader, then runs the steps named in the arguments
// (web, browser). It runs on the system's Node before any package is installed, so it may import only Node's own modules.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const requested = process.argv.slice(2);

const always = ["packages", "reader"];

const steps = [
  {
    name: "packages",
    load: () => import("./prepare-packages.mjs"),
    isFresh: (step) => step.packagesAreFresh(root),
    run: (step, onStart) => step.installPackages(root, onStart),
  },
  {
    name: "reader",
    load: () => import("./prepare-reader.mjs"),
    isFresh: (step) => step.readerIsFresh(root),
    run: (step, onStart) => step.trainReader(root, onStart),
  },
  {
    name: "web",
    load: () => import("./prepare-web.mjs"),
    isFresh: (step) => step.webIsFresh(root),
    run: (step, onStart) => step.buildWeb(root, onStart),
  },
  {
    name: "browser",
    load: () => import("./prepare-browser.mjs"),
    isFresh: (step) => step.findBrowser() !== undefined,
    run: (step, onStart) => step.installBrowser(root, onStart),
  },
];

const prepare = async () => {
  const unknown = requested.find((name) => !steps.some((step) => step.name === name));
  if (unknown) throw new Error(`Unknown preparation step: ${unknown}.`);
  for (const { name, load, isFresh, run } of steps) {
    if (!always.includes(name) && !requested.includes(name)) continue;
    const step = await load();
    if (isFresh(step)) continue;
    const { withPrepareLock } = await import("./prepare-lock.mjs");
    // Another preparation may have completed the step during the wait for the lock.
    await withPrepareLock(join(root, ".cache", "prepare-lock"), async (onStart) => {
      if (!isFresh(step)) await run(step, onStart);
    });
  }
};

try {
  await prepare();
} catch (error) {
  const { PrepareError } = await import("./prepare-error.mjs");
  console.error(error instanceof PrepareError ? error.message : String(error?.message ?? error));
  process.exitCode = 1;
}
