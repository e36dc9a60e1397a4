import { run } from "./run.mjs";

run("Format and lint", "biome", "ci", "--error-on-warnings", ".");
run("Types", "tsc", "-b");
run("Unused code", "knip");
