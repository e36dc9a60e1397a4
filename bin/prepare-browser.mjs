import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { PrepareError } from "./prepare-error.mjs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const runs = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

export const findBrowser = () => {
  const chosen = process.env.FARO_CHROMIUM;
  if (chosen) {
    if (runs(chosen)) return chosen;
    throw new PrepareError(`FARO_CHROMIUM names ${chosen}, which is not a program that can be run.`);
  }
  return PLACES.find(runs);
};

const findProgram = (name) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((entry) => join(entry, name))
    .find(runs);

export const installBrowser = async (root, onStart) => {
  const apt = findProgram("apt-get");
  const how = "install Chromium or Google Chrome, or set FARO_CHROMIUM to the path of one";
  if (process.getuid?.() !== 0 || apt === undefined) {
    throw new PrepareError(`The browser tests need a browser: ${how}.`);
  }
  const { runWithProgress } = await import("./prepare-progress.mjs");
  const step = (what, args) =>
    runWithProgress({
      what,
      program: apt,
      args,
      cwd: root,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      log: join(root, ".cache", "browser.log"),
      onStart,
      failed: () => `No browser could be installed: ${how}`,
    });
  await step("Reading the list of system packages", ["update"]);
  await step("Installing Chromium for the browser tests", [
    "install",
    "-y",
    "--no-install-recommends",
    "chromium",
  ]);
  if (!findBrowser()) throw new PrepareError(`Chromium was installed but cannot be found: ${how}.`);
};
