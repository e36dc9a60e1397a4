import { startSandbox } from "#sandbox/sandbox.ts";

/** The other end of the wire, in a process of its own. */
const { url } = await startSandbox();
console.log(url);
