import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { StoredErasure } from "./erasures.ts";

const erasureLine = z.object({
  id: z.uuid(),
  personId: z.uuid(),
  addressHashes: z.array(z.hex()),
  at: z.iso.datetime(),
});

/** In the data directory, because a backup of the database does not know the erasures that come after it. */
const erasuresFile = (dataDir: string): string => join(dataDir, "erasures.jsonl");

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

export const appendErasures = async (dataDir: string, erasures: StoredErasure[]): Promise<void> => {
  const file = await open(erasuresFile(dataDir), "a", 0o600);
  // Each line ends the one before it, which a killed process may have left incomplete.
  await file.write(erasures.map((erasure) => `\n${JSON.stringify(erasure)}`).join(""));
  await file.sync();
  await file.close();
};

export const readErasures = async (dataDir: string): Promise<StoredErasure[]> => {
  const text = await readFile(erasuresFile(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const lines = text.split("\n").flatMap((line) => {
    // A killed process may leave an incomplete line; the next run writes it again.
    const parsed = erasureLine.safeParse(parseLine(line));
    return parsed.success ? [parsed.data] : [];
  });
  return [...new Map(lines.map((erasure) => [erasure.id, erasure])).values()];
};
