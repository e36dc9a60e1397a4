import { resolveFast } from "./fast-resolve.ts";
import { StartError } from "./start-error.ts";

resolveFast();
try {
  const { run } = await import("./process.ts");
  await run();
  process.exit(0);
} catch (error) {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
