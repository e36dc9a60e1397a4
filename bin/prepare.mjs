// Makes a checkout ready to run: packages, then what the arguments ask for (web, browser). It runs on the
// machine's own Node, before the pinned one is there, so it uses nothing but Node itself.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const asked = process.argv.slice(2);

const steps = [
  {
    name: "packages",
    load: () => import("./prepare-packages.mjs"),
    isFresh: (step) => step.packagesAreFresh(root),
    make: (step, onStart) => step.installPackages(root, onStart),
  },
  {
    name: "web",
    load: () => import("./prepare-web.mjs"),
    isFresh: (step) => step.webIsFresh(root),
    make: (step, onStart) => step.buildWeb(root, onStart),
  },
  {
    name: "browser",
    load: () => import("./prepare-browser.mjs"),
    isFresh: (step) => step.findBrowser() !== undefined,
    make: (step, onStart) => step.installBrowser(root, onStart),
  },
];

const prepare = async () => {
  const unknown = asked.find((name) => !steps.some((step) => step.name === name));
  if (unknown) throw new Error(`There is nothing to prepare called ${unknown}.`);
  for (const { name, load, isFresh, make } of steps) {
    if (name !== "packages" && !asked.includes(name)) continue;
    const step = await load();
    if (isFresh(step)) continue;
    const { alone } = await import("./prepare-lock.mjs");
    // Another preparation may have done it while we waited.
    await alone(join(root, ".cache", "prepare-lock"), async (onStart) => {
      if (!isFresh(step)) await make(step, onStart);
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
