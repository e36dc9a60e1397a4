import { Worker } from "node:worker_threads";
import { type MailParseContext, type ParsedMail, parseMail } from "./parse.ts";

const maxInlineBytes = 256 * 1024;
const timeoutMs = 30_000;
const maxWorkers = 2;
/** Buffers, such as the message itself, do not count against it. */
const workerHeapMb = 400;

/** A slot that is released passes to the one who waits longest, so that a newcomer cannot take it in between. */
export const createSlots = (count: number) => {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    take: async (): Promise<void> => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release: (): void => {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
};

const workerSlots = createSlots(maxWorkers);

/**
 * Large messages are parsed in a worker thread, so that they do not block requests, and with limits of time and
 * memory, so that a hostile message cannot exhaust the process.
 */
export const parseMailOffThread = async (raw: Buffer, context: MailParseContext): Promise<ParsedMail> => {
  if (raw.length <= maxInlineBytes) return parseMail(raw, context);
  await workerSlots.take();
  try {
    return await parseInWorker(raw, context);
  } finally {
    workerSlots.release();
  }
};

const parseInWorker = (raw: Buffer, context: MailParseContext): Promise<ParsedMail> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL("./parse-worker.ts", import.meta.url), {
      workerData: { raw, context },
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMb },
    });
    const finish = (result: ParsedMail): void => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    const timer = setTimeout(() => finish({ ok: false, reason: "too_slow" }), timeoutMs);
    worker.once("message", (result: ParsedMail) => finish(withBuffers(result)));
    worker.once("error", () => finish({ ok: false, reason: "unreadable" }));
    worker.once("exit", () => finish({ ok: false, reason: "unreadable" }));
  });

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A Buffer that passes between threads arrives as a Uint8Array. */
const withBuffers = (result: ParsedMail): ParsedMail =>
  result.ok
    ? {
        ...result,
        files: result.files.map((file) => ({
          ...file,
          sha256: toBuffer(file.sha256),
          content: toBuffer(file.content),
        })),
      }
    : result;
