import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { project } from "./process.ts";

const built = join(project, "dist/web");
type Chunk = { file: string; isEntry?: boolean; imports?: string[] };
const manifest = JSON.parse(readFileSync(join(built, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;

/** The files that a browser loads before the first render: the entry, the app's root, and their imports. */
const initialFiles = (): string[] => {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of manifest[key]?.imports ?? []) visit(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry || key === "mount.tsx") visit(key);
  return [...seen].map((key) => manifest[key]?.file ?? "").filter((file) => file.endsWith(".js"));
};

describe("the built web", () => {
  test("starts with at most 150 KB of JavaScript, gzipped", () => {
    const files = initialFiles();
    expect(files.some((file) => file.includes("/mount-"))).toBe(true);
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0);
    expect(bytes).toBeLessThanOrEqual(150 * 1024);
  });

  test("has no inline script, as its policy requires", () => {
    const html = readFileSync(join(built, "index.html"), "utf8");
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/\son\w+=/);
  });
});
