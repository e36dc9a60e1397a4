import pino from "pino";
import { errorCode } from "./db/errors.ts";
import { errorMessage, impersonalMessage, rootCause, stackFrames } from "./error-text.ts";

export type Log = pino.Logger;

/** Lines cannot be taken back when a person is erased, so only these levels write what is under `pii`. */
const levelsWithPersonalData = ["debug", "trace"];

const serializeError = (hasPersonalData: boolean) => (error: unknown) => {
  const personal = hasPersonalData ? { pii: { message: errorMessage(error) } } : {};
  if (!(error instanceof Error)) return { type: typeof error, ...personal };
  return {
    type: error.name,
    code: errorCode(error),
    message: impersonalMessage(rootCause(error)),
    stack: stackFrames(error),
    ...personal,
  };
};

/** One JSON line per request and job, except for accepted events, which have their table. Personal data only under `pii`. */
export const createLog = (level: string, destination?: pino.DestinationStream): Log => {
  const hasPersonalData = levelsWithPersonalData.includes(level);
  return pino(
    {
      level,
      base: { app: "faro" },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: ({ pii, ...line }) => (hasPersonalData && pii !== undefined ? { ...line, pii } : line),
      },
      serializers: { error: serializeError(hasPersonalData) },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
};
