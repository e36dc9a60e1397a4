import { startSandbox } from "#sandbox/sandbox.ts";

/** The vendor simulators in their own process. */
const { url } = await startSandbox();
console.log(url);
