import { expect, test } from "vitest";
import { createZip } from "#server/api/zip.ts";
import { readZip } from "../read-zip.ts";

test("an archive contains every file under its name", async () => {
  const files = { "data.json": "{}", "files/ñandú.txt": "á".repeat(10_000), empty: "" };
  const entries = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  expect(
    Object.fromEntries(await readZip(await createZip(entries, new Date("2026-03-31T12:00:00Z")))),
  ).toEqual(files);
});

test("an archive may be empty", async () => {
  expect((await readZip(await createZip([], new Date(0)))).size).toBe(0);
});
