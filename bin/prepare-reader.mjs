import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findNode } from "./prepare-node.mjs";
import { computeStamp, isStampFresh, writeStamp } from "./prepare-stamp.mjs";

/** The labelled messages, and the code that turns them into weights. */
const INPUTS = [
  "src/domain/reading",
  "src/domain/compliance/opt-out",
  "src/domain/compliance/read-reply.ts",
  "src/domain/compliance/reply-text.ts",
  "src/domain/mail/reply.ts",
  "src/server/commands/train-reader.ts",
];

const stampFile = (root) => join(root, "dist", "reader", ".stamp");

export const readerIsFresh = (root) => isStampFresh(root, INPUTS, stampFile(root));

/** Learns the weights of the local reader. It needs Node and no package. */
export const trainReader = async (root, onStart, node = findNode(root)) => {
  mkdirSync(join(root, "dist", "reader"), { recursive: true });
  const stamp = computeStamp(root, INPUTS);
  const { runWithProgress } = await import("./prepare-progress.mjs");
  await runWithProgress({
    title: "Training the local reader",
    program: node,
    args: [join(root, "src/server/commands/train-reader.ts")],
    cwd: root,
    env: process.env,
    log: join(root, ".cache", "reader-training.log"),
    onStart,
    explainFailure: () => "The local reader could not be trained",
  });
  writeStamp(stampFile(root), stamp);
};
