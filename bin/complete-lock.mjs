import { readFileSync, writeFileSync } from "node:fs";

/**
 * `npm run lock`, after a change of dependencies: a registry that lacks the builds of some platforms leaves
 * them out of the lock file, and `npm ci` then refuses it everywhere. This names them, by version and platform.
 */
const platform =
  /(android|darwin|freebsd|linux|win32|openharmony)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(gnu|musl))?/;
const path = "package-lock.json";
const lock = JSON.parse(readFileSync(path, "utf8"));

const isThere = (from, name) => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (lock.packages[`${at}${at && "/"}node_modules/${name}`]) return true;
    if (!at) return false;
  }
};

const entryFor = (name, version, dev) => {
  const [, os, cpu, libc] = platform.exec(name) ?? [];
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
for (const [at, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isThere(at, name)) continue;
    lock.packages[`${at.slice(0, at.lastIndexOf("node_modules/"))}node_modules/${name}`] = entryFor(
      name,
      range,
      entry.dev,
    );
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} builds for other platforms were named in ${path}.\n`);
