// Writes a migration of what changed since the last one: tables by drizzle-kit, SQL functions by their files.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const database = resolve("src/server/db");
const meta = join(database, "migrations/meta");
const recordFile = join(meta, "_functions.json");

const fail = (message) => {
  console.error(message);
  process.exit(1);
};
const readJson = (file, otherwise) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : otherwise);
const countMigrations = () => readJson(join(meta, "_journal.json"), { entries: [] }).entries.length;
const runDrizzle = (...args) => {
  const { status } = spawnSync("drizzle-kit", ["generate", ...args], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

const name = process.argv[2] ?? "";
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) fail("Name the migration in kebab-case: npm run db:new -- NAME");

const { beforeTables, afterTables } = await import(pathToFileURL(join(database, "functions/functions.ts")));
const readSource = (path) => readFileSync(join(database, "functions", path), "utf8");
const hash = (path) => createHash("sha256").update(readSource(path)).digest("hex");
const recorded = readJson(recordFile, {});
const hasChanged = (path) => recorded[path] !== hash(path);
const writeChanged = (paths) => paths.filter(hasChanged).map(readSource);

const applied = countMigrations();
runDrizzle("--name", name);
if (countMigrations() === applied) {
  if (![...beforeTables, ...afterTables].some(hasChanged)) fail("Nothing has changed.");
  runDrizzle("--name", name, "--custom");
}
const migration = join(database, "migrations", `${String(applied).padStart(4, "0")}_${name}.sql`);
const tables = readFileSync(migration, "utf8").replace(
  "-- Custom SQL migration file, put your code below! --",
  "",
);
const parts = [...writeChanged(beforeTables), tables, ...writeChanged(afterTables)];
writeFileSync(
  migration,
  `${parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")}\n`,
);

const record = Object.fromEntries([...beforeTables, ...afterTables].map((path) => [path, hash(path)]));
writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
const snapshot = `${String(applied).padStart(4, "0")}_snapshot.json`;
for (const file of readdirSync(meta))
  if (!file.startsWith("_") && file !== snapshot) rmSync(join(meta, file));
for (const path of Object.keys(recorded))
  if (!(path in record))
    console.log(`${path} is gone: write what drops its function and triggers into ${migration}.`);
