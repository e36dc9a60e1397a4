import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

const readStamp = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
};

export const writeStamp = (file, stamp) => {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(stamp));
  renameSync(`${file}.${process.pid}`, file);
};

const listInputs = (root, inputs) => inputs.flatMap((path) => listFiles(root, path)).sort();

/** What a build was made of: compared with the stamp of the last build. */
export const computeStamp = (root, inputs) => {
  const files = listInputs(root, inputs);
  return { content: contentDigest(root, files), metadata: metadataDigest(root, files) };
};

/** Whether the stamp in the file is that of the inputs as they are now. */
export const isStampFresh = (root, inputs, file) => {
  const files = listInputs(root, inputs);
  const stamp = readStamp(file);
  const metadata = metadataDigest(root, files);
  if (stamp.metadata === metadata) return true;
  if (stamp.content === undefined || stamp.content !== contentDigest(root, files)) return false;
  writeStamp(file, { ...stamp, metadata });
  return true;
};
