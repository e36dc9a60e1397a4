import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

// Before anything large is loaded: compiled modules are kept for the next start.
enableCompileCache(join(import.meta.dirname, "../../.cache/node"));
try {
  const { runProcess } = await import("./process.ts");
  await runProcess();
  process.exit(0);
} catch (error) {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
