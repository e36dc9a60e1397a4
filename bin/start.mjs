// npm start: builds the web, where it changed, while the database is created or started.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runMain } from "../src/server/run-main.ts";
import { StartError } from "../src/server/start-error.ts";
import { webIsFresh } from "./prepare-web.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** In a process of its own, because loading the product keeps this one busy. */
const build = async () => {
  const args = [join(root, "bin", "prepare.mjs"), "web", "--lines"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new StartError("Faro cannot start without the web.");
};

const built = webIsFresh(root) ? Promise.resolve() : build();
// Handled where the product waits for it, which may be later.
built.catch(() => {});
await runMain(built);
