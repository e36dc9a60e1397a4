import { Worker } from "node:worker_threads";
import { type MailContext, type ParsedMail, parseMail } from "./parse.ts";

const smallBytes = 256 * 1024;
const longestMs = 30_000;
const mostWorkers = 2;
/** Bytes of the message itself are not counted in it. */
const heapMb = 400;

let working = 0;
const waiting: (() => void)[] = [];

/**
 * What is large is read in a thread of its own, so that nobody's request waits for it, and under limits of time
 * and memory, so that it ends alone should it be made to exhaust them.
 */
export const parseMailOffThread = async (raw: Buffer, context: MailContext): Promise<ParsedMail> => {
  if (raw.length <= smallBytes) return parseMail(raw, context);
  if (working >= mostWorkers) await new Promise<void>((resolve) => waiting.push(resolve));
  working++;
  try {
    return await parseInWorker(raw, context);
  } finally {
    working--;
    waiting.shift()?.();
  }
};

const parseInWorker = (raw: Buffer, context: MailContext): Promise<ParsedMail> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL("./parse-worker.ts", import.meta.url), {
      workerData: { raw, context },
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const end = (result: ParsedMail): void => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ ok: false, reason: "too_slow" }), longestMs);
    worker.once("message", (result: ParsedMail) => end(asBuffers(result)));
    worker.once("error", () => end({ ok: false, reason: "unreadable" }));
    worker.once("exit", () => end({ ok: false, reason: "unreadable" }));
  });

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Between threads a Buffer becomes plain bytes. */
const asBuffers = (result: ParsedMail): ParsedMail =>
  result.ok
    ? {
        ...result,
        files: result.files.map((file) => ({
          ...file,
          sha256: asBuffer(file.sha256),
          content: asBuffer(file.content),
        })),
      }
    : result;
