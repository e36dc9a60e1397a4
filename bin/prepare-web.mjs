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

const filesUnder = (root, path) => {
  const at = join(root, path);
  if (!existsSync(at)) return [];
  if (!statSync(at).isDirectory()) return [path];
  return readdirSync(at, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || !isTest(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(root, join(path, entry.name)) : [join(path, entry.name)],
    );
};

const inputs = (root) => INPUTS.flatMap((path) => filesUnder(root, path)).sort();

const digest = (files, of) => {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(of(file)).update("\0");
  return hash.digest("hex");
};

/** Cheap to compare, and enough when nothing was touched. */
const touched = (root, files) =>
  digest(files, (file) => {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, file));
    return `${size} ${mtimeMs} ${ctimeMs}`;
  });

const content = (root, files) => digest(files, (file) => readFileSync(join(root, file)));

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
  const files = inputs(root);
  const stamp = readStamp(root);
  const now = touched(root, files);
  if (stamp.touched === now) return true;
  if (stamp.content === undefined || stamp.content !== content(root, files)) return false;
  writeStamp(stampFile(root), { ...stamp, touched: now });
  return true;
};

/** Builds beside the present build and swaps, so that a kill at any moment leaves a whole one or none. */
export const buildWeb = async (root, onStart) => {
  const dist = join(root, "dist");
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    if (name.startsWith(".web-")) rmSync(join(dist, name), { recursive: true, force: true });
  }
  const making = join(dist, `.web-making-${process.pid}`);
  const files = inputs(root);
  // Taken before the build: what is edited while it runs must count as changed.
  const stamp = { content: content(root, files), touched: touched(root, files) };
  const { runWithProgress } = await import("./prepare-progress.mjs");
  await runWithProgress({
    what: "Building the web",
    program: join(root, "node_modules", ".bin", "node"),
    args: [join(root, "node_modules/vite/bin/vite.js"), "build", "--outDir", making, "--emptyOutDir"],
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    log: join(root, ".cache", "web-build.log"),
    onStart,
    failed: () => "The web could not be built",
  });
  writeStamp(join(making, ".stamp"), stamp);
  const old = join(dist, `.web-old-${process.pid}`);
  if (existsSync(join(dist, "web"))) renameSync(join(dist, "web"), old);
  renameSync(making, join(dist, "web"));
  rmSync(old, { recursive: true, force: true });
};
