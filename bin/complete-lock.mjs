import { readFileSync, writeFileSync } from "node:fs";
import { findLocked } from "./lock-file.mjs";

/**
 * `npm run lock`, after a change of dependencies. When the registry lacks the builds of some platforms, npm omits
 * them from the lock file and `npm ci` then rejects it on every platform. This adds the missing entries.
 */
const platformPattern =
  /(android|darwin|freebsd|linux|win32|openharmony)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(gnu|musl))?/;
const path = "package-lock.json";
const lock = JSON.parse(readFileSync(path, "utf8"));

const createEntry = (name, version, dev) => {
  const [, os, cpu, libc] = platformPattern.exec(name) ?? [];
  return {
    version: version.replace(/^[\^~=]/, ""),
    cpu: [cpu ?? "wasm32"],
    ...(dev ? { dev } : {}),
    ...(os === "linux" && libc ? { libc: [libc === "gnu" ? "glibc" : "musl"] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
};

let added = 0;
for (const [importer, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (findLocked(lock.packages, importer, name)) continue;
    lock.packages[`${importer.slice(0, importer.lastIndexOf("node_modules/"))}node_modules/${name}`] =
      createEntry(name, range, entry.dev);
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`Added ${added} builds for other platforms to ${path}.\n`);
