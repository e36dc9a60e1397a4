import pino from "pino";
import { errorCode } from "./db/errors.ts";

export type Log = pino.Logger;

/** The message of an error, without the parameters of a failed query. */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // The message of a query error contains the query and its parameters; its cause has the reason.
  if ("query" in error) return error.cause instanceof Error ? error.cause.message : "The query failed";
  return error.message;
};

/** Messages may quote user input, so they are logged under `pii`. */
const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return { pii: { message: String(error) } };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    code: errorCode(error),
    stack: frames.join("\n"),
    pii: { message: errorMessage(error) },
  };
};

/** One JSON line per request and job, except for accepted events, which have their table. Personal data only under `pii`. */
export const createLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: { app: "faro" },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: serializeError },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
