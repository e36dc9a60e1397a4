import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { PrepareError } from "./prepare-error.mjs";

/** First the one without windows, which needs a quarter less processor time. */
const BROWSER_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

export const findBrowser = () => {
  const configured = process.env.FARO_CHROMIUM;
  if (configured) {
    if (isExecutable(configured)) return configured;
    throw new PrepareError(`FARO_CHROMIUM is ${configured}, which is not an executable file.`);
  }
  return BROWSER_PATHS.find(isExecutable);
};

const findProgram = (name) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((entry) => join(entry, name))
    .find(isExecutable);

export const installBrowser = async (root, onStart) => {
  const apt = findProgram("apt-get");
  const remedy = "install Chromium or Google Chrome, or set FARO_CHROMIUM to the path of one";
  if (process.getuid?.() !== 0 || apt === undefined) {
    throw new PrepareError(`The browser tests need a browser: ${remedy}.`);
  }
  const { runWithProgress } = await import("./prepare-progress.mjs");
  const runApt = (title, args) =>
    runWithProgress({
      title,
      program: apt,
      args,
      cwd: root,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      log: join(root, ".cache", "browser.log"),
      onStart,
      explainFailure: () => `No browser could be installed: ${remedy}`,
    });
  await runApt("Reading the list of system packages", ["update"]);
  await runApt("Installing Chromium for the browser tests", [
    "install",
    "-y",
    "--no-install-recommends",
    "chromium-headless-shell",
  ]);
  if (!findBrowser()) throw new PrepareError(`Chromium was installed but cannot be found: ${remedy}.`);
};
