import { lint, runSteps, types, unusedCode } from "./run.mjs";

await runSteps([lint, types, unusedCode]);
