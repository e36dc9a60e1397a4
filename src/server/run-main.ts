import { printableError } from "./error-text.ts";
import { loadFaster } from "./load-faster.ts";
import { StartError } from "./start-error.ts";

const endWithError = (error: unknown): void => {
  process.stderr.write(`${error instanceof StartError ? error.message : printableError(error)}\n`);
  process.exit(1);
};

/** Runs the product and ends the process with it. `built` resolves when `dist` is complete. */
export const runMain = async (built?: Promise<void>): Promise<void> => {
  loadFaster();
  // Node.js itself would print the whole error, with the parameters of a failed query.
  process.on("uncaughtException", endWithError);
  try {
    const { runProcess } = await import("./process.ts");
    await runProcess(built);
    process.exit(0);
  } catch (error) {
    endWithError(error);
  }
};
