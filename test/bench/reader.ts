import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseLabelledLines } from "#domain/reading/labelled-lines.ts";
import { readMessage } from "#server/ai/local-reader.ts";
import type { Bench } from "./measure.ts";

const folder = join(import.meta.dirname, "../../src/domain/reading/training");
const rounds = 8;
/** Short ones, so that other load of the machine does not reach all of them. */
const chunkSize = 250;
const clock = { now: Date.UTC(2026, 10, 16, 14), timezone: "America/Puerto_Rico", locale: "en-US" };

export const messageReader: Bench = {
  name: "reader, messages on one core",
  run: async () => {
    const messages = readdirSync(folder)
      .toSorted()
      .flatMap((file) => parseLabelledLines(readFileSync(join(folder, file), "utf8"), file));
    const chunks = Array.from({ length: Math.ceil(messages.length / chunkSize) }, (_, at) =>
      messages.slice(at * chunkSize, (at + 1) * chunkSize),
    );
    type Message = (typeof messages)[number];
    const runs = {
      reader: (message: Message) => readMessage(message, clock).quotes.length,
      plain: ({ text }: Message) => JSON.parse(JSON.stringify({ text })).text.toLowerCase().split(" ").length,
    };
    /** CPU time of each chunk, the best of interleaved rounds, so that other load affects both alike. */
    const best = { reader: chunks.map(() => Infinity), plain: chunks.map(() => Infinity) };
    for (let round = 0; round < rounds; round++)
      for (const [at, chunk] of chunks.entries())
        for (const name of ["reader", "plain"] as const) {
          const started = process.cpuUsage();
          for (const message of chunk) runs[name](message);
          const { user, system } = process.cpuUsage(started);
          best[name][at] = Math.min(best[name][at] as number, user + system);
        }
    const rate = (times: number[]): number =>
      (messages.length / times.reduce((sum, time) => sum + time, 0)) * 1_000_000;
    return [
      { what: "JSON, lower case, split at spaces", value: rate(best.plain), unit: "messages/s of CPU" },
      {
        what: "every statement about a message",
        value: rate(best.reader),
        unit: "messages/s of CPU",
        limit: { at: "least", value: 5000 },
      },
    ];
  },
};
