import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const INPUTS = ["src/web", "src/contract", "src/domain", "vite.config.ts", "package-lock.json"];

const isTest = (name) => /\.test\.tsx?$/.test(name);

const listFiles = (root, path) => {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || !isTest(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(root, join(path, entry.name)) : [join(path, entry.name)],
    );
};

const listInputs = (root) => INPUTS.flatMap((path) => listFiles(root, path)).sort();

const digest = (files, describe) => {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(describe(file)).update("\0");
  return hash.digest("hex");
};

/** Computed without reading the files: equal metadata means an unchanged tree. */
const metadataDigest = (root, files) =>
  digest(files, (file) => {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, file));
    return `${size} ${mtimeMs} ${ctimeMs}`;
  });

const contentDigest = (root, files) => digest(files, (file) => readFileSync(join(root, file)));

const stampFile = (root) => join(root, "dist", "web", ".stamp");

const readStamp = (root) => {
  try {
    return JSON.parse(readFileSync(stampFile(root), "utf8"));
  } catch {
    return {};
  }
};

const writeStamp = (file, stamp) => {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(stamp));
  renameSync(`${file}.${process.pid}`, file);
};

export const webIsFresh = (root) => {
  const files = listInputs(root);
  const stamp = readStamp(root);
  const metadata = metadataDigest(root, files);
  if (stamp.metadata === metadata) return true;
  if (stamp.content === undefined || stamp.content !== contentDigest(root, files)) return false;
  writeStamp(stampFile(root), { ...stamp, metadata });
  return true;
};

/** Builds next to the current build and swaps the two, so a kill never leaves a partial build. */
export const buildWeb = async (root, onStart) => {
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    if (name.startsWith(".web-")) rmSync(join(dist, name), { recursive: true, force: true });
  }
  const newBuild = join(dist, `.web-new-${process.pid}`);
  const files = listInputs(root);
  // Computed before the build, so that edits made during the build count as changes.
  const stamp = { content: contentDigest(root, files), metadata: metadataDigest(root, files) };
  const { runWithProgress } = await import("./prepare-progress.mjs");
  await runWithProgress({
    title: "Building the web",
    program: join(root, "node_modules", ".bin", "node"),
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
