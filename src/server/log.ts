import pino from "pino";

export type Log = pino.Logger;

/** What failed, without the values a statement was run with. */
export const errorMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // An error of a query spells out the query and its values; its cause says what was wrong.
  if ("query" in error) return error.cause instanceof Error ? error.cause.message : "The query failed";
  return error.message;
};

/** The code of a failure, or of what caused it. */
export const errorCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  return "code" in error ? String(error.code) : errorCode(error.cause);
};

/** Messages may quote what a person typed, so they stand under `pii`; where it happened does not. */
const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return { pii: { message: String(error) } };
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    code: errorCode(error),
    stack: places.join("\n"),
    pii: { message: errorMessage(error) },
  };
};

/** One JSON line a request and a job, except for accepted events, which are in their table. Personal data only under `pii`. */
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
