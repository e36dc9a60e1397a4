import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

// Before anything big is loaded, so that the next start finds it compiled.
enableCompileCache(join(import.meta.dirname, "../../.cache/node"));

try {
  const { run } = await import("./run.ts");
  await run();
  process.exit(0);
} catch (error) {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
