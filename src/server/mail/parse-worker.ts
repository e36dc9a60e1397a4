import { parentPort, workerData } from "node:worker_threads";
import { type MailContext, parseMail } from "./parse.ts";

/** Parses one message and ends. */
const { raw, context } = workerData as { raw: Uint8Array; context: MailContext };
parentPort?.postMessage(await parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), context));
