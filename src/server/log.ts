import pino from "pino";

export type Log = pino.Logger;

/** One JSON line a request and a job. Personal data only under a `pii` key. */
export const createLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: { app: "faro" },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
