import { parentPort, workerData } from "node:worker_threads";
import { type MailParseContext, parseMail } from "./parse.ts";

/** Parses one message and ends. */
const { raw, context } = workerData as { raw: Uint8Array; context: MailParseContext };
parentPort?.postMessage(await parseMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), context));
