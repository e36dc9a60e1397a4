import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findNode } from "./prepare-node.mjs";
import { computeStamp, isStampFresh, writeStamp } from "./prepare-stamp.mjs";

const INPUTS = ["src/web", "src/contract", "src/domain", "vite.config.ts", "package-lock.json"];

export const webIsFresh = (root) => isStampFresh(root, INPUTS, join(root, "dist", "web", ".stamp"));

/** Builds next to the current build and swaps the two, so a kill never leaves a partial build. */
export const buildWeb = async (root, onStart) => {
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    if (name.startsWith(".web-")) rmSync(join(dist, name), { recursive: true, force: true });
  }
  const newBuild = join(dist, `.web-new-${process.pid}`);
  // Computed before the build, so that edits made during the build count as changes.
  const stamp = computeStamp(root, INPUTS);
  const { runWithProgress } = await import("./prepare-progress.mjs");
  await runWithProgress({
    title: "Building the web",
    program: findNode(root),
    args: [join(root, "node_modules/vite/bin/vite.js"), "build", "--outDir", newBuild, "--emptyOutDir"],
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    log: join(root, ".cache", "web-build.log"),
    onStart,
    explainFailure: () => "The web could not be built",
  });
  writeStamp(join(newBuild, ".stamp"), stamp);
  const oldBuild = join(dist, `.web-old-${process.pid}`);
  if (existsSync(join(dist, "web"))) renameSync(join(dist, "web"), oldBuild);
  renameSync(newBuild, join(dist, "web"));
  rmSync(oldBuild, { recursive: true, force: true });
};
